"""Hints: sensible actions, best first, each with a reason (docs/rules.md section 7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .._core.queries import count_moves
from .._core.rollouts import Sight
from .._core.values import PASS, Hand, Move
from ..game.actions import Action, Bid
from ..game.observation import Observation
from ..kinds import BOMBS
from ..refusals import not_to_act
from .appraisal import appraise
from .bidding import recommended_bid
from .discarding import discards_by_merit
from .habits import GREEDY
from .ranking import evenly, greedy_first, ranked
from .solving import min_plays

PLAYOUTS = 10_000
SEED = 1

SENSIBLE = 0.8
"""Points, with those for winning, that an action may be worse than the best and still be
worth a hint."""

MOST_HINTS = 6
"""In one phase: what comes after is as good as chance."""


@dataclass(frozen=True)
class Hint:
    """An action, and why it is sensible, in a few words."""

    action: Action
    reason: str


def hints(observation: Observation) -> Iterator[Hint]:
    """Sensible actions for the seat to act, best first; the pass where it is sensible.

    In the play phase the actions are tried in hidden worlds drawn at random, and of plays
    that differ in their kickers alone the best is named. The same observation has the
    same hints. Raises :class:`WrongPhase` where it is another seat's turn.

    >>> import ddz_core as ddz
    >>> game = ddz.Game(ddz.Table.parse("standard,auction=none"), deal=11)
    >>> first = next(hints(game.observation(game.turn)))
    >>> str(first.action), first.reason
    ('334455:pair_chain:3:5', 'lays down 6 cards at once; 9 plays left')
    """
    if observation.turn != observation.seat:
        raise not_to_act(observation)
    if observation.phase == "auction":
        return _bids(observation)
    if observation.phase == "discard":
        return _discards(observation)
    return _plays(observation)


def _bids(observation: Observation) -> Iterator[Hint]:
    best = recommended_bid(observation)
    table = observation.table
    said = str(appraise(observation.hand, table.players, table.rules)).partition(" →")[0]
    yield Hint(best, said)
    if isinstance(best, Bid):
        yield Hint(PASS, "leaves it to the others")


def _discards(observation: Observation) -> Iterator[Hint]:
    for discard in discards_by_merit(observation)[:MOST_HINTS]:
        plays = _plays_left(observation, observation.hand - discard.cards)
        yield Hint(discard, _left(plays) if discard.cards else f"keeps everything; {_left(plays)}")


def _plays(observation: Observation) -> Iterator[Hint]:
    sight = Sight(observation)
    actions = greedy_first(sight, observation, GREEDY.compiled)
    found = ranked(sight, actions, PLAYOUTS, evenly(sight, SEED), GREEDY.compiled)
    enough = found[0][1] - SENSIBLE
    bodies: set[tuple[object, ...]] = set()
    for action, points in found:
        body = (action.kind, action.length, action.rank)
        if points >= enough and body not in bodies and len(bodies) < MOST_HINTS:
            bodies.add(body)
            yield Hint(action, reason(observation, action))


def reason(observation: Observation, action: Move) -> str:
    """Why one would make that play or pass, in a few words.

    >>> import ddz_core as ddz
    >>> game = ddz.Game(ddz.Table.parse("standard,auction=none"), deal=1)
    >>> reason(game.observation(0), ddz.Move.parse("2:solo:1:2"))
    'gets rid of it; 8 plays left'
    """
    if action == PASS:
        return _why_pass(observation)
    rest = observation.hand - action.cards
    if not rest:
        return "goes out"
    plays = _plays_left(observation, rest)
    if action.kind in BOMBS and plays == 1:
        return "the bomb takes the trick, and one play is left"
    if not count_moves(
        observation.unseen + _kept_by_others(observation), action, observation.table.rules
    ):
        return f"nobody can beat it; {_left(plays)}"
    if (blocked := _blocked(observation, action)) is not None:
        return f"{blocked}; {_left(plays)}"
    if observation.last is not None:
        if plays < _plays_left(observation, observation.hand):
            return f"beats it, and breaks nothing up; {_left(plays)}"
        return f"takes the trick; {_left(plays)}"
    if action.size >= 4:
        return f"lays down {action.size} cards at once; {_left(plays)}"
    return f"gets rid of it; {_left(plays)}"


def _why_pass(observation: Observation) -> str:
    landlord, me = observation.landlord, observation.seat
    if me != landlord and observation.last_seat != landlord:
        return "the partner has the trick"
    if len(observation.legal_actions) == 1:
        return "nothing beats it"
    return "keeps the cards together"


def _blocked(observation: Observation, action: Move) -> str | None:
    """Whom the size of a lead suits, or does not suit."""
    if observation.last is not None:
        return None
    for seat, size in enumerate(observation.sizes):
        if seat == observation.seat:
            continue
        is_enemy = observation.landlord in (seat, observation.seat)
        if is_enemy and size == 1 and action.size > 1:
            return f"seat {seat} has one card and cannot follow"
        if not is_enemy and size == action.size <= 2:
            return "the partner may go out on it"
    return None


def _kept_by_others(observation: Observation) -> Hand:
    return Hand() if observation.seat == observation.landlord else observation.kept


def _plays_left(observation: Observation, hand: Hand) -> int:
    return min_plays(hand, observation.table.rules).number


def _left(plays: int) -> str:
    return f"{plays} play{'' if plays == 1 else 's'} left"
