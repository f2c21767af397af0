"""What a table may be: house rules, seats, and how fast it goes (docs/web.md section 2)."""

from __future__ import annotations

import secrets
from dataclasses import fields
from typing import Any

from .. import __version__
from ..agents import names as levels
from ..errors import DdzError
from ..game.match import Match
from ..game.numbers import Drawn
from ..rules import Rules
from ..table import Table
from .codes import refuse
from .kept import KeptSeat, KeptTable
from .requests import PROTOCOL, NewTable
from .secret import hashed, new_id, new_secret

LONGEST_NAME = 20
LONGEST_DELAY = 10_000
"""Milliseconds."""
TIME_LIMIT = (5, 3600)
"""Seconds."""
LONGEST_GIVEN = 1000
"""Deals of a match whose first one is given."""
USUAL_LEVEL = "normal"
"""Of the opponents, unless others are named, and of whoever acts for an absent person."""


def options() -> dict[str, Any]:
    """The answer to ``GET /api/options``."""
    return {
        "protocol": PROTOCOL,
        "version": __version__,
        "levels": levels(),
        "tables": {name: fields_of(Table.preset(name)) for name in Table.presets()},
        "rules": {name: _rules_fields(Rules.preset(name)) for name in Rules.presets()},
        "limits": {"name": LONGEST_NAME, "delay": LONGEST_DELAY, "time_limit": TIME_LIMIT},
    }


def checked(text: str) -> Table:
    """The house rules that a text names."""
    try:
        return Table.parse(text)
    except DdzError as refusal:
        raise refuse("bad_settings", str(refusal)) from refusal


def fields_of(table: Table) -> dict[str, Any]:
    """Every field of the house rules."""
    found = {each.name: getattr(table, each.name) for each in fields(table) if each.name != "name"}
    rules = table.rules
    named = rules.name in Rules.presets() and Rules.preset(rules.name) == rules
    return found | {"rules": rules.name if named else _rules_fields(rules)}


def _rules_fields(rules: Rules) -> dict[str, Any]:
    return {each.name: getattr(rules, each.name) for each in fields(rules) if each.name != "name"}


def new_table(wanted: NewTable) -> tuple[KeptTable, dict[str, Any]]:
    """A table as somebody wants it, and what he is told of it: his token and the invitations.

    Raises :class:`RefusedRequest` for what cannot be.
    """
    rules = checked(wanted.table)
    players = ["me", *[USUAL_LEVEL] * (rules.players - 1)]
    if wanted.seats is not None:
        players = wanted.seats
    if len(players) != rules.players or players.count("me") > 1:
        raise refuse(
            "bad_settings",
            f"there are {rules.players} seats, one of them at most mine, not {players!r}",
        )
    token, name = new_secret(), checked_name(wanted.name)
    seats, invitations = [], []
    for number, player in enumerate(players):
        if player == "me":
            seats.append(KeptSeat("person", name, hashed(token)))
        elif player == "open":
            key = new_secret()
            seats.append(KeptSeat("open", invitation=hashed(key)))
            invitations.append({"seat": number, "key": key})
        else:
            seats.append(KeptSeat(checked_level(player)))
    kept = KeptTable(
        id=new_id(),
        rules=str(rules),
        seed=secrets.randbits(64),
        first_deal=None if wanted.deal is None else _deal(wanted.deal),
        match=1,
        time_limit=_time_limit(wanted.time_limit),
        delay=checked_delay(wanted.delay),
        host=hashed(token),
        seats=seats,
    )
    mine = players.index("me") if "me" in players else None
    told = {"table": kept.id, "seat": mine, "token": token, "invitations": invitations}
    return kept, told


def match_of(rules: Table, seed: int, first_deal: int | None) -> Match:
    """A match whose deals nobody can tell from those before; the first may be given."""
    if first_deal is None:
        return Match(rules, seed=seed)
    many = min(rules.deals or LONGEST_GIVEN, LONGEST_GIVEN)
    drawn = (Drawn(seed).number(place) for place in range(1, many))
    return Match(rules, deals=dict.fromkeys([first_deal, *drawn]))


def checked_name(name: str) -> str:
    """A person's name without blanks around it; it may be empty."""
    name = name.strip()
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise refuse(
            "bad_settings", f"a name has up to {LONGEST_NAME} characters that can be printed"
        )
    return name


def checked_level(player: str) -> str:
    """The level of a computer player: players of other packages are not let in."""
    if player not in levels():
        raise refuse(
            "bad_settings",
            f"no player is called {player!r}; there are {', '.join(levels())}, me and open",
        )
    return player


def checked_delay(delay: int) -> int:
    if not 0 <= delay <= LONGEST_DELAY:
        raise refuse("bad_settings", f"delay is 0 to {LONGEST_DELAY} milliseconds, not {delay}")
    return delay


def _time_limit(seconds: int | None) -> int | None:
    least, most = TIME_LIMIT
    if seconds is not None and not least <= seconds <= most:
        raise refuse("bad_settings", f"time_limit is {least} to {most} seconds, not {seconds}")
    return seconds


def _deal(number: str | int) -> int:
    text = str(number)
    if not (text.isascii() and text.isdigit() and int(text) < 1 << 64):
        raise refuse("bad_settings", f"deal is a number from 0 to {(1 << 64) - 1}, not {text}")
    return int(text)
