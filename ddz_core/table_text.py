"""Tables in writing, as records have them: ``bga,players=2,discard=yes``.

The name of a preset, and then every field in which the table differs from it.
Rules that are a preset are named; of others each field that differs is given, as
``rules.chain_solos=3``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from .errors import InvalidRules
from .rules import Rules

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    TableT = TypeVar("TableT", bound=DataclassInstance)

_RULES = "rules."


def text_of(table: DataclassInstance, preset: DataclassInstance, name: str) -> str:
    """The text of a table that is called after the preset of that name, without blanks.

    >>> from ddz_core.table import Table
    >>> table = Table.preset("bga", first_bidder=1, rules=Rules(chain_solos=3))
    >>> text_of(table, Table.preset("bga"), "bga")
    'bga,rules=rlcard,first_bidder=1'
    """
    parts = [name]
    for each in fields(table):
        value = getattr(table, each.name)
        if each.name == "name" or value == getattr(preset, each.name):
            continue
        if isinstance(value, Rules):
            parts += _rules_text(value, getattr(preset, each.name))
        else:
            parts.append(f"{each.name}={_value_text(value)}")
    return ",".join(parts)


def _rules_text(rules: Rules, usual: Rules) -> list[str]:
    for name in (rules.name, *Rules.presets()):
        if name in Rules.presets() and Rules.preset(name) == rules:
            return [f"rules={name}"]
    return [
        f"{_RULES}{each.name}={_value_text(getattr(rules, each.name))}"
        for each in fields(Rules)
        if each.name != "name" and getattr(rules, each.name) != getattr(usual, each.name)
    ]


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def table_of(text: str, preset: Callable[..., TableT]) -> TableT:
    """The table of a text, where ``preset`` makes one from a name and its changed fields;
    :class:`InvalidRules` says what is wrong with the text.

    >>> from ddz_core.table import Table
    >>> table_of("bga,players=two", Table.preset)
    Traceback (most recent call last):
    ddz_core.errors.InvalidRules: players must be a whole number from 2 to 3, not 'two'
    """
    name, *parts = text.split(",")
    changes: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    for part in parts:
        key, equals, word = part.partition("=")
        if not equals or key == "name" or key in changes:
            raise InvalidRules(f"{part!r} in the table {text!r} is no field with a value")
        if key.startswith(_RULES):
            rules[key.removeprefix(_RULES)] = _value_of(word)
        else:
            # The auction "none" is a word; elsewhere it stands for None.
            changes[key] = word if key == "auction" else _value_of(word)
    if rules:
        known = {each.name for each in fields(Rules)} - {"name"}
        if not known.issuperset(rules):
            raise InvalidRules(f"rules have no {sorted(set(rules) - known)} in the table {text!r}")
        usual: Any = preset(name, **changes)
        changes["rules"] = replace(usual.rules, **rules, name="custom")
    return preset(name, **changes)


def _value_of(word: str) -> object:
    words = {"yes": True, "no": False, "none": None}
    if word in words:
        return words[word]
    return int(word) if word.isascii() and word.isdigit() and len(word) < 20 else word
