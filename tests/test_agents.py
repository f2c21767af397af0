"""The players: what they do on positions built for it, and what they never do."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterable
from functools import partial

import pytest
from walks import (
    RULES,
    arranged,
    pairwise,
    played,
    tables,
    wander,
    wild_tables,
    with_other_hidden_cards,
)

import ddz_core as ddz
from ddz_core import PASS, Hand, Table, agents, reference
from ddz_core._core.rollouts import Sight
from ddz_core.agents.endgame import CARDS, Endgame
from ddz_core.analysis.ranking import evenly, rounds
from ddz_core.errors import InvalidArgument, WrongPhase

OPEN = Table(auction="none", first_bidder=0)
LEVELS = ("easy", "normal", "hard", "expert")
SENSIBLE = ("normal", "hard", "expert")


def chosen(name: str, game: ddz.Game, seeds: Iterable[int] = range(5)) -> set[str]:
    """What a player does there, whatever its seed."""
    observation = game.observation(game.turn or 0)
    return {str(agents.make(name, seed).act(observation)).partition(":")[0] for seed in seeds}


# ------------------------------------------------------------- what they promise


def test_there_are_five_players_from_weak_to_strong() -> None:
    assert agents.names() == ("random", *LEVELS)
    for name in agents.names():
        agent = agents.make(name, 3)
        assert agent.name == name
        assert isinstance(agent, agents.Agent)
    for make in (partial(agents.make, "hard"), agents.HardAgent, agents.RandomAgent):
        with pytest.raises(InvalidArgument, match="seed must be a whole number"):
            make(-1)


@pytest.mark.parametrize("name", agents.names())
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    def play(seed: int) -> str:
        game = ddz.Game("standard", deal=11)
        players = [agents.make(name, seed + seat) for seat in range(3)]
        for _ in range(40 if name == "expert" else 400):
            if game.is_over:
                break
            seat = game.turn or 0
            game.push(players[seat].act(game.observation(seat)))
        return game.record()

    assert play(5) == play(5)


@pytest.mark.parametrize("name", agents.names())
def test_no_player_acts_out_of_turn(name: str) -> None:
    game = ddz.Game("standard", deal=1)
    with pytest.raises(WrongPhase, match="seat 0 has nothing to decide"):
        agents.make(name).act(game.observation(0))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("name", agents.names())
def test_never_an_illegal_action_at_any_table(rules: str, name: str) -> None:
    """`push` refuses what is illegal. Slower players sit at fewer tables."""
    rng = random.Random(rules + name)
    every = list(tables(rules))
    for number, table in enumerate(rng.sample(every, {"hard": 10, "expert": 2}.get(name, 50))):
        game = ddz.Game(table, number)
        players = [agents.make(name, number + seat) for seat in range(table.players)]
        while not game.is_over:
            seat = game.turn or 0
            game.push(players[seat].act(game.observation(seat)))


def variant_tables(kind: str) -> list[Table]:
    """Tables with two decks, or with wild cards, where every two options meet; and its presets."""
    if kind == "two decks":
        return [Table.preset("four"), *pairwise(list(tables("four")))]
    wild = [table for rules in RULES for table in wild_tables(rules)]
    return [Table.preset("laizi"), Table.preset("happy"), *pairwise(wild)]


@pytest.mark.parametrize("kind", ["two decks", "wild"])
@pytest.mark.parametrize("name", agents.names())
def test_nor_at_tables_with_variants(kind: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As ``benchmarks/check_players.py`` does for thousands of deals."""
    monkeypatch.setattr(agents.ExpertAgent, "playouts", 200)
    monkeypatch.setattr(agents.ExpertAgent, "pool", 20)
    chosen = variant_tables(kind)
    for number, table in enumerate(chosen[: {"hard": 12, "expert": 4}.get(name)]):
        game = ddz.Game(table, number)
        players = [agents.make(name, number + seat) for seat in range(table.players)]
        while not game.is_over:
            seat = game.turn or 0
            action = players[seat].act(game.observation(seat))
            if game.phase == "play" and not number:
                last = game.public.last and reference.parse_play(str(game.public.last))
                held = str(game.hands[seat])
                assert reference.why_not(held, str(action), last, game.rules) is None
            game.push(action)
        assert game.result is not None
        assert sum(game.result.points) == 0


