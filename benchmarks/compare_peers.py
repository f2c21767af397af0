"""Measures ddz_core and the public engines side by side, and writes docs/peers.md.

    pip install '.[peers]'
    pip install --no-deps douzero==1.1.0     # its other dependencies are not needed
    python benchmarks/compare_peers.py

All engines take turns in every round, on one core, so a machine that slows down slows
all of them; times are of the thread's processor. Engines that are not installed are left
out. The table of README.md, between its two marks, is written anew as well, and the chart
docs/peers.svg.
"""

from __future__ import annotations

import argparse
import random
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from peer_engines import OURS, PEERS, Kernel, Position

import ddz_core as ddz
from ddz_core.bench import machine
from ddz_core.bench.positions import DEALS

TOP = Path(__file__).parents[1]
MARKS = "<!-- figures -->", "<!-- /figures -->"
COLUMNS = {"lead": "20-card lead", "follow": "follow", "play": "random games"}

Figures = dict[tuple[str, str], list[float]]
"""The figure of each round for each engine and column: µs, or games a second."""


def measured(engines: list[Any], leads: int, follows: int, rounds: int) -> Figures:
    """The figures of every engine, all of them taking turns."""
    work = [
        (engine, column, getattr(engine, column)())
        for engine in engines
        for column in COLUMNS
        if getattr(engine, column) is not None
    ]
    found: Figures = {(engine.name, column): [] for engine, column, _ in work}
    for number in range(rounds + 1):
        for engine, column, job in work:
            random.seed(number)
            started = time.thread_time()
            job()
            seconds = time.thread_time() - started
            if column == "play":
                figure = engine.games / seconds
            else:
                figure = seconds / engine.times / (leads if column == "lead" else follows) * 1e6
            if number > 0:  # the first round is for warming up
                found[engine.name, column].append(figure)
        print(f"round {number} of {rounds}", file=sys.stderr)
    return found


def differences(engine: Any, leads: Iterable[Position]) -> str:
    """What an engine's lists of leads leave out, add and repeat, beside `standard`."""
    missing: Counter[str] = Counter()
    total = added = repeated = 0
    for one in leads:
        listed = engine.listed(one)
        cards = set(listed)
        ours = {str(move.cards): str(move.kind) for move in ddz.legal_moves(one.hands[0])}
        missing.update(kind for text, kind in ours.items() if text not in cards)
        total += len(ours)
        added += len(cards - ours.keys())
        repeated += len(listed) - len(cards)
    told = [f"{count:,} {kind}" for kind, count in missing.most_common()]
    text = f"of {total:,} plays it leaves out {missing.total():,}"
    text += f" ({', '.join(told)})" if told else ""
    return f"{text}, adds {added:,} of its own rules, and lists {repeated:,} twice"


def slower(figures: Figures, name: str, column: str) -> str:
    """How many times as long as our kernel an engine takes: the median of the rounds."""
    ours = figures[Kernel.name, column]
    pairs = zip(ours, figures[name, column], strict=True)
    times = median(a / b if column == "play" else b / a for a, b in pairs)
    return f"{times:,.1f}" if times < 10 else f"{times:,.0f}"


def amount(column: str, number: float) -> str:
    """A figure with three digits that count."""
    digits = 0 if number >= 100 else 1 if number >= 10 else 2 if number >= 1 else 3
    return f"{number:,.{digits}f}" + ("/s" if column == "play" else " µs")


def table(names: list[str], figures: Figures, spread: bool) -> list[str]:
    """The rows of a Markdown table; with the spread, also how many times ours."""
    rows = [f"| | {' | '.join(COLUMNS.values())} |", "|---" * (len(COLUMNS) + 1) + "|"]
    for name in names:
        cells = [name]
        for column in COLUMNS:
            if (name, column) not in figures:
                cells.append("")
                continue
            low, middle, high = quantiles(figures[name, column], method="inclusive")
            cell = amount(column, middle)
            if spread:
                times = slower(figures, name, column)
                cell += f" ({amount(column, low)} to {amount(column, high)}), × {times}"
            cells.append(cell)
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def chart(names: list[str], figures: Figures, path: Path) -> None:
    """Bars on a logarithmic scale, a panel for each column."""
    import matplotlib

    matplotlib.use("Agg")
    # The same figures make the same file.
    matplotlib.rcParams.update({"svg.hashsalt": "ddz_core", "svg.fonttype": "none"})
    import matplotlib.pyplot as plt

    titles = {
        "lead": "20-card lead, µs (shorter is better)",
        "follow": "follow, µs (shorter is better)",
        "play": "random games a second (longer is better)",
    }
    figure, panels = plt.subplots(len(COLUMNS), 1, figsize=(8, 7), layout="constrained")
    for panel, column in zip(panels, COLUMNS, strict=True):
        shown = [name for name in names if (name, column) in figures][::-1]
        heights = [median(figures[name, column]) for name in shown]
        colours = ["tab:red" if name.startswith("ddz_core") else "tab:gray" for name in shown]
        bars = panel.barh(shown, heights, color=colours)
        panel.bar_label(bars, [amount(column, height) for height in heights], padding=3)
        panel.set_xscale("log")
        panel.minorticks_off()
        panel.set_xlim(min(heights) / 3, max(heights) * 8)
        panel.set_title(titles[column], loc="left", fontsize=10)
        panel.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    # Its lines end in spaces, which version control complains about.
    path.write_text("\n".join(line.rstrip() for line in path.read_text().splitlines()) + "\n")


