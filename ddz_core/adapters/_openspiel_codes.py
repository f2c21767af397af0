"""What differs between our own OpenSpiel game and the mode with OpenSpiel's ids."""

from __future__ import annotations

from typing import Any

from .._core.play_phase import PlayPhase
from .._core.values import PASS, Move
from ..errors import InvalidArgument
from ..kinds import RANKS, SHAPES, Kind
from ..rules import Rules, rules_named
from .action_space import ActionSpace
from .numberings import FIRST_PLAY_OF_OPENSPIEL

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
    """Our own ids: 0 pass, 1 to 3 bids, then the plays of the compact action space.

    Chance first draws the seat that bids first (0 to 2), then ``3 + card``.
    Everybody has one turn in the auction, and all see the bottom after it.
    """

    exact = False
    first_outcomes = 3
    most_bids = 3

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._space = ActionSpace.compact(rules)
        self.actions = FIRST_PLAY_OF_OPENSPIEL + self._space.pass_id

    def auction_is_over(self, bids: list[int]) -> bool:
        """Whether nobody has a turn left, or the highest bid has been made."""
        return HIGHEST_BID in bids or len(bids) == self.most_bids

    def legal(self, phase: PlayPhase) -> list[int]:
        """The ids of the legal actions, ascending."""
        ids = self._space.ids(phase.plays()) + FIRST_PLAY_OF_OPENSPIEL
        found: list[int] = ids.tolist()
        # The canonical order of plays is that of their ids.
        return [0, *found] if phase.last is not None else found

    def move_of(self, action: int) -> Move:
        """The move of an action that is no bid."""
        return PASS if action == 0 else self._space.move_of(action - FIRST_PLAY_OF_OPENSPIEL)

    def text(self, action: int) -> str:
        """The play, as :class:`ddz_core.Move` writes it."""
        if not FIRST_PLAY_OF_OPENSPIEL <= action < self.actions:
            raise InvalidArgument(f"there is no action {action!r}")
        return str(self._space.move_of(action - FIRST_PLAY_OF_OPENSPIEL))


class ExactCode(_Value):
    """The ids, the chance outcomes and the auction of OpenSpiel's ``dou_dizhu``.

    Chance first draws which of the 51 cards is dealt face up (0 to 50), then
    ``51 + card``. Who gets that card bids first; bidding goes round until two
    have passed on a bid. Only the landlord sees the bottom.
    """

    exact = True
    first_outcomes = 51
    most_bids = 7  # pass, pass, 1, pass, 2, pass, 3

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._space = ActionSpace("openspiel")
        self.actions = self._space.n

    def auction_is_over(self, bids: list[int]) -> bool:
        """Whether two have passed on the last bid, all three on none, or 3 has been bid."""
        if HIGHEST_BID in bids:
            return True
        return bids[-3:] == [0, 0, 0] or (bids[-2:] == [0, 0] and any(bids))

    def legal(self, phase: PlayPhase) -> list[int]:
        """The ids of the legal actions, ascending: of every form of every play."""
        found: list[int] = self._space.ids_of_legal(phase.plays(), phase.last).tolist()
        return found

    def move_of(self, action: int) -> Move:
        """The move of an action that is no bid, in the form that was chosen.

        The same cards may be played as a lower chain: that is then to beat.
        """
        return self._space.form_of(action)

    def text(self, action: int) -> str:
        """The play, as OpenSpiel writes it: ``333444555-666``, ``(BWJ)(CJ)``."""
        form = self._space.form_of(action)
        cards = form.cards.packed
        if form.kind not in (Kind.TRIO_CHAIN_SOLO, Kind.TRIO_CHAIN_PAIR):
            return cards_text(cards)
        lowest = form.rank - form.length + 1
        body = sum(SHAPES[form.kind].width << 4 * (lowest + k) for k in range(form.length))
        return f"{cards_text(body)}-{cards_text(cards - body)}"


Code = OwnCode | ExactCode


def code_of(rules: str) -> Code:
    """The ids of a preset: OpenSpiel's own for ``openspiel``, else ours."""
    value = rules_named(rules)
    return ExactCode(value) if rules == "openspiel" else OwnCode(value)


def cards_text(packed: int) -> str:
    """Cards as OpenSpiel writes them, weakest first; the jokers are ``(BWJ)`` and ``(CJ)``."""
    names = (*RANKS[:13], "(BWJ)", "(CJ)")
    return "".join(name * (packed >> 4 * slot & 15) for slot, name in enumerate(names))


def slot_of(card: int) -> int:
    """The slot of a card from 0 to 53: four suits of thirteen ranks, then the jokers."""
    return card % 13 if card < 52 else card - 39


def card_text(card: int) -> str:
    """A card from 0 to 53 as OpenSpiel writes it: its suit first."""
    name = cards_text(1 << 4 * slot_of(card))
    return name if card >= 52 else "CDHS"[card // 13] + name