@pytest.mark.parametrize("variant", [False, True])
@pytest.mark.parametrize("name", agents.names())
def test_hidden_cards_have_no_influence(
    name: str, variant: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exchanged among those who may hold them, they change no action."""
    rng = random.Random(name)
    looked_at = 0
    every = variant_tables("two decks") + variant_tables("wild") if variant else ()
    if variant:
        monkeypatch.setattr(agents.ExpertAgent, "playouts", 200)
        monkeypatch.setattr(agents.ExpertAgent, "pool", 20)
    for _, game, _ in wander(rng, {"expert": 6}.get(name, 30 if variant else 40), every):
        if len(game._auctions) > 1 or rng.random() > 0.1:
            continue
        seat = game.turn or 0
        other = with_other_hidden_cards(game, seat, rng)
        action = agents.make(name, 7).act(game.observation(seat))
        assert agents.make(name, 7).act(other.observation(seat)) == action
        looked_at += 1
    assert looked_at > 10


# ------------------------------------------------------- constructed positions


@pytest.mark.parametrize("name", SENSIBLE)
def test_the_partner_is_not_overtaken(name: str) -> None:
    """Seat 1 has taken the trick with an ace and has two cards; seat 2 could beat it."""
    game = arranged(OPEN, ["345678", "A44", "2255667"], "99T")
    game = played(game, "3 A")
    assert chosen(name, game) == {"pass"}


def test_the_easy_player_overtakes_its_partner() -> None:
    game = arranged(OPEN, ["345678", "A44", "2255667"], "99T")
    game = played(game, "3 A")
    assert "2" in chosen("easy", game, range(30))


@pytest.mark.parametrize("name", SENSIBLE)
@pytest.mark.parametrize("hand", ["3558", "4668", "7799Q"])
def test_with_the_landlord_on_one_card_a_pair_is_led(name: str, hand: str) -> None:
    game = arranged(OPEN, ["9", f"K{hand}", "TTJQ"], "44J")
    game = played(game, "44 pass pass J K pass pass")
    assert game.public.sizes[0] == 1
    assert game.turn == 1
    [led] = chosen(name, game)
    assert len(led) == 2


@pytest.mark.parametrize("name", SENSIBLE)
def test_with_the_landlord_on_one_card_the_highest_solo_is_led(name: str) -> None:
    """Nothing but solos: the low ones come last."""
    game = arranged(OPEN, ["9", "K358Q", "TTJQ"], "44J")
    game = played(game, "44 pass pass J K pass pass")
    assert chosen(name, game) == {"Q"}


@pytest.mark.parametrize("name", SENSIBLE)
def test_a_partner_with_one_card_does_not_make_it_feed_the_landlord_who_is_next(name: str) -> None:
    """Both others have one card, and the landlord plays next: still a pair is led."""
    game = arranged(OPEN, ["9", "T", "K34558"], "44J")
    game = played(game, "44 pass pass J pass K pass pass")
    assert game.public.sizes == (1, 1, 5)
    assert (game.turn, chosen(name, game)) == (2, {"55"})


@pytest.mark.parametrize("name", ["hard", "expert"])
@pytest.mark.parametrize("last", ["A", "QQ", "4445"])
def test_a_bomb_that_goes_out_in_two_plays_is_used(name: str, last: str) -> None:
    """`7777` takes the trick, and the king is left; no higher bomb can be there."""
    game = arranged(OPEN, ["AQQ444", "7777K", "3355668899TTJJA"], "5BR")
    game = played(game, f"BR pass pass {last}")
    assert chosen(name, game) == {"7777"}


@pytest.mark.parametrize("name", ["hard", "expert"])
def test_in_the_end_what_nobody_can_beat_is_led(name: str) -> None:
    """The jokers and the other 2s are played, and so is a card of every rank: the 2
    stands, and then the 5 goes out."""
    game = arranged(OPEN, ["346789", "25K", "TJQA"], "BR2")
    game = played(game, "BR pass pass 2 pass pass 3 K pass pass")
    assert (game.turn, str(game.observation(1).hand)) == (1, "52")
    seen = game.observation(1)
    known = {each: getattr(seen, each) for each in ddz.Public.__dataclass_fields__}
    known["hidden"] = Hand("46789") + Hand("TJQA") + Hand("52")
    game_without_others = ddz.Observation(**known, seat=1, hand=seen.hand)
    for seed in range(5):
        assert str(agents.make(name, seed).act(game_without_others)) == "2:solo:1:2"


@pytest.mark.parametrize("name", ["normal", "hard", "expert"])
def test_a_low_trio_is_answered_with_a_trio(name: str) -> None:
    """A reported position: `8884` against `QQQ9997766635`. Passing was the fault."""
    game = arranged(OPEN, ["334455778TTJJKK", "QQQ9997766635", "3TJKKAAAA22B"], "884")
    game = played(game, "8884")
    for answer in chosen(name, game):
        assert Counter(answer).most_common(1)[0][1] == 3


@pytest.mark.parametrize("name", SENSIBLE)
@pytest.mark.parametrize("rules", ["standard", "douzero", "shuttle"])
@pytest.mark.parametrize("hand", ["7777BR", "7777BR3", "7777BR33"])
def test_bomb_and_rocket_are_not_wasted_in_a_won_ending(name: str, rules: str, hand: str) -> None:
    """A reported position. Led one after the other they win for sure and double twice;
    with each other's cards as kickers, or taken apart, they double once or not at all."""
    table = Table(rules=rules, auction="none", first_bidder=0)
    game = arranged(table, ["44455", f"K{hand}", "56688"], "999")
    game = played(game, "999 pass pass 4")
    game.push("K")
    game = played(game, "pass pass")
    while not game.is_over:
        seat = game.turn or 0
        if seat == 1:
            action = agents.make(name, 3).act(game.observation(1))
            game.push(action)
        else:
            game.push(PASS if game.public.last is not None else game.legal_actions()[0])
    assert game.result is not None
    assert (game.result.out, game.result.bombs, game.result.rockets) == (1, 1, 1)


# ------------------------------------------------------------------- the search


def test_the_rounds_of_the_search() -> None:
    assert rounds(2, 100) == [50]
    assert rounds(3, 120) == [20, 30]
    assert rounds(1, 100) == []
    # Never fewer than four worlds.
    assert rounds(60, 10) == [4, 4, 4, 4, 4, 4]


def test_the_expert_solves_the_end() -> None:
    """The landlord has 2 and 3 left and leads: the 2 first, for a 3 would be beaten."""
    game = arranged(OPEN, ["3", "66", "5"], "2KK")
    game = played(game, "KK pass pass")
    assert sum(game.public.sizes) <= CARDS
    assert chosen("expert", game) == {"2"}


def test_the_expert_solves_under_the_rules_of_the_table() -> None:
    """One that has sat at another table begins anew, with its memory; so does a copy."""
    agent = agents.make("expert", 1)
    for rules in ("standard", "shuttle", "bga_bomb_mode", "standard"):
        table = Table(rules=rules, auction="none", first_bidder=0)
        game = played(arranged(table, ["3", "66", "5"], "2KK"), "KK pass pass")
        observation = game.observation(0)
        assert str(agent.act(observation)) == "2:solo:1:2"
        assert copy.deepcopy(agent).act(observation) == agent.act(observation)
    endgame = Endgame()
    for rules in ("standard", "shuttle", "shuttle"):
        table = Table(rules=rules, auction="none", first_bidder=0)
        hands = ["45", "66667777", "5"] if rules == "shuttle" else ["45", "66", "5"]
        observation = played(arranged(table, hands, "399"), "3 pass pass").observation(0)
        actions = [action for action in observation.legal_actions if isinstance(action, ddz.Move)]
        sight = Sight(observation)
        asked = observation, sight.passes, actions, evenly(sight, 1)
        assert endgame.best(*asked) == Endgame().best(*asked)


# ------------------------------------------------------------------- the levels


@pytest.mark.parametrize(
    ("better", "worse", "deals", "least"),
    [
        ("easy", "random", 150, 0.8),
        ("normal", "easy", 150, 0.58),
        ("hard", "normal", 150, 0.53),
        ("expert", "hard", 6, 0.25),
    ],
)
def test_each_level_beats_the_one_below(better: str, worse: str, deals: int, least: float) -> None:
    """Roughly, on few deals: docs/strength.md has the figures of 2,000."""
    assert ddz.arena.match(better, worse, deals=deals, seed=1).wp.mean > least


@pytest.mark.parametrize("table", ["four", "laizi", "happy"])
def test_so_they_do_at_the_tables_of_the_variants(table: str) -> None:
    """Nobody bids but at ``happy``; section 4 of docs/strength.md has many deals."""
    bidding = table == "happy"  # where each deal has six games, else two
    for better, worse, least in (("normal", "random", 0.75), ("hard", "normal", 0.5)):
        deals = 6 if bidding else 16
        score = ddz.arena.match(better, worse, deals, 1, Table.preset(table), bidding=bidding)
        assert score.wp.mean > least


@pytest.mark.slow
def test_expert_beats_normal_on_few_deals() -> None:
    assert ddz.arena.match("expert", "normal", deals=8, seed=1).wp.mean > 0.55
