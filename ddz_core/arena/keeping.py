"""What a long match keeps on disk: the records of its games, and where it stands.

Both are whole whenever the match is killed. Records are written deal by deal, and what was
written of a deal that could not be written whole is taken away again. A checkpoint is
written beside the old one and then takes its place.
"""

from __future__ import annotations

import errno
import io
import json
import os
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO, TypeAlias

from ..arguments import shown
from ..errors import InvalidArgument
from .playing import Clock, Terms
from .score import Counting

FilePath: TypeAlias = str | os.PathLike[str]

FORMAT = "ddz_core match 1"
"""What a checkpoint begins with; another form will have another."""

EVERY_SECONDS = 1.0
"""So much of a match is lost at most where it is killed, or one deal if that is longer."""


class RecordFile:
    """A file of records, whole up to its last line at any time."""

    def __init__(self, path: FilePath, keep: int = 0) -> None:
        """Opens the file, and keeps its first ``keep`` lines. Raises
        :class:`InvalidArgument` where it has fewer."""
        self.path = os.fspath(path)
        self._file = io.FileIO(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+")
        try:
            self._end = self._place_of_line(keep)
            if os.fstat(self._file.fileno()).st_size:
                self._file.truncate(self._end)
            with suppress(io.UnsupportedOperation):  # a pipe
                self._file.seek(self._end)
        except BaseException:
            self._file.close()
            raise

    def _place_of_line(self, keep: int) -> int:
        if keep == 0:
            return 0
        place = found = 0
        with open(self.path, "rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                place, found = place + len(line), found + 1
                if found == keep:
                    return place
        raise InvalidArgument(
            f"{self.path} has {found} records, but the match that goes on had {keep} written"
        )

    def write(self, records: Sequence[str]) -> None:
        """Writes whole lines; or none of them, and raises the :class:`OSError`."""
        data = "".join(record + "\n" for record in records).encode()
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[self._file.write(rest) :]
        except BaseException as error:
            with suppress(OSError):
                self._file.truncate(self._end)
                self._file.seek(self._end)
            if isinstance(error, OSError):
                raise _of_file(error, self.path) from error
            raise
        self._end += len(data)

    def close(self) -> None:
        self._file.close()


class RecordStream:
    """A stream of records that the caller has opened, and will close."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, records: Sequence[str]) -> None:
        """Writes the lines, and flushes them."""
        try:
            self.stream.writelines(record + "\n" for record in records)
            self.stream.flush()
        except OSError as error:
            raise _of_file(error, str(getattr(self.stream, "name", "records"))) from error

    def close(self) -> None:
        """Does nothing."""


def _of_file(error: OSError, path: str) -> OSError:
    """The error, naming the file."""
    return OSError(error.errno or errno.EIO, error.strerror or str(error), path)


class Checkpoint:
    """Where several matches on the same deals stand, in a file."""

    def __init__(self, path: FilePath, matches: Sequence[Terms]) -> None:
        self.path = Path(path)
        self._terms = [_told(terms) for terms in matches]
        self._written = -EVERY_SECONDS

    def read(self, countings: Sequence[Counting], deals: int) -> int:
        """Sets the sums to those of the file, where there is one; returns how many records
        were written.

        Raises :class:`InvalidArgument` for a file that is no checkpoint, or one of other
        matches, or of more deals.
        """
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            if not self.path.parent.is_dir():
                raise InvalidArgument(
                    f"cannot write {self.path}: there is no such folder"
                ) from None
            return 0
        except OSError as error:
            raise InvalidArgument(f"cannot read {self.path}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise InvalidArgument(f"{self.path} is no checkpoint of a match: {error}") from error
        try:
            saved = json.loads(text)
            if saved["format"] != FORMAT:
                raise ValueError(f"it is of the form {saved['format']!r:.40}, not {FORMAT!r}")
            terms, sums, records = saved["matches"], saved["sums"], saved["records"]
            if type(records) is not int or records < 0 or len(terms) != len(sums):
                raise ValueError("its numbers are none")
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise InvalidArgument(f"{self.path} is no checkpoint of a match: {error}") from error
        if terms != self._terms:
            raise InvalidArgument(
                f"{self.path} is of another match: {_differing(terms, self._terms)}"
            )
        for counting, each in zip(countings, sums, strict=True):
            try:
                _restore(counting, each)
            except (ValueError, KeyError, TypeError) as error:
                raise InvalidArgument(
                    f"{self.path} is no checkpoint of a match: {error}"
                ) from error
            if counting.deals > deals:
                raise InvalidArgument(
                    f"{self.path} has {counting.deals} deals of {deals} that are wanted"
                )
        return int(records)

    def write(self, countings: Iterable[Counting], records: int, now: bool = False) -> None:
        """Writes the sums, if that was not done within the last second or it is to be now."""
        if not now and time.monotonic() - self._written < EVERY_SECONDS:
            return
        saved = {
            "format": FORMAT,
            "matches": self._terms,
            "sums": [_saved(counting) for counting in countings],
            "records": records,
        }
        beside = self.path.with_name(self.path.name + ".new")
        try:
            with open(beside, "w", encoding="utf-8") as file:
                json.dump(saved, file)
                file.write("\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, self.path)
        except OSError as error:
            with suppress(OSError):
                beside.unlink()
            raise _of_file(error, str(self.path)) from error
        self._written = time.monotonic()


def _told(terms: Terms) -> dict[str, Any]:
    """What must be the same where a match goes on, as JSON has it."""
    return {
        "players": list(terms.names),
        "table": str(terms.table),
        "bidding": terms.bidding,
        "seed": terms.seed,
        "seatings": [list(seating) for seating in terms.seatings],
    }


def _differing(found: object, wanted: Sequence[dict[str, Any]]) -> str:
    if not isinstance(found, list) or len(found) != len(wanted):
        return "it has another number of players"
    for one, other in zip(found, wanted, strict=True):
        for name, value in other.items():
            if not isinstance(one, dict) or one.get(name) != value:
                was = one.get(name) if isinstance(one, dict) else one
                return f"its {name} are {shown(was)}, not {shown(value)}"
    return "it has more to it"


def _saved(counting: Counting) -> dict[str, Any]:
    return {
        "seconds": counting.seconds,
        "players": [
            {
                "clock": vars(sums.clock),
                "halves": [vars(tally) for tally in sums.halves],
                "points": [vars(tally) for tally in sums.points],
            }
            for sums in counting.sums
        ],
    }


def _restore(counting: Counting, saved: dict[str, Any]) -> None:
    """Sets the sums to what :func:`_saved` has told; nothing else is taken."""
    counting.seconds = float(saved["seconds"])
    for sums, each in zip(counting.sums, saved["players"], strict=True):
        # Earlier checkpoints have no forfeits.
        _set(sums.clock, {"forfeits": {}, "accounts": {}} | each["clock"])
        _check_forfeits(sums.clock)
        for tallies, told in ((sums.halves, each["halves"]), (sums.points, each["points"])):
            for tally, numbers in zip(tallies, told, strict=True):
                _set(tally, numbers)
    deals = {tally.deals for sums in counting.sums for tally in (*sums.halves, *sums.points)}
    if len(deals) != 1:
        raise ValueError("its sums are of different numbers of deals")


def _check_forfeits(clock: Clock) -> None:
    games, accounts = clock.forfeits, clock.accounts
    if not all(type(count) is int and count > 0 for count in games.values()):
        raise ValueError(f"forfeits are {shown(games)}")
    if games.keys() != accounts.keys() or not all(isinstance(a, str) for a in accounts.values()):
        raise ValueError(f"accounts of {sorted(games)} are {shown(accounts)}")


def _set(to: object, numbers: dict[str, Any]) -> None:
    if numbers.keys() != vars(to).keys():
        raise ValueError(f"{sorted(numbers)} are not {sorted(vars(to))}")
    for name, value in numbers.items():
        kind = type(getattr(to, name))
        if type(value) is not kind and not (kind is float and type(value) is int):
            raise ValueError(f"{name} is {shown(value)}")
        setattr(to, name, kind(value))
