"""What is sent of a table: of the deal what `Public` knows, to a seat what its `Observation`
knows besides, and the result when all is over."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from .._core.queries import count_moves
from .._core.values import PASS
from ..analysis.appraisal import appraise
from ..analysis.hinting import hints
from ..game.actions import Made
from ..game.discards import limit
from ..game.match import Match
from ..game.observation import Observation, Public
from ..game.result import Result
from .messages import (
    Appraised,
    Clock,
    Deal,
    Did,
    MatchView,
    Mine,
    Place,
    ResultView,
    Score,
    SeatView,
    State,
    UndoRequest,
)

if TYPE_CHECKING:
    from .live_deal import LiveDeal
    from .live_table import LiveTable


def state(table: LiveTable, seat: int | None, made: Sequence[Did], fresh: bool) -> State:
    """All that a seat, or with ``None`` a spectator, is told; ``made`` since the last time."""
    deal = table.deal
    return State(
        number=0 if deal is None else deal.number,
        counted=True if deal is None else deal.counted,
        step=0 if deal is None else deal.step,
        fresh=fresh,
        made=list(made),
        deal=None if deal is None else deal.shown(public_view),
        mine=None if deal is None or seat is None else _mine(deal, seat),
        seats=[_seat(table, number) for number in range(len(table.seating.seats))],
        spectators=table.spectators,
        delay=table.delay,
        clock=_clock(table),
        undo=_undo(table),
        match=table.standing,
        result=table.result,
    )


def public_view(deal: LiveDeal) -> Deal:
    """What everybody knows of a deal."""
    public = deal.game.public
    return Deal(
        phase=public.phase,
        turn=public.turn,
        landlord=public.landlord,
        first_bidder=public.first_bidder,
        new_deals=public.new_deals,
        bids=_did(public.bids),
        discards=_did(public.discards),
        opening=_did(public.opening),
        doubles=_did(public.doubles),
        shown=str(public.shown),
        bottom=None if public.bottom is None else str(public.bottom),
        wild=public.wild,
        open_hand=None if public.open_hand is None else str(public.open_hand),
        sizes=public.sizes,
        trick=_did(public.trick),
        last=None if public.last is None else str(public.last),
        last_seat=public.last_seat,
        score=_score(public),
        hints=sum(deal.hints),
        undos=sum(deal.undos),
    )


def _did(made: Iterable[Made]) -> list[Did]:
    return [Did(seat, str(action), skipped) for seat, action, skipped in made]


def _score(of: Public | Result) -> Score:
    """The factors of the points, as they stand or as they came out."""
    if isinstance(of, Public):
        text, base = of.score, of.table.base
        open_hand = of.table.open_hand if of.open_hand is not None else 0
    else:
        text, base, open_hand = str(of), of.base, of.open_hand
    return Score(
        text=text,
        base=base,
        stake=of.stake,
        multiplier=of.multiplier,
        open_hand=open_hand,
        doublings=of.doublings,
        factors=of.factors,
        points=base * of.stake * of.multiplier,
    )


def _mine(deal: LiveDeal, seat: int) -> Mine:
    seen = deal.game.observation(seat)
    in_play = seen.phase == "play" and seen.turn == seat
    speaks = seen.turn == seat and seen.phase in ("auction", "open", "doubling")
    can_pass = (in_play and seen.last is not None) or (speaks and PASS in seen.legal_actions)
    options = ["pass"] if in_play and can_pass else []
    return Mine(
        hand=str(seen.hand),
        unseen=seen.unseen.counts.tolist(),
        options=[str(action) for action in seen.legal_actions] if speaks else options,
        can_pass=can_pass,
        can_play=in_play and count_moves(seen.hand, seen.last, seen.rules) > 0,
        most_discards=limit(seen.hand, seat == seen.landlord)
        if seen.phase == "discard" and seen.turn == seat
        else 0,
        can_undo=deal.can_undo(seat),
        appraisal=_appraised(seen) if speaks else None,
    )


def _appraised(seen: Observation) -> Appraised:
    best = next(hints(seen))
    found = appraise(seen)
    return Appraised(
        best.reason if found.bid is None else str(found),
        str(best.action),
        found.strong,
        found.bombs,
        found.plays,
        found.expected_points,
    )


def _seat(table: LiveTable, number: int) -> SeatView:
    seat, who = table.seating.seats[number], table.seating.presence[number]
    return SeatView(
        seat=number,
        player=seat.player,
        name=seat.name,
        connected=who.sockets > 0 or seat.player not in ("person", "open"),
        away=who.away,
        ready=who.wish,
    )


def _clock(table: LiveTable) -> Clock | None:
    if not table.clock_runs or table.deadline is None:
        return None
    assert table.deal is not None
    assert table.deal.game.turn is not None
    assert table.time_limit is not None
    left = max(0.0, table.deadline - time.monotonic())
    return Clock(table.deal.game.turn, round(left, 1), table.time_limit)


def _undo(table: LiveTable) -> UndoRequest | None:
    request = table.request
    if request is None:
        return None
    return UndoRequest(request.seat, sorted(request.agreed), table.waiting_for(request))


def match_view(match: Match) -> MatchView:
    """Running points and ranking."""
    return MatchView(
        deals=match.table.deals,
        played=match.played,
        totals=match.totals,
        start_points=match.table.start_points,
        over=match.is_over,
        ranking=[Place(*place) for place in match.ranking],
        winners=match.winners,
    )


def result_view(deal: LiveDeal, names: Sequence[str]) -> ResultView:
    """What a deal that is over came to; now everything may be told."""
    result = deal.game.result
    assert result is not None
    return ResultView(
        number=deal.number,
        counted=deal.counted,
        deal=str(result.deal),
        landlord=result.landlord,
        out=result.out,
        winner=result.winner,
        score=_score(result),
        points=result.points,
        hands=[str(hand) for hand in result.hands],
        bottom=str(result.bottom),
        wild=result.wild,
        new_deals=result.new_deals,
        hints=result.hints,
        undos=result.undos,
        hints_by_seat=list(deal.hints),
        undos_by_seat=list(deal.undos),
        record=deal.game.record(names),
    )
