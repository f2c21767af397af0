"""Annotated games: what is found, what is used for it, and how it is told."""

from __future__ import annotations

import itertools
import json
import random
import re
import time
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from walks import walk

import ddz_core as ddz
from ddz_core import agents
from ddz_core.analysis import Annotation, annotate
from ddz_core.analysis.annotation.samples import SURE, Gains, better_or_not
from ddz_core.analysis.rollouts import Rolling

NO_AUCTION = ddz.Table(auction="none", first_bidder=0)


def walked(table: ddz.Table | str, deal: int) -> ddz.Game:
    game = ddz.Game(table, deal)
    for _ in walk(game, random.Random(deal)):
        pass
    return game


def played_by(names: tuple[str, ...], deal: int) -> ddz.Game:
    game = ddz.Game(NO_AUCTION, deal)
    seats = [agents.make(name, seed=3 * deal + seat) for seat, name in enumerate(names)]
    while game.turn is not None:
        game.push(seats[game.turn].act(game.observation(game.turn)))
    return game


def blind(annotation: Annotation) -> list[object]:
    """The decisions without what open cards say."""
    return [
        replace(each, values=tuple(replace(value, open_win=None) for value in each.values))
        for each in annotation.decisions
    ]


def test_random_loses_many_times_as_much_as_hard() -> None:
    """benchmarks/annotate_random.py has a hundred games."""
    lost = {"random": 0.0, "hard": 0.0}
    decisions = {"random": 0, "hard": 0}
    for deal, names in enumerate([("random", "hard", "hard"), ("hard", "random", "random")] * 2):
        found = annotate(played_by(names, deal + 1), worlds=100, players=names)
        for summary in found.summaries:
            lost[summary.name] += summary.lost
            decisions[summary.name] += summary.decisions
    assert min(decisions.values()) > 20
    assert lost["random"] / decisions["random"] > 4 * lost["hard"] / decisions["hard"]


def test_a_blunder_in_a_won_ending_is_found() -> None:
    """In endings that the side to move wins with some actions and loses with others, as a
    seat can know, a losing one is made: it is found, and a winning one named."""
    blunders = 0
    for deal in range(1, 13):
        if blunders == 3:
            return
        game = walked(NO_AUCTION, deal)
        for each in annotate(game, worlds=30).decisions:
            best, *others = each.values
            losing = [v.action for v in others if v.open_win is False and v.win_rate < 0.4]
            if best.open_win and best.win_rate > 0.95 and losing:
                blunders += 1
                check_blunder(game, each.number, losing[-1])
                break
    assert blunders == 3


def check_blunder(game: ddz.Game, number: int, action: ddz.Action) -> None:
    """The action is made in the place of that decision, and must be found."""
    blunder = game.anew()
    for each in game.actions[: number - 1]:
        blunder.push(each)
    seat = blunder.turn
    blunder.push(action)
    annotation = annotate(blunder, seat, worlds=100)
    *_, last = annotation.decisions
    assert last.made == action
    assert last.better is not None
    assert next(v for v in last.values if v.action == last.better.action).win_rate > 0.9
    assert last.lost > 0
    assert last.better.win_gain > 0.4
    assert last.lost_open_win is not None
    point = annotation.turning_points[-1]
    assert (point.number, point.kind) == (number, "mistake")
    assert number in annotation.summaries[0].worst


def test_same_seed_same_text() -> None:
    game = walked("standard", 5)
    one, same, other = (annotate(game, worlds=40, seed=seed) for seed in (7, 7, 8))
    assert one == same
    assert str(one) == str(same) != str(other)
    assert one.to_html() == same.to_html() != other.to_html()
    assert json.dumps(one.to_dict()) == json.dumps(same.to_dict())
    assert annotate(game.record(), worlds=40, seed=7) == one


def test_values_are_those_of_rollouts() -> None:
    game = walked(NO_AUCTION, 3)
    first = annotate(game, worlds=50, seed=4).decisions[0]
    rollout = ddz.rollout(game.anew().observation(0), 50, seed=4)
    points = {str(play.action): play.mean_points for play in rollout.plays}
    assert {str(value.action): value.points for value in first.values} == points
    assert [value.points for value in first.values] == sorted(points.values(), reverse=True)


def test_differences_are_those_of_the_points() -> None:
    seen = ddz.Game(ddz.Table(auction="none", first_bidder=0, base=5), 3).observation(0)
    pair = [action for action in seen.legal_actions if isinstance(action, ddz.Move)][:2]
    rolling = Rolling(seen, actions=pair)
    points, wins = rolling.differences(0, 60)
    assert rolling.tried == 0
    rolling.go_on(60)
    one, other = rolling.plays()
    assert points.mean() == pytest.approx(one.mean_points - other.mean_points)
    assert wins.sum() == one.wins - other.wins
    assert np.array_equal(points[20:], rolling.differences(20, 60)[0])
    with pytest.raises(ddz.InvalidArgument, match="two actions"):
        Rolling(seen, actions=pair[:1]).differences(0, 1)


