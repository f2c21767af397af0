"""Who sits where: one person, and computer players at all other seats."""

from __future__ import annotations

from collections.abc import Sequence

import ddz_core as ddz

from ... import agents
from ...agents import Agent
from ...arena.seatings import seed_of
from ...arguments import shown, whole_number
from ...errors import InvalidArgument

YOU = "you"
"""The name of the person, in records too."""

USUAL = "normal"
"""The computer player, if no other is named."""


class Seats:
    """The person's seat, and the names of all.

    A computer player of this package is made anew for each decision, from a seed that the
    deal and the decision give: so it does the same after an undo, and when a game is
    resumed. Players from elsewhere may remember what they have seen in their deal.
    """

    def __init__(self, seat: int, names: Sequence[str]) -> None:
        self.seat = seat
        self.names = tuple(names)
        self._guests: dict[int, Agent] = {}

    def new_deal(self) -> None:
        """Let everybody forget what they remember."""
        self._guests.clear()

    def act(self, game: ddz.Game) -> ddz.Action:
        """What the computer player whose turn it is does."""
        seat = game.turn
        assert seat is not None
        name = self.names[seat]
        seed = seed_of(game.deal or 0, len(game.actions), game.public.new_deals, seat)
        if name in agents.names():
            player = agents.make(name, seed)
        else:
            if seat not in self._guests:
                self._guests[seat] = agents.make(name, seed)
            player = self._guests[seat]
        action: object = player.act(game.observation(seat))
        if not isinstance(action, ddz.Action):
            raise InvalidArgument(f"the player {shown(name)} says {shown(action)}: no action")
        return action

    def who(self, seat: int) -> str:
        """What a seat is called on the screen."""
        return YOU if seat == self.seat else f"seat {seat} {self.names[seat]}"


def seated(
    players: int,
    seat: int | None = None,
    opponents: Sequence[str] = (),
    recorded: Sequence[str] = (),
) -> Seats:
    """The person at a seat, 0 if none is named, and computer players at the others: as they
    are named, all the same if one is; else as a record names everybody.

    Raises :class:`InvalidArgument` for seats and players that there are not. A player from
    elsewhere runs code, so that a record alone does not choose one.

    >>> seated(3, 1, ["hard", "easy"]).names, seated(3, recorded=["easy", "you", "hard"]).seat
    (('hard', 'you', 'easy'), 1)
    """
    if seat is None:
        seat = recorded.index(YOU) if YOU in recorded else 0
    seat = whole_number("the seat", seat, 0, players - 1)
    others = players - 1
    if opponents:
        found = list(opponents) * (others if len(opponents) == 1 else 1)
    else:
        named = [name for each, name in enumerate(recorded) if each != seat] or [USUAL] * others
        found = [USUAL if name == YOU else name for name in named]
        for name in found:
            if name not in agents.names():
                raise InvalidArgument(
                    f"the record's player {shown(name)} is none of this package: "
                    "say with --opponents who plays"
                )
    if len(found) != others:
        raise InvalidArgument(
            f"{len(found)} opponents are named, and there are {others}: name one for all of them, "
            "or each between commas"
        )
    for name in found:
        agents.make(name)
    return Seats(seat, [*found[:seat], YOU, *found[seat:]])
