"""Orders of all plays: what the ids of the action spaces count (docs/adapters/action_space.md)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._core.move_ids import deck_plays
from .._core.values import MOVE_DTYPE
from ..kinds import SHAPES, Kind
from ..packed import slot_counts
from ..rules import Rules

SMALL_JOKER = 13
FIRST_PLAY_OF_OPENSPIEL = 4
"""The pass and the bids 1 to 3 come before."""


class Numbering(NamedTuple):
    """The moves of the ids.

    ``forms`` is MOVE_DTYPE[n]: what each id names. ``is_move`` is False for ids that
    are no move (bids). ``pass_id`` is the id of the pass. ``lower`` is int32[n]: the
    id of the same cards read with their body one rank lower, -1 where there is none.
    """

    forms: NDArray[np.void]
    is_move: NDArray[np.bool_]
    pass_id: int
    lower: NDArray[np.int32]


def kicker_slots(plays: NDArray[np.void]) -> NDArray[np.int64]:
    """The ranks of the kickers, ascending: ``int64[n, kickers]``.

    All plays must be of one kind and length.
    """
    kind, length = Kind(int(plays["kind"][0])), int(plays["length"][0])
    shape = SHAPES[kind]
    slots = np.arange(15)
    counts = slot_counts(plays["cards"]).astype(int)
    top = plays["rank"][:, None]
    counts[(slots <= top) & (slots > top.astype(int) - length)] = 0
    flat = np.repeat(np.tile(slots, len(plays)), counts.ravel() // shape.unit)
    return flat.reshape(len(plays), shape.kickers * length)


def compact(rules: Rules) -> Numbering:
    """Our own: every play of at most 20 cards in canonical order, then the pass."""
    return _plain(deck_plays(rules))


def rlcard() -> Numbering:
    """RLCard's: canonical but for the single kickers of trio chains of 3 to 5."""
    plays = deck_plays("rlcard")
    for length in (3, 4, 5):
        where = np.flatnonzero(
            (plays["kind"] == Kind.TRIO_CHAIN_SOLO) & (plays["length"] == length)
        )
        block = plays[where]
        plays[where] = block[_rlcard_order(block, length)]
    return _plain(plays)


def _rlcard_order(block: NDArray[np.void], length: int) -> NDArray[np.intp]:
    kickers = kicker_slots(block)
    by_rank = block["rank"]
    if length > 3:
        without_joker = kickers[:, -1] < SMALL_JOKER
        return np.lexsort((*kickers.T[::-1], without_joker, by_rank))
    first, second, third = kickers.T
    # All different, then three of a rank, then a pair with a single: the pair counts first.
    group = np.where(first == third, 1, np.where((first == second) | (second == third), 2, 0))
    single = np.where(first == second, third, first)
    keys = np.where(group[:, None] == 2, np.stack((second, single, 0 * first), 1), kickers)
    return np.lexsort((*keys.T[::-1], group, by_rank))


def openspiel() -> Numbering:
    """OpenSpiel's: forms, so that cards with two bodies have an id for each."""
    plays = deck_plays("openspiel")
    plays = np.concatenate((plays, _lower_forms(plays)))
    order = [
        Kind.SOLO,
        Kind.SOLO_CHAIN,
        Kind.PAIR,
        Kind.PAIR_CHAIN,
        Kind.TRIO,
        Kind.TRIO_SOLO,
        Kind.TRIO_PAIR,
        Kind.TRIO_CHAIN,
        Kind.TRIO_CHAIN_SOLO,
        Kind.TRIO_CHAIN_PAIR,
        Kind.BOMB,
        Kind.ROCKET,
    ]
    blocks = []
    for kind in order:
        of_kind = plays[plays["kind"] == kind]
        for length in np.unique(of_kind["length"]):
            block = of_kind[of_kind["length"] == length]
            if kind in SHAPES and SHAPES[kind].kickers:
                # Colexicographic: the highest kicker counts first.
                block = block[np.lexsort((*kicker_slots(block).T, block["rank"]))]
            blocks.append(block)
    forms = np.concatenate((np.zeros(FIRST_PLAY_OF_OPENSPIEL, MOVE_DTYPE), *blocks))
    is_move = np.ones(len(forms), np.bool_)
    is_move[1:FIRST_PLAY_OF_OPENSPIEL] = False
    return Numbering(forms, is_move, 0, _lower_ids(forms))


def _lower_forms(plays: NDArray[np.void]) -> NDArray[np.void]:
    """The readings that the core leaves out: those it knows with a higher body.

    They have a trio among the kickers just below the body, which could be its
    lowest group as well.
    """
    chains = plays[(plays["kind"] == Kind.TRIO_CHAIN_SOLO) & (plays["length"] < plays["rank"] + 1)]
    below = (chains["rank"] - chains["length"]).astype(np.uint64) * np.uint64(4)
    lower: NDArray[np.void] = chains[(chains["cards"] >> below & np.uint64(15)) == 3].copy()
    lower["rank"] -= 1
    return lower


def _lower_ids(forms: NDArray[np.void]) -> NDArray[np.int32]:
    lower = np.full(len(forms), -1, np.int32)
    chains = np.flatnonzero(forms["kind"] == Kind.TRIO_CHAIN_SOLO)
    same = chains[np.lexsort((forms["rank"][chains], forms["cards"][chains]))]
    twice = np.flatnonzero(forms["cards"][same][1:] == forms["cards"][same][:-1])
    lower[same[twice + 1]] = same[twice]
    return lower


def _plain(plays: NDArray[np.void]) -> Numbering:
    """Plays, then the pass; every id a move of its own."""
    forms = np.concatenate((plays, np.zeros(1, MOVE_DTYPE)))
    lower = np.full(len(forms), -1, np.int32)
    return Numbering(forms, np.ones(len(forms), np.bool_), len(plays), lower)
