"""RLCard's agents at our table: they are shown what RLCard would show them."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from peers import assert_same_state, peer
from walks import arranged, played, walk

import ddz_core as ddz
from ddz_core import agents, arena
from ddz_core._core.rlcard import state_after
from ddz_core.adapters import rlcard as adapter
from ddz_core.adapters.action_space import ActionSpace
from ddz_core.adapters.douzero_players import infoset_of
from ddz_core.adapters.rlcard_players import NoState, seat, state_of
from ddz_core.game.actions import Made

SPACE = ActionSpace("rlcard")
THREE = ddz.Move.parse("3:solo:1:3")
LARGE = ddz.Hand("333344445555666677778")
RULE_GAMES = 60


def table(landlord: int, rules: str = "rlcard") -> ddz.Table:
    return ddz.Table(rules=rules, auction="none", first_bidder=landlord)


def same_deal(env: Any, landlord: int, rules: str = "rlcard") -> ddz.Game:
    """Our game of the deal that an environment of RLCard has just dealt."""
    dealt = [ddz.Hand(cards) for cards in env.get_perfect_information()["hand_cards"]]
    bottom = ddz.Hand(env.get_state(0)["raw_obs"]["seen_cards"])
    dealt[0] = dealt[0] - bottom
    hands = [str(dealt[(each - landlord) % 3]) for each in range(3)]
    return arranged(table(landlord, rules), hands, str(bottom), first=landlord)


def environments() -> list[Any]:
    """Makes the adapter's environment, or RLCard's own where that is installed."""

    def theirs(seed: int) -> Any:
        return peer("rlcard").make("doudizhu", {"seed": seed})

    def ours(seed: int) -> Any:
        return adapter.make("doudizhu", {"seed": seed})

    return [pytest.param(ours, id="adapter"), pytest.param(theirs, id="rlcard")]


@pytest.mark.parametrize("make", environments())
@pytest.mark.parametrize("landlord", [0, 1, 2])
def test_the_states_are_rlcards_own(make: Callable[[int], Any], landlord: int) -> None:
    env = make(landlord)
    rng = random.Random(landlord)
    for _ in range(40):
        state, player = env.reset()
        game = same_deal(env, landlord)
        while not env.is_over():
            assert game.turn == (landlord + player) % 3
            shown = state_of(game.observation(game.turn))
            assert_same_state(state, shown, "pass" not in shown["raw_legal_actions"])
            id = rng.choice(sorted(state["legal_actions"]))
            game.push(SPACE.move_of(id))
            state, player = env.step(id)
        assert game.is_over
        assert (game.result.winner == "landlord") == bool(env.get_payoffs()[0])


def test_how_the_hidden_cards_are_shared_out_does_not_show() -> None:
    """Of the others' hands only the cards of both and their numbers are in a state."""
    rng = random.Random(1)
    game = played(ddz.Game(table(0), deal=1), "3 pass pass 5")
    for action in ("6", "pass", "pass", "7"):
        moves = [made.action for made in game.public.plays]
        watcher = game.turn
        first, second = (other for other in range(3) if other != watcher)
        found = []
        for _ in range(5):
            left = [str(hand) for hand in game.hands]
            both, size = left[first] + left[second], len(left[first])
            cards = rng.sample(both, len(both))
            left[first], left[second] = "".join(cards[:size]), "".join(cards[size:])
            held = list(map(ddz.Hand, left))
            for made in game.public.plays:
                held[made.seat] = held[made.seat] + made.action.cards
            found.append((held[first], held))
        assert len({str(hand) for hand, _ in found}) > 1
        states = [
            state_after([hand.packed for hand in held], game.bottom.packed, moves, watcher)
            for _, held in found
        ]
        for state in [*states, state_of(game.observation(watcher))]:
            assert_same_state(states[0], state, False)
        game.push(action)


