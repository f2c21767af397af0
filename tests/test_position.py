"""Deals that are typed in, and positions on one line: round trips of random walks, and what is
refused."""

from __future__ import annotations

import copy
import pickle
import random
import zlib

import pytest
from walks import every_table, walk

import ddz_core as ddz
from ddz_core import Position

TABLES = (
    *map(ddz.Table.preset, ddz.Table.presets()),
    *random.Random(5).sample(list(every_table()), 60),
)


def key(table: ddz.Table) -> int:
    """A number that is the same in every run."""
    return zlib.crc32(str(table).encode())


def positions(table: ddz.Table, share: float) -> list[ddz.Game]:
    """A game at the table as it stands at some moments, its end among them."""
    rng = random.Random(key(table))
    game, found = ddz.Game(table, key(table)), []
    for _ in walk(game, rng, 400):
        if rng.random() < share:
            found.append(copy.copy(game))
    return [*found, game]


def same(one: ddz.Game, other: ddz.Game) -> None:
    """Two games stand in the same way, whatever was before."""
    assert (one.public, one.hands, one.legal_actions) == (
        other.public,
        other.hands,
        other.legal_actions,
    )


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_whole_deals(table: ddz.Table) -> None:
    for game in positions(table, 0.2):
        position = Position.of(game)
        assert Position.parse(str(position)) == position
        again = position.game()
        same(again, game)
        assert Position.of(again) == position
        assert again.deal is None
        for twin in (
            ddz.Game.from_record(again.record()),
            copy.copy(again),
            pickle.loads(pickle.dumps(again)),
        ):
            assert twin == again
            same(twin, again)
        if game.result is not None:
            assert again.result is not None
            assert (again.result.points, str(again.result)) == (
                game.result.points,
                str(game.result),
            )
        while again.actions:
            again.pop()
        assert again == again.anew()


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_one_seat_knows(table: ddz.Table) -> None:
    for game in positions(table, 0.1):
        for seat in range(table.players):
            seen = game.observation(seat)
            position = Position.of(seen)
            text = str(position)
            assert Position.parse(text) == position
            assert position.observation() == seen
            known = {seat} | ({seen.landlord} if seen.open_hand is not None else set())
            hands = text.split("hands:")[1].split()[0].split("/")
            assert [hand.startswith("?") for hand in hands] == [
                each not in known for each in range(table.players)
            ]
            assert (seen.bottom is None) == ("bottom:" not in text)
            with pytest.raises(ddz.InvalidArgument, match="the other hands are not in it"):
                position.game()


def in_the_middle(game: ddz.Game) -> ddz.Game:
    """The same position, known from the lead of the present trick on."""
    public, landlord = game.public, game.landlord
    before = public.plays[: len(public.plays) - len(public.trick)]
    return ddz.Game.from_hands(
        game.table,
        game.hands,
        game.bottom,
        public.first_bidder,
        wild=game.wild,
        landlord=landlord,
        stake=game.stake,
        said=[*(m.action for m in (*public.discards, *public.opening, *public.doubles))],
        leader=public.trick[0].seat if public.trick else game.turn,
        plays=[made.action for made in public.trick] or "",
        turn=game.turn,
        doubled=len([each for each in public.doublings if "spring" not in each])
        - doubled_in(public.trick, game.rules),
        gone="".join(str(made.action.cards) for made in before),
        kept=kept_before(game, before),
    )


def doubled_in(made: tuple[ddz.Made, ...], rules: ddz.Rules) -> int:
    bombs = [m.action for m in made if str(m.action.kind) in ("bomb", "rocket", "bomb_chain")]
    return sum(str(move.kind) != "bomb" or move.size >= rules.doubling_bomb for move in bombs)


def kept_before(game: ddz.Game, before: tuple[ddz.Made, ...]) -> str:
    left = str(game.bottom)
    for made in (*game.public.discards, *before):
        if made.seat == game.landlord:
            for card in str(made.action.cards):
                left = left.replace(card, "", 1)
    return left


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_from_the_middle(table: ddz.Table) -> None:
    rng = random.Random(1)
    for game in positions(table, 0.15):
        if game.phase != "play":
            continue
        middle = in_the_middle(game)
        assert (middle.hands, middle.turn, middle.legal_actions) == (
            game.hands,
            game.turn,
            game.legal_actions,
        )
        one, other = middle.public, game.public
        for name in (
            "bottom",
            "sizes",
            "last",
            "last_seat",
            "multiplier",
            "hidden",
            "kept",
            "wild",
            "trick",
            "open_hand",
            "factors",
            "stake",
            "score",
        ):
            if name == "score" and one.doubled_before:
                continue
            assert getattr(one, name) == getattr(other, name), name
        position = Position.of(middle)
        assert Position.parse(str(position)) == position
        same(position.game(), middle)
        assert ddz.Game.from_record(middle.record()) == middle
        for seat in range(table.players):
            seen = middle.observation(seat)
            view = Position.of(seen)
            assert Position.parse(str(view)).observation() == seen
            assert seen.unseen == game.observation(seat).unseen
        for _ in walk(middle, rng):
            pass
        assert middle.result is not None
        assert sum(middle.result.points) == 0
        while middle.actions:
            middle.pop()
        with pytest.raises(ddz.WrongPhase):
            middle.pop()
