"""Hints: sensible, best first, each with a reason; and counted."""

from __future__ import annotations

import copy
import random

import pytest
from walks import (
    arranged,
    played,
    tables,
    walk,
    wander,
    wild_tables,
    with_other_hidden_cards,
)

import ddz_core as ddz
from ddz_core import PASS, Table, hints
from ddz_core.analysis.hinting import reason
from ddz_core.errors import WrongPhase

OPEN = Table(auction="none", first_bidder=0)


@pytest.mark.parametrize("variant", [None, "two decks", "wild"])
def test_hints_are_legal_and_different_and_say_why(variant: str | None) -> None:
    rng = random.Random(3)
    looked_at = 0
    every = list(tables("four") if variant == "two decks" else wild_tables("standard"))
    for _, game, legal in wander(rng, 10 if variant else 25, every if variant else ()):
        if rng.random() > (0.1 if variant else 0.2):
            continue
        found = list(hints(game.observation(game.turn or 0)))
        actions = [hint.action for hint in found]
        assert found
        assert set(actions) <= set(legal)
        assert len(set(actions)) == len(actions)
        assert all(hint.reason and len(hint.reason) < 80 for hint in found)
        looked_at += 1
    assert looked_at > (20 if variant else 50)


def test_the_same_position_has_the_same_hints_whatever_is_hidden() -> None:
    rng = random.Random(5)
    game = ddz.Game(OPEN, 9)
    for _ in walk(game, rng, 12):
        seat = game.turn or 0
        first = list(hints(game.observation(seat)))
        other = with_other_hidden_cards(game, seat, rng)
        assert list(hints(other.observation(seat))) == first


def test_the_last_play_is_hinted_at_first() -> None:
    game = played(arranged(OPEN, ["34", "55", "7"], "999"), "999 pass pass 3")
    seven = next(hints(played(game, "pass").observation(2)))
    assert (str(seven.action), seven.reason) == ("7:solo:1:7", "goes out")


@pytest.mark.parametrize(
    ("hands", "bottom", "actions", "action", "why"),
    [
        (["3456", "6789", "TTJJ"], "99A", "3", "pass", "keeps the cards together"),
        (["3456", "89", "TTJJ"], "99A", "3 8", "pass", "the partner has the trick"),
        (["345K", "6789", "TTJJ"], "99A", "K", "pass", "nothing beats it"),
        (
            ["3455", "6789", "TTJJ"],
            "99A",
            "55 pass",
            "TT",
            "beats it, and breaks nothing up; 1 play",
        ),
        (["3456", "6789", "TTJJ"], "99A", "3", "9", "beats it, and breaks nothing up; 3 plays"),
        (["345678", "6789", "TTJJ"], "99A", "", "345678", "lays down 6 cards at once; 2 plays"),
        (["3456", "6789", "TTJJ"], "99A", "", "A", "gets rid of it; 5 plays"),
        (["44QQ", "7777K", "TTJJ"], "99A", "QQ", "7777", "the bomb takes the trick"),
        (["9", "K556", "TTJQ"], "44J", "44 pass pass J K pass pass", "55", "seat 0 has one card"),
        (["99Q", "K556", "T"], "44J", "44 pass pass J K pass pass", "6", "the partner may go out"),
    ],
)
def test_reasons(hands: list[str], bottom: str, actions: str, action: str, why: str) -> None:
    game = played(arranged(OPEN, hands, bottom), actions)
    seen = game.observation(game.turn or 0)
    asked = PASS if action == "pass" else ddz.readings(action)[0]
    if why == "nothing beats it":
        assert seen.legal_actions == (PASS,)
    assert reason(seen, asked).startswith(why)


def test_what_nobody_can_beat() -> None:
    rocket = ddz.readings("BR")[0]
    game = arranged(OPEN, ["3BR456", "6789", "TTJJ"], "99A")
    assert reason(game.observation(0), rocket).startswith("nobody can beat it")


def test_hints_of_the_other_phases() -> None:
    game = ddz.Game(Table.parse("bga,players=3,discard=yes"), deal=3)
    found = list(hints(game.observation(game.turn or 0)))
    assert found[0].action == ddz.recommended_bid(game.observation(game.turn or 0))
    assert "strong card" in found[0].reason
    while game.phase == "auction":
        game.push(game.legal_actions()[0])
    assert game.phase == "discard"
    found = list(hints(game.observation(game.turn or 0)))
    assert 1 <= len(found) <= 6
    assert all(isinstance(hint.action, ddz.Discard) for hint in found)


