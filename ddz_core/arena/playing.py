"""One deal, played in all its seatings."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from .. import agents
from ..agents import Agent, Factory
from ..arguments import shown
from ..errors import DdzError, Forfeit, InvalidArgument
from ..game.actions import Action
from ..game.game import Game
from ..game.result import Result
from ..table import Table
from .forfeits import Ending, forfeited, played_out
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
    forfeits: dict[str, int] = field(default_factory=dict)
    """How many games it lost without an answer that counts, by cause."""
    accounts: dict[str, str] = field(default_factory=dict)
    """Of the first of each cause, what happened."""

    def add(self, decisions: int, seconds: float, longest: float, unanswered: int = 0) -> None:
        self.decisions += decisions
        self.seconds += seconds
        self.longest = max(self.longest, longest)
        self.unanswered += unanswered

    def forfeit(self, cause: str, account: str, games: int = 1) -> None:
        """Games more that are lost for that cause."""
        self.forfeits[cause] = self.forfeits.get(cause, 0) + games
        self.accounts.setdefault(cause, account)

    def add_all(self, other: Clock) -> None:
        """The same of other games, which came later."""
        self.add(other.decisions, other.seconds, other.longest, other.unanswered)
        for cause, games in other.forfeits.items():
            self.forfeit(cause, other.accounts[cause], games)


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

    A player that forfeits has lost its game. Raises :class:`InvalidArgument` where a player
    does what is refused. What else a player raises is raised with a note that names it.
    """
    played = PlayedDeal(tuple(Clock() for _ in terms.players))
    for number, seating in enumerate(terms.seatings):
        game, ending = _play(terms, deal, number, seating, played.clocks)
        players = range(len(terms.players))
        played.games.append(tuple(_share(seating, ending, each) for each in players))
        if terms.recorded:
            played.records.append(game.record(terms.names[player] for player in seating))
    return played


def _play(
    terms: Terms, deal: int, number: int, seating: Seating, clocks: Sequence[Clock]
) -> tuple[Game, Ending]:
    game = Game(terms.table, deal)
    seated: list[Agent] = []
    try:
        for seat, player in enumerate(seating):
            try:
                seated.append(made(terms.players[player], seed_of(terms.seed, deal, number, seat)))
            except Exception as error:
                noted(error, f"raised when the player {shown(terms.names[player])} was made")
                raise
        while (seat_to_act := game.turn) is not None:
            try:
                _act(terms, deal, game, seating, seated, clocks)
            except Forfeit as lost:
                where = f"deal {deal}, seat {seat_to_act}, {game.phase}"
                clocks[seating[seat_to_act]].forfeit(lost.cause, f"{where}: {lost}")
                return game, forfeited(game, seat_to_act, terms.bidding)
        assert game.result is not None
        return game, played_out(game.result, terms.bidding)
    finally:
        for agent, player in zip(seated, seating, strict=False):
            clocks[player].add(0, 0.0, 0.0, getattr(agent, "unanswered", 0))
            close = getattr(agent, "close", None)
            if callable(close):
                close()


def _act(
    terms: Terms,
    deal: int,
    game: Game,
    seating: Seating,
    seated: Sequence[Agent],
    clocks: Sequence[Clock],
) -> None:
    """One action of whoever is to act."""
    seat = game.turn
    assert seat is not None
    player = seating[seat]
    observation = game.observation(seat)
    started = time.perf_counter()
    try:
        try:
            action: object = seated[seat].act(observation)
        finally:
            seconds = time.perf_counter() - started
            clocks[player].add(1, seconds, seconds)
        if not isinstance(action, Action):
            raise InvalidArgument(f"{shown(action)} is no action")
        game.push(action, seat)
    except Forfeit:
        raise
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


def outcome(terms: Terms, seating: Seating, result: Result, player: int) -> Played:
    """What a result is to a player, who may sit at several seats."""
    return _share(seating, played_out(result, terms.bidding), player)


def _share(seating: Seating, ending: Ending, player: int) -> Played:
    landlord, points = ending
    if landlord is None and not any(points):
        return Played(None, 1, 0)
    mine = sum(each for each, who in zip(points, seating, strict=True) if who == player)
    as_landlord = None if landlord is None else seating[landlord] == player
    return Played(as_landlord, 2 if mine > 0 else 0, mine)
