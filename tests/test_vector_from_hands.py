"""Vectors of games that go on from given cards: the same as single games of these cards."""

from __future__ import annotations

import random

import numpy as np
import pytest
from walks import walk

import ddz_core as ddz

RULES = ("standard", "free_kickers", "shuttle", "bga_bomb_mode")


def spots(rules: str, players: int) -> list[ddz.Game]:
    """Games in the middle of a trick, of which only the play to beat is known."""
    table = ddz.Table(rules=rules, players=players, auction="none", first_bidder=0)
    found = []
    for deal in range(12):
        game, rng = ddz.Game(table, deal), random.Random(deal)
        for _ in walk(game, rng, rng.randrange(40)):
            pass
        if not game.is_over and game.public.plays:
            public = game.public
            passes = sum(made.action == ddz.PASS for made in public.trick[-2:])
            found.append(
                ddz.Game.from_hands(
                    table,
                    game.hands,
                    game.bottom,
                    landlord=0,
                    turn=game.turn,
                    last=public.last,
                    passes=0 if public.last is None else passes,
                    gone=None if players == 3 else before(game),
                    doubled=doubled(public.doublings) - doubled([str(public.last)]),
                )
            )
    return found


def before(game: ddz.Game) -> str:
    """The cards that were put down before the play to beat."""
    cards = "".join(str(made.action.cards) for made in game.public.plays)
    for card in "" if game.public.last is None else str(game.public.last.cards):
        cards = cards.replace(card, "", 1)
    return cards


def doubled(names: list[str] | tuple[str, ...]) -> int:
    return sum("bomb" in name or "rocket" in name or name == "earlier" for name in names)


def vector_of(games: list[ddz.Game]) -> ddz.VectorGame:
    public = [game.public for game in games]
    return ddz.VectorGame.from_hands(
        [game.hands for game in games],
        bottom=[game.bottom for game in games],
        turn=np.array([each.turn for each in public]),
        last=[each.last for each in public],
        passes=[
            (each.turn - 1 - each.last_seat) % len(each.sizes) if each.last else 0
            for each in public
        ],
        doubled=[doubled(each.doublings) for each in public],
        gone=[before(game) + str(game.start.middle.gone) for game in games],
        rules=games[0].table.rules,
        seed=5,
        threads=2,
    )


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("rules", RULES)
def test_they_play_as_single_games_do(rules: str, players: int) -> None:
    games = spots(rules, players)
    vector, rng = vector_of(games), random.Random(1)
    fresh = ddz.VectorGame(len(games), 5, rules, players)
    going = set(range(len(games)))
    assert len(going) > 5
    while going:
        indptr, actions = vector.legal()
        rows = vector.observe()
        chosen = np.zeros(len(games), np.int64)
        for i in going:
            game = games[i]
            listed = [ddz.Move.from_row(row) for row in actions[indptr[i] : indptr[i + 1]]]
            assert listed == game.legal_actions()
            assert (rows[i] == game.observation(game.turn).features()).all()
            chosen[i] = rng.randrange(len(listed))
            game.push(listed[chosen[i]])
        rewards, ended = vector.step(chosen, np.isin(np.arange(len(games)), list(going)))
        for i in sorted(going):
            assert ended[i] == games[i].is_over
            if ended[i]:
                assert tuple(rewards[i]) == games[i].result.points
                # The next deal of that game is dealt then, as after any other.
                assert vector.deals[i] == fresh.deals[i] + 1
                going.remove(i)


def test_a_whole_deal_springs() -> None:
    deal = ddz.deal(3)
    hands = [deal.hands[0] + deal.bottom, *deal.hands[1:]]
    given = ddz.VectorGame.from_hands([hands] * 2, deal.bottom, seed=3)
    dealt = ddz.VectorGame(1, seed=3)
    assert (given.observe()[0] == dealt.observe()[0]).all()
    assert given.played.tolist() == [0, 0]
    spring = ddz.VectorGame.from_hands([["3", "44", "55"]], gone="")
    assert spring.step(np.array([0]))[0].tolist() == [[4, -2, -2]]
    later = ddz.VectorGame.from_hands([["3", "44", "55"]])
    assert later.step(np.array([0]))[0].tolist() == [[2, -1, -1]]


