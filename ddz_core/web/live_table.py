"""A table that people sit at: seats, match and the deal under way.

It knows neither sockets nor clocks. Every method either does what it says, in memory and in
the data file, or raises a :class:`DdzError` and has changed nothing.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

import msgspec

from ..agents import Agent, make
from ..analysis.hinting import Hint
from ..errors import RefusedRequest
from ..game.actions import Action
from ..game.game import Game
from ..table import Table
from .codes import refuse
from .kept import KeptDeal, KeptStep, KeptTable
from .limits import Limits
from .live_deal import UNDO, LiveDeal
from .seating import Seating, Wish
from .settings import USUAL_LEVEL, checked_delay, match_of
from .store import Store
from .views import match_view, result_view


@dataclass(frozen=True)
class Request:
    """Somebody asks the others for an undo."""

    seat: int
    name: str
    """What the browser called it."""
    agreed: frozenset[int] = frozenset()
    since: float = field(default_factory=time.monotonic)


class LiveTable:
    """A table as it is kept, brought to life. The first deal begins with :meth:`go_on`."""

    def __init__(self, kept: KeptTable, store: Store, limits: Limits) -> None:
        self.id = kept.id
        self.rules = Table.parse(kept.rules)
        self.time_limit = kept.time_limit
        self.delay = kept.delay
        self.seating = Seating(kept.seats, kept.host, partial(store.set_seat, kept.id))
        self.spectators = 0
        self.request: Request | None = None
        self.deadline: float | None = None
        """When the time of whoever is to act is up, if he is a person."""
        self._late: tuple[int, int] | None = None
        """The decision for which the time is up: coming back gives no more of it."""
        self.on_change: Callable[[], None] = lambda: None
        self._store = store
        self._limits = limits
        self._agents: dict[int, Agent] = {}
        self._match_number = kept.match
        self.match = match_of(self.rules, kept.seed, kept.first_deal)
        for record in kept.records:
            self.match.add(Game.from_record(record))
        self.standing = match_view(self.match)
        """Running points as they are shown."""
        self.deal = None if kept.deal is None else LiveDeal(kept.deal)
        self.result = None
        if self.deal is not None and self.deal.game.is_over:
            self.result = result_view(self.deal, self.seating.names)

    # ----------------------------------------------------------------- seats

    def take_seat(self, key: str, name: str) -> tuple[int, str]:
        """A person with an invitation takes an open seat: its number, and a token."""
        seat, token = self.seating.take(key, name)
        self._seat_changed(seat)
        return seat, token

    def set_player(self, seat: int, player: str) -> str | None:
        """Give a seat to a computer player, or open it; then the invitation is returned."""
        key = self.seating.set_player(seat, player)
        self._seat_changed(seat)
        return key

    def _seat_changed(self, seat: int) -> None:
        self._agents.pop(seat, None)
        self.request = None
        self.go_on()
        self.on_change()

    def come(self, seat: int | None) -> None:
        """A socket has joined, of a seat or of a spectator."""
        if seat is None:
            self.spectators += 1
        else:
            self.seating.come(seat)
        self.on_change()

    def leave(self, seat: int | None) -> None:
        """A socket is gone."""
        if seat is None:
            self.spectators -= 1
        else:
            self.seating.leave(seat)
            self.go_on()
        self.on_change()

    def is_computers(self, seat: int) -> bool:
        """Whether a computer player acts at a seat now."""
        is_late = self._late == self._decision and self._turn == seat
        return self.seating.is_computers(seat) or (is_late and self.seating.is_person(seat))

    def time_is_up(self) -> None:
        """A computer player makes the decision of a person who has not made it, and those
        that follow until he is back."""
        if (seat := self._turn) is not None and self.seating.is_person(seat):
            self._late = self._decision
            self.seating.presence[seat].away = True
        self.on_change()

    @property
    def _turn(self) -> int | None:
        return None if self.deal is None else self.deal.game.turn

    @property
    def _decision(self) -> tuple[int, int]:
        """The deal and the step of the present decision."""
        return (0, 0) if self.deal is None else (self.deal.number, self.deal.step)

    @property
    def clock_runs(self) -> bool:
        """Whether the time of a person is counted now."""
        seat = self._turn
        return (
            seat is not None
            and self.deadline is not None
            and self.seating.is_person(seat)
            and not self.is_computers(seat)
        )

    def back(self, seat: int) -> None:
        """The person is there again."""
        self.seating.presence[seat].away = False
        self.on_change()

    def stand_in(self, seat: int) -> None:
        """Let a computer player act for somebody whose line is lost."""
        self.seating.stand_in(seat)
        self.on_change()

    def set_delay(self, delay: int) -> None:
        """How many milliseconds a computer player waits before it acts."""
        self._store.set_delay(self.id, checked_delay(delay))
        self.delay = delay
        self.on_change()

    # ------------------------------------------------------------------ deals

    def go_on(self, waited: bool = False) -> None:
        """Begin a deal if it is time: the first when every seat is taken, another when all
        people who are there want the same.

        ``waited`` is after a while: then without those who have said nothing, and if they
        want different things, the next. What cannot be written now is tried again when
        something changes.
        """
        with suppress(RefusedRequest):
            if self.deal is None and self.seating.is_full:
                self.begin("next")
            elif self.result is not None and self.may_begin:
                wish = self._agreed(waited)
                if wish is not None:
                    self.begin(wish)

    def _agreed(self, waited: bool) -> Wish | None:
        wishes = self.seating.wishes()
        if waited and wishes:
            wishes = {"next"} if "next" in wishes else wishes - {None}
        return wishes.pop() if len(wishes) == 1 else None

    @property
    def may_begin(self) -> bool:
        """Whether the table may have another deal."""
        return self.deal is None or self.deal.number < self._limits.deals

    def wish(self, seat: int | None, wish: Wish) -> None:
        """A person is ready for the next deal, or for the same again; or the host of
        computer players, who has no seat, wants it."""
        if self._present().game.phase != "over":
            raise refuse("deal_not_over", "the deal is not over yet")
        if not self.may_begin:
            raise refuse("too_many", f"a table has up to {self._limits.deals} deals: make another")
        if seat is None:
            if self.seating.people():
                raise refuse("not_seated", "the people at the table say when they are ready")
            self.begin(wish)
        else:
            self.seating.presence[seat].wish = wish
            self.seating.presence[seat].away = False
            self.go_on()
        self.on_change()

    def begin(self, wish: Wish) -> None:
        """The next deal, that of a new match if the match is over; or the same once more."""
        number = 1 if self.deal is None else self.deal.number + 1
        match, match_number, seed = self.match, self._match_number, 0
        if wish == "again" and self.deal is not None:
            start = self.deal.start
        else:
            if match.is_over:
                seed = secrets.randbits(64)
                match, match_number = match_of(self.rules, seed, None), match_number + 1
            start = match.new_game().record()
        kept = KeptDeal(number, wish == "next", start, [0] * len(self.seating.seats), None, None)
        self._store.begin_deal(self.id, kept, match_number, seed)
        if match is not self.match:
            self.match, self._match_number, self.standing = match, match_number, match_view(match)
        self.deal, self.result, self.request = LiveDeal(kept), None, None
        self.forget_players()
        for each in self.seating.presence:
            each.wish = None
        self.on_change()

    def _present(self) -> LiveDeal:
        if self.deal is None:
            raise refuse("no_deal", "there is no deal yet: seats are open")
        return self.deal

    def _repeated(self, seat: int, number: int, step: int, request: str) -> int | None:
        """The step that a request came to before; ``None`` if it is a new one for this state."""
        deal = self._present()
        # The same name at another step is another request: of a page that was loaded anew.
        if number == deal.number and deal.step_of(seat, request) == step + 1:
            return step + 1
        deal.check_present(number, step)
        if deal.step >= self._limits.steps:
            raise refuse("too_many", f"a deal has up to {self._limits.steps} steps")
        return None

    def act(self, seat: int, action: str, request: str, number: int, step: int) -> tuple[int, bool]:
        """What a person does. Returns the step after it, and whether it was done before."""
        if (before := self._repeated(seat, number, step, request)) is not None:
            return before, True
        self.seating.presence[seat].away = False
        self._make(seat, self._present().game.read(action, seat), request)
        return self._present().step, False

    def play(self, seat: int, action: Action) -> None:
        """What a computer player does."""
        self._make(seat, action, None)

    def _make(self, seat: int, action: Action, request: str | None) -> None:
        deal = self._present()
        step, done = deal.step, KeptStep(seat, str(action), request)
        deal.do(seat, action, request)
        try:
            if deal.game.is_over:
                self._end(deal, step, done)
            else:
                self._store.add_step(self.id, step, done)
        except RefusedRequest:
            deal.take_back(seat, request)
            raise
        self.request = None
        self.on_change()

    def _end(self, deal: LiveDeal, step: int, done: KeptStep) -> None:
        result = result_view(deal, self.seating.names)
        self._store.add_last_step(
            self.id, step, done, deal.number, result.record, msgspec.json.encode(result)
        )
        self.result = result
        if deal.counted:
            self.match.add(deal.game)
            self.standing = match_view(self.match)

    def undo(self, seat: int, request: str, number: int, step: int) -> tuple[int, bool]:
        """Go back to a seat's last decision, or ask the other people whether they agree."""
        if (before := self._repeated(seat, number, step, request)) is not None:
            return before, True
        self._present().check_undo(seat)
        self.seating.presence[seat].away = False
        self._undo_if_agreed(Request(seat, request))
        return self._present().step, False

    def consent(self, seat: int, agree: bool) -> None:
        """Agree to the undo that somebody asks for, or not; who asked may withdraw it."""
        request = self.request
        if request is None or (agree and seat not in self.waiting_for(request)):
            raise refuse("no_request", f"seat {seat} is not asked for an undo")
        if agree:
            self._undo_if_agreed(replace(request, agreed=request.agreed | {seat}))
        else:
            self.withdraw_request()

    def waiting_for(self, request: Request) -> list[int]:
        """Who has not answered a request yet."""
        asked = request.agreed | {request.seat}
        return [seat for seat in self.seating.people() if seat not in asked]

    def withdraw_request(self) -> None:
        self.request = None
        self.on_change()

    def _undo_if_agreed(self, request: Request) -> None:
        deal = self._present()
        if self.waiting_for(request):
            self.request = request
        else:
            self._store.add_step(self.id, deal.step, KeptStep(request.seat, UNDO, request.name))
            deal.undo(request.seat, request.name)
            self.request = None
            self.forget_players()  # they may remember what has not happened
        self.on_change()

    # ------------------------------------------------------------ deciding

    def agent(self, seat: int) -> Agent:
        """The computer player that acts at a seat in this deal."""
        if seat not in self._agents:
            player = self.seating.seats[seat].player
            level = USUAL_LEVEL if player == "person" else player
            self._agents[seat] = make(level, secrets.randbits(64))
        return self._agents[seat]

    def forget_players(self) -> None:
        """From now on others act: computer players with the same levels."""
        self._agents.clear()

    def hint(self, seat: int) -> tuple[int, int, Hint]:
        """The next hint for a seat, counted: its place, how many there are, and itself.
        They have been thought of before."""
        deal = self._present()
        hints = list(deal.hints)
        hints[seat] += 1
        self._store.set_hints(self.id, deal.number, hints)
        deal.count_hint(seat)
        self.seating.presence[seat].away = False
        place, idea = deal.next_idea()
        self.on_change()
        return place, len(deal.ideas()), idea
