"""The reference alone: against the golden files, and against itself.

The golden files come from an independent enumeration (docs/rules.md section 4).
"""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from typing import Any

import pytest
from conftest import GOLDEN_PRESETS, PRESETS, golden
from hypothesis import given, settings
from hypothesis import strategies as st

from ddz_core import reference
from ddz_core.kinds import RANKS, Kind
from ddz_core.reference import DECK, Play, Stream, leads, legal, parse_play, readings
from ddz_core.rules import Rules

FREEST = Rules(
    chain_solos=4,
    jokers_as_solos=True,
    jokers_as_pair=True,
    lengthening_kickers=True,
    quad_chains=True,
    bomb_chains=True,
)


def digest_of(plays: list[Play]) -> str:
    return hashlib.sha256("\n".join(sorted(map(str, plays))).encode()).hexdigest()


def kinds_of(plays: list[Play]) -> Counter[str]:
    return Counter(str(play.kind) for play in plays)


@pytest.mark.parametrize("preset", GOLDEN_PRESETS)
def test_golden_positions(preset: str) -> None:
    for row in golden(preset):
        last = row["last"] and parse_play(row["last"])
        plays = legal(row["hand"], last, Rules.preset(preset))
        assert len(plays) == row["moves"], row
        assert kinds_of(plays) == row["kinds"], row
        assert sorted(map(str, plays)) == row.get("list", sorted(map(str, plays)))
        assert digest_of(plays) == row["sha256"], row


@pytest.mark.parametrize("preset", GOLDEN_PRESETS)
def test_whole_deck(preset: str) -> None:
    rules = Rules.preset(preset)
    file = "whole_deck" if rules.decks == 1 else "whole_deck_variants"
    (row,) = golden(file, rules=preset)
    plays = leads(rules.deck, rules, most_cards=rules.most_cards)
    assert len(plays) == row["plays"]
    assert len({play.cards for play in plays}) == row["distinct_cards"]
    assert kinds_of(plays) == row["kinds"]
    assert digest_of(plays) == row["sha256"]


@pytest.mark.parametrize("preset", GOLDEN_PRESETS)
def test_perft(preset: str) -> None:
    for row in golden("perft", rules=preset):
        assert reference.perft(row["hands"], row["depth"], Rules.preset(preset)) == row["nodes"]


def check_digest(row: dict[str, Any]) -> None:
    preset = row["rules"]
    assert reference.digest(row["seed"], row["games"], Rules.preset(preset)) == row["digest"]


QUICK = ["shuttle_pair_solos", "rlcard"]


@pytest.mark.parametrize("preset", QUICK)
def test_playouts(preset: str) -> None:
    for row in golden("playouts", rules=preset):
        check_digest(row)


@pytest.mark.slow
def test_playouts_of_all_other_rules() -> None:
    for row in golden("playouts"):
        if row["rules"] not in QUICK:
            check_digest(row)


def sub_multisets(hand: str) -> list[str]:
    """Every set of cards that can be taken from a hand."""
    groups = [card * hand.count(card) for card in sorted(set(hand))]
    parts = [[group[:number] for number in range(len(group) + 1)] for group in groups]
    return ["".join(chosen) for chosen in itertools.product(*parts)]


@pytest.mark.parametrize("rules", [*map(Rules.preset, PRESETS), FREEST], ids=lambda r: r.name)
@settings(max_examples=40)
@given(data=st.data())
def test_leads_are_the_readings_of_every_part_of_the_hand(
    rules: Rules, data: st.DataObject
) -> None:
    # Few ranks, so that eleven cards hold trios, quads and chains of them.
    few = data.draw(st.sampled_from(["333344445555BR", "QQQQKKKKAAAA2222", "44445555666677778"]))
    hand = "".join(data.draw(st.permutations(few))[:11])
    found = itertools.chain.from_iterable(readings(part, rules) for part in sub_multisets(hand))
    assert sorted(found, key=reference.canonical) == leads(hand, rules)


@pytest.mark.parametrize("preset", PRESETS)
def test_follows_are_the_leads_that_beat(preset: str) -> None:
    rules = Rules.preset(preset)
    for row in golden(preset if preset in GOLDEN_PRESETS else "standard"):
        if row["last"]:
            last = parse_play(row["last"])
            beating = [p for p in leads(row["hand"], rules) if reference.beats(p, last, rules)]
            assert reference.follows(row["hand"], last, rules) == beating


@pytest.mark.parametrize(("kind", "copies"), [(Kind.TRIO_CHAIN_SOLO, 3), (Kind.QUAD_CHAIN_SOLO, 4)])
def test_which_lower_rank_is_dropped(kind: Kind, copies: int) -> None:
    """The derivation at ``highest_ranks``: it is the readings with exactly as many
    kickers as a group of the body has, of the rank above it."""
    hand = "33334444555566667777"
    row = next(row for row in reference.TABLE if row.kind is kind)
    every = list(reference.plays_of(reference.count(hand), row, row.lengths, FREEST))
    kept = [play for play in every if play.cards.count(RANKS[play.rank + 1]) != copies]
    assert len(kept) < len(every)
    assert reference.highest_ranks(every) == sorted(kept, key=reference.canonical)


def test_the_stream_is_splitmix64() -> None:
    # The first outputs for this seed, as published with other implementations.
    stream = Stream(1234567)
    assert [stream.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_below_is_the_high_word_of_the_product() -> None:
    stream, twin = Stream(5), Stream(5)
    for n in (1, 2, 3, 79, 2**63):
        high, low = divmod(twin.next() * n, 2**64)
        assert stream.below(n) == high < n
        assert 0 <= low < 2**64


@pytest.mark.parametrize("players", [2, 3])
def test_a_new_deal_goes_on_in_the_same_stream(players: int) -> None:
    dealer = reference.Dealer(7, players)
    first, second = dealer.deal(), dealer.deal()
    assert first == reference.deal(7, players)
    assert second != first
    for dealt in (first, second):
        assert [len(hand) for hand in dealt.hands] == [17] * players
        assert len(dealt.bottom) == 3
    # Each deal draws 53 times to shuffle 54 cards and once for the first bidder,
    # and each draw adds the same constant to the state.
    assert dealer.stream.state == (7 + 2 * (53 + 1) * 0x9E3779B97F4A7C15) % 2**64


def test_parse_play_is_the_inverse_of_str() -> None:
    for play in leads(DECK, FREEST, most_cards=8):
        assert parse_play(str(play)) == play
