"""`VectorGame` at the tables of the variants, in step with `Game`: turns, actions, points and
observations, which are long ones there."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from lockstep import legal_alike, step_alike

import ddz_core as ddz
from ddz_core import Hand, Rules, Table
from ddz_core._core.vector import LONG_OBSERVATION_SIZE, OBSERVATION_LAYOUT

GAMES = 6

TABLES: dict[str, tuple[Table, bool]] = {
    "four": (Table.preset("four"), False),
    "four, open": (Table.preset("four", open_hand=3), True),
    "laizi": (Table.preset("laizi"), False),
    "laizi, two players, open": (Table.preset("laizi", players=2, open_hand=2), True),
    "free_kickers, 2 wild": (Table(rules=Rules.preset("free_kickers").changed(wild="2")), False),
    "happy": (Table.preset("happy"), False),
    "happy, open": (Table.preset("happy"), True),
    "short deck": (Table(players=2, short_deck=True), False),
}


def vector_of(name: str, **arguments: Any) -> ddz.VectorGame:
    table, is_open = TABLES[name]
    return ddz.VectorGame(GAMES, seed=3, table=table, open_hand=is_open, **arguments)


def game_of(table: Table, deal: int, is_open: bool) -> ddz.Game:
    """Seat 0 the landlord at stake 1 and every factor 1, as in a vector."""
    changes = {"auction": "none", "first_bidder": 0, "base": 1}
    game = ddz.Game(table.changed(**changes), deal)
    if table.open_hand:
        game.push("open" if is_open else "pass")
    while game.phase == "doubling":
        game.push("double:1")
    assert (game.turn, game.phase) == (0, "play")
    return game


@pytest.mark.parametrize("name", TABLES)
def test_they_go_the_same_way(name: str) -> None:
    table, is_open = TABLES[name]
    vector = vector_of(name)
    games = [game_of(table, int(deal), is_open) for deal in vector.deals]
    rng = np.random.default_rng(1)
    over = 0
    while over <= GAMES:
        legal, rows = legal_alike(vector, games), vector.observe()
        for row, game in enumerate(games):
            assert game.turn is not None
            assert rows[row].tolist() == game.observation(game.turn).features().tolist()
            if table.wild:
                assert game.wild == "3456789TJQKA2"[vector.wild[row]]
        for row in step_alike(vector, games, legal, rng):
            games[row] = game_of(table, int(vector.deals[row]), is_open)
            over += 1


def part(row: np.ndarray, name: str) -> list[int]:
    found: list[int] = row[OBSERVATION_LAYOUT[name]].tolist()
    return found


def counts(cards: str) -> list[int]:
    return Hand(cards, decks=2).counts.tolist() if cards else [0] * 15


def step(vector: ddz.VectorGame, text: str) -> None:
    """The same action in every game, whether it is legal there or not."""
    move = np.zeros(vector.games, ddz.MOVE_DTYPE)
    if text != "pass":
        made = ddz.Move.parse(text)
        move["cards"], move["kind"], move["size"] = made.cards.packed, made.kind, made.size
        move["length"], move["rank"] = made.length, made.rank
    vector.step(move, vector.deals == vector.deals[0])


def test_what_four_players_see() -> None:
    vector = ddz.VectorGame(GAMES, seed=3, table="four")
    assert vector.observation_size == LONG_OBSERVATION_SIZE == 146
    hands = [Hand(int(hand), decks=2) for hand in vector.hands[:, 0]]
    assert list(map(len, hands)) == [33, 25, 25, 25]
    solo = str(hands[0])[0]
    step(vector, f"{solo}:solo:1:{solo}")
    step(vector, "pass")
    step(vector, "pass")
    row = vector.observe()[0]
    # The fourth is to answer: the landlord is next, who has played; two have passed.
    assert part(row, "role") == [1]
    assert part(row, "passes") == [2]
    assert part(row, "recent") == counts(solo) + counts("")
    assert part(row, "third") == counts("")
    assert part(row, "sizes") + part(row, "third_size") == [25, 32, 25, 25]
    assert part(row, "wild") == [0]
    assert sum(part(row, "unseen")) == 108 - 25 - 1 - sum(Hand(int(vector.kept[0])).counts)
    step(vector, "pass")
    # All have passed: the landlord leads anew, and nothing is recent.
    row = vector.observe()[0]
    assert part(row, "role") == [0]
    assert part(row, "recent") + part(row, "third") == [0] * 45
    assert part(row, "sizes") + part(row, "third_size") == [32, 25, 25, 25]


def test_an_open_hand_is_seen_by_all() -> None:
    vector = vector_of("happy, open")
    landlord = Hand(int(vector.hands[0, 0]))
    solo = str(landlord)[0]
    step(vector, f"{solo}:solo:1:{solo}")
    row = vector.observe()[0]
    left = landlord - solo
    assert part(row, "open_hand") == left.counts.tolist()
    # Only the third player's cards are not seen by the second.
    assert sum(part(row, "unseen")) == 17
    assert not vector_of("happy").observe()[:, OBSERVATION_LAYOUT["open_hand"]].any()


@pytest.mark.parametrize("name", TABLES)
def test_copies_and_threads(name: str) -> None:
    vector = vector_of(name)
    rng = np.random.default_rng(5)
    for _ in range(20):
        indptr, _ = vector.legal()
        vector.step((rng.random(GAMES) * np.diff(indptr)).astype(np.int64))
    others = [copy.copy(vector), copy.deepcopy(vector), pickle.loads(pickle.dumps(vector))]
    for _ in range(80):
        indptr, actions = vector.legal()
        for other in others:
            assert (other.legal()[1] == actions).all()
            assert (other.observe() == vector.observe()).all()
            assert (other.wild == vector.wild).all()
        choices = (rng.random(GAMES) * np.diff(indptr)).astype(np.int64)
        rewards, _ = vector.step(choices)
        for other in others:
            assert (other.step(choices)[0] == rewards).all()
    big = ddz.VectorGame(600, seed=3, table=TABLES[name][0], open_hand=TABLES[name][1], threads=2)
    assert (big.hands[:, :GAMES] == vector_of(name).hands).all()
    indptr, actions = big.legal()
    small = vector_of(name).legal()[1]
    assert (actions[: indptr[GAMES]] == small).all()


def test_a_saved_wild_rank_is_checked() -> None:
    for name, wild in (("laizi", 13), ("free_kickers, 2 wild", 3), ("happy", 3)):
        vector = vector_of(name)
        make, arguments = vector.__reduce__()
        saved = bytearray(arguments[-1])
        assert bytes(vector.wild) == saved[-2 * GAMES : -GAMES]
        saved[-2 * GAMES] = wild
        with pytest.raises(ddz.InvalidArgument, match="row 0: the saved game cannot be"):
            make(*arguments[:-1], bytes(saved))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"table": Table(discard=True)}, "discard=True is not for .* set discard to False, or"),
        ({"rules": "four"}, "players=3 cannot play by the rules 'four'.* set players to 4, or"),
        ({"players": 4}, "players=4 cannot play by the rules 'standard'.* set players to 2 or 3"),
        ({"players": 5}, "players"),
        ({"table": "four", "open_hand": True}, "open_hand=True needs a table .* open_hand=0: set"),
        ({"table": "happy", "open_hand": 2}, "open_hand must be True or False, not 2"),
    ],
)
def test_what_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ddz.InvalidArgument, match=message):
        ddz.VectorGame(2, **arguments)
