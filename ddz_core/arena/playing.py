"""One deal, played in all its seatings."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from .. import agents
from ..agents import Agent, Factory
from ..arguments import shown
from ..errors import DdzError, InvalidArgument
from ..game.actions import Action
from ..game.game import Game
from ..game.result import Result
from ..table import Table
from .seatings import Seating, seatings, seed_of

Player: TypeAlias = str | Factory
"""A player's name, or what makes one from a seed."""


@dataclass(frozen=True)
class Terms:
    """What two players play, but for the deal number."""

    players: tuple[Player, Player]
    names: tuple[str, str]
    table: Table
    bidding: bool
    seed: int
    recorded: bool = False
    """Whether the games' records are kept."""


class Played(NamedTuple):
    """What one game came to for player A."""

    as_landlord: bool | None
    """Whether the landlord was player A; ``None`` where there was none."""
    halves: int
    """2 if A won, 0 if B did, 1 if nobody."""
    points: int
    """Of A's side."""


@dataclass
class Clock:
    """How often a player was asked, and how long it took, in seconds."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, decisions: int, seconds: float, longest: float) -> None:
        self.decisions += decisions
        self.seconds += seconds
        self.longest = max(self.longest, longest)


@dataclass
class PlayedDeal:
    """The games of one deal, one for each seating."""

    games: list[Played] = field(default_factory=list)
    clocks: tuple[Clock, Clock] = field(default_factory=lambda: (Clock(), Clock()))
    """Of player A and of player B."""
    records: list[str] = field(default_factory=list)


def made(player: Player, seed: int) -> Agent:
    """A new agent for a player. Raises :class:`InvalidArgument` where it is none."""
    agent = player(seed) if callable(player) else agents.make(player, seed)
    if not isinstance(agent, Agent):
        raise InvalidArgument(
            f"{shown(player)} makes no player with a name and act(), but {shown(agent)}"
        )
    return agent


def play_deal(terms: Terms, deal: int) -> PlayedDeal:
    """The deal in all its seatings; nothing but the times depends on anything else.

    Raises :class:`InvalidArgument` where a player does what is refused.
    """
    played = PlayedDeal()
    for number, seating in enumerate(seatings(terms.table.players, terms.bidding)):
        game = _play(terms, deal, number, seating, played.clocks)
        result = game.result
        assert result is not None
        played.games.append(outcome(terms, seating, result))
        if terms.recorded:
            played.records.append(game.record(terms.names[not a] for a in seating))
    return played


def _play(
    terms: Terms, deal: int, number: int, seating: Seating, clocks: tuple[Clock, Clock]
) -> Game:
    game = Game(terms.table, deal)
    seated = [
        made(terms.players[not a], seed_of(terms.seed, deal, number, seat))
        for seat, a in enumerate(seating)
    ]
    while (seat := game.turn) is not None:
        observation = game.observation(seat)
        try:
            started = time.perf_counter()
            action: object = seated[seat].act(observation)
            seconds = time.perf_counter() - started
            clocks[not seating[seat]].add(1, seconds, seconds)
            if not isinstance(action, Action):
                raise InvalidArgument(f"{shown(action)} is no action")
            game.push(action, seat)
        except DdzError as refusal:
            name = terms.names[not seating[seat]]
            raise InvalidArgument(
                f"the player {shown(name)} at seat {seat} of deal {deal} fails: {refusal}"
            ) from refusal
    return game


def outcome(terms: Terms, seating: Seating, result: Result) -> Played:
    """What a result is to player A."""
    if result.landlord is None:
        return Played(None, 1, 0)
    as_landlord = seating[result.landlord]
    if terms.bidding:
        points = sum(points for points, a in zip(result.points, seating, strict=True) if a)
    else:
        # The field's measure: a base of 1, bombs and rockets double, springs do not.
        points = len(result.points) - 1 << result.bombs + result.rockets
        if as_landlord != (result.winner == "landlord"):
            points = -points
    return Played(as_landlord, 2 if points > 0 else 0, points)
