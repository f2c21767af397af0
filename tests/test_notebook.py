"""The notebook in examples/ runs, and shows what is saved in it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

TOUR = Path(__file__).parents[1] / "examples" / "tour.ipynb"


@pytest.fixture(scope="module")
def cells(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Any, Any]]:
    """The cells of code as they are saved, each beside what came of running it."""
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed (extra test)")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed (extra test)")
    pytest.importorskip("nbclient", reason="nbclient is not installed (extra test)")
    to = tmp_path_factory.mktemp("notebook") / "run.ipynb"
    # In a process of its own: what notebooks are run with warns of much.
    run = (
        "import nbclient, nbformat, sys; book = nbformat.read(sys.argv[1], 4);"
        "nbclient.NotebookClient(book, timeout=120, kernel_name='python3').execute();"
        "nbformat.write(book, sys.argv[2])"
    )
    subprocess.run(
        [sys.executable, "-c", run, str(TOUR), str(to)],
        check=True,
        capture_output=True,
        cwd=to.parent,
        env={**os.environ, "IPYTHONDIR": str(to.parent), "JUPYTER_RUNTIME_DIR": str(to.parent)},
    )
    saved, anew = (nbformat.read(path, 4).cells for path in (TOUR, to))
    return [pair for pair in zip(saved, anew, strict=True) if pair[0].cell_type == "code"]


def outputs(cell: Any) -> list[tuple[str, str]]:
    """The kinds of output and their texts, without the times in them."""
    found = []
    for each in cell.outputs:
        for kind, text in each.get("data", {"text": each.get("text", "")}).items():
            found.append((kind, re.sub(r"(in |seconds=)[\d.e+-]+", r"\1", text)))
    return found


def test_every_cell_shows_what_is_saved(cells: list[tuple[Any, Any]]) -> None:
    for saved, anew in cells:
        assert outputs(anew) == outputs(saved), saved.source
    assert len(cells) > 10


def test_values_are_pictures_and_tables(cells: list[tuple[Any, Any]]) -> None:
    kinds = {anew.source.splitlines()[-1]: dict(outputs(anew)) for _, anew in cells}
    for name in ("hand", "game", "seen", "ending"):
        assert kinds[name]["image/svg+xml"].startswith("<svg "), name
    for last in ("match", "ddz.legal_moves(hand)", "ddz.rollout(seen, deals=500)"):
        assert "<table " in kinds[last]["text/html"], last