def test_noise_is_no_mistake() -> None:
    rng = np.random.default_rng(1)
    noise = [Gains(rng.normal(size=100), np.zeros(100)) for _ in range(2000)]
    assert sum(better_or_not(ddz.PASS, each) is not None for each in noise) <= 10
    sure = Gains(rng.normal(1.5 * SURE / 10, 1, 100), np.ones(100))
    found = better_or_not(ddz.PASS, sure)
    assert found is not None
    assert found.gain == pytest.approx(float(sure.points.mean()))


@pytest.mark.parametrize("play", ["J", "5", "Q"])
def test_hidden_cards_are_not_used_in_the_play(play: str) -> None:
    """The same cards with the other seats in another way: the same values."""
    own, others = "5B7Q4J", ("43658", "J7R63")
    found = []
    for hidden in itertools.permutations(others):
        game = ddz.Game.from_hands("standard", [own, *hidden], landlord=0, stake=3)
        game.push(play)
        found.append(annotate(game, worlds=60))
    assert blind(found[0]) == blind(found[1])
    assert found[0].decisions[0].values[0].worlds == 60
    # What open cards say is another matter, and the only one.
    opened = [[value.open_win for value in each.decisions[0].values] for each in found]
    assert opened[0] != opened[1]


def test_hidden_cards_are_not_used_before_the_play() -> None:
    dealt = ddz.Game("happy", 3).dealt
    hands, bottom = list(dealt.hands), dealt.bottom
    found = []
    for one, other in itertools.permutations(hands[1:]):
        game = ddz.Game.from_hands("happy", [hands[0], one, other], bottom, first_bidder=0)
        for action in ("call", "pass", "pass", "pass", "double:2"):
            game.push(action)
        if game.turn == 0:
            game.push("double:1")
        found.append(blind(annotate(game, 0, worlds=40)))
    assert found[0] == found[1]
    assert found[0][0].values  # type: ignore[attr-defined]


TABLES = [
    "standard",
    "bga",
    "happy",
    "laizi",
    "four",
    "bga,players=2,auction=doubling,discard=yes",
    "standard,players=2,short_deck=yes,skip=yes",
]


@pytest.mark.parametrize("text", TABLES)
def test_every_decision_is_told(text: str) -> None:
    table = ddz.Table.parse(text)
    game = walked(table, 2)
    found = annotate(game, worlds=8)
    assert [each.made for each in found.decisions] == game.actions
    again = game.anew()
    for each in found.decisions:
        legal = list(again.legal_actions)
        assert (each.phase, each.seat) == (again.phase, again.turn)
        assert each.choices == len(legal)
        assert each.values or each.note.startswith("no values")
        if each.values:
            assert each.value is not None
            assert {value.action for value in each.values} <= set(legal)
            assert all(0 <= value.win_rate <= 1 for value in each.values)
            if not each.note:
                assert len(each.values) == len(legal)
        assert (each.landlord_chance is None) == (each.phase != "play")
        again.push(each.made)
    assert {"open", "auction"} >= {each.phase for each in found.decisions if not each.values}
    one = annotate(game, 1, worlds=8)
    assert one.decisions == tuple(each for each in found.decisions if each.seat == 1)
    assert [summary.seat for summary in one.summaries] == [1]
    assert json.loads(json.dumps(found.to_dict()))["version"] == 1


def test_a_hand_with_four_bombs_is_bid_on() -> None:
    table = ddz.Table.preset("standard")
    own = "AAAA2222BRKKKQQQJ"
    rest = list(ddz.Hand(table.deck) - ddz.Hand(own))
    hands = [own, "".join(rest[:17]), "".join(rest[17:34])]
    game = ddz.Game.from_hands(table, hands, "".join(rest[34:]), first_bidder=0, actions="pass")
    (first,) = annotate(game).decisions
    assert first.better is not None
    assert str(first.better.action) == "bid:3"
    assert first.lost > 20  # twelve points for winning with a spring, doubled by each bomb


def test_doubling_is_linear_in_the_factor() -> None:
    game = walked("happy", 2)
    for each in annotate(game, worlds=40).decisions:
        if each.phase == "doubling":
            points = {str(value.action): value.points for value in each.values}
            assert points["double:4"] == pytest.approx(4 * points["double:1"])


