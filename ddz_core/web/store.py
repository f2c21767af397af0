"""The data file: SQLite, one file that one server uses.

What is written is safe from a server that is killed: it is in the file system (WAL) before the
call returns. After a power cut the file is whole, and may lack the last moments.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import InvalidArgument
from .codes import refuse
from .kept import KeptDeal, KeptSeat, KeptStep, KeptTable

APPLICATION = 0x64647A77
"""Tells a file of this server from those of others: "ddzw"."""

VERSION = 1

_TABLES = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY, rules TEXT NOT NULL, seed TEXT NOT NULL, first_deal TEXT,
    match INTEGER NOT NULL, time_limit INTEGER, delay INTEGER NOT NULL, host BLOB NOT NULL,
    touched REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX tables_by_touch ON tables (touched);
CREATE TABLE seats (
    id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seat INTEGER NOT NULL,
    player TEXT NOT NULL, name TEXT NOT NULL, token BLOB, invitation BLOB,
    PRIMARY KEY (id, seat)
) WITHOUT ROWID;
CREATE TABLE deals (
    id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, number INTEGER NOT NULL,
    match INTEGER NOT NULL, counted INTEGER NOT NULL, start TEXT NOT NULL, hints TEXT NOT NULL,
    record TEXT, result BLOB,
    PRIMARY KEY (id, number)
) WITHOUT ROWID;
CREATE TABLE steps (
    id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, step INTEGER NOT NULL,
    seat INTEGER NOT NULL, action TEXT NOT NULL, request TEXT,
    PRIMARY KEY (id, step)
) WITHOUT ROWID;
"""


