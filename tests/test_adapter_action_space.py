"""Action spaces: every id, both ways, and against the libraries' own tables."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from conftest import PRESETS
from hypothesis import given
from hypothesis import strategies as st
from peers import peer

import ddz_core as ddz
from ddz_core._core.move_ids import deck_plays
from ddz_core.adapters.action_space import ActionSpace

SPACES = {
    "rlcard": ActionSpace("rlcard"),
    "openspiel": ActionSpace("openspiel"),
    **{f"compact {name}": ActionSpace.compact(name) for name in PRESETS},
}

# docs/rules.md section 4: plays of at most 20 cards; and one id for the pass.
COMPACT = {
    "standard": 24_639,
    "free_kickers": 28_511,
    "shuttle": 37_634,
    "shuttle_pair_solos": 37_790,
    "bga": 24_639,
    "bga_bomb_mode": 24_677,
    "rlcard": 27_471,
    "douzero": 29_993,
    "openspiel": 25_670,
}


@pytest.mark.parametrize("preset", PRESETS)
def test_the_compact_numbering_is_every_play_in_canonical_order(preset: str) -> None:
    space = ActionSpace.compact(preset)
    assert space.n == len(space) == COMPACT[preset] + 1
    assert space.pass_id == space.n - 1
    plays = space.forms[:-1]
    keys = [(int(m["kind"]), int(m["length"]), int(m["rank"])) for m in plays]
    assert keys == sorted(keys)
    assert (plays["size"] <= 20).all()
    # A hand's own canonical order is the order of the ids.
    hand = ddz.Hand("3334445556667777BR22")
    ids = space.ids(ddz.legal_moves(hand, rules=preset))
    assert (np.diff(ids) > 0).all()


@pytest.mark.parametrize("preset", PRESETS)
def test_every_play_of_the_deck_is_a_play(preset: str) -> None:
    plays = deck_plays(preset)
    sample = plays[np.linspace(0, len(plays) - 1, 500).astype(int)]
    for row in sample:
        [found] = [
            move
            for move in ddz.readings(int(row["cards"]), preset)
            if (int(move.kind), move.length) == (row["kind"], row["length"])
        ]
        assert (found.rank, found.size) == (row["rank"], row["size"])


@pytest.mark.parametrize("name", SPACES)
def test_every_id_goes_round(name: str) -> None:
    space = SPACES[name]
    ids = np.arange(space.n)
    if name == "openspiel":
        # 1 to 3 are bids; 383 ids name the lower of two bodies, which is the same move.
        ids = np.delete(ids, [1, 2, 3])
        lower = space.ids(space.moves(ids)) != ids
        assert lower.sum() == 26_057 - 4 - 25_670 == 383
        assert (space.forms["rank"][ids[lower]] < space.moves(ids[lower])["rank"]).all()
        ids = ids[~lower]
    assert (space.ids(space.moves(ids)) == ids).all()
    for id in ids[:: len(ids) // 200]:
        move = space.move_of(int(id))
        assert space.id_of(move) == space.id_of(str(move)) == id


def test_rlcard_ids_are_rlcards() -> None:
    utils = peer("rlcard.games.doudizhu.utils")
    space = SPACES["rlcard"]
    texts = [str(ddz.Hand(int(cards))) or "pass" for cards in space.forms["cards"]]
    assert texts == utils.ID_2_ACTION
    assert len(texts) == 27_472


def test_openspiel_ids_are_openspiels() -> None:
    pyspiel = peer("pyspiel", "open_spiel")
    state = pyspiel.load_game("dou_dizhu").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    space = SPACES["openspiel"]
    assert space.n == state.get_game().num_distinct_actions()
    for id in range(4, space.n):
        text = state.action_to_string(0, id).replace("(BWJ)", "B").replace("(CJ)", "R")
        body, _, kickers = text.partition("-")
        assert ddz.Hand(body + kickers).packed == space.forms["cards"][id], text
        if kickers:
            assert ddz.RANKS[space.forms["rank"][id]] == body[-1], text


def test_cards_with_two_bodies_have_two_ids_of_openspiel() -> None:
    # docs/rules.md section 4: the core knows the higher reading alone.
    space = SPACES["openspiel"]
    cards = "333444555666"
    named = np.flatnonzero(space.forms["cards"] == ddz.Hand(cards).packed)
    assert [ddz.RANKS[rank] for rank in space.forms["rank"][named]] == ["6", "5", "6"]
    assert set(named) <= set(space.legal_ids(cards).tolist())
    # Over 333444555 only the body 444555666 goes.
    over = space.legal_ids(cards, last="333444555789:trio_chain_solo:3:5")
    assert over.tolist() == [space.pass_id, named[2]]


@given(data=st.data())
def test_ragged_ids_are_those_of_each_hand(data: st.DataObject) -> None:
    space = SPACES[data.draw(st.sampled_from(sorted(SPACES)))]
    numbers = data.draw(st.lists(st.integers(0, 10**6), min_size=1, max_size=4))
    hands = np.array([ddz.deal(number).hands[0].packed for number in numbers], np.uint64)
    last = np.zeros(len(hands), ddz.MOVE_DTYPE)
    texts: list[str | None] = []
    for row, number in enumerate(numbers):
        moves = ddz.legal_moves(ddz.deal(number + 1).hands[1], rules=space.rules)
        pick = data.draw(st.integers(-1, len(moves) - 1))
        texts.append(None if pick < 0 else str(moves[pick]))
        if pick >= 0:
            last[row] = moves.array[pick]
    indptr, ids = space.legal_ids_batch(hands, last)
    assert ids.dtype == np.int32
    masks = space.masks(indptr, ids)
    for row, (hand, text) in enumerate(zip(hands, texts, strict=True)):
        own = space.legal_ids(int(hand), text)
        assert ids[indptr[row] : indptr[row + 1]].tolist() == own.tolist() == sorted(own)
        assert (space.pass_id in own) == (text is not None)
        assert (masks[row] == space.mask(own)).all()
        assert np.flatnonzero(masks[row]).tolist() == own.tolist()


def test_ids_follow_a_vector_of_games() -> None:
    space = ActionSpace("standard")
    games = ddz.VectorGame(16, seed=5)
    for _ in range(30):
        indptr, actions = games.legal()
        ids = space.ids(actions)
        assert (space.moves(ids) == actions).all()
        games.step(space.moves(ids[indptr[:-1]]))


def test_one_table_for_the_same_rules_and_pickles() -> None:
    space = ActionSpace(ddz.Rules(bomb_chains=True))
    assert space.index is ActionSpace("bga_bomb_mode").index
    for made in (space, SPACES["rlcard"], SPACES["compact rlcard"]):
        again = pickle.loads(pickle.dumps(made))
        assert (again.n, again.index) == (made.n, made.index)


def test_forms_and_moves() -> None:
    space = SPACES["openspiel"]
    low, high = space.form_of(1484), space.move_of(1484)
    assert (str(low), str(high)) == (
        f"{low.cards}:trio_chain_solo:3:5",
        f"{low.cards}:trio_chain_solo:3:6",
    )
    assert pickle.loads(pickle.dumps(low)) == low != high
    hand = ddz.legal_moves("333444555666", rules="openspiel")
    after = [space.ids_of_legal(hand, last).tolist() for last in (None, low, high)]
    assert 1484 in after[0]
    assert 1484 not in after[1]
    with pytest.raises(ddz.InvalidArgument, match="bid"):
        space.form_of(2)


def test_every_printed_form_is_read() -> None:
    space = SPACES["openspiel"]
    ids = [0, *range(4, space.n)]
    assert [space.id_of(str(space.form_of(id))) for id in ids] == ids
    low, high = (f"333444555666:trio_chain_solo:3:{rank}" for rank in "56")
    # Over the lower body more goes than over the higher one.
    hand = "444555666777888"
    after = {last: space.legal_ids(hand, last).tolist() for last in (low, high)}
    assert set(after[high]) < set(after[low])
    for last in (low, high):
        _, ids_of_batch = space.legal_ids_batch(np.array([ddz.Hand(hand).packed], np.uint64), last)
        assert ids_of_batch.tolist() == after[last] == sorted(after[last])


@pytest.mark.parametrize(
    ("field", "rules"),
    [
        ("decks", ddz.Rules.preset("four")),
        ("wild", ddz.Rules.preset("standard").changed(wild="9")),
    ],
)
def test_rules_whose_plays_have_no_numbers(field: str, rules: ddz.Rules) -> None:
    with pytest.raises(ddz.InvalidRules, match=f"{field} is .*: choose rules with {field}="):
        ActionSpace(rules)


def test_what_is_refused() -> None:
    space = ActionSpace("rlcard")
    for id in (10**30, -(2**63) - 1, 27_472):
        for asked in (space.move_of, space.form_of):
            with pytest.raises(ddz.InvalidArgument, match=f"id {id} is not in"):
                asked(id)
    with pytest.raises(ddz.InvalidArgument, match=r"a whole number, not 1\.5"):
        space.move_of(1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a move is a Move or a text, not 3"):
        space.id_of(3)  # type: ignore[arg-type]
    with pytest.raises(ddz.InvalidArgument, match="27472 is not in the action space 'rlcard'"):
        space.move_of(27_472)
    with pytest.raises(ddz.InvalidArgument, match="id -1 "):
        space.moves(np.array([0, -1]))
    with pytest.raises(ddz.InvalidArgument, match=r"id 2 .* is a bid"):
        ActionSpace("openspiel").move_of(2)
    with pytest.raises(ddz.IllegalPlay, match="'3345' is no play"):
        space.id_of("3345")
    with pytest.raises(ddz.IllegalPlay, match="33334444:quad_chain:2:4 has no id"):
        space.id_of("33334444:quad_chain:2:4")
    rows = ddz.legal_moves("33").array.copy()
    rows["kind"][1] = 9
    with pytest.raises(ddz.IllegalPlay, match="row 1: cards 2, kind 9"):
        space.ids(rows)
    with pytest.raises(ddz.InvalidArgument, match="MOVE_DTYPE"):
        space.ids(np.zeros(3))
    with pytest.raises(ddz.InvalidArgument, match="one dimension"):
        space.mask(np.zeros((2, 2), np.int64))
    with pytest.raises(ddz.InvalidArgument, match="whole numbers"):
        space.mask(np.zeros(2))
    with pytest.raises(ddz.InvalidArgument, match="indptr"):
        space.masks(np.array([0, 3]), np.array([1]))
    with pytest.raises(ddz.InvalidRules, match="no preset is called 'poker'"):
        ActionSpace("poker")
