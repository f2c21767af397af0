"""The strength of a hand before bidding (docs/rules.md section 7, docs/appraisal.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np

from .._core.compiled import compiled
from .._core.values import PASS, Hand
from ..arguments import truth, whole_number
from ..errors import InvalidArgument, InvalidCards
from ..game.actions import Action, Bid
from ..game.observation import Observation, as_observation
from ..kinds import RANKS
from ..rules import Rules
from ..table import Table
from .bidding import bid_for, level, points_of, thresholds
from .expectation import expected_points, numbers_of
from .settings import setting_at
from .solving import Cards, min_plays


@dataclass(frozen=True)
class Appraisal:
    """What a hand is worth, before bidding.

    >>> str(appraise("3456789TJQKA22BR5"))
    '4 strong cards, 1 bomb, 4 plays, +4.53 points expected → bid 3'
    """

    strong: int
    """Strong cards: jokers and 2s, and wild cards where the wild rank is known."""
    bombs: int
    """Four of a rank, and the rocket; of two decks four to eight of a rank. Wild cards stand
    for themselves."""
    plays: int
    """The smallest number of plays that lay the hand down."""
    expected_points: float | None
    """Of its player as the landlord, per unit of base × stake; ``None`` for a hand of
    fewer cards than are dealt, of which no auction is, and once the auction is over."""
    bid: int | None
    """What to bid, 0 to pass. Of a hand alone: what to bid first in a points auction. Of an
    observation: the stake that :func:`recommended_bid` bids now, or makes by a call or a
    rob. ``None`` if there are no expected points, or it is not this seat's turn to bid."""

    def __str__(self) -> str:
        strong = _counted(self.strong, "strong card")
        told = f"{strong}, {_counted(self.bombs, 'bomb')}, {_counted(self.plays, 'play')}"
        if self.expected_points is not None:
            told += f", {self.expected_points:+.2f} points expected"
        if self.bid is None:
            return told
        return f"{told} → {f'bid {self.bid}' if self.bid else 'pass'}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


@overload
def appraise(hand: Observation) -> Appraisal: ...
@overload
def appraise(
    hand: Cards,
    players: int = ...,
    rules: str | Rules = ...,
    bottom_shown: Cards | None = ...,
    *,
    short_deck: bool = ...,
    wild: bool = ...,
) -> Appraisal: ...
def appraise(
    hand: Cards | Observation,
    players: int | None = None,
    rules: str | Rules | None = None,
    bottom_shown: Cards | None = None,
    *,
    short_deck: bool | None = None,
    wild: bool | None = None,
) -> Appraisal:
    """How strong a hand is before bidding, and what to bid on it.

    ``hand`` is best an observation, ``game.observation(seat)``. Then table, card shown,
    place and the bids made count, and the bid is that of :func:`recommended_bid`; nothing
    else may be given beside it.

    Otherwise ``hand`` are the 17 cards dealt (25 of two decks), to be appraised for whoever
    bids first in a points auction. Cards beyond those, up to 20 (33), are taken for bottom
    cards that are known, since they come with being the landlord; so is ``bottom_shown``, one
    card that the table shows before the auction and that is not in ``hand``. Of fewer cards
    the strong cards, bombs and plays are told, but no points and no bid. The rules are
    ``"standard"`` unless others are named, and there are as many ``players`` as they are made
    for, 3 or 4; ``short_deck`` is for two players without the 3s and 4s. With ``wild`` each
    deal draws a rank that is wild, and nobody knows it yet; ``rules`` that name a wild rank
    say which it is.

    The expected points are a linear model, fitted to what rollouts and greedy players make
    of hands (docs/appraisal.md has the figures, and how well they hold); the bid compares
    them with thresholds.

    Raises :class:`InvalidCards` for no cards, more than 20, and cards that cannot be
    together, :class:`InvalidArgument` for what is neither cards nor an observation, for
    players or a table without numbers and for a ``bottom_shown`` that is not one card, and
    :class:`InvalidRules` for an unknown preset.

    >>> found = appraise("344566789JJQKKKA2")
    >>> found.strong, found.bombs, found.plays, found.bid
    (1, 0, 7, 0)
    >>> appraise("344566789JJQKKKA2", bottom_shown="R").bid
    3
    >>> appraise("33445677788889TTJQQKKA22R", rules="four").bid
    3
    >>> import ddz_core as ddz
    >>> seen = ddz.Game("standard", deal=1).observation(2)
    >>> appraise(seen).bid, str(ddz.recommended_bid(seen))
    (0, 'pass')
    """
    if isinstance(hand, Observation):
        given = (players, rules, bottom_shown, short_deck, wild)
        if any(each is not None for each in given):
            raise InvalidArgument(
                "an observation tells players, rules, bottom_shown, short_deck and wild itself"
            )
        return _of_observation(as_observation(hand))
    named = compiled("standard" if rules is None else rules).value
    cards = _cards(hand, named)
    if players is None:
        players = named.seats[-1]
    return _of_hand(
        cards, players, named, bottom_shown, truth("short_deck", short_deck), truth("wild", wild)
    )