class Store:
    """The tables in a file, which is made if it is not there.

    Raises :class:`InvalidArgument` for a file that is not of this server, that a later
    version wrote, that another server uses or that cannot be written.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            # It tells the hands of deals to come: nobody else on this machine may read it.
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            # Opened in one thread and used in another, but never by two.
            self._db = sqlite3.connect(
                self.path, isolation_level=None, timeout=0.5, check_same_thread=False
            )
        except (sqlite3.Error, OSError) as error:
            raise _unusable(self.path, error) from error
        try:
            self._open()
        except BaseException as error:
            self._db.close()
            if isinstance(error, sqlite3.Error):
                raise _unusable(self.path, error) from error
            raise

    def _open(self) -> None:
        [kind] = self._db.execute("PRAGMA application_id").fetchone()
        [version] = self._db.execute("PRAGMA user_version").fetchone()
        [things] = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if things and kind != APPLICATION:
            raise InvalidArgument(
                f"the data file {self.path} is of another program: name another with --data"
            )
        if things and version > VERSION:
            raise InvalidArgument(
                f"the data file {self.path} is of version {version}, and this server knows "
                f"{VERSION}: install a later ddz-core, or name another file with --data"
            )
        # Held for as long as the server runs: two servers would not know of each other's deals.
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.execute("PRAGMA foreign_keys = ON")
        self._db.execute("BEGIN IMMEDIATE")
        if not things:
            for statement in _TABLES.split(";"):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA application_id = {APPLICATION}")
            self._db.execute(f"PRAGMA user_version = {VERSION}")
        self._db.execute("COMMIT")

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """All or nothing of what is written in it. Raises :class:`RefusedRequest` where it
        cannot be written."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield self._db
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise refuse("cannot_save", f"the data file cannot be written: {error}") from error

    # --------------------------------------------------------------- tables

    def count(self) -> int:
        """How many tables there are."""
        [number] = self._db.execute("SELECT count(*) FROM tables").fetchone()
        return int(number)

    def add(self, table: KeptTable, now: float) -> None:
        """A new table, touched at that time in seconds."""
        with self.writing() as db:
            db.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    table.id,
                    table.rules,
                    str(table.seed),
                    None if table.first_deal is None else str(table.first_deal),
                    table.match,
                    table.time_limit,
                    table.delay,
                    table.host,
                    now,
                ),
            )
            for number, seat in enumerate(table.seats):
                self._set_seat(table.id, number, seat)

    def oldest(self) -> list[tuple[str, float]]:
        """The tables that have not been touched for longest, some hundred, with the times."""
        return self._db.execute(
            "SELECT id, touched FROM tables ORDER BY touched LIMIT 500"
        ).fetchall()

    def delete(self, table: str) -> None:
        with self.writing() as db:
            db.execute("DELETE FROM tables WHERE id = ?", (table,))

    def touch(self, table: str, now: float) -> None:
        """Somebody was there at that time."""
        with self.writing() as db:
            db.execute("UPDATE tables SET touched = ? WHERE id = ?", (now, table))

    def set_delay(self, table: str, delay: int) -> None:
        with self.writing() as db:
            db.execute("UPDATE tables SET delay = ? WHERE id = ?", (delay, table))

    def set_seat(self, table: str, number: int, seat: KeptSeat) -> None:
        with self.writing():
            self._set_seat(table, number, seat)

    def _set_seat(self, table: str, number: int, seat: KeptSeat) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?, ?)",
            (table, number, seat.player, seat.name, seat.token, seat.invitation),
        )

    # ---------------------------------------------------------------- deals

    def begin_deal(self, table: str, deal: KeptDeal, match: int, seed: int) -> None:
        """A new deal, perhaps the first of a new match with that seed; what was done in the
        deal before is in its record."""
        with self.writing() as db:
            db.execute("DELETE FROM steps WHERE id = ?", (table,))
            db.execute(
                "UPDATE tables SET match = ?, seed = ?, first_deal = NULL"
                " WHERE id = ? AND match < ?",
                (match, str(seed), table, match),
            )
            hints = ",".join(map(str, deal.hints))
            db.execute(
                "INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?, NULL, NULL)",
                (table, deal.number, match, deal.counted, deal.start, hints),
            )

    def add_step(self, table: str, step: int, done: KeptStep) -> None:
        try:
            self._db.execute("INSERT INTO steps VALUES (?, ?, ?, ?, ?)", (table, step, *done))
        except sqlite3.Error as error:
            raise refuse("cannot_save", f"the data file cannot be written: {error}") from error

    def add_last_step(
        self, table: str, step: int, done: KeptStep, number: int, record: str, result: bytes
    ) -> None:
        """The step with which a deal ends."""
        with self.writing() as db:
            db.execute("INSERT INTO steps VALUES (?, ?, ?, ?, ?)", (table, step, *done))
            db.execute(
                "UPDATE deals SET record = ?, result = ? WHERE id = ? AND number = ?",
                (record, result, table, number),
            )

    def set_hints(self, table: str, number: int, hints: list[int]) -> None:
        with self.writing() as db:
            db.execute(
                "UPDATE deals SET hints = ? WHERE id = ? AND number = ?",
                (",".join(map(str, hints)), table, number),
            )

    # -------------------------------------------------------------- reading

    def load(self, table: str) -> KeptTable | None:
        """A table with its match and the last deal; ``None`` if there is none of that id."""
        row = self._db.execute(
            "SELECT rules, seed, first_deal, match, time_limit, delay, host FROM tables"
            " WHERE id = ?",
            (table,),
        ).fetchone()
        if row is None:
            return None
        rules, seed, first_deal, match, time_limit, delay, host = row
        seats = self._db.execute(
            "SELECT player, name, token, invitation FROM seats WHERE id = ? ORDER BY seat",
            (table,),
        )
        records = self._db.execute(
            "SELECT record FROM deals"
            " WHERE id = ? AND match = ? AND counted AND record IS NOT NULL ORDER BY number",
            (table, match),
        )
        return KeptTable(
            table,
            rules,
            int(seed),
            None if first_deal is None else int(first_deal),
            match,
            time_limit,
            delay,
            host,
            [KeptSeat(*seat) for seat in seats],
            [record for (record,) in records],
            self._last_deal(table),
        )

    def _last_deal(self, table: str) -> KeptDeal | None:
        row = self._db.execute(
            "SELECT number, counted, start, hints, record, result FROM deals"
            " WHERE id = ? ORDER BY number DESC LIMIT 1",
            (table,),
        ).fetchone()
        if row is None:
            return None
        number, counted, start, hints, record, result = row
        steps = self._db.execute(
            "SELECT seat, action, request FROM steps WHERE id = ? ORDER BY step", (table,)
        )
        return KeptDeal(
            number,
            bool(counted),
            start,
            [int(each) for each in hints.split(",")],
            record,
            result,
            [KeptStep(*step) for step in steps],
        )

    def check_table(self, table: str) -> None:
        """Raises :class:`RefusedRequest` where there is no such table."""
        if self._db.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone() is None:
            raise refuse("no_such_table", "there is no such table here")

    def records(self, table: str) -> list[str]:
        """Of all deals of a table that are over, in order."""
        return [
            record
            for (record,) in self._db.execute(
                "SELECT record FROM deals WHERE id = ? AND record IS NOT NULL ORDER BY number",
                (table,),
            )
        ]

    def record(self, table: str, number: int) -> str | None:
        """Of one deal; ``None`` while it is not over. Raises :class:`RefusedRequest` if
        there is no such deal."""
        row = self._db.execute(
            "SELECT record FROM deals WHERE id = ? AND number = ?", (table, number)
        ).fetchone()
        if row is None:
            raise refuse("no_such_deal", f"the table has had no deal number {number}")
        return None if row[0] is None else str(row[0])

    def results(self, table: str) -> list[bytes]:
        """Of all deals of a table that are over, as they were written."""
        return [
            result
            for (result,) in self._db.execute(
                "SELECT result FROM deals WHERE id = ? AND result IS NOT NULL ORDER BY number",
                (table,),
            )
        ]


def _unusable(path: str, error: Exception) -> InvalidArgument:
    said = f"cannot be opened: {getattr(error, 'strerror', None) or error}; name another"
    if "locked" in str(error):
        said = "is used by another server: stop that, or name another"
    if "not a database" in str(error):
        said = "is of another program: name another"
    return InvalidArgument(f"the data file {path} {said} with --data")
