"""Tables in writing, as records have them: ``bga,players=2,discard=yes``.

The name of a preset, and then every field in which the table differs from it.
Rules that are a preset are named; of others each field that differs is given, as
``rules.chain_solos=3``.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from .errors import InvalidRules
from .rules import Rules
from .table import Table

_RULES = "rules."


def text_of(table: Table) -> str:
    """The text of a table, without blanks.

    >>> text_of(Table.preset("bga", first_bidder=1, rules=Rules(chain_solos=3)))
    'bga,rules=rlcard,first_bidder=1'
    """
    # Equal tables may have different names, so the name is part of the key.
    return _text_of(table, table.name if table.name in Table.presets() else "standard")


@lru_cache(maxsize=256)
def _text_of(table: Table, name: str) -> str:
    preset = Table.preset(name)
    parts = [name]
    for each in fields(Table):
        value = getattr(table, each.name)
        if each.name == "name" or value == getattr(preset, each.name):
            continue
        if isinstance(value, Rules):
            parts += _rules_text(value, preset.rules)
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


@lru_cache(maxsize=256)
def table_of(text: str) -> Table:
    """The table of a text; :class:`InvalidRules` says what is wrong with it.

    >>> table_of("bga,players=two")
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
    table = Table.preset(name, **changes)
    if not rules:
        return table
    known = {each.name for each in fields(Rules)} - {"name"}
    if not known.issuperset(rules):
        raise InvalidRules(f"rules have no {sorted(set(rules) - known)} in the table {text!r}")
    return table.changed(rules=replace(table.rules, **rules, name="custom"))


def _value_of(word: str) -> object:
    words = {"yes": True, "no": False, "none": None}
    if word in words:
        return words[word]
    return int(word) if word.isascii() and word.isdigit() and len(word) < 20 else word
