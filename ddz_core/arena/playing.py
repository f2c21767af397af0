"""One deal, played in all its seatings."""

from __future__ import annotations

import time
from collections.abc import Sequence
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
from .notes import noted
from .seatings import Seating, seed_of

Player: TypeAlias = str | Factory
"""A player's name, or what makes one from a seed."""


@dataclass(frozen=True)
class Terms:
    """What is played by whom, but for the deal number."""

    players: tuple[Player, ...]
    names: tuple[str, ...]
    table: Table
    bidding: bool
    seed: int
    seatings: tuple[Seating, ...]
    """In which each deal is played."""
    recorded: bool = False
    """Whether the games' records are kept."""


class Played(NamedTuple):
    """What one game came to for one player."""

    as_landlord: bool | None
    """Whether the landlord was this player; ``None`` where there was none."""
    halves: int
    """2 if the player won, 0 if another did, 1 if nobody."""
    points: int
    """Of all seats of the player."""


@dataclass
class Clock:
    """How often a player was asked, and how long it took, in seconds."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    unanswered: int = 0
    """How often it passed since it knew no answer; players count that themselves."""

    def add(self, decisions: int, seconds: float, longest: float, unanswered: int = 0) -> None:
        self.decisions += decisions
        self.seconds += seconds
        self.longest = max(self.longest, longest)
        self.unanswered += unanswered


@dataclass
class PlayedDeal:
    """The games of one deal, one for each seating."""

    clocks: tuple[Clock, ...]
    """Of every player."""
    games: list[tuple[Played, ...]] = field(default_factory=list)
    """What each was to every player."""
    records: list[str] = field(default_factory=list)


def made(player: Player, seed: int) -> Agent:
    """A new agent for a player. Raises :class:`InvalidArgument` where it is none."""
    if not callable(player) and hasattr(player, "act"):
        raise InvalidArgument(
            f"players are made anew for every game: give the class {type(player).__name__}, or a"
            f" function of a seed, not the player {shown(player)} itself"
        )
    agent = player(seed) if callable(player) else agents.make(player, seed)
    if not isinstance(agent, Agent):
        raise InvalidArgument(
            f"{shown(player)} makes no player with a name and act(), but {shown(agent)}"
        )
    return agent


def play_deal(terms: Terms, deal: int) -> PlayedDeal:
    """The deal in all its seatings; nothing but the times depends on anything else.

    Raises :class:`InvalidArgument` where a player does what is refused. What else a player
    raises is raised with a note that names it.
    """
    played = PlayedDeal(tuple(Clock() for _ in terms.players))
    for number, seating in enumerate(terms.seatings):
        game = _play(terms, deal, number, seating, played.clocks)
        result = game.result
        assert result is not None
        players = range(len(terms.players))
        played.games.append(tuple(outcome(terms, seating, result, each) for each in players))
        if terms.recorded:
            played.records.append(game.record(terms.names[player] for player in seating))
    return played


def _play(terms: Terms, deal: int, number: int, seating: Seating, clocks: Sequence[Clock]) -> Game:
    game = Game(terms.table, deal)
    seated: list[Agent] = []
    for seat, player in enumerate(seating):
        try:
            seated.append(made(terms.players[player], seed_of(terms.seed, deal, number, seat)))
        except Exception as error:
            noted(error, f"raised when the player {shown(terms.names[player])} was made")
            raise
    while (seat_to_act := game.turn) is not None:
        seat, player = seat_to_act, seating[seat_to_act]
        observation = game.observation(seat)
        try:
            started = time.perf_counter()
            action: object = seated[seat].act(observation)
            seconds = time.perf_counter() - started
            clocks[player].add(1, seconds, seconds)
            if not isinstance(action, Action):
                raise InvalidArgument(f"{shown(action)} is no action")
            game.push(action, seat)
        except DdzError as refusal:
            name = terms.names[player]
            raise InvalidArgument(
                f"the player {shown(name)} at seat {seat} of deal {deal} fails: {refusal}"
            ) from refusal
        except Exception as error:
            noted(
                error,
                f"raised by the player {shown(terms.names[player])} at seat {seat} of deal {deal}",
            )
            raise
    for agent, player in zip(seated, seating, strict=True):
        clocks[player].add(0, 0.0, 0.0, getattr(agent, "unanswered", 0))
    return game


def outcome(terms: Terms, seating: Seating, result: Result, player: int) -> Played:
    """What a result is to a player, who may sit at several seats."""
    if result.landlord is None:
        return Played(None, 1, 0)
    points = result.points
    if not terms.bidding:
        # The field's measure: a base of 1, bombs and rockets double, springs do not.
        share = 1 << result.bombs + result.rockets
        if result.winner == "peasants":
            share = -share
        landlords = share * (len(points) - 1)
        points = tuple(
            landlords if seat == result.landlord else -share for seat in range(len(points))
        )
    mine = sum(each for each, who in zip(points, seating, strict=True) if who == player)
    return Played(seating[result.landlord] == player, 2 if mine > 0 else 0, mine)
