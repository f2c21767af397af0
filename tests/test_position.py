"""Deals that are typed in, and positions on one line: round trips of random walks, and what is
refused."""

from __future__ import annotations

import copy
import json
import pickle
import random
import zlib
from dataclasses import replace

import pytest
from walks import every_table, walk

import ddz_core as ddz
from ddz_core import Position
from ddz_core._core.rollouts import Sight
from ddz_core.analysis.habits import greedy_for

TABLES = (
    *map(ddz.Table.preset, ddz.Table.presets()),
    *random.Random(5).sample(list(every_table()), 25),
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


def of_the_middle(game: ddz.Game, seat: int) -> ddz.Observation:
    """What a seat sees of a deal that is known from its middle on, typed in."""
    public, middle = game.public, game.start.middle
    return ddz.Observation.of(
        game.hands[seat],
        game.table,
        seat,
        first_bidder=public.first_bidder,
        bottom=game.bottom,
        wild=game.wild,
        landlord=middle.landlord,
        stake=middle.stake,
        said=middle.said,
        sizes=public.sizes,
        open_hand=public.open_hand,
        leader=middle.leader,
        plays=[made.action for made in public.plays],
        turn=game.turn,
        doubled=middle.doubled,
        gone=middle.gone,
        kept=middle.kept,
    )


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_typed_in_by_one_seat(table: ddz.Table) -> None:
    for game in positions(table, 0.1):
        for seat in range(table.players):
            seen = game.observation(seat)
            typed = ddz.Observation.of(
                seen.hand,
                table,
                seat,
                first_bidder=seen.first_bidder,
                actions=" ".join(Position.of(seen).actions),
                bottom=seen.bottom,
                shown=seen.shown,
                wild=seen.wild if table.wild else None,
                open_hand=seen.open_hand,
            )
            assert typed == replace(seen, new_deals=0)
        if game.phase == "play":
            middle = in_the_middle(game)
            for seat in range(table.players):
                seen = middle.observation(seat)
                assert of_the_middle(middle, seat) == seen


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_plain_json(table: ddz.Table) -> None:
    for game in positions(table, 0.1):
        values = [game.public, *(game.observation(seat) for seat in range(table.players))]
        if game.phase == "play":
            values.append(in_the_middle(game).public)
        if game.result is not None:
            values += [game.result, Position.of(game).game().result]
        for value in values:
            told = json.loads(json.dumps(value.to_dict()))
            assert type(value).from_dict(told) == value
            for name in told:
                wrong = {key: each for key, each in told.items() if key != name}
                with pytest.raises(ddz.InvalidArgument, match=name):
                    type(value).from_dict(wrong)
                with pytest.raises(ddz.InvalidArgument):
                    type(value).from_dict(told | {name: {"3": 0.5}})


@pytest.mark.parametrize("table", ddz.Table.presets())
def test_players_play_on_from_the_middle(table: str) -> None:
    games = [game for game in positions(ddz.Table.preset(table), 0.3) if game.phase == "play"]
    for game in games[:: max(1, len(games) // 4)]:
        middle = in_the_middle(game)
        for name in ("random", "easy", "normal", "hard", "expert"):
            again = copy.deepcopy(middle)
            seen = again.observation(again.turn)
            again.push(ddz.agents.make(name, 1).act(seen), again.turn)
        assert next(ddz.hints(seen)).action in seen.legal_actions
        tried = ddz.rollout(seen, deals=50)
        assert len(tried.plays) == len(seen.legal_actions)
        # The bombs before are in the points, and no spring is.
        unit = seen.table.base * seen.stake * seen.multiplier
        assert all(abs(each.mean_points) >= 0 for each in tried.plays)
        for play in tried.plays:
            if len(seen.hand) == play.action.size and play.action.kind < 13:
                assert play.mean_points % unit == 0
                assert play.mean_points > 0


def test_beliefs_follow_the_plays_that_are_known() -> None:
    compared = [0, 0]
    for deal in range(4):
        game = ddz.Game(ddz.Table(auction="none"), deal)
        habits = greedy_for(game.rules).compiled
        for _ in walk(game, random.Random(deal)):
            if not game.public.plays:
                continue
            whole, middle = (Sight(g.observation(g.turn)) for g in (game, in_the_middle(game)))
            worlds = whole.worlds(1, 0, 5)
            assert (worlds == middle.worlds(1, 0, 5)).all()
            all_plays, known = (sight.surprises(habits, worlds) for sight in (whole, middle))
            assert (known <= all_plays).all()
            is_first_trick = game.public.trick == game.public.plays
            assert not is_first_trick or (known == all_plays).all()
            compared[is_first_trick] += known.sum() > 0
    assert min(compared) > 0


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_springs_count_from_the_first_lead_on(table: ddz.Table) -> None:
    """With all cards in the hands the result is that of the whole deal, spring and all."""
    game, rng = ddz.Game(table, key(table)), random.Random(4)
    for _ in walk(game, rng, 60):
        if game.phase == "play":
            break
    if game.phase != "play" or game.public.plays:
        return  # all have passed
    middle = in_the_middle(game)
    for winner_plays in (True, False):
        one, other = copy.deepcopy(game), copy.deepcopy(middle)
        while not one.is_over:
            # One side alone plays, but for the first lead, until it is out.
            mine = (one.turn == one.landlord) == winner_plays
            legal = one.legal_actions
            action = legal[-1] if not mine and legal[-1] == ddz.PASS else legal[0]
            seen = other.observation(other.turn)
            assert ddz.rollout(seen, deals=2) == replace(
                ddz.rollout(one.observation(one.turn), deals=2),
                seconds=pytest.approx(0, abs=60),
            )
            one.push(action)
            other.push(action)
        assert str(one.result) == str(other.result)
        assert one.result.points == other.result.points
        assert one.public.doublings == other.public.doublings
        assert one.result.spring or not winner_plays
        assert Position.parse(str(Position.of(other))).game().result == other.result


def test_points_of_a_deal_from_its_middle() -> None:
    options = {"landlord": 1, "stake": 3, "doubled": 2}
    game = ddz.Game.from_hands("standard", ["34", "5", "678"], turn=1, **options)
    assert game.public.score == "3 × 2 (earlier) × 2 (earlier) = 12"
    game.push("5")
    assert game.result is not None
    assert str(game.result) == "3 × 2 (earlier) × 2 (earlier) = 12"  # and no spring
    assert game.result.points == (-12, 24, -12)
    seen = ddz.Game.from_hands("standard", ["34", "5", "678"], turn=1, **options).observation(1)
    assert ddz.rollout(seen, deals=10).best.mean_points == 24


def test_a_real_game_is_typed_in() -> None:
    """The bottom is TQ2, seat 0 the landlord, seat 1 has led 44 and seat 2 has passed."""
    game = ddz.Game.from_hands(
        "standard",
        ["3356TQKA2BR", "566778", "3455778889"],
        "TQ2",
        landlord=0,
        stake=2,
        turn=0,
        last="44",
        passes=1,
    )
    seen = game.observation(0)
    assert (seen.last_seat, [str(each) for each in seen.trick[0][1:2]]) == (1, ["44:pair:1:4"])
    assert str(seen.kept) == "TQ2"
    assert len(seen.unseen) == 16
    assert [str(action) for action in seen.legal_actions] == ["BR:rocket:1:R", "pass"]
    assert str(Position.of(game)).endswith("kept:TQ2 44 pass")


# --- what does not fit together ----------------------------------------------

DEAL = ddz.deal(1)
HANDS = [*map(str, DEAL.hands)]
GOOD = f"ddzpos1 standard hands:{'/'.join(HANDS)} bottom:TQ2 first:2"


@pytest.mark.parametrize(
    ("hands", "options", "why"),
    [
        (["33333", "4", "5"], {}, "the hand of seat 0.*5 times 3"),
        (HANDS[:2], {"bottom": "TQ2"}, "2 hands are given, and 3 sit"),
        ("345", {}, "hands are 3 hands"),
        (
            [HANDS[0], HANDS[1], HANDS[2][:16]],
            {"bottom": "TQ2"},
            "seat 2 is dealt 17 cards, not 16",
        ),
        (HANDS, {"bottom": "TQ"}, "the bottom has 3 cards, not 2"),
        (HANDS, {"bottom": "TQR"}, "with the hand of seat 0, .* more of R than the deck has, 1"),
        ([HANDS[0], HANDS[0], HANDS[2]], {"bottom": "TQ2"}, "with the hand of seat 1"),
        (HANDS, {"bottom": "TQ2", "first_bidder": 3}, "the first bidder"),
        (HANDS, {"bottom": "TQ2", "shown": "5"}, "the card shown is one of the bottom"),
        (HANDS, {"bottom": "TQ2", "wild": "5"}, "no rank is drawn"),
        (HANDS, {"bottom": "TQ2", "actions": "pass bid:4"}, "action 2, bid:4, is refused"),
        (["34", "5", "6"], {"landlord": 3}, "the landlord"),
        (["34", "", "6"], {"landlord": 0}, "seat 1 holds 1 to 17 cards, not 0"),
        (["34", "5", "6"], {"landlord": 0, "bottom": "789", "kept": "7"}, "has kept"),
        (["34", "5", "6"], {"landlord": 0, "bottom": "789", "gone": "78"}, "9 of it is neither"),
        (["34", "5", "6"], {"landlord": 0, "gone": "5555"}, "more of 5"),
        (["34", "5", "6"], {"landlord": 0, "passes": 1}, "passes need a last play"),
        (["34", "5", "6"], {"landlord": 0, "last": "4", "passes": 2}, "passes must be"),
        (["34", "5", "6"], {"landlord": 0, "last": "45", "turn": 1}, "action 1, 45, is refused"),
        (["34", "5", "6"], {"landlord": 0, "plays": "4 5", "last": "5"}, "leave last and passes"),
        (["34", "5", "6"], {"landlord": 0, "plays": "4 3"}, "action 2, 3, is refused"),
        (["34", "5", "6"], {"landlord": 0, "plays": "4 x"}, "play 2, 'x', is refused"),
        (["34", "5", "6"], {"landlord": 0, "plays": "4 bid:1"}, "play 2, 'bid:1', is no play"),
        (["34", "5", "6"], {"landlord": 0, "plays": "3333"}, "more of 3"),
        (["34", "5", "6"], {"landlord": 0, "stake": 0}, "the stake"),
        (["34", "5", "6"], {"landlord": 0, "doubled": 99}, "doubled"),
        (["34", "5", "6"], {"landlord": 0, "said": ["open"]}, "0 actions are said"),
    ],
)
def test_hands_that_do_not_fit_together(hands: list[str], options: dict, why: str) -> None:
    with pytest.raises(ddz.DdzError, match=why):
        ddz.Game.from_hands("standard", hands, **options)


@pytest.mark.parametrize(
    ("hand", "options", "why"),
    [
        ("33333", {}, "the hand of seat 0.*5 times 3"),
        ("34", {}, "seat 0 is dealt 17 cards, not 2"),
        ("34", {"landlord": 0, "sizes": (3, 1, 1)}, "holds 2 cards, and its size is 3"),
        ("34", {"landlord": 0, "sizes": (2, 1)}, "2 sizes are given for 3 seats"),
        ("34", {"landlord": 0, "gone": "5"}, "sizes are needed"),
        ("34", {"landlord": 1, "sizes": (2, 40, 40)}, "seat 1 holds 1 to 20 cards|seat 2"),
        ("34", {"seat": 3}, "a seat must be"),
        (HANDS[0], {"actions": "pass pass bid:1"}, "the bottom is not known"),
        (HANDS[0], {"actions": "bid:3", "bottom": "888"}, "the bottom 888 is not with"),
        (HANDS[0], {"actions": "bid:3 3"}, "the bottom is not known|is refused"),
        (HANDS[0], {"actions": "call"}, "action 1, call, is refused"),
    ],
)
def test_knowledge_that_does_not_fit_together(hand: str, options: dict, why: str) -> None:
    with pytest.raises(ddz.DdzError, match=why):
        ddz.Observation.of(hand, **options)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not with nothing"),
        ("ddzpos2 standard hands:3/4/5", "not with 'ddzpos2'"),
        ("ddzpos1", "at least three words"),
        ("ddzpos1 chess hands:3/4/5", "'chess'"),
        ("ddzpos1 standard first:0", "names the hands"),
        ("ddzpos1 standard hands:3/4 landlord:0", "2 hands are given"),
        ("ddzpos1 standard hands:3/4/x landlord:0", "the hand of seat 2.*'x'"),
        ("ddzpos1 standard hands:3/4/?5 landlord:0", "the hand of seat 2 is not known"),
        ("ddzpos1 standard hands:3/4/?x seat:0 landlord:0", "an unknown hand is written"),
        ("ddzpos1 standard hands:3/4/?5 seat:2 landlord:0", "seat:2 is whose view"),
        ("ddzpos1 standard hands:3/4/5 hands:3/4/5", "stands twice"),
        ("ddzpos1 standard hands:3/4/5 gone:6", "needs a landlord"),
        ("ddzpos1 standard hands:3/4/5 landlord:x", "landlord: is followed by a number"),
        ("ddzpos1 standard hands:3/4/5 landlord:0 3 4 5", "action 2, '4', is refused"),
        (f"{GOOD} bid:3 QQQQ", "action 2, 'QQQQ', is refused"),
        (f"{GOOD} seat:9", "seat:9"),
        (GOOD + " pass" * 4000, "at most 10000 characters"),
    ],
)
def test_lines_that_are_no_positions(text: str, why: str) -> None:
    with pytest.raises(ddz.DdzError, match=why):
        Position.parse(text)


def test_fuzzed_lines_are_refused_in_our_own_words() -> None:
    rng = random.Random(3)
    lines = [str(Position.of(game)) for game in positions(ddz.Table.preset("happy"), 0.2)]
    lines += [str(Position.of(g.observation(0))) for g in positions(ddz.Table.preset("laizi"), 0.2)]
    refused = 0
    for _ in range(600):
        text = rng.choice(lines)
        at = rng.randrange(len(text))
        text = (
            text[:at]
            + rng.choice(["", "?", "3", " ", ":", "/", "pass ", text[at:][:9]])
            + text[at + 1 :]
        )
        try:
            assert Position.parse(str(Position.parse(text)))
        except ddz.DdzError:
            refused += 1
    assert refused > 300


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"points": [1, 1, 1]}, "add up to 0"),
        ({"hands": []}, None),
        ({"hands": ["3"]}, "hands are 3"),
        ({"landlord": 3}, "landlord must be"),
        ({"winner": "peasants"}, "is not the side"),
        ({"winner": "nobody"}, "is not the side"),
        ({"stake": -1}, "stake must be"),
        ({"bottom": "33333"}, "bottom: "),
        ({"version": 2}, "version must be 1"),
        ({"more": 1}, "'more' is no field"),
    ],
)
def test_results_that_no_deal_comes_to(wrong: dict, why: str | None) -> None:
    game = ddz.Game.from_hands("standard", ["3", "44", "55"], landlord=0)
    game.push("3")
    told = game.result.to_dict() | wrong
    if why is None:
        assert ddz.Result.from_dict(told).points == game.result.points
        return
    with pytest.raises(ddz.InvalidArgument, match=why):
        ddz.Result.from_dict(told)
