"""The table: every house rule from the auction to the match (docs/table.md)."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias, cast

from .arguments import plain_text, shown, whole
from .errors import InvalidRules
from .rules import Rules, rules_named
from .table_text import OF_AUCTIONS, table_of, text_of

TableName: TypeAlias = Literal[
    "standard", "free_kickers", "shuttle", "bga", "four", "laizi", "happy"
]
"""The names of the presets."""

MOST_BASE = 1_000_000
"""The largest base, so that the points of any deal fit in 64 bits."""

MOST_CEILING = 1 << 15
"""The largest stake of a doubling auction, for the same reason."""

MOST_POINTS_BID = 3
"""The bid that ends a points auction."""

MOST_OPEN_HAND = 16
"""The largest factor of an open hand, so that points fit in 64 bits."""

PEASANT_DISCARDS, LANDLORD_DISCARDS = 3, 2
"""How many cards a player may discard."""

_STANDARD = Rules.preset("standard")


@dataclass(frozen=True)
class Table:
    """One set of house rules: a field for everything that tables differ in.

    Raises :class:`InvalidRules` for values that cannot be, and for combinations that
    make no sense. Two tables are equal if every field but the name is.

    >>> table = Table.preset("bga", players=2, auction="doubling", discard=True)
    >>> table.highest_stake, str(table)
    (16, 'bga,players=2,auction=doubling,discard=yes')
    >>> Table(short_deck=True)
    Traceback (most recent call last):
    ddz_core.errors.InvalidRules: short_deck needs 2 players: 46 cards do not go round 3
    """

    rules: Rules = _STANDARD
    """Which plays there are; the name of a preset is taken too."""
    players: int = 3
    """2 or 3 with one deck, 4 with two: as the rules have it."""
    base: int = 1
    """What everything is multiplied with."""
    auction: Literal["points", "doubling", "call", "none"] = "points"
    """Bids of 1, 2 or 3, one turn each; or each bid doubles the stake; or one calls, and the
    others may rob; or there is no auction, and the seat that would bid first is the landlord
    at a stake of 1."""
    ceiling: int | None = None
    """The stake that ends a doubling auction, a power of two; ``None`` for 8 with
    three players and 16 with two."""
    auction_order: Literal["play", "clockwise"] = "play"
    """Who bids next: in the order of play, or against it."""
    first_bidder: int | None = None
    """The seat that bids first as agreed; ``None`` where the deal number draws it."""
    show_card: bool = False
    """One card of the bottom is shown before the auction."""
    discard: bool = False
    """Before the first lead cards may be discarded, face up."""
    short_deck: bool = False
    """The 3s and 4s are taken out; two players only."""
    skip: bool = False
    """A player who, for all that is public, cannot beat the last play is passed over."""
    new_deals: int | None = None
    """At most so many new deals after all have passed; then the deal is over without
    points. ``None`` sets no bound."""
    deals: int | None = 1
    """How many deals make a match; ``None`` where it goes on for ever."""
    start_points: int = 0
    """What each player has before the first deal of a match."""
    ruin: bool = False
    """A match is over as soon as somebody has no points left."""
    open_hand: int = 0
    """What the multiplier starts at where the landlord lays his hand open before the first
    lead; 0 where he may not."""
    doubling: int = 0
    """Before the first lead each seat may double what goes between the landlord and each
    peasant: 0 for no such round, 2 for a factor of 1 or 2, 4 for 1, 2 or 4."""
    wild: bool = False
    """Each deal draws a rank whose cards are wild, shown with the bottom."""
    name: str = field(default="custom", compare=False)
    """What messages and records call this table."""

    def __post_init__(self) -> None:
        if isinstance(self.rules, str):
            object.__setattr__(self, "rules", rules_named(plain_text(self.rules)))
        if not isinstance(self.rules, Rules):
            raise InvalidRules(f"rules must be a Rules or a preset's name, not {shown(self.rules)}")
        self._check_values()
        self._check_combinations()

    def _check_values(self) -> None:
        self._check_whole("players", 2, 4)
        self._check_whole("base", 1, MOST_BASE)
        self._check_word("auction", "points", "doubling", "call", "none")
        self._check_word("auction_order", "play", "clockwise")
        for name in ("show_card", "discard", "short_deck", "skip", "ruin", "wild"):
            if type(getattr(self, name)) is not bool:
                raise InvalidRules(
                    f"{name} must be True or False, not {shown(getattr(self, name))}"
                )
        self._check_one_of("open_hand", 0, *range(2, MOST_OPEN_HAND + 1))
        self._check_one_of("doubling", 0, 2, 4)
        self._check_whole("start_points", 0, 1 << 31)
        if self.ceiling is not None:
            self._check_whole("ceiling", 2, MOST_CEILING)
        if self.first_bidder is not None:
            self._check_whole("first_bidder", 0, self.players - 1)
        if self.new_deals is not None:
            self._check_whole("new_deals", 0, 1 << 31)
        if self.deals is not None:
            self._check_whole("deals", 1, 1 << 31)
        if not isinstance(self.name, str) or not self.name:
            raise InvalidRules(f"name must be a text that is not empty, not {shown(self.name)}")
        object.__setattr__(self, "name", plain_text(self.name))

    def _check_combinations(self) -> None:
        self._check_deck()
        if self.ceiling is not None and self.auction == "call":
            raise InvalidRules(
                "ceiling is of the doubling auction: set it to None, since robs have an end"
            )
        if self.ceiling is not None and self.auction == "points":
            raise InvalidRules(
                f"ceiling is of the doubling auction: the points auction ends at {MOST_POINTS_BID}"
            )
        for name, usual in OF_AUCTIONS.items():
            value = getattr(self, name)
            if self.auction == "none" and value != usual:
                raise InvalidRules(
                    f"{name} must be {usual!r}, not {shown(value)}: here is no auction"
                )
        if self.ceiling is not None and self.ceiling & self.ceiling - 1:
            raise InvalidRules(
                f"ceiling must be a power of two, not {self.ceiling}: each bid doubles the stake"
            )
        if self.ruin and not self.start_points:
            raise InvalidRules("ruin needs start_points: with 0 everybody is ruined from the start")

    def _check_deck(self) -> None:
        """Players, deck and wild cards go together."""
        seats = self.rules.seats
        if self.players not in seats:
            decks = "one deck is for 2 or 3" if self.rules.decks == 1 else "two decks are for 4"
            other = "'four'" if self.players == 4 else "'standard'"
            raise InvalidRules(
                f"players={self.players} does not go with the rules {self.rules.name!r}, since "
                f"{decks}: set players to {' or '.join(map(str, seats))}, or rules to {other}"
            )
        if self.short_deck and self.players == 4:
            raise InvalidRules(
                "short_deck needs 2 players and one deck: set it to False, or rules to 'standard' "
                "and players to 2"
            )
        if self.short_deck and self.players == 3:
            raise InvalidRules("short_deck needs 2 players: 46 cards do not go round 3")
        if self.short_deck and (self.wild or self.rules.wild is not None):
            raise InvalidRules("wild is not offered with short_deck: set one of them to False")
        if not self.wild:
            return
        if self.rules.wild is not None:
            raise InvalidRules(
                f"wild draws a rank for each deal, and rules.wild is {self.rules.wild!r} for all: "
                "set wild to False, or rules.wild to None"
            )
        if self.rules.decks == 2:
            raise InvalidRules(
                "wild is not offered with two decks: set it to False, or rules to 'standard' and "
                "players to 3"
            )
        if self.rules.bomb_chains:
            raise InvalidRules(
                "wild is not offered with bomb chains: set it to False, or bomb_mode to False"
            )

    def _check_one_of(self, name: str, *values: int) -> None:
        value = getattr(self, name)
        number = whole(value)
        if number not in values:
            known = (
                f"0 or {values[1]} to {values[-1]}"
                if len(values) > 4
                else ", ".join(map(str, values[:-1])) + f" or {values[-1]}"
            )
            raise InvalidRules(f"{name} must be {known}, not {shown(value)}")
        object.__setattr__(self, name, number)

    def _check_whole(self, name: str, least: int, most: int) -> None:
        value = getattr(self, name)
        number = whole(value)
        if number is None or not least <= number <= most:
            raise InvalidRules(
                f"{name} must be a whole number from {least} to {most}, not {shown(value)}"
            )
        object.__setattr__(self, name, number)

    def _check_word(self, name: str, *words: str) -> None:
        value = getattr(self, name)
        if not isinstance(value, str) or value not in words:
            raise InvalidRules(
                f"{name} must be {' or '.join(map(repr, words))}, not {shown(value)}"
            )
        object.__setattr__(self, name, plain_text(value))

    @staticmethod
    def presets() -> tuple[TableName, ...]:
        """The names of the tables of docs/rules.md sections 5 and 8.

        >>> Table.presets()
        ('standard', 'free_kickers', 'shuttle', 'bga', 'four', 'laizi', 'happy')
        """
        return cast("tuple[TableName, ...]", tuple(_PRESETS))

    @staticmethod
    def preset(name: TableName, /, **changes: Any) -> Table:
        """The table of that name, with some of its fields changed.

        ``bomb_mode=True`` puts the bomb chain into its rules; ``auction="none"`` takes
        away with the auction what only auctions have. Raises :class:`InvalidRules` for a
        name or a field that there is not. A type checker wants one of the names; a
        variable has one after ``if name in Table.presets()``, and :meth:`parse` takes
        any text.

        >>> Table.preset("free_kickers").base
        10
        >>> Table.preset("bga", bomb_mode=True).rules.name
        'bga_bomb_mode'
        """
        return _preset(name, **changes)

    def changed(self, **changes: Any) -> Table:
        """This table with some of its fields changed, as :meth:`preset` takes them.

        >>> Table().changed(players=2).players
        2
        """
        bomb_mode = changes.pop("bomb_mode", None)
        known = {each.name for each in fields(self)}
        for name in changes:
            if name not in known:
                options = ", ".join([*sorted(known), "bomb_mode"])
                raise InvalidRules(f"a table has no {shown(name)}; it has {options}")
        if isinstance(changes.get("auction"), str) and changes["auction"] == "none":
            changes = OF_AUCTIONS | changes
        table = replace(self, **changes)
        if bomb_mode is None:
            return table
        if type(bomb_mode) is not bool:
            raise InvalidRules(f"bomb_mode must be True or False, not {shown(bomb_mode)}")
        return replace(table, rules=_with_bomb_chains(table.rules, bomb_mode))

    @property
    def deck(self) -> str:
        """All the cards in play, weakest first.

        >>> len(Table(players=2, short_deck=True).deck)
        46
        """
        deck = self.rules.deck
        return deck.replace("3", "").replace("4", "") if self.short_deck else deck

    def rules_with(self, wild: str | None) -> Rules:
        """The rules of a deal in which that rank is wild, drawn for it; ``None`` for none.

        >>> Table.preset("laizi").rules_with("9").wild
        '9'
        """
        return self.rules if wild is None else _with_wild(self.rules, self.rules.name, wild)

    @property
    def bomb_mode(self) -> bool:
        """Whether the bomb chain is a play."""
        return self.rules.bomb_chains

    @property
    def highest_stake(self) -> int:
        """The stake that ends the auction at once, or the highest that robs come to; 1 if
        there is no auction."""
        if self.auction == "none":
            return 1
        if self.auction == "call":
            return 1 << self.players
        if self.auction == "points":
            return MOST_POINTS_BID
        if self.ceiling is not None:
            return self.ceiling
        return 16 if self.players == 2 else 8

    def __str__(self) -> str:
        """The table as records have it: see :mod:`ddz_core.table_text`."""
        # Equal tables may have different names, so the name is part of the key.
        return _text(self, self.name if self.name in _PRESETS else "standard")

    @staticmethod
    def parse(text: str) -> Table:
        """The table that a text names; the inverse of ``str``.

        Raises :class:`InvalidRules` for what is none.

        >>> Table.parse("standard,base=5").base
        5
        """
        if not isinstance(text, str):
            raise InvalidRules(f"a table is read from a text, not from {shown(text)}")
        return _parsed(plain_text(text))


def _preset(name: str, /, **changes: Any) -> Table:
    try:
        table = _PRESETS[name]
    except (KeyError, TypeError):
        known = ", ".join(_PRESETS)
        raise InvalidRules(f"no table is called {shown(name)}; there are {known}") from None
    return table.changed(**changes)


_PRESETS: dict[str, Table] = {
    "standard": Table(name="standard"),
    "free_kickers": Table(
        rules=Rules.preset("free_kickers"), base=10, deals=None, name="free_kickers"
    ),
    "shuttle": Table(rules=Rules.preset("shuttle"), first_bidder=0, name="shuttle"),
    "bga": Table(
        rules=Rules.preset("bga"),
        auction_order="clockwise",
        show_card=True,
        deals=5,
        start_points=50,
        name="bga",
    ),
    "four": Table(rules=Rules.preset("four"), players=4, name="four"),
    "laizi": Table(wild=True, name="laizi"),
    "happy": Table(auction="call", open_hand=2, doubling=4, name="happy"),
}


@lru_cache(maxsize=256)
def _text(table: Table, name: str) -> str:
    return text_of(table, _PRESETS[name], name)


@lru_cache(maxsize=256)
def _parsed(text: str) -> Table:
    return table_of(text, _preset)


@lru_cache(maxsize=256)
def _with_wild(rules: Rules, name: str, wild: str) -> Rules:
    # Equal rules may have different names, so the name is part of the key.
    made = replace(rules, wild=wild)
    return replace(made, name=f"{name}, {made.wild} wild")


def _with_bomb_chains(rules: Rules, bomb_chains: bool) -> Rules:
    """The rules with the bomb chain or without it, called after a preset if it is one."""
    if rules.bomb_chains == bomb_chains:
        return rules
    changed = replace(rules, bomb_chains=bomb_chains)
    bare = rules.name.removesuffix("_bomb_mode")
    for name in (bare, bare + "_bomb_mode"):
        if name in Rules.presets() and Rules.preset(name) == changed:
            return Rules.preset(name)
    return replace(changed, name="custom")


def as_table(table: Table | str) -> Table:
    """The table, where a caller may also give the name of a preset."""
    if isinstance(table, Table):
        return table
    if isinstance(table, str):
        return _preset(plain_text(table))
    raise InvalidRules(f"a table is a Table or the name of a preset, not {shown(table)}")
