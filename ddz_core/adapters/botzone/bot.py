"""One of our players as a bot of the platform: JSON in, JSON out (docs/botzone.md)."""

from __future__ import annotations

import json
from typing import Any, TextIO

from ..._core.values import Move
from ...agents.protocol import Agent
from ...arguments import shown
from ...errors import DdzError, InvalidArgument
from ...game.actions import Bid
from .cards import taken
from .reading import Seen, seen_by

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
"""A line after an answer: the bot goes on, and is then given one request a turn."""


def serve(player: Agent, lines: TextIO, answers: TextIO, keep_running: bool = False) -> int:
    """Answer the platform, and return how many turns were answered.

    Without ``keep_running`` one line is read, the whole game so far, and answered. With it
    all lines are, until the input ends; from the second on a line is one request. Raises
    :class:`InvalidArgument` for an input that is none of the platform's.
    """
    requests: list[Any] = []
    responses: list[Any] = []
    answered = 0
    for line in lines:
        if not line.strip():
            continue
        given = _parsed(line)
        if isinstance(given.get("requests"), list):
            if not isinstance(given.get("responses"), list):
                raise InvalidArgument(f"responses are a list, not {shown(given.get('responses'))}")
            requests, responses = list(given["requests"]), list(given["responses"])
        else:
            requests.append(given.get("request", given.get("requests", given)))
        response, note = answer(player, requests, responses)
        responses.append(response)
        told = {"response": response} | ({"debug": note} if note else {})
        answers.write(json.dumps(told) + "\n")
        if keep_running:
            answers.write(KEEP_RUNNING + "\n")
        answers.flush()
        answered += 1
        if not keep_running:
            break
    return answered


def answer(player: Agent, requests: list[Any], responses: list[Any]) -> tuple[int | list[int], str]:
    """What the player says to the last request, and why it is not its own choice where our
    rules refuse what was played: then it passes, or leads its lowest card."""
    seen = seen_by(requests, responses)
    try:
        observation = seen.observation()
    except DdzError as refusal:
        return _something(seen), _note(refusal)
    action = player.act(observation)
    if seen.is_bid:
        return action.stake if isinstance(action, Bid) else 0, ""
    return taken(action.cards, seen.held) if isinstance(action, Move) else [], ""


def _something(seen: Seen) -> int | list[int]:
    if seen.is_bid:
        return 0
    return [] if seen.to_beat else [min(seen.held)]


def _note(refusal: Exception) -> str:
    """The platform keeps 1 KB of it."""
    return f"our rules have not what was played: {refusal}"[:300]


def _parsed(line: str) -> dict[str, Any]:
    try:
        given = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidArgument(f"the input is no JSON: {error}") from error
    if not isinstance(given, dict):
        raise InvalidArgument(f"the input is an object with requests, not {shown(given)}")
    return given
