"""What people look at: pictures and tables in notebooks, and the same at the prompt."""

from __future__ import annotations

import re
from math import isnan
from xml.etree import ElementTree

import pytest
from test_svg import cards_of, played

import ddz_core as ddz
from ddz_core import svg
from ddz_core.analysis.rollouts import PlayValue
from ddz_core.svg import html


def rows_of(table: str) -> list[list[str]]:
    """The texts of the cells of a table in HTML, row by row, the heading first."""
    tree = ElementTree.fromstring(f"<all>{table}</all>")
    return [["".join(cell.itertext()) for cell in row] for row in tree.iter("tr")]


def caption_of(table: str) -> str:
    found = ElementTree.fromstring(f"<all>{table}</all>").find(".//caption")
    assert found is not None
    return found.text or ""


def test_values_draw_themselves() -> None:
    game = played()
    hand = game.hands[0]
    assert hand._repr_svg_() == svg.hand(hand)
    assert game._repr_svg_() == svg.game(game)
    assert game.observation(1)._repr_svg_() == svg.game(game, 1)


def test_a_picture_of_what_one_seat_sees_depends_on_nothing_hidden() -> None:
    # Two games whose hidden cards differ, and which are the same for seat 0.
    seen = [
        ddz.Game.from_hands(
            "standard", ["3356", *hidden], landlord=0, turn=1, last="9"
        ).observation(0)
        for hidden in (["44TT", "JJQ"], ["JQTT", "44J"])
    ]
    assert seen[0]._repr_svg_() == seen[1]._repr_svg_()
    assert str(seen[0]) == str(seen[1])
    assert cards_of(seen[0]._repr_svg_()).count("back") == 7


def test_a_table_of_plays_counts_every_kind() -> None:
    moves = ddz.legal_moves("33344456TJQKA2BR")
    head, *rows = rows_of(moves._repr_html_())
    assert head == ["kind", "number", "plays"]
    assert sum(int(row[1]) for row in rows) == len(moves)
    for kind, number, plays in rows:
        of_kind = [str(m.cards) for m in moves if str(m.kind) == kind.replace(" ", "_")]
        assert len(of_kind) == int(number)
        shown = plays.split("  …")[0].split()
        assert shown == of_kind[: len(shown)]
        left = re.search(r"and ([\d,]+) more", plays)
        assert len(shown) + (int(left[1]) if left else 0) == len(of_kind)
    assert rows_of(ddz.readings("34", "standard")._repr_html_()) == [head]
    with pytest.raises(ddz.InvalidArgument, match="draws a MoveList, not a str"):
        svg.plays("333")  # type: ignore[arg-type]


def rollout(worlds: int = 50) -> ddz.Rollout:
    game = ddz.Game(ddz.Table(auction="none", first_bidder=0), deal=1)
    return ddz.rollout(game.observation(0), worlds)


def test_a_rollout_is_a_table_best_first() -> None:
    found = rollout()
    head, *lines, more, drawn = str(found).splitlines()
    assert head.split() == ["action", "points", "wins"]
    best = sorted(found.plays, key=lambda play: -play.mean_points)[: len(lines)]
    assert [line.split()[0] for line in lines] == [str(play.action) for play in best]
    for line, play in zip(lines, best, strict=True):
        assert f"{play.mean_points:+.3f} ± {play.standard_error:.3f}" in line
        assert line.endswith(f"{play.win_rate:.1%}")
    assert more == f"… and {len(found.plays) - len(lines)} more"
    assert drawn.startswith("50 worlds in ")
    assert max(map(len, str(found).splitlines())) < 80
    # The same in a notebook; and the bars are as long as the numbers.
    table = found._repr_html_()
    cells = rows_of(table)[1:]
    assert [row[0] for row in cells] == [str(play.action) for play in best]
    assert cells[0][1:3] == [f"{best[0].mean_points:+.3f}", f" ± {best[0].standard_error:.3f}"]
    assert f"(the first 20 of {len(found.plays)})" in caption_of(table)
    assert "nan" not in str(rollout(1)) + rollout(1)._repr_html_()


