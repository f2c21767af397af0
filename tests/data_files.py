"""Files that `ddz serve` must not take for its data."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from ddz_core.web.store import Store


def of_another_program(folder: Path) -> Path:
    path = folder / "other.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE notes (text)")
    return path


def of_a_later_version(folder: Path) -> Path:
    path = folder / "later.sqlite"
    Store(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 2")
    return path
