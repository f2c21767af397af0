"""The combination rules as values (docs/rules.md section 4)."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Literal, TypeAlias, cast

from .arguments import shown
from .errors import InvalidRules
from .kinds import Kind

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
    name: str = field(default="custom", compare=False)
    """What messages call this rule set."""
    _hash: ClassVar[int]

    def __post_init__(self) -> None:
        for limit, most in (("chain_solos", 4), ("quad_solos", 2)):
            value = getattr(self, limit)
            if type(value) is not int or not 1 <= value <= most:
                raise InvalidRules(
                    f"{limit} must be a whole number from 1 to {most}, not {value!r}"
                )
        for rule in fields(self):
            if rule.type == "bool" and type(getattr(self, rule.name)) is not bool:
                value = getattr(self, rule.name)
                raise InvalidRules(f"{rule.name} must be True or False, not {value!r}")
        if type(self.name) is not str or not self.name:
            raise InvalidRules(f"name must be a text that is not empty, not {self.name!r}")

        # Rules are the key of every look-up of compiled rules: the hash is made once.
        values = tuple(getattr(self, rule.name) for rule in fields(self) if rule.compare)
        object.__setattr__(self, "_hash", hash(values))

    def __hash__(self) -> int:
        return self._hash

    @staticmethod
    def presets() -> tuple[RulesName, ...]:
        """The names of the rule sets of docs/rules.md section 4.

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
        if kind in (Kind.QUAD_SOLO, Kind.QUAD_PAIR):
            return self.quad_kickers
        if kind in (Kind.QUAD_CHAIN, Kind.QUAD_CHAIN_SOLO, Kind.QUAD_CHAIN_PAIR):
            return self.quad_chains
        if kind is Kind.BOMB_CHAIN:
            return self.bomb_chains
        return True


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
    ]
    return {rule.name: rule for rule in rules}


_PRESETS = _presets()
