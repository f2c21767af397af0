"""What differs between our own OpenSpiel game and the mode with OpenSpiel's ids."""

from __future__ import annotations

from typing import Any

from .._queries import readings
from .._values import PASS, Hand, Move
from ..errors import InvalidArgument
from ..rules import Rules
from ._phase import PlayPhase
from .action_space import ActionSpace
from .openspiel_ids import ACTIONS, FIRST_PLAY_ID, Form, openspiel_ids

PLAYERS = 3
CARDS = 54
DEALT = 51
"""Cards dealt by chance; the three left are the bottom."""
HIGHEST_BID = 3
MOST_PLAYS = 154
"""Two hands keep a card, so at most 52 plays, all but the last followed by two passes."""


class _Value:
    """Something that never changes: a copied state may share it."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self


class OwnCode(_Value):
    """Our own numbers: 0 pass, 1 to 3 bids, then the plays of the compact action space.

    Chance first draws the seat that bids first (0 to 2), then ``3 + card``.
    Everybody has one turn in the auction, and all see the bottom after it.
    """

    exact = False
    first_outcomes = 3
    most_bids = 3

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._space = ActionSpace.compact(rules)
        self.actions = FIRST_PLAY_ID + self._space.pass_id

    def auction_is_over(self, bids: list[int]) -> bool:
        """Whether nobody has a turn left, or the highest bid has been made."""
        return HIGHEST_BID in bids or len(bids) == self.most_bids

    def legal(self, phase: PlayPhase) -> list[int]:
        """The numbers of the legal actions, ascending."""
        ids = self._space.ids(phase.legal_plays().array) + FIRST_PLAY_ID
        found: list[int] = ids.tolist()
        # Our order of plays is that of their numbers.
        return [0, *found] if phase.last is not None else found

    def push(self, phase: PlayPhase, action: int) -> Move:
        """Makes a legal action, and returns it."""
        move = PASS if action == 0 else self._space.move_of(action - FIRST_PLAY_ID)
        phase.push(move)
        return move

    def text(self, action: int) -> str:
        """The play, as :class:`ddz_core.Move` writes it."""
        if not FIRST_PLAY_ID <= action < self.actions:
            raise InvalidArgument(f"there is no action {action!r}")
        return str(self._space.move_of(action - FIRST_PLAY_ID))


class ExactCode(_Value):
    """The numbers, the chance outcomes and the auction of OpenSpiel's ``dou_dizhu``.

    Chance first draws which of the 51 cards is dealt face up (0 to 50), then
    ``51 + card``. Who gets that card bids first; bidding goes round until two
    have passed on a bid. Only the landlord sees the bottom.
    """

    exact = True
    first_outcomes = 51
    most_bids = 7  # pass, pass, 1, pass, 2, pass, 3

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._ids = openspiel_ids()
        self.actions = ACTIONS

    def auction_is_over(self, bids: list[int]) -> bool:
        """Whether two have passed on the last bid, all three on none, or 3 has been bid."""
        if HIGHEST_BID in bids:
            return True
        return bids[-3:] == [0, 0, 0] or (bids[-2:] == [0, 0] and any(bids))

    def legal(self, phase: PlayPhase) -> list[int]:
        """The numbers of the legal actions, ascending: every form of every play."""
        last = phase.last
        form = None
        if last is not None:
            form = Form(last.kind, last.length, last.rank - last.length + 1, ())
        found = self._ids.numbers(phase.legal_plays().array, form)
        return [0, *found] if last is not None else found

    def push(self, phase: PlayPhase, action: int) -> Move:
        """Makes a legal action; returns the play in the form that was chosen."""
        if action == 0:
            phase.push(PASS)
            return PASS
        form = self._ids.form(action)
        move = _play_of(form)
        # The same cards may be played as a lower chain: that is then to beat.
        chosen = move if move.rank == form.rank else self._stand_in(form)
        phase.push(move, chosen)
        return chosen

    def _stand_in(self, form: Form) -> Move:
        """A play of the same kind, length and rank with kickers that leave no doubt."""
        for other in self._ids.forms[FIRST_PLAY_ID:]:
            if other is not None and other[:3] == form[:3]:
                move = _play_of(other)
                if move.rank == form.rank:
                    return move
        raise AssertionError(f"every reading of {form} is higher")

    def text(self, action: int) -> str:
        """The play, as OpenSpiel writes it."""
        return self._ids.text(action)


def _play_of(form: Form) -> Move:
    """The play of a form's cards and kind, whose rank may be higher."""
    found = readings(Hand(form.cards()), "openspiel")
    return next(move for move in found if move.kind == form.kind)


Code = OwnCode | ExactCode


def code_of(rules: str) -> Code:
    """The numbers of a preset: OpenSpiel's own for ``openspiel``, else ours."""
    value = Rules.preset(rules)
    return ExactCode(value) if rules == "openspiel" else OwnCode(value)
