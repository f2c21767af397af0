"""DouZero's agents at our table: they are shown what DouZero would show them."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from peers import peer
from walks import arranged, played

import ddz_core as ddz
from ddz_core import agents, arena
from ddz_core._core.douzero_arrays import POSITIONS
from ddz_core._core.douzero_cards import cards_of, hand_of
from ddz_core.adapters import douzero as adapter
from ddz_core.adapters.douzero_players import infoset_of, seat


def table(landlord: int, rules: str = "douzero") -> ddz.Table:
    return ddz.Table(rules=rules, auction="none", first_bidder=landlord)


class Agent:
    """An agent of DouZero that keeps what it has been shown."""

    def __init__(self, choose: Callable[[Any], Any]) -> None:
        self.choose = choose
        self.shown: list[Any] = []

    def act(self, infoset: Any) -> Any:
        self.shown.append(infoset)
        return self.choose(infoset)


def environments() -> list[Any]:
    """Makes the adapter's environment, or DouZero's own where that is installed."""

    def theirs(players: Any) -> Any:
        return peer("douzero.env.game", "douzero").GameEnv(players)

    return [
        pytest.param(adapter.GameEnv, id="adapter"),
        pytest.param(theirs, id="douzero"),
    ]


def as_known(infoset: Any, is_shown: bool) -> dict[str, Any]:
    """What an information set tells a seat: in ours no hand of another seat is told apart."""
    told = dict(vars(infoset))
    own = {infoset.player_position: infoset.player_hand_cards}
    hands = told.pop("all_handcards")
    assert hands == own if is_shown else own.items() <= hands.items()
    told["other_hand_cards"] = sorted(told["other_hand_cards"])
    actions = told["legal_actions"]
    told["legal_actions"] = sorted(map(tuple, {tuple(action) for action in actions}))
    return told


@pytest.mark.parametrize("make", environments())
@pytest.mark.parametrize("landlord", [0, 1, 2])
def test_the_information_sets_are_douzeros_own(make: Callable[[Any], Any], landlord: int) -> None:
    rng = random.Random(landlord)
    chosen: list[list[int]] = []
    env = make(dict.fromkeys(POSITIONS, Agent(lambda infoset: chosen[-1])))
    for number in range(40):
        game = ddz.Game(table(landlord), deal=number)
        env.reset()
        hands = {
            name: cards_of(game.hands[(landlord + turn) % 3]) for turn, name in enumerate(POSITIONS)
        }
        assert game.bottom is not None
        env.card_play_init({**hands, "three_landlord_cards": cards_of(game.bottom)})
        while game.turn is not None:
            shown = infoset_of(game.observation(game.turn))
            assert as_known(shown, True) == as_known(env.game_infoset, False)
            chosen.append(rng.choice(env.game_infoset.legal_actions))
            mine = [legal for legal in game.legal_actions() if hand_of(chosen[-1]) == legal.cards]
            game.push(max(mine, key=lambda move: move.length))
            env.step()
        assert env.game_over
        assert game.result is not None
        assert (game.result.winner == "landlord") == (env.get_winner() == "landlord")


def test_what_its_networks_see_can_be_made_of_it() -> None:
    game = played(ddz.Game(table(0), deal=1), "3 pass pass 5 6")
    obs = adapter.get_obs(infoset_of(game.observation(2)))
    assert obs["position"] == "landlord_up"
    assert obs["x_batch"].shape == (len(obs["legal_actions"]), 484)


@pytest.mark.parametrize(
    "rules", ["douzero", "rlcard", "standard", "free_kickers", "shuttle", "openspiel"]
)
def test_every_offered_action_is_legal_at_every_table(rules: str) -> None:
    rng = random.Random(1)
    player = seat(Agent(lambda infoset: rng.choice(infoset.legal_actions)))
    for deal in range(30):
        game = ddz.Game(table(deal % 3, rules), deal)
        while game.turn is not None:
            game.push(player.act(game.observation(game.turn)), game.turn)


def test_plays_that_douzero_has_not_are_not_offered() -> None:
    game = arranged(table(0, "shuttle"), ["33334444567", "55556666", "9"], "TJQ")
    offered = infoset_of(game.observation(0)).legal_actions
    assert [3, 3, 3, 3, 4, 4, 4, 4] not in offered
    assert [3, 3, 3, 3] in offered
    # What others play is shown, whatever it is; it can still be passed on, or be bombed.
    game.push("33334444")
    shown = infoset_of(game.observation(1))
    assert shown.last_move == [3, 3, 3, 3, 4, 4, 4, 4]
    assert shown.legal_actions == [[5] * 4, [6] * 4, []]


def test_one_agent_for_each_position() -> None:
    by_position = {name: Agent(lambda infoset: infoset.legal_actions[-1]) for name in POSITIONS}
    game = ddz.Game(table(1), deal=4)
    player = seat(by_position, "three")
    while game.turn is not None:
        game.push(player.act(game.observation(game.turn)))
    for name, agent in by_position.items():
        assert agent.shown
        assert {infoset.player_position for infoset in agent.shown} == {name}


def test_it_neither_bids_nor_discards() -> None:
    player = seat(Agent(lambda infoset: infoset.legal_actions[0]))
    game = ddz.Game(ddz.Table.preset("bga", discard=True), deal=3)
    assert player.act(game.observation(game.turn)) == ddz.PASS
    played(game, "pass pass bid:1")
    assert player.act(game.observation(game.turn)) == ddz.Discard()


@pytest.mark.parametrize("answer", [[3, 3], [], [20], [3.9], [15], None, "3", [3] * 5, 7])
def test_an_agent_that_cheats(answer: object) -> None:
    game = played(ddz.Game(table(0), deal=1), "T")
    if answer == []:
        game = ddz.Game(table(0), deal=1)
    seat_ = game.turn
    with pytest.raises(ddz.InvalidArgument, match=r"cheat takes .*, which is n"):
        seat(Agent(lambda infoset: answer), "cheat").act(game.observation(seat_))


@pytest.mark.parametrize(
    "agent", [None, 3, object(), {}, {"landlord": Agent(len)}, dict.fromkeys(POSITIONS)]
)
def test_what_is_no_agent(agent: Any) -> None:
    with pytest.raises(ddz.InvalidArgument, match=r"act\(infoset\)"):
        seat(agent)


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
def test_what_douzero_has_no_states_of(game: ddz.Game, why: str) -> None:
    with pytest.raises(ddz.InvalidArgument, match=why):
        infoset_of(game.observation(game.turn))


MODULE = """
import random
import numpy as np

