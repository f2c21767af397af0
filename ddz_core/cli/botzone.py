"""``ddz botzone``: a player of ours as a bot of the platform of that name."""

from __future__ import annotations

import sys

import click

from .. import agents
from ..adapters.botzone.bot import serve


@click.command(
    help="""Play as a bot of Botzone: JSON on standard input and output.

    Both games of Dou Dizhu are known, with and without an auction; the first request tells
    which. One line is read, the game so far, and answered. With --keep-running the bot asks
    the platform to be kept running, and then answers a request on each line.
    docs/botzone.md has both.
    """,
)
@click.option("--player", default="hard", show_default=True, help="Who plays.")
@click.option("--seed", type=int, default=1, show_default=True, help="What the player draws from.")
@click.option("--keep-running", is_flag=True, help="Go on after the first answer.")
def botzone(player: str, seed: int, keep_running: bool) -> None:
    serve(
        agents.make(player, seed),
        sys.stdin,
        sys.stdout,
        keep_running,
    )