def test_a_time_limit_bounds_the_whole() -> None:
    game = played_by(("normal",) * 3, 1)
    started = time.perf_counter()
    found = annotate(game, worlds=1_000_000, time_limit=0.4)
    assert time.perf_counter() - started < 4  # the machine may have other work
    worlds = [each.values[0].worlds for each in found.decisions if each.values]
    assert max(worlds, default=0) < 1_000_000
    late = annotate(game, worlds=1_000_000, time_limit=1e-9)
    assert {each.note for each in late.decisions} == {"no values: the time was over"}
    assert [summary.decisions for summary in late.summaries] == [0, 0, 0]
    ElementTree.fromstring(late._repr_svg_())


def test_the_page_is_whole_and_escapes_names() -> None:
    names = ('<script>alert("1")</script>', "a & b", "'c'")
    game = played_by(("random", "normal", "random"), 4)
    found = annotate(game, worlds=60, players=names)
    html = found.to_html()
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert "a &amp; b" in html
    # Nothing is loaded; the name of the SVG language is no address to load from.
    assert not re.findall(r"(?: src=|url\(|@import|href=\"(?!#))", html)
    assert set(re.findall(r"https?://[^\"]*", html)) == {"http://www.w3.org/2000/svg"}
    ids = re.findall(r'id="([^"]*)"', html)
    assert len(set(ids)) == len(found.decisions)
    assert set(re.findall(r'href="#([^"]*)"', html)) <= set(ids)
    for each in found.decisions:
        assert all(str(value.action) in html for value in each.values)


def test_the_graph_shows_every_play() -> None:
    game = played_by(("random", "normal", "random"), 4)
    found = annotate(game, worlds=60)
    svg = ElementTree.fromstring(found._repr_svg_())
    space = "{http://www.w3.org/2000/svg}"
    circles = svg.findall(f".//{space}circle")
    dots = [each for each in circles if each.get("r") == "3"]
    told = [each for each in found.decisions if each.landlord_chance is not None]
    assert len(dots) == len(told) == len(found.decisions)
    assert len(circles) - len(dots) == len({point.number for point in found.turning_points}) > 0
    heights = [float(dot.get("cy", "")) for dot in dots]
    order = sorted(range(len(told)), key=lambda i: told[i].landlord_chance or 0.0)
    assert [heights[i] for i in order] == sorted(heights, reverse=True)
    squares = svg.findall(f".//{space}rect")
    solved = [each for each in told if each.value is not None and each.value.open_win is not None]
    assert len(squares) == len(solved) > 0


@pytest.mark.parametrize("landlord", [0, 2])
def test_open_cards_are_the_solvers(landlord: int) -> None:
    table = ddz.Table(auction="none", first_bidder=landlord)
    checked = 0
    for deal in range(3):
        game = walked(table, deal)
        again = game.anew()
        for each in annotate(game, worlds=1).decisions:
            if each.values[0].open_win is not None:
                seen = again.observation(each.seat)
                passes = (each.seat - (seen.last_seat or 0)) % 3 - 1 if seen.last else 0
                solution = ddz.solve(
                    [again.hands[(landlord + seat) % 3] for seat in range(3)],
                    (each.seat - landlord) % 3,
                    seen.last,
                    passes=passes,
                    all_moves=True,
                    memory="8MiB",
                )
                mine = each.seat == landlord
                wanted = {m.move: m.landlord_wins == mine for m in solution.moves}
                assert {value.action: value.open_win for value in each.values} == wanted
                checked += 1
            again.push(each.made)
    assert checked > 3


def test_games_without_an_end_or_a_beginning() -> None:
    assert "not over" in str(annotate(ddz.Game("standard", 1)))
    middle = ddz.Game.from_hands("standard", ["33TB", "556", "77"], landlord=0, turn=1, last="44")
    middle.push("55")
    found = annotate(middle, worlds=30)
    assert str(found.decisions[-1].made) == "55:pair:1:5"
    assert found.decisions[-1].values
    assert "given cards" in str(found)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"game": 3}, "a Game or a record, not 3"),
        ({"seat": 3}, "a seat must be a whole number from 0 to 2, not 3"),
        ({"worlds": 0}, "worlds must be"),
        ({"seed": -1}, "seed must be"),
        ({"time_limit": 0}, "time_limit is a number above 0, not 0"),
        ({"players": ["one"]}, "1 players are named for 3 seats"),
        ({"game": "ddz2 x"}, "a record begins with the version"),
    ],
)
def test_bad_input(given: dict[str, object], why: str) -> None:
    arguments = {"game": ddz.Game("standard", 1), **given}
    with pytest.raises(ddz.DdzError, match=why):
        annotate(**arguments)  # type: ignore[arg-type]
