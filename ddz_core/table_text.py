"""Tables in writing, as records have them: ``bga,players=2,discard=yes``.

The name of a preset, and then every field in which the table differs from it.
Rules that are a preset are named; of others each field that differs is given, as
``rules.chain_solos=3``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from .arguments import shown
from .errors import InvalidRules
from .rules import Rules, rules_named

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    TableT = TypeVar("TableT", bound=DataclassInstance)

_RULES = "rules."

OF_AUCTIONS: dict[str, object] = {
    "ceiling": None,
    "auction_order": "play",
    "show_card": False,
    "new_deals": None,
}
"""The fields that mean something only if there is an auction, and what they are without."""


def text_of(table: DataclassInstance, preset: DataclassInstance, name: str) -> str:
    """The text of a table that is called after the preset of that name, without blanks.

    >>> from ddz_core.table import Table
    >>> table = Table.preset("bga", first_bidder=1, rules=Rules(chain_solos=3))
    >>> text_of(table, Table.preset("bga"), "bga")
    'bga,rules=rlcard,first_bidder=1'
    """
    parts = [name]
    usual = {each.name: getattr(preset, each.name) for each in fields(table)}
    if getattr(table, "auction") == "none":  # noqa: B009
        usual |= OF_AUCTIONS
    for each in fields(table):
        value = getattr(table, each.name)
        if each.name == "name" or value == usual[each.name]:
            continue
        if isinstance(value, Rules):
            parts += _rules_text(value, usual[each.name])
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
    ddz_core.errors.InvalidRules: players must be a whole number from 2 to 4, not 'two'
    """
    name, *parts = text.split(",")
    changes: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    for part in parts:
        key, equals, word = part.partition("=")
        if not equals or key == "name" or key in changes:
            raise InvalidRules(f"{shown(part)} in the table {shown(text)} is no field with a value")
        if key.startswith(_RULES):
            name_of = key.removeprefix(_RULES)
            # A wild rank is a card, also where it looks like a number.
            is_card = name_of == "wild" and word != "none"
            rules[name_of] = word if is_card else _value_of(word)
        else:
            # The auction "none" is a word; elsewhere it stands for None.
            changes[key] = word if key == "auction" else _value_of(word)
    if rules:
        known = {each.name for each in fields(Rules)} - {"name"}
        if not known.issuperset(rules):
            wrong = sorted(set(rules) - known)
            raise InvalidRules(f"rules have no {shown(wrong)} in the table {shown(text)}")
        named = changes.get("rules")
        table: Any = preset(name)
        usual: Rules = rules_named(named) if isinstance(named, str) else table.rules
        changes["rules"] = replace(usual, **rules, name="custom")
    return preset(name, **changes)


def without_auction(text: str) -> str:
    """The text of a table as it is written today.

    Earlier ones may have the fields of auctions though there is no auction.

    >>> without_auction("bga,auction=none,show_card=no,players=2")
    'bga,auction=none,players=2'
    """
    parts = text.split(",")
    if "auction=none" in parts:
        parts = [part for part in parts if part.partition("=")[0] not in OF_AUCTIONS]
    return ",".join(parts)


def _value_of(word: str) -> object:
    words = {"yes": True, "no": False, "none": None}
    if word in words:
        return words[word]
    return int(word) if word.isascii() and word.isdigit() and len(word) < 20 else word
