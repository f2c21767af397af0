"""The compiled core and the game against the golden files of the variants (docs/rules.md
section 8), which come from an independent program."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

import pytest
from conftest import golden

import ddz_core as ddz
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


def test_whole_deck_of_four() -> None:
    rules = ddz.Rules.preset("four")
    (row,) = golden("whole_deck_variants", rules="four")
    moves = [m for m in ddz.legal_moves(rules.deck, rules=rules) if m.size <= rules.most_cards]
    assert len(moves) == row["plays"]
    assert Counter(str(move.kind) for move in moves) == row["kinds"]
    texts = sorted(map(str, moves))
    assert hashlib.sha256("\n".join(texts).encode()).hexdigest() == row["sha256"]


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
