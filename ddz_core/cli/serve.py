"""``ddz serve``: tables in the browser."""

from __future__ import annotations

import re
import sys
import webbrowser
from pathlib import Path
from threading import Thread

import click

NEEDED = ("msgspec", "starlette", "uvicorn", "websockets")
"""What the extra ``web`` installs."""


def _hosts(_: click.Context, __: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if not re.fullmatch(r"[\w.-]+", name):
            raise click.BadParameter(
                f"{name!r} is no name of a host: give it as table.example.org, "
                "without https:// and without a port"
            )
    return names


@click.command(
    help="""Open tables at which people play in a browser.

    Prints the address of the page, and serves until Ctrl-C. Tables, deals and points are
    kept in a data file, and go on where they were when the server starts again.
    docs/web.md tells how programs play there, and which limits there are.
    """,
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8733,
    show_default=True,
    help="The port; 0 takes a free one.",
)
@click.option(
    "--data",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The data file; else tables.sqlite in your folder for the data of programs.",
)
@click.option(
    "--name",
    "names",
    metavar="HOST",
    multiple=True,
    callback=_hosts,
    help="A name of this server in browsers, if it is not that of this machine; may be repeated.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
def serve(host: str, port: int, data: Path | None, names: tuple[str, ...], open_page: bool) -> int:
    try:
        from ..web.server import serve as run
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in NEEDED:
            raise
        print(
            f'ddz: {package} is not installed: pip install "ddz-core[web]" installs it',
            file=sys.stderr,
        )
        return 1

    def started(address: str) -> None:
        click.echo(f"the table is at {address} (Ctrl-C stops)")
        sys.stdout.flush()
        if open_page:
            # Some browsers hold up who opens them.
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    file = data or Path(click.get_app_dir("ddz_core")) / "tables.sqlite"
    run(file, host, port, names, started=started)
    return 0
