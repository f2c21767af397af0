"""What browsers send, checked as it is read (docs/web.md sections 2 and 3)."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from .codes import refuse

PROTOCOL = 1

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Id: TypeAlias = Annotated[str, Meta(max_length=40)]
Text: TypeAlias = Annotated[str, Meta(max_length=200)]
Secret: TypeAlias = Annotated[str, Meta(max_length=64)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=1 << 31)]


class NewTable(Struct, forbid_unknown_fields=True):
    """The body of ``POST /api/tables``."""

    table: Annotated[str, Meta(max_length=1000)] = "standard"
    seats: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=4)] | None = None
    name: Text = ""
    deal: Annotated[str, Meta(max_length=20)] | int | None = None
    time_limit: int | None = None
    delay: int = 800


class TakeSeat(Struct, forbid_unknown_fields=True):
    """The body of ``POST /api/tables/ID/seats``."""

    key: Secret
    name: Text = ""


class Message(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """What is sent over the socket."""

    id: Id | None = None


class Join(Message, tag="join", kw_only=True):
    protocol: int
    table: Id
    token: Secret | None = None


class _Decision(Message, kw_only=True):
    """What belongs to a state: that of the deal of this number after so many steps."""

    number: Number
    step: Number


class Act(_Decision, tag="act", kw_only=True):
    id: Id
    action: Text


class Undo(_Decision, tag="undo", kw_only=True):
    id: Id


class AskHint(_Decision, tag="hint", kw_only=True):
    pass


class Ask(Message, tag="ask", kw_only=True):
    cards: Text


class Consent(Message, tag="consent", kw_only=True):
    agree: bool


class Next(Message, tag="next", kw_only=True):
    pass


class Again(Message, tag="again", kw_only=True):
    pass


class Back(Message, tag="back", kw_only=True):
    pass


class StandIn(Message, tag="stand_in", kw_only=True):
    seat: Seat


class Pace(Message, tag="pace", kw_only=True):
    delay: int


class AskHistory(Message, tag="history", kw_only=True):
    pass


class SetSeat(Message, tag="seat", kw_only=True):
    seat: Seat
    player: Annotated[str, Meta(max_length=20)]


class Invite(Message, tag="invite", kw_only=True):
    seat: Seat


Incoming: TypeAlias = (
    Join
    | Act
    | Undo
    | AskHint
    | Ask
    | Consent
    | Next
    | Again
    | Back
    | StandIn
    | Pace
    | AskHistory
    | SetSeat
    | Invite
)

_messages: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)


def message_of(text: str | bytes) -> Incoming:
    """The message that a frame holds. Raises :class:`RefusedRequest` for what is none."""
    try:
        return _messages.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise refuse("bad_message", f"this is no message: {error}") from error


def id_of(text: str | bytes) -> str | None:
    """The ``id`` of a message that is refused, where it has one."""
    try:
        found: Any = msgspec.json.decode(text)
        return msgspec.convert(found["id"], Id) if isinstance(found, dict) else None
    except (msgspec.MsgspecError, RecursionError, UnicodeError, KeyError):
        return None


def body_of(body: bytes, kind: type[NewTable] | type[TakeSeat]) -> Any:
    """The body of a request. Raises :class:`RefusedRequest` for what is none."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise refuse("bad_message", f"this is no such request: {error}") from error
