"""What may be typed, and what it means."""

from __future__ import annotations

from typing import NamedTuple

from ...game.actions import Phase

COMMANDS = {
    "hint": "the next hint, with its reason",
    "why": "why CARDS: whether they may be played, and if not, why",
    "undo": "back to your last decision",
    "counter": "count the unseen cards, or stop counting them",
    "show": "the table once more",
    "record": "the record so far",
    "same": "the same deal again, which does not count",
    "next": "the next deal",
    "quit": "stop, with the record so far",
    "?": "this list",
}
"""Every command with what it does."""

LONGEST_NUMBER = 2
"""Digits that alone are a bid; more of them are cards."""

_OTHER_WORDS = {"help": "?", "exit": "quit"}


class Typed(NamedTuple):
    """A line: a command and what follows it, or an action without a command."""

    command: str
    rest: str


def typed(line: str) -> Typed:
    """What a line says.

    >>> typed("HINT"), typed("why 3334"), typed(" 33344456 ")
    (Typed(command='hint', rest=''), Typed(command='why', rest='3334'), \
Typed(command='', rest='33344456'))
    """
    line = line.strip()
    word, _, rest = line.partition(" ")
    word = _OTHER_WORDS.get(word.lower(), word.lower())
    if word in COMMANDS and (word == "why" or not rest.strip()):
        return Typed(word, rest.strip())
    return Typed("", line)


def in_full(text: str, phase: Phase) -> str:
    """An action as records write it, of shorter ways to type it in that phase.

    >>> in_full("3", "auction"), in_full("bid 3", "auction"), in_full("3", "play")
    ('bid:3', 'bid:3', '3')
    >>> in_full("33", "discard"), in_full("pass", "discard"), in_full("2", "doubling")
    ('discard:33', 'discard:', 'double:2')
    """
    word, blank, rest = text.partition(" ")
    if blank and word.lower() in ("bid", "discard", "double"):
        return f"{word.lower()}:{rest.strip()}"
    is_number = text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    if phase == "auction" and is_number:
        return f"bid:{text}"
    if phase == "doubling" and (is_number or text.lower() == "pass"):
        return f"double:{text if is_number else 1}"
    if phase == "discard" and ":" not in text:
        return "discard:" if text.lower() == "pass" else f"discard:{text}"
    return text
