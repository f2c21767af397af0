"""The command ``ddz`` itself: its subcommands, and how refusals are told."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

import click

from ..errors import DdzError
from .status import BAD_INPUT, CANNOT_WRITE, READER_LEFT, STOPPED
from .streams import allow_any_encoding, drop_output, flush_output, wants_style

COMMANDS = (
    "simulate",
    "moves",
    "hint",
    "rollout",
    "appraise",
    "analyse",
    "deal",
    "perft",
    "replay",
    "solve",
    "bench",
    "match",
    "play",
    "convert",
    "botzone",
    "serve",
)
"""Each is the command of that name in the module of that name."""


class Commands(click.Group):
    """A command is imported when it is asked for: most need much that the others do not."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f".{cmd_name}", __package__), cmd_name)
        return found


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Dou Dizhu (Fight the Landlord): plays, deals, games, players and simulations.",
)
@click.version_option(package_name="ddz-core", prog_name="ddz")
@click.pass_context
def app(context: click.Context) -> None:
    """The group of all commands."""
    if not wants_style():
        context.color = False


def run(arguments: Sequence[str]) -> int:
    """Run ``ddz`` with these arguments; without any it prints its help."""
    if sys.stdout is None:
        print("ddz: cannot write: standard output is closed", file=sys.stderr)
        return CANNOT_WRITE
    allow_any_encoding()
    try:
        status = app.main(list(arguments) or ["--help"], prog_name="ddz", standalone_mode=False)
        flush_output()
    except (BrokenPipeError, SystemExit):
        # Click leaves so for a broken pipe, and for nothing else in this mode: whoever read
        # the output has seen enough, as in `ddz moves ... | head -1`.
        drop_output()
        return READER_LEFT
    except OSError as failure:
        drop_output()
        what = f" {failure.filename}" if failure.filename else ""
        print(f"ddz: cannot write{what}: {failure.strerror or failure}", file=sys.stderr)
        return CANNOT_WRITE
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
