"""The compiled core and the game against the golden files of the variants (docs/rules.md
section 8), which come from an independent program."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

import numpy as np
import pytest
from conftest import golden

import ddz_core as ddz
from ddz_core.kinds import RANKS
from ddz_core.rules import WILD_RANKS


def rules_of(row: dict[str, Any]) -> ddz.Rules:
    return ddz.Rules.preset(row.get("rules", "four")).changed(wild=row.get("wild"))


def check(moves: ddz.MoveList, row: dict[str, Any]) -> None:
    texts = sorted(map(str, moves))
    assert Counter(str(move.kind) for move in moves) == row["kinds"], row
    assert hashlib.sha256("\n".join(texts).encode()).hexdigest() == row["sha256"], row
    assert texts == row.get("list", texts)


@pytest.mark.parametrize("name", ["four", "wild"])
def test_positions(name: str) -> None:
    for row in golden(name):
        rules = rules_of(row)
        moves = ddz.legal_moves(row["hand"], row["last"], rules)
        assert len(moves) == row["moves"] == ddz.count_moves(row["hand"], row["last"], rules), row
        check(moves, row)


def test_texts_and_readings_of_the_positions() -> None:
    """Every play is read from its text, and among the readings of its cards."""
    for name in ("four", "wild"):
        for row in golden(name)[::12]:
            rules = rules_of(row)
            for move in list(ddz.legal_moves(row["hand"], row["last"], rules))[:200]:
                assert ddz.Move.parse(str(move)) == move
                assert move in ddz.readings(str(move.cards), rules)
                assert ddz.explain(row["hand"], move, row["last"], rules) is None


WHOLE_DECKS = golden("whole_deck_variants")
LONGEST = [row for row in WHOLE_DECKS if row["plays"] > 100_000]
"""Up to two million texts each, which take 5 to 15 s to write and sort."""


def name_of(row: dict[str, Any]) -> str:
    return f"{row['rules']}-{row.get('wild')}"


def plays_of_the_deck(row: dict[str, Any]) -> Any:
    rules = rules_of(row)
    deck = np.array([ddz.Hand(rules.deck, decks=rules.decks).packed], np.uint64)
    moves = ddz.legal_moves_batch(deck, rules=rules)[1]
    return moves[moves["size"] <= rules.most_cards]


def numbers_of(moves: Any) -> Any:
    """The readings as numbers."""
    return (moves["kind"].astype(np.uint64) * 16 + moves["length"]) * 16 + moves["rank"]


def distinct(cards: Any, readings: Any = 0) -> int:
    """How many there are, by a hash of 64 bits."""
    hashes = cards * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0xD6E8FEB86659FD93) * readings
    hashes.sort()
    return 1 + int(np.count_nonzero(np.diff(hashes)))


@pytest.mark.parametrize("row", WHOLE_DECKS, ids=name_of)
def test_whole_deck(row: dict[str, Any]) -> None:
    moves = plays_of_the_deck(row)
    assert len(moves) == row["plays"] == distinct(moves["cards"], numbers_of(moves))
    assert distinct(moves["cards"]) == row["distinct_cards"]
    kinds = np.bincount(moves["kind"])
    assert {str(ddz.Kind(int(k))): kinds[k] for k in np.flatnonzero(kinds)} == row["kinds"]


def check_texts_of_the_deck(row: dict[str, Any]) -> None:
    """What the columns say, as the texts of moves have it."""
    moves = plays_of_the_deck(row)
    counts = moves["cards"][:, None] >> 4 * np.arange(15, dtype=np.uint64) & np.uint64(15)
    held = np.array([[rank * n for n in range(9)] for rank in RANKS], object)
    cards = held[0][counts[:, 0].astype(int)]
    for slot in range(1, 15):
        cards = cards + held[slot][counts[:, slot].astype(int)]
    names = np.array([f":{kind}:" for kind in ddz.Kind], object)[moves["kind"]]
    lengths = np.array([f"{n}:" for n in range(13)], object)[moves["length"]]
    texts = cards + names + lengths + np.array([*RANKS], object)[moves["rank"]]
    assert texts[0] == str(ddz.legal_moves(rules_of(row).deck, rules=rules_of(row))[0])
    assert hashlib.sha256("\n".join(sorted(texts)).encode()).hexdigest() == row["sha256"]


@pytest.mark.parametrize("row", [r for r in WHOLE_DECKS if r not in LONGEST], ids=name_of)
def test_texts_of_the_whole_deck(row: dict[str, Any]) -> None:
    check_texts_of_the_deck(row)


@pytest.mark.slow
@pytest.mark.parametrize("row", LONGEST, ids=name_of)
def test_texts_of_the_longest_decks(row: dict[str, Any]) -> None:
    check_texts_of_the_deck(row)


def test_play_outs() -> None:
    for row in golden("playouts_variants"):
        wild = row.get("wild", False)
        result = ddz.simulate(row["games"], row["seed"], row["rules"], threads=2, wild=wild)
        assert result.digest == row["digest"]
        assert result.decisions == row["decisions"]
        assert result.landlord_wins == row["landlord_wins"]
        assert result.bombs == row["bombs"]


def test_deals() -> None:
    """The cards, the first bidder and the wild rank, at the first deal and at a new one."""
    for row in golden("deals_variants"):
        changes = {"new_deals": 1, "players": row["players"]}
        if row["decks"] == 2:
            changes["rules"] = "four"
        if "wild" in row:
            changes["wild"] = True
        game = ddz.Game(ddz.Table(**changes), row["deal"])
        cards = row
        for turn in range(2):
            assert [str(hand) for hand in game.hands] == cards["hands"], row
            assert str(game.bottom) == cards["bottom"]
            assert game.public.first_bidder == cards["first_bidder"]
            assert game.wild == cards.get("wild")
            assert game.public.wild is None
            if turn == 0:
                for _ in range(row["players"]):
                    game.push("pass")
                cards = row["after_new_deal"]


def test_calls() -> None:
    rows = golden("call")
    for row in rows:
        changes = {"rules": "four"} if row["players"] == 4 else {}
        table = ddz.Table(
            players=row["players"],
            auction="call",
            first_bidder=row["first_bidder"],
            new_deals=0,
            **changes,
        )
        game = ddz.Game(table, 0)
        for action, turn in zip(row["actions"], row["turns"], strict=True):
            assert game.turn == turn
            assert action in map(str, game.legal_actions)
            game.push(action)
        assert (game.phase == "over") is row["new_deal"]
        if not row["new_deal"]:
            assert (game.phase, game.landlord, game.stake) == (
                "play",
                row["landlord"],
                row["stake"],
            )
    assert len(rows) > 100


def test_each_wild_rank_is_drawn() -> None:
    drawn = Counter(ddz.Game("laizi", number).wild for number in range(300))
    assert sorted(map(str, drawn)) == sorted(WILD_RANKS)
