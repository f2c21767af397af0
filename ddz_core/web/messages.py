"""What the server sends, field by field as docs/web.md has it."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct


class Done(Struct, tag_field="type", tag="done"):
    id: str | None
    number: int
    step: int
    repeated: bool = False


class Refusal(Struct):
    code: str
    message: str


class Refused(Struct, tag_field="type", tag="refused"):
    id: str | None
    code: str
    message: str


class Bye(Struct, tag_field="type", tag="bye"):
    code: str
    message: str


class Reading(Struct):
    play: str
    kind: str
    length: int
    rank: str
    size: int
    stands_for: str
    playable: bool


class Choice(Struct, tag_field="type", tag="choice"):
    id: str | None
    cards: str
    action: str | None
    refusal: Refusal | None
    readings: list[Reading]


class Hinted(Struct, tag_field="type", tag="hint"):
    id: str | None
    step: int
    number: int
    of: int
    action: str
    cards: str
    merit: str
    reason: str
    plays_left: int | None
    seat: int | None


class Did(Struct, frozen=True):
    """What a seat did; ``skipped`` marks an automatic pass."""

    seat: int
    action: str
    skipped: bool = False


class History(Struct, tag_field="type", tag="history"):
    id: str | None
    made: list[Did]


class Invitation(Struct, tag_field="type", tag="invitation"):
    id: str | None
    seat: int
    key: str


class Welcome(Struct, tag_field="type", tag="welcome"):
    protocol: int
    table: str
    seat: int | None
    host: bool
    rules: str
    fields: dict[str, Any]
    time_limit: int | None


class Score(Struct):
    text: str
    base: int
    stake: int
    multiplier: int
    open_hand: int
    doublings: tuple[str, ...]
    factors: tuple[int, ...]
    points: int


class Deal(Struct):
    phase: str
    turn: int | None
    landlord: int | None
    first_bidder: int
    new_deals: int
    bids: list[Did]
    discards: list[Did]
    opening: list[Did]
    doubles: list[Did]
    shown: str
    bottom: str | None
    wild: str | None
    open_hand: str | None
    sizes: tuple[int, ...]
    trick: list[Did]
    last: str | None
    last_seat: int | None
    score: Score
    hints: int
    undos: int


class Appraised(Struct):
    text: str
    recommended: str
    strong: int
    bombs: int
    plays: int
    expected_points: float | None


class Mine(Struct):
    hand: str
    unseen: list[int]
    options: list[str]
    can_pass: bool
    can_play: bool
    most_discards: int
    can_undo: bool
    appraisal: Appraised | None


class SeatView(Struct):
    seat: int
    player: str
    name: str
    connected: bool
    away: bool
    ready: str | None


class Clock(Struct):
    seat: int
    seconds: float
    limit: int


class UndoRequest(Struct):
    seat: int
    agreed: list[int]
    waiting: list[int]


class Place(Struct):
    place: int
    seat: int
    points: int


class MatchView(Struct):
    deals: int | None
    played: int
    totals: tuple[int, ...]
    start_points: int
    over: bool
    ranking: list[Place]
    winners: tuple[int, ...]


class ResultView(Struct):
    number: int
    counted: bool
    deal: str
    landlord: int | None
    out: int | None
    winner: str | None
    score: Score
    points: tuple[int, ...]
    hands: list[str]
    bottom: str
    wild: str | None
    new_deals: int
    hints: int
    undos: int
    hints_by_seat: list[int]
    undos_by_seat: list[int]
    record: str


class State(Struct, tag_field="type", tag="state"):
    number: int
    counted: bool
    step: int
    fresh: bool
    made: list[Did]
    deal: Deal | None
    mine: Mine | None
    seats: list[SeatView]
    spectators: int
    delay: int
    clock: Clock | None
    undo: UndoRequest | None
    match: MatchView
    result: ResultView | None


Outgoing: TypeAlias = (
    Done | Refused | Bye | Choice | Hinted | History | Invitation | Welcome | State
)
