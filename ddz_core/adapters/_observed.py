"""An observation of the play phase, checked and counted from the landlord.

Adapters that show it to players of other libraries hand it to compiled code. A caller
may have made it, so it is played over again first, card by card.
"""

from __future__ import annotations

from typing import NamedTuple

from .._core.play_phase import PlayPhase
from .._core.public_cards import put_down
from .._core.values import PASS, Hand, Move
from ..arguments import cut, shown, whole_number
from ..errors import InvalidArgument
from ..game.actions import Action, Discard, Made
from ..game.checking import check_made
from ..game.deals import DECK
from ..game.observation import Observation
from ..refusals import not_to_act
from ..table import Table
from ._limits import check_numbered

SEATS = 3
_DEALT = 17
_BOTTOM = 3


class Seen(NamedTuple):
    """What a seat that is to play has seen. Seats count from the landlord, who is 0."""

    own: int
    """The seat that sees this."""
    hands: list[Hand]
    """What each played with from the first lead on. What the others have not played is
    known of both together: how it is shared out here is arbitrary."""
    bottom: Hand
    """The bottom without what the landlord has discarded."""
    moves: list[Move]
    """The plays and passes."""


def seen(observation: Observation, who: str) -> Seen:
    """The observation, checked; ``who`` is the library whose players cannot see others.

    Raises :class:`InvalidArgument` for another phase, another seat's turn, two players,
    rules without numbers, and for what no game can have come to.
    """
    if not isinstance(observation, Observation):
        raise InvalidArgument(
            f"give an observation, game.observation(seat), not {shown(observation)}"
        )
    check_made(observation)
    table, phase = observation.table, observation.phase
    if not isinstance(table, Table) or not isinstance(phase, str):
        raise InvalidArgument(f"the table is {shown(table)}, the phase {shown(phase)}")
    if table.players != SEATS or phase != "play":
        raise InvalidArgument(
            f"{who}'s states are of the play phase of {SEATS} players, not of the"
            f" {cut(phase)} phase of {table.players}"
        )
    check_numbered(table.rules, who)
    try:
        return _played_over(observation)
    except (ValueError, TypeError, AttributeError) as error:
        raise InvalidArgument(f"no game comes to this observation: {error}") from error


def _played_over(observation: Observation) -> Seen:
    seat = whole_number("seat", observation.seat, 0, SEATS - 1)
    turn = whole_number("turn", observation.turn, 0, SEATS - 1)
    if seat != turn:
        # To others RLCard shows the legal actions of the one to act: a hidden hand's.
        raise InvalidArgument(f"seat {seat} is not to act, but seat {turn}")
    landlord = whole_number("landlord", observation.landlord, 0, SEATS - 1)
    sizes = [whole_number("a size", size, 1, 20) for size in observation.sizes]
    bottom = _hand(observation.bottom)
    if len(sizes) != SEATS or sizes[seat] != len(_hand(observation.hand)):
        raise InvalidArgument(f"sizes {sizes} are not those of {SEATS} hands, one of them held")
    if len(bottom) > _BOTTOM:
        raise InvalidArgument(f"the bottom {bottom} has more than {_BOTTOM} cards")
    unseen = DECK - observation.hand
    started = [Hand()] * SEATS
    dealt = list(sizes)
    moves: list[Move] = []
    for made in observation.plays:
        if not isinstance(made, Made) or not isinstance(made.action, Move):
            raise InvalidArgument(f"{shown(made)} is no play")
        maker = whole_number("the seat of a play", made.seat, 0, SEATS - 1)
        if maker != (landlord + len(moves)) % SEATS:
            raise InvalidArgument(f"play {len(moves) + 1}, {made.action}, is out of turn")
        unseen = unseen - made.action.cards
        started[maker] = started[maker] + made.action.cards
        dealt[maker] += len(made.action.cards)
        moves.append(made.action)
    kept = bottom
    for made in observation.discards:
        if not isinstance(made, Made) or not isinstance(made.action, Discard):
            raise InvalidArgument(f"{shown(made)} is no discard")
        unseen = unseen - made.action.cards
        discarder = whole_number("the seat of a discard", made.seat, 0, SEATS - 1)
        dealt[discarder] += len(made.action.cards)
        if discarder == landlord:
            kept = put_down(DECK, kept, made.action.cards, True)[1]
    most = [_DEALT + _BOTTOM * (each == landlord) for each in range(SEATS)]
    if any(had > limit for had, limit in zip(dealt, most, strict=True)):
        raise InvalidArgument(f"the seats have had {dealt} cards: {most} are the most")
    if len(unseen) < sum(sizes) - sizes[seat]:
        raise InvalidArgument(f"the others hold more than the {len(unseen)} cards that are unseen")
    cards = str(unseen)
    for each in range(SEATS):
        if each == seat:
            held = observation.hand
        else:
            held, cards = Hand(cards[: sizes[each]]), cards[sizes[each] :]
        started[each] = started[each] + held
    phase = PlayPhase(observation.table.rules, started, landlord, DECK, Hand(), False)
    for number, move in enumerate(moves, 1):
        refusal = None if phase.is_over else phase.why_not(move)
        if phase.is_over or refusal is not None:
            why = refusal or "the deal is over"
            raise InvalidArgument(f"play {number}, {move}, is refused: {why}")
        phase.push(move)
    if phase.turn != seat or phase.last != observation.last:
        raise InvalidArgument(
            f"after the plays seat {phase.turn} has to beat {phase.last or 'nothing'},"
            f" not seat {seat} {observation.last or 'nothing'}"
        )
    return Seen(
        (seat - landlord) % SEATS,
        [started[(landlord + each) % SEATS] for each in range(SEATS)],
        kept,
        moves,
    )


def _hand(given: Hand | None) -> Hand:
    if not isinstance(given, Hand):
        raise InvalidArgument(f"{shown(given)} is no hand")
    return given


def to_beat(moves: list[Move]) -> Move | None:
    """The play to beat after these moves; None where one leads."""
    for passes, move in enumerate(reversed(moves)):
        if move != PASS:
            return move if passes < SEATS - 1 else None
    return None


def other_phases(observation: Observation) -> Action:
    """What players do in phases that their library has not: as little as they may.

    The pass; in a phase without one the first action.
    """
    legal = observation.legal_actions
    if not legal:
        raise not_to_act(observation)
    return PASS if PASS in legal else legal[0]
