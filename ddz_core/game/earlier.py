"""Records of earlier versions, which name a table otherwise than it is named today."""

from __future__ import annotations

from zlib import crc32

from ..table_text import without_auction

_CHECK = " check:"


def as_today(record: str) -> str:
    """A record without its line end, and with its table as it is written today.

    What has no right check stays as it is: nobody knows what it was.

    >>> as_today("ddz1 bga,auction=none,show_card=no deal:1 unfinished:play check:f46474ff")
    'ddz1 bga,auction=none deal:1 unfinished:play check:2fee0231'
    """
    record = record.rstrip("\r\n")
    line, mark, check = record.rpartition(_CHECK)
    version, *rest = line.split(" ", 2)
    if len(rest) < 2 or check != _sum(line):
        return record
    line = " ".join([version, without_auction(rest[0]), rest[1]])
    return line + mark + _sum(line)


def _sum(line: str) -> str:
    # What cannot be written stands in no record, but somebody may give it.
    return f"{crc32(line.encode(errors='replace')):08x}"
