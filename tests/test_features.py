"""A row of features is the same whoever makes it: a vector, a game, an environment."""

from __future__ import annotations

import random

import numpy as np
import pytest
from walks import RULES, tables, walk, wild_tables

import ddz_core as ddz
from ddz_core import Hand, Table
from ddz_core._core.vector import OBSERVATION_LAYOUT
from ddz_core.adapters._observation import observation, start_play

SHORT = Hand([4] * 13 + [1, 1]) - "33334444"


def part(row: np.ndarray, name: str) -> list[int]:
    found: list[int] = row[OBSERVATION_LAYOUT[name]].tolist()
    return found


def counts(*hands: Hand) -> list[int]:
    return [int(n) for hand in hands for n in hand.counts]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("rules", RULES)
def test_a_game_says_what_the_vector_says(rules: str, players: int) -> None:
    n, steps = 12, 220
    table = Table(rules=rules, players=players, auction="none", first_bidder=0)
    vector = ddz.VectorGame(n, seed=77, rules=rules, players=players)
    games = [ddz.Game(table, int(deal)) for deal in vector.deals]
    rng = np.random.default_rng(players)
    over = 0
    for _ in range(steps):
        rows = vector.observe()
        for row, game in zip(rows, games, strict=True):
            assert game.turn is not None
            seen = game.observation(game.turn)
            assert seen.features().tolist() == row.tolist()
            assert part(row, "unseen") == counts(seen.unseen)
        indptr, _ = vector.legal()
        choices = (rng.random(n) * np.diff(indptr)).astype(np.int64)
        _, ended = vector.step(choices)
        for i, game in enumerate(games):
            game.push(game.legal_actions()[choices[i]])
            if ended[i]:
                games[i] = ddz.Game(table, int(vector.deals[i]))
                over += 1
    assert over > n


def test_every_seat_of_a_game_says_what_the_environments_say() -> None:
    table = Table(auction="none", first_bidder=0)
    rng = random.Random(1)
    for number in range(20):
        game, dealt = ddz.Game(table, number), ddz.deal(number)
        phase = start_play(game.hands, dealt.bottom, 0, table.rules)
        while True:
            for seat in range(3):
                row = observation(phase, seat, dealt.bottom)
                assert row.tolist() == game.observation(seat).features().tolist()
            if game.is_over:
                break
            action = rng.choice(game.legal_actions())
            game.push(action)
            phase.push(action)  # type: ignore[arg-type]


def test_after_33_of_deal_1() -> None:
    game = ddz.Game("standard", deal=1)
    for action in ("pass", "bid:3", "33"):
        game.push(action)
    assert game.turn is not None
    # 54 less the 17 of the hand, the two on the table and the three of the bottom, all of
    # which the landlord still has.
    seen = game.observation(game.turn)
    assert len(seen.unseen) == 54 - 17 - 2 - 3 == sum(part(seen.features(), "unseen"))
    landlord = game.observation(seen.landlord)  # type: ignore[arg-type]
    # He has seen his 20 cards, and the two are among them.
    assert len(landlord.unseen) == 54 - 20 == sum(part(landlord.features(), "unseen"))


def checked_row(seen: ddz.Observation) -> None:
    """The row of an observation, part by part, from what the observation says."""
    row, players = seen.features(), len(seen.sizes)
    table, decks = seen.table, seen.table.rules.decks
    is_long = bool(players == 4 or table.wild or table.open_hand)
    assert (row.dtype, row.shape) == (np.uint8, (146 if is_long else 114,))
    others = [(seen.seat + k) % players for k in range(1, players)]
    moves = [(seat, move) for seat, move, _ in seen.plays]
    assert part(row, "hand") == counts(seen.hand)
    assert part(row, "unseen") == counts(seen.unseen)
    assert part(row, "last") == counts(seen.last.cards if seen.last else Hand())
    assert part(row, "bottom") == counts(seen.shown if seen.bottom is None else seen.bottom)
    put_down = [action.cards for _, action, _ in (*seen.plays, *seen.discards)]  # type: ignore[union-attr]
    assert (
        part(row, "played") == np.sum([hand.counts for hand in put_down] or [[0] * 15], 0).tolist()
    )
    # What is unseen, in the hand, face up and kept by somebody else is the whole deck.
    kept = Hand() if seen.seat == seen.landlord else seen.kept
    shown = seen.shown if seen.bottom is None else Hand()
    total = seen.unseen + seen.hand + kept + shown + Hand(part(row, "played"), decks=decks)
    assert total == (SHORT if table.short_deck else Hand(table.rules.deck, decks=decks))
    # The trick: what has been done since its lead.
    trick: list[tuple[int, ddz.Move]] = []
    for seat, move in moves:
        trick.append((seat, move))  # type: ignore[arg-type]
        if [bool(each) for _, each in trick[1 - players :]] == [False] * (players - 1):
            trick = []
    recent = {seat: move.cards for seat, move in trick}
    expected = counts(*(recent.get(seat, Hand()) for seat in others))
    expected += [0] * (45 - len(expected))
    assert part(row, "recent") == expected[:30]
    sizes = [seen.sizes[seat] for seat in (seen.seat, *others)] + [0, 0]
    assert part(row, "sizes") == sizes[:3]
    if is_long:
        assert part(row, "third") == expected[30:]
        assert part(row, "third_size") == sizes[3:4]
        assert part(row, "open_hand") == counts(seen.open_hand or Hand())
        wild = seen.wild if seen.landlord is not None else None
        assert part(row, "wild") == [0 if wild is None else 1 + "3456789TJQKA2".index(wild)]
    landlord, nobody = seen.landlord, 4 if players == 4 else 3
    assert part(row, "role") == [nobody if landlord is None else (landlord - seen.seat) % players]
    assert part(row, "bombs") == [
        sum(str(m.kind) in ("bomb", "rocket", "bomb_chain") for _, m in moves)
    ]  # type: ignore[union-attr]
    last = seen.last
    assert part(row, "reading") == ([last.kind, last.length, last.rank] if last else [0, 0, 0])
    passes = 0
    for _, move in reversed(trick):
        if move:
            break
        passes += 1
    assert part(row, "passes") == [passes]


@pytest.mark.parametrize("rules", [*RULES, "four"])
def test_rows_of_every_table_in_every_phase(rules: str) -> None:
    rng = random.Random(rules)
    every = rng.sample(list(tables(rules)), 25)
    every += rng.sample([*wild_tables(rules), *every], 10)
    for number, table in enumerate(every):
        game = ddz.Game(table, number)
        for _ in walk(game, rng, 80):
            for seat in range(table.players):
                checked_row(game.observation(seat))
        for seat in range(table.players):
            checked_row(game.observation(seat))