def document(names: list[str], figures: Figures, follows: int, notes: list[str]) -> str:
    about = machine()
    rounds = len(figures[Kernel.name, "play"])
    lines = [
        "# Beside other engines",
        "",
        "Written by `python benchmarks/compare_peers.py`, which measures all of them in one run.",
        "",
        *table(names, figures, spread=True),
        "",
        f"Medians of {rounds} rounds, in which the engines take turns on one core; in brackets"
        " between what the middle half of the rounds lie; then how many times as long it takes"
        " as the kernel of ddz_core, the median of the ratios within a round. Times are of the"
        " thread's processor.",
        "",
        "![the same as a chart](peers.svg)",
        "",
        "## What is measured",
        "",
        f"- **20-card lead**: all plays of the landlord in the deals 1 to {DEALS:,}, the bottom"
        " taken up; time for one hand.",
        "- **follow**: all plays of the next seat that beat a lead of the landlord, drawn"
        f" uniformly under `standard` rules. These are the {follows:,} of those deals whose lead"
        " every engine here knows.",
        "- **random games**: the play phase to its end, every legal action equally likely. The"
        " deals are the same, from number 1 on, as many as an engine plays in a moment."
        " OpenSpiel starts from deals that are dealt already, all others deal as well. Under their"
        " own rules games differ a little in length.",
        "- *ddz_core, Python* calls `legal_moves` with a `Hand`; its games are those of"
        " `VectorGame` with 4,096 deals, of 61.03 decisions on average, and a driver in NumPy.",
        "- RLCard and DouZero play without the observations that their environments add.",
        "- OpenSpiel in C++ alone plays with its own uniformly random bots (`evaluate_bots`); it"
        " gives its lists to Python only.",
        "",
        "## What the engines list",
        "",
        f"In the {DEALS:,} leads, beside `standard`; a play is its cards.",
        "",
        *notes,
        "",
        "Known faults there: in OpenSpiel no chain of solos, pairs or bare trios may start at a"
        " rank that is held four times, a bomb may answer the rocket, and there are no quads with"
        " kickers; DouZero lists plays more than once, so its games at random are not uniform.",
        "",
        "## Where",
        "",
        f"{about['processor']}, {about['system']}, {about['python']}, NumPy {about['numpy']};"
        f" ddz_core {about['version']} at commit {about['commit']}, level {about['level']},"
        f" {about['compiler']} with `{about['flags']}`."
        f" Load when it ended: {about['load']} on {about['cores']} cores.",
    ]
    return "\n".join(map(wrapped, lines)) + "\n"


def wrapped(line: str) -> str:
    """A paragraph in lines that fit an editor; tables are left as they are."""
    indent = "  " if line.startswith("- ") else ""
    return (
        line
        if line.startswith("|")
        else textwrap.fill(
            line, 118, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
    )


def write_readme(rows: list[str]) -> None:
    path = TOP / "README.md"
    text = path.read_text()
    start, stop = (text.find(mark) for mark in MARKS)
    if start < 0 or stop < start:
        print("README.md has no marks: left as it is", file=sys.stderr)
        return
    path.write_text("\n".join([text[:start] + MARKS[0], "", *rows, "", text[stop:]]))


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare ddz_core with other engines.")
    parser.add_argument("--rounds", type=int, default=9)
    rounds = max(2, parser.parse_args().rounds)
    peers = [e for module, engines in PEERS.items() if find_spec(module) for e in engines]
    for module in PEERS:
        if not find_spec(module):
            print(f"{module} is not installed: left out", file=sys.stderr)
    listing = [peer for peer in peers if peer.lead is not None]
    leads = [Position(row) for row in range(DEALS)]
    follows = [one for one in leads if all(peer.knows(one) for peer in listing)]
    notes = [f"- {peer.name}: {differences(peer, leads)}." for peer in listing]
    engines = [engine(leads, follows) for engine in (*OURS, *peers)]
    figures = measured(engines, len(leads), len(follows), rounds)
    names = [engine.name for engine in engines]
    text = document(names, figures, len(follows), notes)
    (TOP / "docs" / "peers.md").write_text(text)
    chart(names, figures, TOP / "docs" / "peers.svg")
    rows = table(names, figures, spread=False)
    write_readme(rows)
    print("\n".join(rows))


if __name__ == "__main__":
    main()
