"""The combination rules as values (docs/rules.md sections 4 and 8)."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, cast

from .arguments import shown, whole
from .errors import InvalidArgument, InvalidRules
from .kinds import RANKS, Kind

WILD_RANKS = RANKS[:13]


def is_wild_rank(value: object) -> bool:
    """Whether cards can be wild that are of this rank: those of no joker."""
    return isinstance(value, str) and len(value) == 1 and value in WILD_RANKS


"""The ranks that can be wild, and that a wild card can stand for: all but the jokers."""


class _Decks(NamedTuple):
    """What follows from the number of decks (sections 5 and 8.1)."""

    deck: str
    hand_size: int
    bottom_size: int
    seats: tuple[int, ...]


def _cards(decks: int) -> str:
    return "".join(4 * decks * rank for rank in RANKS[:13]) + decks * "B" + decks * "R"


_DECKS = {1: _Decks(_cards(1), 17, 3, (2, 3)), 2: _Decks(_cards(2), 25, 8, (4,))}

_ONE_DECK_ONLY = ("trio_solos", "quad_kickers", "quad_chains", "bomb_chains", "jokers_as_pair")
"""Plays that nobody has described for two decks."""

RulesName: TypeAlias = Literal[
    "standard",
    "free_kickers",
    "shuttle",
    "shuttle_pair_solos",
    "bga",
    "bga_bomb_mode",
    "rlcard",
    "douzero",
    "openspiel",
    "four",
]
"""The names of the presets."""


@dataclass(frozen=True)
class Rules:
    """Which sets of cards are plays: one field for each rule that varies.

    Two rule sets are equal where every field but the name is.

    >>> Rules.preset("shuttle").quad_chains
    True
    >>> Rules(quad_solos=1).quad_solos
    1
    """

    chain_solos: int = 2
    """Single kickers of a chain: at most this many of one rank, 1 to 4."""
    quad_solos: int = 2
    """The two single kickers of a quad: at most this many of one rank, 1 or 2."""
    jokers_as_solos: bool = False
    """Both jokers may be among the single kickers of one play."""
    jokers_as_pair: bool = False
    """The two jokers may be one pair kicker."""
    lengthening_kickers: bool = False
    """Single kickers may hold a whole trio (in a quad chain: a whole quad) of a
    rank that would lengthen the chain."""
    quad_kickers: bool = True
    """``quad_solo`` and ``quad_pair`` are plays."""
    quad_chains: bool = False
    """``quad_chain``, ``quad_chain_solo`` and ``quad_chain_pair`` are plays."""
    bomb_chains: bool = False
    """``bomb_chain`` is a play, and beats everything."""
    trio_solos: bool = True
    """``trio_solo`` and ``trio_chain_solo`` are plays."""
    decks: int = 1
    """How many decks are in play, 1 or 2. With two a bomb has four to eight cards, and
    the rocket is all four jokers."""
    doubling_bomb: int = 4
    """The smallest bomb that doubles the points, by its cards."""
    wild: str | None = None
    """The rank whose cards are wild, from 3 to 2; ``None`` for none."""
    name: str = field(default="custom", compare=False)
    """What messages call this rule set."""
    _hash: ClassVar[int]

    def __post_init__(self) -> None:
        self._check_whole("chain_solos", 1, 4)
        self._check_whole("quad_solos", 1, 2)
        self._check_whole("decks", 1, 2)
        self._check_whole("doubling_bomb", 4, 4 * self.decks)
        for rule in fields(self):
            if rule.type == "bool" and type(getattr(self, rule.name)) is not bool:
                value = getattr(self, rule.name)
                raise InvalidRules(f"{rule.name} must be True or False, not {shown(value)}")
        if not isinstance(self.name, str) or not self.name:
            raise InvalidRules(f"name must be a text that is not empty, not {shown(self.name)}")
        # Texts of other types (of NumPy, of an enumeration) become plain ones.
        object.__setattr__(self, "name", str.__str__(self.name))
        self._check_wild()
        if self.decks == 2:
            refused = [rule for rule in _ONE_DECK_ONLY if getattr(self, rule)]
            if refused:
                raise InvalidRules(
                    f"decks=2 is not offered with {', '.join(refused)}: set them to False, "
                    "as Rules.preset('four') has them"
                )

        # Rules are the key of every look-up of compiled rules: the hash is made once.
        # It goes along to other processes, where texts (and None) have other hashes: so
        # the wild rank is in it as a slot.
        values = tuple(getattr(self, rule.name) for rule in fields(self) if rule.compare)
        numbers = [-1 if self.wild is None else RANKS.index(self.wild)]
        numbers += [value for value in values if isinstance(value, int)]
        object.__setattr__(self, "_hash", hash(tuple(numbers)))

    def _check_whole(self, name: str, least: int, most: int) -> None:
        value = getattr(self, name)
        number = whole(value)
        if number is None or not least <= number <= most:
            wanted = f"a whole number from {least} to {most}"
            if least == most:
                wanted = f"{most} where decks is {self.decks}"
            raise InvalidRules(f"{name} must be {wanted}, not {shown(value)}")
        object.__setattr__(self, name, number)

    def _check_wild(self) -> None:
        wild = self.wild
        if wild is None:
            return
        if not is_wild_rank(wild):
            raise InvalidRules(
                f"wild must be one of the ranks {WILD_RANKS}, or None, not {shown(wild)}"
                + (": the jokers are never wild" if isinstance(wild, str) and wild in "BR" else "")
            )
        object.__setattr__(self, "wild", str.__str__(wild))
        if self.decks == 2:
            raise InvalidRules(
                f"wild={wild!r} is not offered with decks=2: set wild to None, or decks to 1"
            )
        if self.bomb_chains:
            raise InvalidRules(
                f"wild={wild!r} is not offered with bomb_chains: set wild to None, or "
                "bomb_chains to False"
            )

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            raise InvalidRules("these Rules were never made: call Rules()") from None

    @staticmethod
    def presets() -> tuple[RulesName, ...]:
        """The names of the rule sets of docs/rules.md sections 4 and 8.

        >>> Rules.presets()[:3]
        ('standard', 'free_kickers', 'shuttle')
        """
        return cast("tuple[RulesName, ...]", tuple(_PRESETS))

    @staticmethod
    def preset(name: RulesName) -> Rules:
        """The rule set of that name.

        A type checker wants one of the names; a variable has one after ``if name in
        Rules.presets()``. Raises :class:`InvalidRules` if there is none.
        """
        return rules_named(name)

    def allows(self, kind: Kind) -> bool:
        """Whether plays of this kind exist under these rules.

        >>> Rules.preset("openspiel").allows(Kind.QUAD_SOLO)
        False
        """
        if whole(kind) is None:
            raise InvalidArgument(f"{shown(kind)} is no kind of play")
        if kind in (Kind.TRIO_SOLO, Kind.TRIO_CHAIN_SOLO):
            return self.trio_solos
        if kind in (Kind.QUAD_SOLO, Kind.QUAD_PAIR):
            return self.quad_kickers
        if kind in (Kind.QUAD_CHAIN, Kind.QUAD_CHAIN_SOLO, Kind.QUAD_CHAIN_PAIR):
            return self.quad_chains
        if kind is Kind.BOMB_CHAIN:
            return self.bomb_chains
        return True

    def changed(self, **changes: Any) -> Rules:
        """These rules with some fields changed; called after the preset that they then
        are, or ``custom``.

        Raises :class:`InvalidRules` for a field that there is not, and for a value that
        cannot be.

        >>> Rules.preset("standard").changed(wild="9").wild
        '9'
        >>> Rules.preset("standard").changed(chain_solos=3).name
        'rlcard'
        """
        known = [rule.name for rule in fields(self)]
        unknown = [name for name in changes if name not in known]
        if unknown:
            raise InvalidRules(f"rules have no {shown(unknown[0])}; they have {', '.join(known)}")
        rules = replace(self, **changes)
        if "name" in changes:
            return rules
        same = (preset for preset in (self, *_PRESETS.values()) if preset == rules)
        return next(same, replace(rules, name="custom"))

    @property
    def deck(self) -> str:
        """All the cards in play, weakest first.

        >>> len(Rules().deck), len(Rules.preset("four").deck)
        (54, 108)
        """
        return _DECKS[self.decks].deck

    @property
    def hand_size(self) -> int:
        """How many cards each player is dealt."""
        return _DECKS[self.decks].hand_size

    @property
    def bottom_size(self) -> int:
        """How many cards are left for the landlord."""
        return _DECKS[self.decks].bottom_size

    @property
    def most_cards(self) -> int:
        """The largest hand, the landlord's with the bottom.

        >>> Rules().most_cards, Rules.preset("four").most_cards
        (20, 33)
        """
        return self.hand_size + self.bottom_size

    @property
    def seats(self) -> tuple[int, ...]:
        """How many players there can be.

        >>> Rules().seats, Rules.preset("four").seats
        ((2, 3), (4,))
        """
        return _DECKS[self.decks].seats


def rules_named(name: str) -> Rules:
    """The preset of that name, which may be any text."""
    try:
        return _PRESETS[name]
    except (KeyError, TypeError):
        known = ", ".join(_PRESETS)
        raise InvalidRules(f"no preset is called {shown(name)}; there are {known}") from None


def _presets() -> dict[str, Rules]:
    standard = Rules(name="standard")
    shuttle = Rules(
        chain_solos=1,
        quad_solos=1,
        jokers_as_solos=True,
        jokers_as_pair=True,
        quad_chains=True,
        name="shuttle",
    )

    def variant(base: Rules, name: str, **changes: Any) -> Rules:
        return replace(base, name=name, **changes)

    rules = [
        standard,
        variant(standard, "free_kickers", chain_solos=4, lengthening_kickers=True),
        shuttle,
        variant(shuttle, "shuttle_pair_solos", quad_solos=2),
        variant(standard, "bga"),
        variant(standard, "bga_bomb_mode", bomb_chains=True),
        variant(standard, "rlcard", chain_solos=3),
        variant(standard, "douzero", chain_solos=4, lengthening_kickers=True, jokers_as_solos=True),
        variant(standard, "openspiel", chain_solos=3, lengthening_kickers=True, quad_kickers=False),
        variant(standard, "four", decks=2, trio_solos=False, quad_kickers=False, doubling_bomb=6),
    ]
    return {rule.name: rule for rule in rules}


_PRESETS = _presets()