@pytest.mark.parametrize(
    ("hands", "options", "why"),
    [
        ([], {}, "number of games"),
        ([["3", "4", "5"], ["3", "4"]], {}, "row 1: 2 hands, not 3"),
        ([["33", "33", "3"]], {}, "row 0: .*5 times 3"),
        ([["3", "", "5"]], {}, "the hand of seat 1 is empty"),
        ([["3", "34445667789TTQAA2K", "5"]], {}, "seat 1 holds 18 cards"),
        ([["3", "4", "5"]], {"turn": [0, 1]}, "turn has 2 values, and there are 1 games"),
        ([["3", "4", "5"]], {"turn": 3}, "turn must be"),
        ([["3", "4", "5"]], {"passes": 1}, "passes need a last play"),
        ([["3", "4", "5"]], {"last": "45"}, "'45'"),
        ([["3", "4", "5"]], {"last": "5555"}, "5 times 5"),
        ([["3", "4", "5"]], {"gone": "3333"}, "5 times 3"),
        ([["3", "4", "5"]], {"bottom": "789", "gone": "78"}, "9 of it is neither"),
        ([["3", "4", "5"]], {"bottom": "789", "kept": "7"}, "contradict each other"),
        ([["3", "4", "5"]], {"doubled": 15}, "doubled must be"),
        ([["3", "4", "5"]], {"rules": "four"}, "cannot play by the rules"),
        ([["3", "4", "5"]], {"table": "laizi"}, "wild must be the rank that is wild"),
        ([["3", "4", "5"]], {"table": "laizi", "wild": "B"}, "wild must be the rank"),
        ([["3", "4", "5"]], {"wild": "9"}, "wild is for a table that draws it"),
        ([["3", "4", "5"]], {"table": "four"}, "3 hands, not 4"),
        ([["33333", "4", "5", "6"]], {"table": "four", "gone": "3333"}, "9 times 3"),
    ],
)
def test_what_does_not_fit_together(hands: list, options: dict, why: str) -> None:
    with pytest.raises(ddz.InvalidArgument, match=why):
        ddz.VectorGame.from_hands(hands, **options)


@pytest.mark.parametrize(
    ("table", "open_hand"),
    [("four", False), ("laizi", False), ("standard", False), ("happy", True)],
)
def test_a_vector_goes_on_from_its_own_state(table: str, open_hand: bool) -> None:
    rng = np.random.default_rng(1)
    games = ddz.VectorGame(40, seed=2, table=table, open_hand=open_hand)
    for _ in range(12):
        games.step(rng.integers(0, np.diff(games.legal()[0])))
    last = [ddz.Move.from_row(row) for row in games.last]
    given = ddz.VectorGame.from_hands(
        games.hands.T.tolist(),
        bottom=games.bottom.tolist(),
        turn=games.turn,
        last=[move or None for move in last],
        passes=np.where([bool(move) for move in last], games.passes, 0),
        doubled=games.bombs,
        gone=(games.played - games.last["cards"]).tolist(),
        kept=games.kept.tolist(),
        table=table,
        open_hand=open_hand,
        wild=[ddz.RANKS[slot] for slot in games.wild] if table == "laizi" else None,
    )
    indptr, actions = games.legal()
    again, same = given.legal()
    assert (indptr == again).all()
    assert (actions == same).all()
    assert (games.hands == given.hands).all()
    assert (games.kept == given.kept).all()
    chosen = rng.integers(0, np.diff(games.legal()[0]))
    rewards, ended = games.step(chosen)
    assert [ended.tolist(), rewards.tolist()] == [each.tolist() for each in given.step(chosen)][
        ::-1
    ]