class Raw:
    """An agent of RLCard that keeps what it has been shown."""

    use_raw = True

    def __init__(self, choose: Callable[[Any], Any]) -> None:
        self.choose = choose
        self.shown: list[Any] = []

    def eval_step(self, state: Any) -> tuple[Any, dict[str, Any]]:
        self.shown.append(state)
        return self.choose(state), {}


class Ids(Raw):
    use_raw = False


@pytest.mark.parametrize(
    "agent",
    [
        Raw(lambda state: state["raw_legal_actions"][-1]),
        Raw(lambda state: state["raw_obs"]["actions"][-1]),
        Ids(lambda state: list(state["legal_actions"])[-1]),
        Ids(lambda state: np.int64(list(state["legal_actions"])[-1])),
    ],
    ids=["text", "action", "id", "numpy"],
)
def test_agents_with_texts_and_with_ids(agent: Raw) -> None:
    env = adapter.make("doudizhu", {"seed": 4})
    env.set_agents([agent] * 3)
    agent.step = lambda state: agent.eval_step(state)[0]  # type: ignore[attr-defined]
    agent.shown.clear()
    env.run(is_training=False)
    expected = agent.shown[:]
    env.seed(4)
    env.reset()
    game = same_deal(env, 2)
    agent.shown.clear()
    player = seat(agent)
    while game.turn is not None:
        game.push(player.act(game.observation(game.turn)))
    assert len(agent.shown) == len(expected) > 20
    for theirs, ours in zip(expected, agent.shown, strict=True):
        assert theirs["raw_obs"] == ours["raw_obs"]


def rlcards_rule_agent() -> Any:
    return peer("rlcard.models.doudizhu_rule_models", "rlcard").DouDizhuRuleAgentV1()


@pytest.mark.parametrize("rules", ["rlcard", "standard"])
def test_the_rule_agent_plays_as_in_rlcard(rules: str) -> None:
    env = peer("rlcard").make("doudizhu", {"seed": 8})
    agent = rlcards_rule_agent()
    player = seat(agent, "rule")
    for number in range(RULE_GAMES):
        state, _ = env.reset()
        game = same_deal(env, number % 3, rules)
        while not env.is_over():
            np.random.seed(number)
            action = agent.eval_step(state)[0]
            np.random.seed(number)
            ours = player.act(game.observation(game.turn))
            assert (str(ours.cards) or "pass") == action
            game.push(ours)
            state, _ = env.step(action, raw_action=True)
        assert game.is_over


def test_the_rule_agent_by_its_name() -> None:
    rlcards_rule_agent()
    first = arena.match("random", "rlcard:rule", deals=15)
    assert (first.b, first.wp.mean < 0.3) == ("rlcard:rule", True)
    np.random.seed(5)
    assert arena.match("random", "rlcard:rule", deals=15) == first
    assert arena.match("random", "rlcard:rule", deals=15, processes=2) == first


def test_it_neither_bids_nor_discards() -> None:
    rlcards_rule_agent()
    at = ddz.Table.preset("bga", discard=True, skip=True)
    score = arena.match("random", "rlcard:rule", deals=5, table=at, bidding=True)
    assert score.games == 30
    player = agents.make("rlcard:rule")
    game = ddz.Game(at, deal=3)
    assert player.act(game.observation(game.turn)) == ddz.PASS
    played(game, "pass pass bid:1")
    assert (game.phase, player.act(game.observation(game.turn))) == ("discard", ddz.Discard())


def test_it_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rlcard.models.doudizhu_rule_models", None)
    with pytest.raises(ddz.InvalidArgument, match=r"'rlcard:rule' .* pip install rlcard"):
        agents.make("rlcard:rule")


# --------------------------------------------------------------------- streams


def drawing(state: Any) -> Any:
    legal = state["raw_legal_actions"]
    return legal[(np.random.randint(1 << 30) + random.randrange(1 << 30)) % len(legal)]


def drawn_game(seeds: list[int]) -> str:
    players = [seat(Raw(drawing), seed=seed) for seed in seeds]
    game = ddz.Game(table(0), deal=5)
    while game.turn is not None:
        game.push(players[game.turn].act(game.observation(game.turn)))
    return game.record()


