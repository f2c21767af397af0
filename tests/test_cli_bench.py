"""``ddz bench``: what it tells, and that a wrong answer is no figure."""

import json
from dataclasses import replace

import numpy as np
import pytest

import ddz_core as ddz
from ddz_core import reference
from ddz_core.bench import games, kernels, measured
from ddz_core.bench.answers import DIGESTS
from ddz_core.bench.machine import machine
from ddz_core.bench.positions import draw, positions
from ddz_core.cli import main


@pytest.fixture(scope="module")
def told() -> dict:
    """What one round of everything prints as JSON."""
    with pytest.MonkeyPatch.context() as patch:
        lines: list[str] = []
        patch.setattr("click.echo", lines.append)
        assert main(["bench", "--rounds", "1", "--json"]) == 0
    [line] = lines
    return json.loads(line)


def test_every_level_preset_and_call_has_its_figure(told: dict) -> None:
    figures = told["figures"]
    names = {figure["name"] for figure in figures}
    assert {f"random games, {rules}" for rules in ddz.Rules.presets()} <= names
    assert {"legal_moves(hand)", "count_moves(hand)", "readings(cards)"} <= names
    assert {"VectorGame", "VectorGame, observed", "simulate, 2 threads"} <= names
    levels = {f["level"] for f in figures if f["name"] == "list a 20-card lead"}
    assert levels == set(ddz.cpu_features()["available"])
    for figure in figures:
        assert 0 < figure["low"] <= figure["median"] <= figure["high"]
        assert figure["rounds"] == 1


def test_the_machine_is_told(told: dict) -> None:
    about = told["machine"]
    assert about["version"] == ddz.__version__
    assert about["numpy"] == np.__version__
    assert about["level"] == ddz.cpu_features()["level"]
    assert about["compiler"]
    assert about.keys() == machine().keys()


def test_the_table_has_a_line_for_each_figure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    only = ddz.bench.Group("kernels", lambda rounds: measured(kernels.jobs(), rounds, "plain"))
    monkeypatch.setattr("ddz_core.cli.bench.groups", lambda: [only])
    assert main(["bench", "--rounds", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("system")
    assert [line.strip().split("  ")[0] for line in lines[-5:]] == [
        "kernels",
        *(job.name for job in kernels.jobs()),
    ]


@pytest.mark.parametrize("rounds", ["0", "-1", "many"])
def test_rounds_are_a_number_from_one_on(rounds: str) -> None:
    assert main(["bench", "--rounds", rounds]) == 2


def test_a_wrong_answer_is_refused() -> None:
    job = replace(kernels.jobs()[0], answer=7)
    with pytest.raises(AssertionError, match="list a 20-card lead: 16098900, where 7 is right"):
        list(measured([job], 1, "plain"))


def test_figures_are_times_and_rates() -> None:
    lead, game = kernels.jobs()[0], games.jobs()[0]
    assert (lead.unit, lead.figure_of(1e-9 * lead.units)) == ("ns/hand", 1.0)
    assert (game.unit, game.figure_of(2.0)) == ("games/s", game.units / 2)


def test_the_digests_are_those_of_simulate() -> None:
    assert set(DIGESTS) == set(ddz.Rules.presets())
    for rules, digest in DIGESTS.items():
        assert ddz.simulate(10_000, seed=1, rules=rules).digest == digest


def test_positions_are_those_of_the_deals() -> None:
    at = positions()
    for row in (0, 1, 1999):
        hands, bottom, _ = reference.deal(row + 1)
        leader = ddz.Hand(hands[0]) + ddz.Hand(bottom)
        lead = ddz.legal_moves(leader)[int(at.drawn[row])]
        assert at.leaders[row] == leader.packed
        assert at.followers[row] == ddz.Hand(hands[1]).packed
        assert at.lasts[row]["cards"] == lead.cards.packed
        assert at.lasts[row]["kind"] == lead.kind


def test_draws_cover_the_choices_evenly() -> None:
    numbers = np.arange(6, dtype=np.uint64) * np.uint64(2**64 // 6)
    assert draw(numbers, np.full(6, 3)).tolist() == [0, 0, 0, 1, 1, 2]
    assert draw(np.array([0, 2**64 - 1], np.uint64), np.array([1, 9])).tolist() == [0, 8]
