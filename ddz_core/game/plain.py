"""What is public, what one seat sees and what a deal came to, as plain JSON and back
(docs/position.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from typing import Any

from .._core.values import Hand, Move
from ..arguments import shown, whole
from ..errors import DdzError, InvalidArgument
from ..table import Table
from .actions import Made, parse_action

VERSION = 1
"""Of the form; stands under ``version``."""

Plain = dict[str, Any]
"""Texts, whole numbers, truth values and nothing, in lists and dictionaries."""

_CARDS = ("shown", "bottom", "hidden", "kept", "hand")
_MADE = ("bids", "discards", "plays", "opening", "doubles")
_TEXTS = ("phase", "wild", "winner")


def to_plain(value: Any) -> Plain:
    """The fields of a dataclass of this package as plain JSON."""
    found: Plain = {"version": VERSION}
    for each in fields(value):
        found[each.name] = _plain(getattr(value, each.name))
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, Made):
        return {"seat": value.seat, "action": str(value.action), "skipped": value.skipped}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return str(value) if isinstance(value, Hand | Move | Table) else value


def from_plain(
    names: tuple[Field[Any], ...], given: object, decks: Callable[[Plain], int]
) -> Plain:
    """The values of these fields. Raises :class:`InvalidArgument`, naming the field, for
    what :func:`to_plain` does not write."""
    if not isinstance(given, Mapping):
        raise InvalidArgument(f"a dictionary is wanted, not {shown(given)}")
    if given.get("version") != VERSION:
        raise InvalidArgument(f"version must be {VERSION}, not {shown(given.get('version'))}")
    wanted = {each.name for each in names}
    if wrong := sorted(map(str, (set(given) - {"version"}) ^ wanted)):
        what = "is missing" if wrong[0] in wanted else "is no field"
        raise InvalidArgument(f"{shown(wrong[0])} {what}")
    found: Plain = {}
    given = dict(given)
    for each in names:
        try:
            found[each.name] = _value(each.name, given[each.name], decks(given))
        except (DdzError, TypeError, ValueError) as refusal:
            raise InvalidArgument(f"{each.name}: {refusal}") from refusal
    return found


def _value(name: str, value: Any, decks: int) -> Any:
    if name == "table":
        return Table.parse(value)
    if name in _CARDS:
        return None if value is None and name == "bottom" else _cards(value, decks)
    if name in _MADE:
        return tuple(_made(each) for each in _list(value))
    if name == "hands":
        return tuple(_cards(each, decks) for each in _list(value))
    if name in ("sizes", "points", "factors"):
        return tuple(_number(each) for each in _list(value))
    if name == "doublings":
        return tuple(_text(each) for each in _list(value))
    if value is None:
        return None  # whether it may be is asked of the whole
    if name == "last":
        return Move.parse(_text(value))
    return _text(value) if name in _TEXTS else _number(value)


def _cards(value: Any, decks: int) -> Hand:
    return Hand(_text(value), decks=decks)


def _made(value: Any) -> Made:
    if not isinstance(value, Mapping) or set(value) != {"seat", "action", "skipped"}:
        raise InvalidArgument(f"seat, action and skipped are wanted, not {shown(value)}")
    if not isinstance(value["skipped"], bool):
        raise InvalidArgument(f"skipped is true or false, not {shown(value['skipped'])}")
    return Made(_number(value["seat"]), parse_action(_text(value["action"])), value["skipped"])


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise InvalidArgument(f"a list is wanted, not {shown(value)}")
    return list(value)


def _number(value: Any) -> int:
    number = whole(value)
    if number is None:
        raise InvalidArgument(f"a whole number is wanted, not {shown(value)}")
    return number


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise InvalidArgument(f"a text is wanted, not {shown(value)}")
    return value
