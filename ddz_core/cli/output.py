"""What goes to stdout: labelled rows for people, or one line of JSON for programs."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping

import click


def print_json(value: Mapping[str, object]) -> None:
    """Print the value on one line."""
    click.echo(json.dumps(value))


def print_rows(rows: Iterable[tuple[str, str]]) -> None:
    """Print labels and what belongs to them, in two columns.

    On a terminal the second column is as wide as there is room; elsewhere each
    row is one line.
    """
    rows = list(rows)
    column = max((len(label) for label, _ in rows), default=0) + 2
    room = shutil.get_terminal_size().columns - column if sys.stdout.isatty() else sys.maxsize
    for label, value in rows:
        lines = textwrap.wrap(value, max(room, 20), break_long_words=False)
        click.echo(click.style(label.ljust(column), bold=True) + ("\n" + " " * column).join(lines))