def test_bars_are_on_one_scale_with_their_errors() -> None:
    values = [(3.0, 0.5), (-1.0, 0.25), (1.0, float("nan")), (0.0, 0.0)]
    drawn = [ElementTree.fromstring(bar) for bar in html.bars(values)]
    widths = []
    for (mean, error), bar in zip(values, drawn, strict=True):
        names = {each.get("class"): each for each in bar}
        kind = "ddz-bar" if mean >= 0 else "ddz-bar-below"
        widths.append(float(names[kind].get("width", "")))
        whisker = names.get("ddz-whisker")
        assert (whisker is None) == (isnan(error) or error == 0)
        if whisker is not None:
            half = float(whisker.get("d", "").split("h")[1]) / 2
            # As long to each side as the error is beside the mean.
            assert half / widths[-1] == pytest.approx(error / abs(mean), abs=0.01)
    assert widths[0] == pytest.approx(3 * widths[1], abs=0.2)
    assert widths[1:3] == pytest.approx([widths[1]] * 2, abs=0.1)
    assert widths[3] == 0


def test_a_solution_says_who_wins_and_lists_winning_actions_first() -> None:
    found = ddz.solve(["QQTT", "A3"], all_moves=True)
    first, head, *lines, nodes = str(found).splitlines()
    assert first == "the landlord wins by TT pass QQ"
    assert head.split() == ["action", "then"]
    assert [line.split("  ", 1)[1].strip() for line in lines] == [
        *["the landlord wins"] * 2,
        *["the peasants win"] * 2,
    ]
    assert nodes.startswith(f"{found.nodes} positions in ")
    assert rows_of(found._repr_html_())[1] == ["TT:pair:1:T", "the landlord wins"]
    assert len(str(ddz.solve(["QQTT", "A3"])).splitlines()) == 2
    # The peasants' own actions: those by which they win come first.
    turn = ddz.solve(["QQTT", "A3"], turn=1, all_moves=True)
    wins = [row[1] for row in rows_of(turn._repr_html_())[1:]]
    assert wins == sorted(wins, key=lambda row: row != "the peasants win")
    long = ["3456789TJQKA2", "3456789TJQKA2"]
    assert "not known in the time" in str(ddz.solve(long, time_limit=0, all_moves=True))


def test_a_plan_and_a_score_are_short() -> None:
    plan = ddz.min_plays("3334447782BR")
    assert str(plan).splitlines() == ["3 plays", *map(str, plan.plays)]
    score = ddz.arena.match("random", "easy", deals=4)
    head, first, second, games = str(score).splitlines()
    assert head.split()[0] == "player"
    assert first.startswith("easy ")
    assert second.startswith("random ")
    assert str(score.wp) in second
    assert str(score.reversed().adp) in first
    assert games == "4 deals, 8 games"
    table = ddz.arena.table_match(["random", "easy", "random"], deals=2)
    best = max(table.players, key=lambda player: player.adp.mean)
    assert str(table).splitlines()[1].split()[0] == best.name


def test_an_observation_is_a_table_of_its_seats() -> None:
    seen = ddz.Observation.of(
        "3356TQKA2BR", landlord=0, stake=2, bottom="TQ2", sizes=(11, 6, 10), turn=0, last="44",
        passes=1, gone="346999TTTJJJJQQQKKKAAA222", kept="TQ2",
    )  # fmt: skip
    _, own, left, right, *rest = str(seen).splitlines()
    assert own.split() == ["seat", "0", "landlord", "11", "3356TQKA2BR", "to", "act"]
    assert left.split() == ["seat", "1", "peasant", "6", "44"]
    assert right.split() == ["seat", "2", "peasant", "10", "pass"]
    assert rest == [
        "to beat: 44:pair:1:4",
        "bottom: TQ2",
        f"unseen: {seen.unseen}",
        seen.score,
    ]
    # In the auction, and of an open hand.
    game = ddz.Game("happy", deal=1)
    game.push("call")
    assert "call" in str(game.observation(1))
    for action in ("pass", "pass", "open"):
        game.push(action)
    assert game.landlord is not None
    assert str(game.hands[game.landlord]) in str(game.observation((game.landlord + 1) % 3))


def test_a_match_shows_its_ranking_and_its_deals() -> None:
    match = ddz.Match("standard", deals=2)
    game = match.new_game()
    while not game.is_over:
        game.push(game.legal_actions[0])
    match.add(game)
    assert game.result is not None
    rows = rows_of(match._repr_html_())
    assert rows[1:4] == [[str(p.place), f"seat {p.seat}", str(p.points)] for p in match.ranking]
    assert rows[-1] == ["1", *map(str, game.result.points)]
    assert caption_of(match._repr_html_()) == "Match after 1 deal"


def test_repr_says_everything() -> None:
    found = rollout(2)
    assert repr(found).count("PlayValue(") == len(found.plays)
    assert eval(repr(found.plays[0]), {"PlayValue": PlayValue, "Move": ddz.Move}) == found.plays[0]
    assert repr(ddz.min_plays("33")) == "Plan(number=1, plays=(Move.parse('33:pair:1:3'),))"