def test_the_hand_is_appraised_by_the_rules_of_the_table() -> None:
    """Two quads with their kickers are one play where quads may be chained."""
    hands = ["333344446699JJKK2", "55667788TTJQQKAA2", "5577889TTJQQKAA2"]
    said = {}
    for rules in ("standard", "shuttle"):
        game = arranged(Table(rules=rules, first_bidder=0), hands, "59T")
        said[rules] = next(hints(game.observation(game.turn or 0))).reason
        plays = ddz.min_plays(hands[0], rules).number
        assert said[rules].startswith(f"1 strong card, 2 bombs, {plays} plays, ")
        assert said[rules].endswith(" points expected")
    assert said["standard"] != said["shuttle"]


def test_hints_taken_are_counted_in_the_result_and_change_nothing_else() -> None:
    game = ddz.Game(OPEN, deal=4)
    assert game.hints_taken == 0
    game.count_hint()
    game.count_hint()
    assert game.hints_taken == 2
    assert copy.deepcopy(game).hints_taken == 2
    plain = ddz.Game(OPEN, deal=4)
    assert game == plain
    rng = random.Random(1)
    for _ in walk(plain, rng):
        pass
    for action in plain.actions:
        game.push(action)
    assert game.result is not None
    assert plain.result is not None
    assert (game.result.hints, plain.result.hints) == (2, 0)
    assert game.result == plain.result
    assert " hints:2 " in game.record()
    assert " hints:" not in plain.record()
    with pytest.raises(WrongPhase, match="the deal is over"):
        game.count_hint()


def test_no_hints_out_of_turn() -> None:
    game = ddz.Game("standard", deal=1)
    with pytest.raises(WrongPhase, match="seat 0 has nothing to decide"):
        hints(game.observation(0))


def test_every_merit_is_said_in_words() -> None:
    """Each hint's text begins with its code's words, or names what they leave open."""
    rng = random.Random(7)
    found: dict[ddz.Merit, ddz.Hint] = {}
    for _, game, _ in wander(rng, 60):
        if rng.random() > 0.2:
            continue
        for hint in hints(game.observation(game.turn or 0)):
            found[hint.merit] = hint
            if hint.plays_left is not None and hint.merit is not ddz.Merit.GOES_OUT:
                assert f"{hint.plays_left} play" in hint.reason or "one play" in hint.reason
            if hint.merit is ddz.Merit.ENEMY_CANNOT_FOLLOW:
                assert hint.reason.startswith(f"seat {hint.seat} has one card")
            elif hint.merit is ddz.Merit.MANY_CARDS:
                assert isinstance(hint.action, ddz.Move)
                assert hint.reason.startswith(f"lays down {hint.action.size} cards at once")
            elif hint.merit not in (ddz.Merit.APPRAISAL, ddz.Merit.DISCARDS):
                assert hint.reason.startswith(hint.merit.value)
    assert len(found) >= 12
    assert found[ddz.Merit.GOES_OUT].plays_left == 0
    assert found[ddz.Merit.PARTNER_HAS_THE_TRICK].plays_left is None


def test_a_hinter_begins_again_and_counts() -> None:
    game = ddz.Game(OPEN, deal=38)
    expected = list(hints(game.observation(0)))
    hinter = ddz.Hinter(game)
    assert len(hinter) == len(expected) > 1
    given = [next(hinter) for _ in range(2 * len(expected) + 1)]
    assert given == [*expected, *expected, expected[0]]
    assert (game.hints_taken, hinter.seat) == (len(given), 0)
    assert f" hints:{len(given)} " in game.record()
    assert ddz.Game.from_record(game.record()).hints_taken == len(given)


def test_a_hinter_says_that_the_game_has_moved_on() -> None:
    game = ddz.Game(OPEN, deal=38)
    hinter = ddz.Hinter(game)
    first = next(hinter)
    game.push(first.action)
    for _ in range(2):
        with pytest.raises(WrongPhase, match="the game has moved on") as refusal:
            next(hinter)
        assert refusal.value.reason is ddz.Reason.MOVED_ON
    assert game.hints_taken == 1
    # Back at the same decision its hints are right again.
    game.pop()
    assert next(hinter) != first
    # The same seat is asked again a trick later.
    for action in (first.action, "pass", "pass"):
        game.push(action)
    assert game.turn == hinter.seat
    with pytest.raises(WrongPhase, match="the game has moved on"):
        next(hinter)


def test_what_a_hinter_is_not_made_of() -> None:
    game = ddz.Game(OPEN, deal=4)
    for given in (None, game.observation(0), game.public):
        with pytest.raises(ddz.InvalidArgument, match="a Hinter is given a Game"):
            ddz.Hinter(given)  # type: ignore[arg-type]
    for _ in walk(game, random.Random(1)):
        pass
    with pytest.raises(WrongPhase, match="the deal is over"):
        ddz.Hinter(game)
