"""The automatic skip: right against all hidden hands, and blind to them."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from walks import RULES, arranged, played, tables, walk, wild_tables, with_other_hidden_cards

import ddz_core as ddz
from ddz_core import PASS, Hand, Rules, Table, reference
from ddz_core._core.public_cards import could_beat

SKIP = Table(skip=True)


def beats_by_trying(last: str, hidden: str, kept: str, size: int, rules: Rules) -> bool:
    """Section 5 as it stands: is there a hand that he may hold and that beats it?"""
    play = reference.parse_play(last)
    return any(
        reference.follows(kept + "".join(others), play, rules)
        for others in set(combinations(hidden, size - len(kept)))
    )


RANKS = "3456789TJQKA2"


def small_ending(rng: random.Random) -> tuple[str, str]:
    """Hidden and kept cards of a few neighbouring ranks, so that there is something."""
    lowest = rng.randrange(10)
    cards = [rank for rank in RANKS[lowest : lowest + 4] for _ in range(4)] + ["B", "R"]
    rng.shuffle(cards)
    hidden = rng.randrange(1, 9)
    return "".join(cards[:hidden]), "".join(cards[hidden : hidden + rng.randrange(4)])


@pytest.mark.parametrize("rules", RULES)
def test_small_endings_against_all_hidden_hands(rules: str) -> None:
    rng = random.Random(rules)
    preset, found = Rules.preset(rules), {True: 0, False: 0}
    while min(found.values()) < 150:
        hidden, kept = small_ending(rng)
        lasts = reference.leads("".join(rng.sample(hidden + kept, len(hidden + kept))), preset)
        lower = [play for play in lasts if play.rank < 14]
        if not lower:
            continue
        # A play like those that might be made, but of a lower rank where it can be.
        last = rng.choice(lower)
        size = rng.randrange(max(1, len(kept)), len(hidden) + len(kept) + 1)
        expected = beats_by_trying(str(last), hidden, kept, size, preset)
        move = ddz.Move.parse(str(last))
        assert could_beat(move, Hand(hidden), Hand(kept), size, rules) == expected, (
            str(last),
            hidden,
            kept,
            size,
        )
        found[expected] += 1


@pytest.mark.parametrize(
    ("last", "hidden", "kept", "size", "expected"),
    [
        ("R:solo:1:R", "3333", "", 4, True),
        ("R:solo:1:R", "3333", "", 3, False),
        ("BR:rocket:1:R", "3333", "", 4, False),
        ("2:solo:1:2", "BR", "", 1, True),
        ("AA:pair:1:A", "BR", "", 1, False),
        # The landlord's last cards are known: 8A leaves no room for a 2.
        ("AA:pair:1:A", "22", "8A", 2, False),
        ("AA:pair:1:A", "22", "8A", 3, False),
        ("AA:pair:1:A", "22", "8A", 4, True),
        ("AA:pair:1:A", "2", "8A2", 4, True),
        ("7:solo:1:7", "3", "8A", 2, True),
        ("3334:trio_solo:1:3", "44", "45", 4, True),
        ("3334:trio_solo:1:3", "44", "456", 4, False),
    ],
)
def test_cases_by_hand(last: str, hidden: str, kept: str, size: int, expected: bool) -> None:
    assert could_beat(ddz.Move.parse(last), Hand(hidden), Hand(kept), size) == expected
    assert beats_by_trying(last, hidden, kept, size, Rules()) == expected


def test_nobody_can_beat_the_rocket() -> None:
    game = arranged(SKIP, ["33B", "4444", "5555"], "34R")
    game = played(game, "bid:1 pass pass BR")
    assert [tuple(made) for made in game.public.plays[1:]] == [(1, PASS, True), (2, PASS, True)]
    assert (game.turn, game.public.last) == (0, None)
    assert game.actions[-1] != PASS  # a skip is no decision of anybody
    assert str(game.pop()) == "BR:rocket:1:R"
    assert (game.turn, game.public.plays) == (0, ())


def test_a_bomb_that_may_be_there_prevents_the_skip() -> None:
    # Nobody has four 4s, but for all that is known somebody may.
    game = arranged(SKIP, ["2345", "44667", "55889"], "3KR")
    game = played(game, "bid:1 pass pass R")
    assert game.turn == 1
    # With three cards left he cannot.
    game = arranged(SKIP, ["2345", "446", "558"], "3KR")
    game = played(game, "bid:1 pass pass R")
    assert (game.turn, game.public.last) == (0, None)


def test_the_skipped_need_not_say_anything_in_a_record() -> None:
    game = ddz.Game(SKIP, deal=0)
    played(game, "pass pass bid:1 BR")
    assert game.turn == 2
    assert " BR unfinished:play " in game.record()
    assert ddz.Game.from_record(game.record()) == game
    assert len(ddz.Game.from_record(game.record()).public.plays) == 3


def test_no_skip_where_the_table_has_none() -> None:
    game = ddz.Game("standard", deal=0)
    played(game, "pass pass bid:1 BR")
    assert game.turn == 0
    assert ddz.must_skip(game.public)


def skips_made_again(game: ddz.Game, plain: ddz.Game) -> int:
    """Makes the plays of a game again at a table without the skip, where ``must_skip`` finds
    just the passes that were skipped; how many these are."""
    skips = 0
    for seat, action, skipped in game.public.plays:
        assert plain.turn == seat
        assert ddz.must_skip(plain.public) == skipped
        if skipped:
            assert plain.legal_actions() == [PASS]
            skips += 1
        plain.push(action)
    return skips


@pytest.mark.parametrize("rules", RULES)
def test_the_game_skips_where_public_knowledge_says_so(rules: str) -> None:
    """The same walk at a table without the skip: there the passes that the first
    table made by itself are just those that ``must_skip`` finds."""
    skips = 0
    for deal in range(40):
        table = Table.preset("bga", rules=rules, skip=True, players=2 + deal % 2, first_bidder=0)
        game = ddz.Game(table, deal)
        game.push("bid:3")
        for _ in walk(game, random.Random(deal)):
            assert not ddz.must_skip(game.public)
        plain = ddz.Game(table.changed(skip=False), deal)
        plain.push("bid:3")
        skips += skips_made_again(game, plain)
        assert plain.is_over
        assert plain.hands == game.hands
    assert skips > 100


@pytest.mark.parametrize(
    "text",
    [
        "four,skip=yes",
        "laizi,skip=yes",
        "happy,skip=yes,first_bidder=0",
        "laizi,skip=yes,players=2,open_hand=2,doubling=2",
    ],
)
def test_so_it_does_with_every_variant(text: str) -> None:
    """As above; half of the open hands are laid open."""
    table = Table.parse(text)
    skips = opened = 0
    for deal in range(25):
        game, rng = ddz.Game(table, deal), random.Random(deal)
        plain = ddz.Game(table.changed(skip=False), deal)
        while game.phase not in ("play", "over"):
            legal = game.legal_actions()
            # Who bids at once has no new deal.
            action = legal[0] if game.phase == "auction" else rng.choice(legal)
            game.push(action)
            plain.push(action)
        opened += game.public.open_hand is not None
        for _ in walk(game, rng):
            assert not ddz.must_skip(game.public)
        skips += skips_made_again(game, plain)
        assert plain.hands == game.hands
    assert skips > 20
    assert (opened > 5) == bool(table.open_hand)


def test_an_open_hand_is_public_to_the_skip() -> None:
    """The landlord is skipped where all can see that he has nothing, and peasants where he
    holds what they would need."""
    for said, skips in (("pass", False), ("open", True)):
        game = arranged(Table(skip=True, open_hand=2), ["3456", "277", "89T"], "AA5")
        game = played(game, f"bid:1 pass pass {said} 3 2 pass")
        assert game.turn == (1 if skips else 0)
        assert [made.skipped for made in game.public.plays] == [False] * 3 + [True] * skips
        # Nobody else can have a 2 or a joker, and three cards are no bomb.
        game = arranged(Table(skip=True, open_hand=2), ["3422", "377", "89T"], "22BR"[:3])
        game = played(game, f"bid:1 pass pass {said} 2")
        assert game.turn == 1  # the red joker may be with a peasant
        game = arranged(Table(skip=True, open_hand=2), ["342R", "377", "89T"], "22B")
        game = played(game, f"bid:1 pass pass {said} 2")
        assert (game.turn, game.public.last is None) == ((0, True) if skips else (1, False))


@pytest.mark.parametrize("variant", [*RULES, "four", "wild"])
def test_it_does_not_look_at_hidden_cards(variant: str) -> None:
    every = [t for rules in RULES for t in wild_tables(rules)] if variant == "wild" else None
    for number, table in enumerate(every or tables(variant)):
        if not table.skip or table.new_deals is not None or (every and number % 5):
            continue
        rng = random.Random(number)
        game = ddz.Game(table, deal=number)
        if game.phase == "auction":
            game.push(game.legal_actions[0])
        for _ in walk(game, rng, rng.randrange(10, 60)):
            pass
        if game.landlord is None:
            continue
        other = with_other_hidden_cards(game, None, rng)
        assert other.public == game.public
        assert ddz.must_skip(other.public) == ddz.must_skip(game.public)