def test_draws_come_from_streams_of_its_own() -> None:
    np.random.seed(1)
    random.seed(1)
    expected = np.random.randint(1 << 30), random.randrange(1 << 30)
    np.random.seed(1)
    random.seed(1)
    first = drawn_game([1, 2, 3])
    assert (np.random.randint(1 << 30), random.randrange(1 << 30)) == expected
    assert drawn_game([1, 2, 3]) == first
    assert len({drawn_game([1, 2, other]) for other in range(3, 9)}) == 6


def test_without_a_seed_it_draws_from_the_common_streams() -> None:
    player = seat(Raw(drawing))
    game = ddz.Game(table(0), deal=5)
    found = []
    for seed in (1, 1, 2, 3, 4):
        np.random.seed(seed)
        random.seed(seed)
        found.append(player.act(game.observation(0)))
    assert found[0] == found[1]
    assert len(set(found)) > 1


# ---------------------------------------------------------------- other tables


def test_other_rules_leave_actions_out() -> None:
    # Three kickers of one rank are a play of RLCard's, but not of the standard rules.
    hands = ["33344455577789", "6", "9"]
    state = state_of(arranged(table(0), hands, "TJQ").observation(0))
    assert "333444555777" in state["raw_legal_actions"]
    game = arranged(table(0, "standard"), hands, "TJQ")
    state = state_of(game.observation(0))
    texts = state["raw_legal_actions"]
    assert "333444555777" not in texts
    assert sorted(texts) == sorted(str(move.cards) for move in game.legal_actions())
    assert state["raw_obs"]["actions"] == texts
    assert [str(SPACE.move_of(id).cards) for id in state["legal_actions"]] == texts
    # What both have is what is left, also where the table has more.
    game = arranged(table(0, "shuttle"), ["33334444567", "6", "9"], "TJQ")
    both = set(state_of(game.observation(0))["raw_legal_actions"])
    assert both < {str(move.cards) for move in game.legal_actions()}


@pytest.mark.parametrize("rules", ["standard", "free_kickers", "shuttle", "douzero", "openspiel"])
def test_random_ids_are_legal_at_every_table(rules: str) -> None:
    rng = random.Random(1)
    player = seat(Ids(lambda state: rng.choice(list(state["legal_actions"]))))
    for deal in range(30):
        game = ddz.Game(table(deal % 3, rules), deal)
        while game.turn is not None:
            game.push(player.act(game.observation(game.turn)), game.turn)


def test_cards_that_rlcard_reads_in_another_way() -> None:
    game = arranged(table(0, "free_kickers"), ["3334445556667", "8", "9"], "TJQ")
    game.push("333444555666:trio_chain_solo:3:6")
    assert state_of(game.observation(1))["raw_obs"]["trace"] == [(0, "333444555666")]


@pytest.mark.parametrize("play", ["33334444", "QQQBR"])
def test_a_play_that_rlcard_has_not(play: str) -> None:
    game = arranged(table(0, "shuttle"), ["33334444QQQBR56", "88889", "9999TTT"], "TJQ")
    game.push(play)
    with pytest.raises(NoState, match=f"RLCard has no play {play}"):
        state_of(game.observation(1))
    # It passes as often as it is asked, and says so.
    player = seat(Raw(lambda state: state["raw_legal_actions"][0]))
    for turn in (1, 2):
        assert player.act(game.observation(turn)) == ddz.PASS
        game.push("pass")
    assert player.unanswered == 2
    # Where that play is no longer to beat, it is shown as cards.
    game.push("T")
    shown = state_of(game.observation(1))
    assert shown["raw_obs"]["trace"] == [(0, play), (1, "pass"), (2, "pass"), (0, "T")]
    assert shown["raw_obs"]["played_cards"][0] == str(ddz.Hand(play + "T"))
    assert shown["obs"].sum() > 0
    assert str(player.act(game.observation(1))) == "pass"
    assert player.unanswered == 2


