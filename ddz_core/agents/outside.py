"""Players from other modules, by names of the form ``module:factory``."""

from __future__ import annotations

import importlib
from typing import cast

from ..arguments import cut, shown
from ..errors import InvalidArgument
from .protocol import Factory


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
