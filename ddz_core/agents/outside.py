"""Players from other modules, by names of the form ``module:factory``, and those of other
libraries, by ``rlcard:module:factory`` and ``douzero:module:factory``, and programs, by
``botzone:command``."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, cast

from ..arguments import cut, shown
from ..errors import InvalidArgument
from .protocol import Agent, Factory

_SEED_BITS = (1 << 32) - 1
"""What the generators of these libraries take."""


def factory_of(name: str) -> Factory:
    """What makes the players of that name: a function or a class of an own module.

    Raises :class:`InvalidArgument` where there is no such module, or nothing in it that
    can be called.

    >>> factory_of("ddz_core.agents.random_agent:RandomAgent")(7).name
    'random'
    >>> factory_of("ddz_core.agents.random_agent:Nobody")
    Traceback (most recent call last):
    ddz_core.errors.InvalidArgument: no player '...:Nobody': the module has no Nobody
    """
    module_name, _, attribute = name.partition(":")
    try:
        module = importlib.import_module(module_name)
    except (ImportError, ValueError, TypeError) as error:
        raise InvalidArgument(f"no player {shown(name)}: {cut(str(error))}") from error
    factory = getattr(module, attribute, None)
    if factory is None:
        raise InvalidArgument(f"no player {shown(name)}: the module has no {cut(attribute)}")
    if not callable(factory):
        raise InvalidArgument(f"no player {shown(name)}: {shown(factory)} takes no seed")
    return cast(Factory, factory)


def guest_factory_of(name: str) -> Factory | None:
    """What seats the agents of another library, or None for a name of another form.

    ``rlcard:module:factory`` and ``douzero:module:factory`` name a function or a class that
    takes a seed and gives an agent of that library; ``botzone:command`` is a program. Raises
    :class:`InvalidArgument` as :func:`factory_of` does, and where it gives no agent.
    """
    library, _, rest = name.partition(":")
    if library == "botzone":
        from ..adapters.botzone.player import BotProgram

        return BotProgram(rest)
    if library not in ("rlcard", "douzero") or ":" not in rest:
        return None
    made_by = cast(Callable[[int], Any], factory_of(rest))

    def seated(seed: int) -> Agent:
        agent = made_by(seed)
        if library == "rlcard":
            from ..adapters import rlcard_players

            return rlcard_players.seat(agent, name, seed & _SEED_BITS)
        from ..adapters import douzero_players

        return douzero_players.seat(agent, name, seed & _SEED_BITS)

    return seated