class PlaysThePair:
    """Leads or answers with the first play that holds both jokers as a pair, else the first."""

    name = "pair"

    def __init__(self, seed: int) -> None:
        pass

    def act(self, observation: ddz.Observation) -> ddz.Action:
        legal = observation.legal_actions
        pairs = [
            each for each in legal if "trio_pair" in str(each) and str(each.cards)[-2:] == "BR"
        ]
        return pairs[0] if pairs else legal[0]


def test_a_match_goes_on_after_such_a_play_and_the_score_counts_them() -> None:
    rlcards_rule_agent()
    score = arena.match("rlcard:rule", PlaysThePair, deals=60, table="shuttle")
    assert score.games == 120
    assert score.paces[0].unanswered > 0
    assert score.paces[1].unanswered == 0
    assert score.reversed().paces[1] == score.paces[0]
    assert arena.match("rlcard:rule", "random", deals=20).paces[0].unanswered == 0


# ------------------------------------------------------------ made by hand


HOSTILE: list[tuple[str, Callable[[ddz.Observation], dict[str, Any]]]] = [
    ("play 1, pass, is refused", lambda seen: {"plays": (Made(0, ddz.PASS),)}),
    ("play 2, pass, is out of turn", lambda seen: {"plays": (Made(0, ddz.PASS),) * 1000}),
    ("play 1, .* is out of turn", lambda seen: {"plays": (Made(1, THREE),)}),
    ("AAA is not all among", lambda seen: {"plays": (Made(0, ddz.Move.parse("AAA:trio:1:A")),)}),
    (
        "play 2, .* is refused: .* too low",
        lambda seen: {
            "plays": (*seen.plays, Made(1, THREE)),
            "hand": seen.hand - "3",
            "sizes": (19, 16, 17),
        },
    ),
    ("3 is no play", lambda seen: {"plays": (3,)}),
    ("is no play", lambda seen: {"plays": (Made(0, ddz.Discard()),)}),
    ("not iterable", lambda seen: {"plays": 5}),
    ("a size must be .* not 1099511627776", lambda seen: {"sizes": (2**40, 17, 17)}),
    ("a size must be .* not 0", lambda seen: {"sizes": (19, 17, 0)}),
    ("a size must be .* not -1", lambda seen: {"sizes": (-1, 17, 17)}),
    ("a size must be .* not 21", lambda seen: {"sizes": (19, 21, 17), "hand": LARGE}),
    ("not those of 3 hands", lambda seen: {"sizes": (19, 17)}),
    ("not those of 3 hands", lambda seen: {"sizes": (19, 16, 17)}),
    ("the seats have had", lambda seen: {"sizes": (20, 17, 17)}),
    ("the seats have had", lambda seen: {"sizes": (19, 17, 18)}),
    ("'3456' is no hand", lambda seen: {"hand": "3456"}),
    ("None is no hand", lambda seen: {"bottom": None}),
    ("the bottom 33344 has more", lambda seen: {"bottom": ddz.Hand("33344")}),
    ("landlord must be .* not 7", lambda seen: {"landlord": 7}),
    ("landlord must be .* not None", lambda seen: {"landlord": None}),
    ("is no discard", lambda seen: {"discards": (Made(0, THREE),)}),
    ("the seat of a discard .* not -9", lambda seen: {"discards": (Made(-9, ddz.Discard("3")),)}),
    ("has to beat", lambda seen: {"last": None}),
    ("has to beat", lambda seen: {"last": ddz.Move.parse("4:solo:1:4")}),
    ("seat 1 is not to act", lambda seen: {"turn": 2}),
    ("seat must be .* not 9", lambda seen: {"turn": 9, "seat": 9}),
]
"""What no game comes to, as seat 1 would see it after a lead of a 3, and what is said of it."""