class Random:
    def __init__(self, seed):
        pass

    def act(self, infoset):
        place = np.random.randint(1 << 30) + random.randrange(1 << 30)
        return infoset.legal_actions[place % len(infoset.legal_actions)]

class Last:
    use_raw = True

    def __init__(self, seed):
        pass

    def eval_step(self, state):
        return state["raw_legal_actions"][-1], {}

def positions(seed):
    return {name: Random(seed) for name in ("landlord", "landlord_down", "landlord_up")}
"""


@pytest.fixture
def guests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ddz_guests.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    monkeypatch.delitem(sys.modules, "ddz_guests", raising=False)


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize(
    "name",
    ["douzero:ddz_guests:Random", "douzero:ddz_guests:positions", "rlcard:ddz_guests:Last"],
)
def test_by_name(name: str) -> None:
    np.random.seed(5)
    first = arena.match(name, "random", deals=10)
    assert first.a == name
    np.random.seed(6)
    assert arena.match(name, "random", deals=10) == first
    assert arena.match(name, "random", deals=10, processes=2) == first


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("douzero:ddz_guests:Nobody", "has no Nobody"),
        ("douzero:nowhere_at_all:Random", "nowhere_at_all"),
        ("douzero:ddz_guests:Last", r"has act\(infoset\)"),
        ("rlcard:ddz_guests:Random", r"use_raw and eval_step\(state\)"),
    ],
)
def test_names_of_nobody(name: str, why: str) -> None:
    with pytest.raises(ddz.InvalidArgument, match=why):
        agents.make(name)
