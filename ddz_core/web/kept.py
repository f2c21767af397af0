"""What is kept of tables in the data file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass
class KeptSeat:
    """A seat as it is kept: ``player`` is ``person``, ``open`` or a level."""

    player: str
    name: str = ""
    token: bytes | None = None
    invitation: bytes | None = None


class KeptStep(NamedTuple):
    """An action, or ``undo``; ``request`` is what the browser called it."""

    seat: int
    action: str
    request: str | None


@dataclass
class KeptDeal:
    """The last deal of a table, and all that was done in it."""

    number: int
    counted: bool
    start: str
    """The record of the deal before anything was done in it."""
    hints: list[int]
    record: str | None
    result: bytes | None
    steps: list[KeptStep] = field(default_factory=list)


@dataclass
class KeptTable:
    """A table as it is kept."""

    id: str
    rules: str
    seed: int
    first_deal: int | None
    match: int
    time_limit: int | None
    delay: int
    host: bytes
    seats: list[KeptSeat]
    records: list[str] = field(default_factory=list)
    """Of the deals that count in the present match."""
    deal: KeptDeal | None = None