@pytest.mark.parametrize(("words", "change"), HOSTILE)
def test_observations_made_by_hand(
    words: str, change: Callable[[ddz.Observation], dict[str, Any]]
) -> None:
    seen = played(ddz.Game(table(0), deal=1), "3").observation(1)
    altered = replace(seen, **change(seen))
    for asked in (state_of, infoset_of):
        with pytest.raises(ddz.InvalidArgument, match=words):
            asked(altered)


@pytest.mark.parametrize("given", [None, 3, "3", ddz.Game("standard", deal=1)])
def test_what_is_no_observation(given: Any) -> None:
    for asked in (state_of, infoset_of):
        with pytest.raises(ddz.InvalidArgument, match=r"game.observation\(seat\)"):
            asked(given)


def test_moves_that_are_not_held_do_not_reach_the_state() -> None:
    hands = [ddz.Hand(cards).packed for cards in ("34567", "88", "99")]
    for moves in (["AA:pair:1:A"], ["pass"] * 1000, ["34567:solo_chain:5:7", "pass"]):
        with pytest.raises(ddz.InvalidArgument, match="cannot be made"):
            state_after(hands, 0, list(map(ddz.Move.parse, moves)), 1)
    with pytest.raises(ddz.InvalidCards):
        state_after([(1 << 60) - 1, 0, 0], 0, [], 0)
    with pytest.raises(ddz.InvalidCards, match="not 20 at most"):
        state_after([ddz.Hand("333344445555666677778888").packed, 0, 0], 0, [], 0)
    for seats, seat_ in (([0, 0], 0), ([0, 0, 0], 3), ([0, 0, 0], 2**70)):
        with pytest.raises(ddz.InvalidArgument, match=r"hands, not 2|a seat must be"):
            state_after(seats, 0, [], seat_)


def test_cards_discarded_are_nobodys() -> None:
    at = ddz.Table(rules="rlcard", auction="none", first_bidder=1, discard=True)
    game = ddz.Game(at, deal=1)
    bottom = str(game.bottom)
    played(game, f"discard:{str(game.hands[2])[:2]} discard: discard:{bottom[:2]}")
    for _ in walk(game, random.Random(1), 20):
        shown = state_of(game.observation(game.turn))["raw_obs"]
        hands = game.hands
        others = [hands[each] for each in range(3) if each != game.turn]
        assert shown["current_hand"] == str(hands[game.turn])
        assert shown["others_hand"] == str(others[0] + others[1])
        assert shown["num_cards_left"] == [len(hands[each]) for each in (1, 2, 0)]
        assert ddz.Hand(shown["seen_cards"]) <= ddz.Hand(bottom[2:])
        assert shown["landlord"] == 0


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (ddz.Game("standard", deal=1), "not of the auction phase of 3"),
        (
            ddz.Game(ddz.Table.preset("bga", players=2, auction="none"), deal=1),
            "not of the play phase of 2",
        ),
    ],
)
def test_what_rlcard_has_no_states_of(game: ddz.Game, why: str) -> None:
    with pytest.raises(ddz.InvalidArgument, match=why):
        state_of(game.observation(game.turn))


def test_a_seat_that_is_not_to_act() -> None:
    with pytest.raises(ddz.InvalidArgument, match="seat 2 is not to act, but seat 0"):
        state_of(ddz.Game(table(0), deal=1).observation(2))


@pytest.mark.parametrize("action", ["33", "", "B", "34", None])
def test_an_agent_that_cheats(action: object) -> None:
    game = played(ddz.Game(table(0), deal=1), "T")
    with pytest.raises(ddz.InvalidArgument, match=f"cheat takes {action!r}, which is not legal"):
        seat(Raw(lambda state: action), "cheat").act(game.observation(1))


def test_an_id_that_is_none() -> None:
    game = played(ddz.Game(table(0), deal=1), "T")
    with pytest.raises(ddz.InvalidArgument, match="27472"):
        seat(Ids(lambda state: 27_472)).act(game.observation(1))
