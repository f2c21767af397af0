"""The command ``ddz`` itself: its subcommands, and how refusals are told."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from ..errors import DdzError
from .appraise import appraise
from .bench import bench
from .deal import deal
from .match import match
from .moves import moves
from .perft import perft
from .replay import replay
from .simulate import simulate
from .solve import solve
from .status import BAD_INPUT, STOPPED


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ddz-core", prog_name="ddz")
def app() -> None:
    """Dou Dizhu under eight rule sets: plays, deals, counts and simulations."""


for command in (simulate, moves, appraise, deal, perft, replay, solve, bench, match):
    app.add_command(command)


def run(arguments: Sequence[str]) -> int:
    """Run ``ddz`` with these arguments; without any it prints its help."""
    try:
        status = app.main(list(arguments) or ["--help"], prog_name="ddz", standalone_mode=False)
    except click.ClickException as refusal:
        return _refuse(refusal.format_message())
    except DdzError as refusal:
        return _refuse(str(refusal))
    except MemoryError as refusal:
        return _refuse(str(refusal) or "not enough memory")
    except click.Abort:
        print("ddz: stopped", file=sys.stderr)
        return STOPPED
    return status or 0


def _refuse(message: str) -> int:
    """Say on one line why the input is refused."""
    print("ddz:", " ".join(message.split()), file=sys.stderr)
    return BAD_INPUT
