"""``ddz solve``: what it prints, and what it refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

import ddz_core as ddz
from ddz_core.cli import main

BAD_INPUT, NOT_FOUND, STOPPED = 2, 3, 130

HARD = ["3346678TJQQKAA2R", "44577889TJKKK", "3345569TJJQ2B"]


def test_line_card_by_card(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "QQTT", "A3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:-1] == [
        "rules      standard",
        "landlord   TTQQ",
        "peasant 1  3A",
        "result     the landlord wins",
        "landlord   TT  (QQ)",
        "peasant 1  pass",
        "landlord   QQ  (goes out)",
    ]
    assert lines[-1].startswith("nodes ")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "2QQTT77553", "AA9", "--json", "--moves"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    found = json.loads(out)
    solution = ddz.solve(["2QQTT77553", "AA9"], all_moves=True)
    assert found["landlord_wins"] is solution.landlord_wins is False
    assert found["hands"] == ["35577TTQQ2", "9AA"]
    assert [step["move"] for step in found["line"]] == [str(move) for move in solution.line]
    assert [move["move"] for move in found["moves"]] == [
        str(move) for move in ddz.legal_moves("2QQTT77553")
    ]
    assert {move["landlord_wins"] for move in found["moves"]} == {False}


def test_three_hands_following(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["solve", "3", "44", "5", "--turn", "2", "--last", "4", "--passes", "0", "--json"]
    assert main(arguments) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["landlord_wins"] is False
    assert found["line"] == [{"seat": 2, "move": "5:solo:1:5"}]


def test_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    """Without an answer there is a status of its own."""
    assert main(["solve", *HARD, "--time-limit", "0.1"]) == NOT_FOUND
    assert "not found out within the time limit" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "give either hands or --deal"),
        (["3", "4", "--deal", "1"], "give either hands or --deal"),
        (["3"], "two or three hands"),
        (["", "3"], "hand 0 is empty"),
        (["33333", "4"], "5 times 3"),
        (["333", "334"], "5 times 3"),
        (["3", "4", "--last", "56"], "no play"),
        (["3", "2222", "--last", "22"], "nobody can have played"),
        (["3", "4", "--turn", "2"], "the turn"),
        (["3", "4", "--memory", "1KiB"], "too small"),
        (["3", "4", "--memory", "much"], "much"),
        (["3", "4", "--memory", "5000000000GiB"], "at most 65536GiB"),
        (["3", "4", "--memory", "60000GiB"], "this machine has no"),
        (["3", "4", "--turn", str(1 << 70)], "the turn"),
        (["3", "4", "--threads", str(1 << 70)], "threads"),
        (["3", "4", "--threads", "0"], "threads"),
        (["3", "4", "--time-limit", "-1"], "time_limit"),
        (["3", "4", "--rules", "none"], "none"),
    ],
)
def test_bad_input_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert main(["solve", *arguments]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert words in err


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has it")
@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_stops(threads: str) -> None:
    # A child of a shell's background job would ignore Ctrl-C; this one must not.
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "import ddz_core.cli.app; print('begins', flush=True); sys.exit(ddz_core.cli.main())"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, "solve", *HARD, "--threads", threads],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begins\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == STOPPED
    assert out == ""
    assert err.startswith("ddz: stopped after ")
