"""Players, by name: what :mod:`ddz_core.arena` and ``ddz match`` seat at a table.

>>> make("random", seed=1).name
'random'
"""

from __future__ import annotations

from ..arguments import seed_number, shown
from ..errors import InvalidArgument
from .easy import EasyAgent
from .expert import ExpertAgent
from .hard import HardAgent
from .normal import NormalAgent
from .outside import factory_of, guest_factory_of
from .protocol import Agent, Factory
from .random_agent import RandomAgent

__all__ = [
    "Agent",
    "EasyAgent",
    "ExpertAgent",
    "Factory",
    "HardAgent",
    "NormalAgent",
    "RandomAgent",
    "make",
    "names",
]


def _rlcard_rule(seed: int) -> Agent:
    from ..adapters.rlcard_players import rule_agent

    return rule_agent(seed)


_FACTORIES: dict[str, Factory] = {
    "random": RandomAgent,
    "easy": EasyAgent,
    "normal": NormalAgent,
    "hard": HardAgent,
    "expert": ExpertAgent,
}

_PEERS: dict[str, Factory] = {
    "rlcard:rule": _rlcard_rule,
}
"""Players of other packages, which need not be installed."""


def names() -> tuple[str, ...]:
    """The players of this package, from weak to strong.

    >>> names()[0]
    'random'
    """
    return tuple(_FACTORIES)


def make(name: str, seed: int = 0) -> Agent:
    """A new player of that name; the same seed (64 bits) gives one that plays the same.

    Besides :func:`names` there is ``rlcard:rule``, RLCard's rule agent, where RLCard is
    installed, and ``module:factory`` for a function or a class of your own that takes a
    seed. With ``rlcard:`` or ``douzero:`` before it the factory gives an agent of that
    library (docs/agents.md). ``botzone:command`` is a program that speaks Botzone's protocol
    (docs/botzone.md). Raises :class:`InvalidArgument` for a name or a seed that there
    is not.

    >>> make("nobody")
    Traceback (most recent call last):
    ddz_core.errors.InvalidArgument: no player is called 'nobody'; there are random...
    """
    seed = seed_number(seed)
    if not isinstance(name, str):
        raise InvalidArgument(f"a player's name is a text, not {shown(name)}")
    factory = _FACTORIES.get(name) or _PEERS.get(name)
    if factory is None and ":" in name:
        factory = guest_factory_of(name) or factory_of(name)
    if factory is None:
        known = ", ".join([*_FACTORIES, *_PEERS])
        raise InvalidArgument(
            f"no player is called {shown(name)}; there are {known}, and module:factory for your own"
        )
    return factory(seed)
