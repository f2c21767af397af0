"""Hints: sensible actions, best first, each with a reason (docs/rules.md section 7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import cycle

from .._core.queries import count_moves
from .._core.rollouts import Sight
from .._core.values import PASS, Hand, Move
from ..errors import InvalidArgument, Reason, WrongPhase
from ..game.actions import Action
from ..game.alone import never_made
from ..game.game import Game
from ..game.observation import Observation, as_observation
from ..kinds import BOMBS
from ..refusals import not_to_act
from .appraisal import appraise
from .bidding import recommended_bid
from .discarding import discards_by_merit
from .habits import greedy_for
from .ranking import evenly, greedy_first, ranked
from .solving import min_plays

PLAYOUTS = 10_000
SEED = 1

SENSIBLE = 0.8
"""Points, with those for winning, that an action may be worse than the best and still be
worth a hint."""

MOST_HINTS = 6
"""In one phase: what comes after is as good as chance."""


class Merit(Enum):
    """What speaks for a hint: a code for those who say it in their own words."""

    APPRAISAL = "the hand is worth this bid"
    LEAVES_THE_BID = "leaves it to the others"
    KEEPS_EVERYTHING = "keeps everything"
    DISCARDS = "discards what costs most"
    GOES_OUT = "goes out"
    BOMB_AND_OUT = "the bomb takes the trick, and one play is left"
    UNBEATABLE = "nobody can beat it"
    ENEMY_CANNOT_FOLLOW = "an enemy has one card and cannot follow"
    PARTNER_MAY_GO_OUT = "the partner may go out on it"
    BREAKS_NOTHING_UP = "beats it, and breaks nothing up"
    TAKES_THE_TRICK = "takes the trick"
    MANY_CARDS = "lays down many cards at once"
    GETS_RID_OF_IT = "gets rid of it"
    PARTNER_HAS_THE_TRICK = "the partner has the trick"
    NOTHING_BEATS_IT = "nothing beats it"
    KEEPS_TOGETHER = "keeps the cards together"


@dataclass(frozen=True)
class Hint:
    """An action, and why it is sensible."""

    action: Action
    reason: str
    """In a few words of English."""
    merit: Merit
    """The same as a code."""
    plays_left: int | None = None
    """The smallest number of plays of what is left of the hand, where the reason tells it."""
    seat: int | None = None
    """Of whom the reason speaks, where that is one seat."""


def hints(observation: Observation) -> Iterator[Hint]:
    """Sensible actions for the seat to act, best first; the pass where it is sensible.

    In the play phase the actions are tried in hidden worlds drawn at random, and of plays
    that differ in their kickers alone the best is named. The same observation has the
    same hints. Raises :class:`WrongPhase` where it is another seat's turn, and
    :class:`InvalidArgument` for what is no observation. :class:`Hinter` gives the hints of a
    game again and again, and counts them.

    >>> import ddz_core as ddz
    >>> game = ddz.Game(ddz.Table.parse("standard,auction=none"), deal=11)
    >>> first = next(hints(game.observation(game.turn)))
    >>> str(first.action), first.reason
    ('334455:pair_chain:3:5', 'lays down 6 cards at once; 9 plays left')
    """
    observation = as_observation(observation)
    if observation.turn != observation.seat:
        raise not_to_act(observation)
    if observation.phase in ("auction", "open", "doubling"):
        return _bids(observation)
    if observation.phase == "discard":
        return _discards(observation)
    return _plays(observation)


class Hinter:
    """Hints for whoever is to act in a game, again and again.

    Asked after the last hint it begins again with the first. Every hint is counted in
    ``game.hints_taken``. Once the game has moved on it raises :class:`WrongPhase`: the next
    decision needs a new one.

    >>> import ddz_core as ddz
    >>> game = ddz.Game("standard", deal=1)
    >>> hinter = Hinter(game)
    >>> [str(next(hinter).action) for _ in range(3)], len(hinter), game.hints_taken
    (['pass', 'pass', 'pass'], 1, 3)
    >>> game.push("pass")
    >>> next(hinter)
    Traceback (most recent call last):
    ddz_core.errors.WrongPhase: the game has moved on since: make a new Hinter for it
    """

    game: Game = never_made()
    seat: int = never_made()
    """Who is to act."""
    _hints: list[Hint] = never_made()

    def __init__(self, game: Game) -> None:
        if not isinstance(game, Game):
            raise InvalidArgument(f"a Hinter is given a Game, not a {type(game).__name__}")
        seat = game.turn
        if seat is None:
            raise WrongPhase(
                "there is nothing to hint at: the deal is over", reason=Reason.DEAL_OVER
            )
        self.game = game
        self.seat = seat
        self._seen = game.observation(seat)
        self._hints = list(hints(self._seen))
        self._round = cycle(self._hints)

    def __len__(self) -> int:
        """How many different hints there are."""
        return len(self._hints)

    def __iter__(self) -> Hinter:
        return self

    def __next__(self) -> Hint:
        """The next hint, which is counted."""
        if self.game.turn != self.seat or self.game.observation(self.seat) != self._seen:
            raise WrongPhase(
                "the game has moved on since: make a new Hinter for it", reason=Reason.MOVED_ON
            )
        self.game.count_hint()
        return next(self._round)


def _bids(observation: Observation) -> Iterator[Hint]:
    best = recommended_bid(observation)
    said = str(appraise(observation)).partition(" →")[0]
    yield Hint(best, said, Merit.APPRAISAL)
    if best != PASS and PASS in observation.legal_actions:
        yield Hint(PASS, Merit.LEAVES_THE_BID.value, Merit.LEAVES_THE_BID)


def _discards(observation: Observation) -> Iterator[Hint]:
    for discard in discards_by_merit(observation)[:MOST_HINTS]:
        plays = _plays_left(observation, observation.hand - discard.cards)
        if discard.cards:
            yield Hint(discard, _left(plays), Merit.DISCARDS, plays)
        else:
            said = f"{Merit.KEEPS_EVERYTHING.value}; {_left(plays)}"
            yield Hint(discard, said, Merit.KEEPS_EVERYTHING, plays)


def _plays(observation: Observation) -> Iterator[Hint]:
    sight = Sight(observation)
    habits = greedy_for(observation.rules).compiled
    actions = greedy_first(sight, observation, habits, PLAYOUTS)
    found = ranked(sight, actions, PLAYOUTS, evenly(sight, SEED), habits)
    enough = found[0][1] - SENSIBLE
    bodies: set[tuple[object, ...]] = set()
    for action, points in found:
        body = (action.kind, action.length, action.rank)
        if points >= enough and body not in bodies and len(bodies) < MOST_HINTS:
            bodies.add(body)
            yield hint_at(observation, action)


def reason(observation: Observation, action: Move) -> str:
    """Why one would make that play or pass, in a few words.

    >>> import ddz_core as ddz
    >>> game = ddz.Game(ddz.Table.parse("standard,auction=none"), deal=1)
    >>> reason(game.observation(0), ddz.Move.parse("2:solo:1:2"))
    'gets rid of it; 8 plays left'
    """
    return hint_at(observation, action).reason


def hint_at(observation: Observation, action: Move) -> Hint:
    """The hint at a legal play, or at the pass."""
    if action == PASS:
        merit = _why_pass(observation)
        return Hint(action, merit.value, merit)
    rest = observation.hand - action.cards
    if not rest:
        return Hint(action, Merit.GOES_OUT.value, Merit.GOES_OUT, 0)
    plays = _plays_left(observation, rest)
    merit, seat = _why_play(observation, action, plays)
    said = {
        Merit.ENEMY_CANNOT_FOLLOW: f"seat {seat} has one card and cannot follow",
        Merit.MANY_CARDS: f"lays down {action.size} cards at once",
    }.get(merit, merit.value)
    if merit is not Merit.BOMB_AND_OUT:
        said = f"{said}; {_left(plays)}"
    return Hint(action, said, merit, plays, seat)


def _why_play(observation: Observation, action: Move, plays: int) -> tuple[Merit, int | None]:
    """What speaks for a play after which so many plays are left, and of which seat."""
    if action.kind in BOMBS and plays == 1:
        return Merit.BOMB_AND_OUT, None
    if not count_moves(
        observation.unseen + _kept_by_others(observation), action, observation.rules
    ):
        return Merit.UNBEATABLE, None
    if (blocked := _blocked(observation, action)) is not None:
        return blocked
    if observation.last is not None:
        if plays < _plays_left(observation, observation.hand):
            return Merit.BREAKS_NOTHING_UP, None
        return Merit.TAKES_THE_TRICK, None
    return Merit.MANY_CARDS if action.size >= 4 else Merit.GETS_RID_OF_IT, None


def _why_pass(observation: Observation) -> Merit:
    landlord, me = observation.landlord, observation.seat
    if me != landlord and observation.last_seat != landlord:
        return Merit.PARTNER_HAS_THE_TRICK
    if len(observation.legal_actions) == 1:
        return Merit.NOTHING_BEATS_IT
    return Merit.KEEPS_TOGETHER


def _blocked(observation: Observation, action: Move) -> tuple[Merit, int] | None:
    """Whom the size of a lead suits, or does not suit."""
    if observation.last is not None:
        return None
    for seat, size in enumerate(observation.sizes):
        if seat == observation.seat:
            continue
        is_enemy = observation.landlord in (seat, observation.seat)
        if is_enemy and size == 1 and action.size > 1:
            return Merit.ENEMY_CANNOT_FOLLOW, seat
        if not is_enemy and size == action.size <= 2:
            return Merit.PARTNER_MAY_GO_OUT, seat
    return None


def _kept_by_others(observation: Observation) -> Hand:
    return Hand() if observation.seat == observation.landlord else observation.kept


def _plays_left(observation: Observation, hand: Hand) -> int:
    return min_plays(hand, observation.rules).number


def _left(plays: int) -> str:
    return f"{plays} play{'' if plays == 1 else 's'} left"
