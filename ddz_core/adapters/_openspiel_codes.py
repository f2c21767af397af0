"""What differs between our own OpenSpiel game and the mode with OpenSpiel's ids."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from .._core.openspiel import codes_of
from ..arguments import shown
from ..errors import InvalidArgument
from ..kinds import RANKS, SHAPES, Kind
from ..rules import Rules, rules_named
from .numberings import FIRST_PLAY_OF_OPENSPIEL

PLAYERS = 3
CARDS = 54
DEALT = 51
"""Cards dealt by chance; the three left are the bottom."""
HIGHEST_BID = 3
MOST_PLAYS = 154
"""Two hands keep a card, so at most 52 plays, all but the last followed by two passes."""

_BIDS = ("Pass", "Bid 1", "Bid 2", "Bid 3")


class Code:
    """What ids and chance outcomes mean: see :class:`OwnCode` and :class:`ExactCode`."""

    exact: bool
    first_outcomes: int
    most_bids: int
    first_play: int

    def __init__(self, preset: str, numbering: str | Rules) -> None:
        self._preset = preset
        self.deals = codes_of(numbering, self.first_play, self.first_outcomes, self.exact)
        self.space = self.deals.space
        self._ids: dict[str, int] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return code_of, (self._preset,)

    @property
    def actions(self) -> int:
        """How many ids there are."""
        raise NotImplementedError

    def play_text(self, action: int) -> str:
        """The text of an action that is a play."""
        raise NotImplementedError

    def text(self, action: int) -> str:
        """The text of an action: a bid, a pass or a play.

        Raises :class:`InvalidArgument` where there is no such action.
        """
        if not 0 <= action < self.actions:
            raise InvalidArgument(
                f"there is no action {shown(action)}: actions are 0 to {self.actions - 1}"
            )
        return _BIDS[action] if action < len(_BIDS) else self.play_text(action)

    def action_of(self, text: str) -> int:
        """The action of a text: what :meth:`text` gives, or a move's own text.

        Raises :class:`InvalidArgument` or :class:`IllegalPlay` for a text of no action.
        """
        if not isinstance(text, str):
            raise InvalidArgument(f"an action is read from a text, not from {shown(text)}")
        if self._ids is None:
            self._ids = {self.text(action): action for action in range(self.actions)}
        found = self._ids.get(text)
        if found is None:
            id = self.space.id_of(text)
            found = 0 if id == self.space.pass_id else id + self.first_play
        return found

    def __deepcopy__(self, memo: dict[int, Any]) -> Code:
        return self  # it never changes


class OwnCode(Code):
    """Our own ids: 0 pass, 1 to 3 bids, then the plays of the compact action space.

    Chance first draws the seat that bids first (0 to 2), then ``3 + card``.
    Everybody has one turn in the auction, and all see the bottom after it.
    """

    exact = False
    first_outcomes = 3
    most_bids = 3
    first_play = FIRST_PLAY_OF_OPENSPIEL

    def __init__(self, preset: str) -> None:
        super().__init__(preset, rules_named(preset))

    @property
    def actions(self) -> int:
        """The plays, and the pass and the bids before them."""
        return self.first_play + self.space.pass_id

    def play_text(self, action: int) -> str:
        """The play, as :class:`ddz_core.Move` writes it."""
        return str(self.space.move_of(action - self.first_play))


class ExactCode(Code):
    """The ids, the chance outcomes and the auction of OpenSpiel's ``dou_dizhu``.

    Chance first draws which of the 51 cards is dealt face up (0 to 50), then
    ``51 + card``. Who gets that card bids first; bidding goes round until two
    have passed on a bid. Only the landlord sees the bottom.
    """

    exact = True
    first_outcomes = 51
    most_bids = 7  # pass, pass, 1, pass, 2, pass, 3
    first_play = 0

    def __init__(self, preset: str) -> None:
        super().__init__(preset, "openspiel")

    @property
    def actions(self) -> int:
        """OpenSpiel's number."""
        return self.space.n

    def play_text(self, action: int) -> str:
        """The play, as OpenSpiel writes it: ``333444555-666``, ``(BWJ)(CJ)``."""
        form = self.space.form_of(action)
        cards = form.cards.packed
        if form.kind not in (Kind.TRIO_CHAIN_SOLO, Kind.TRIO_CHAIN_PAIR):
            return cards_text(cards)
        lowest = form.rank - form.length + 1
        body = sum(SHAPES[form.kind].width << 4 * (lowest + k) for k in range(form.length))
        return f"{cards_text(body)}-{cards_text(cards - body)}"


@lru_cache
def code_of(rules: str) -> Code:
    """The ids of a preset: OpenSpiel's own for ``openspiel``, else ours."""
    return ExactCode(rules) if rules == "openspiel" else OwnCode(rules)


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