def _of_observation(seen: Observation) -> Appraisal:
    points, bid = None, None
    if seen.phase == "auction":
        points = points_of(seen)
        if seen.turn == seen.seat:
            bid = _stake_of(bid_for(points, seen), seen)
    return _counts(seen.hand, seen.rules, points, bid)


def _stake_of(action: Action, seen: Observation) -> int:
    """What the stake is after that action, 0 after a pass."""
    if action == PASS:
        return 0
    return action.stake if isinstance(action, Bid) else 2 * seen.stake or 1


def _of_hand(
    held: Hand,
    players: int,
    rules: Rules,
    bottom_shown: Cards | None,
    short_deck: bool,
    wild: bool,
) -> Appraisal:
    players = whole_number("players", players, 2, 4)
    if short_deck and players != 2:
        raise InvalidArgument(f"short_deck needs 2 players, not {players}")
    # A table of its kind tells what else does not go together.
    table = Table(rules=rules, players=players, short_deck=short_deck, wild=wild)
    setting = setting_at(table)
    numbers_of(setting)
    shown = Hand() if bottom_shown is None else _cards(bottom_shown, rules)
    if bottom_shown is not None and len(shown) != 1:
        raise InvalidArgument(f"bottom_shown is one card, not {str(shown)!r}")
    cards = held + shown
    if not held or len(cards) > rules.most_cards:
        raise InvalidCards(
            f"a hand to appraise has 1 to {rules.most_cards} cards, not {len(cards)}: "
            f"{str(cards)!r}"
        )
    if short_deck and cards.counts[:2].any():
        raise InvalidCards(f"{cards} has a 3 or a 4: a short deck has none")
    if len(cards) < rules.hand_size + len(shown):
        return _counts(held, rules, None, None)
    points = expected_points(cards, setting, rules)
    return _counts(held, rules, points, level(points, thresholds(table, 0)))


def _counts(hand: Hand, rules: Rules, points: float | None, bid: int | None) -> Appraisal:
    counts = hand.counts
    strong = set(RANKS[12:]) | ({rules.wild} if rules.wild is not None else set())
    return Appraisal(
        strong=int(sum(counts[RANKS.index(rank)] for rank in strong)),
        bombs=int((counts >= 4).sum()) + int((counts[13:] == rules.decks).all()),
        plays=min_plays(hand, rules).number,
        expected_points=points,
        bid=bid,
    )


def _cards(given: object, rules: Rules) -> Hand:
    if isinstance(given, Hand | str | Sequence | np.ndarray) or hasattr(given, "__index__"):
        return Hand(given, decks=rules.decks)
    raise InvalidArgument(
        "this asks for cards or an Observation: give game.observation(seat), "
        f"not a {type(given).__name__:.40}"
    )
