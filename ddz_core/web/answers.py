"""What the server does with each message, and what it answers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ..refusals import not_to_act
from .codes import refuse
from .messages import Done, Hinted, Invitation, Outgoing
from .questions import choice
from .requests import (
    Act,
    Again,
    Ask,
    AskHint,
    AskHistory,
    Back,
    Consent,
    Incoming,
    Invite,
    Join,
    Next,
    Pace,
    SetSeat,
    StandIn,
    Undo,
)

if TYPE_CHECKING:
    from .hall import Hall, OpenTable
    from .live_deal import LiveDeal
    from .live_table import LiveTable
    from .sockets import Socket


async def answer(hall: Hall, socket: Socket, message: Incoming) -> Outgoing:
    """The answer to a message of a socket that has joined.

    Raises a :class:`DdzError` where it is refused.
    """
    found = socket.open
    if found is None:
        raise refuse("bad_token", "the seat is given away")
    table = found.table
    repeated = False
    match message:
        case Join():
            raise refuse("join_first", "this socket has joined already")
        case Act():
            _, repeated = table.act(
                _seat(socket), message.action, message.id, message.number, message.step
            )
        case Undo():
            _, repeated = table.undo(_seat(socket), message.id, message.number, message.step)
        case Ask():
            return choice(_deal(table).game, _seat(socket), message.cards, message.id)
        case AskHint():
            return await _hint(hall, table, socket, message)
        case AskHistory():
            return socket.history(_deal(table), message.id)
        case Consent():
            table.consent(_seat(socket), message.agree)
        case Next():
            table.wish(_seat_or_host(socket), "next")
        case Again():
            table.wish(_seat_or_host(socket), "again")
        case Back():
            table.back(_seat(socket))
        case StandIn():
            _seat(socket)
            table.stand_in(message.seat)
        case Pace():
            _seat_or_host(socket)
            table.set_delay(message.delay)
        case SetSeat() | Invite():
            return _set_seat(hall, found, socket, message)
    deal = table.deal
    number, step = (0, 0) if deal is None else (deal.number, deal.step)
    return Done(message.id, number, step, repeated)


def _seat(socket: Socket) -> int:
    if socket.seat is None:
        raise refuse("not_seated", "this is for players: a spectator watches")
    return socket.seat


def _seat_or_host(socket: Socket) -> int | None:
    return socket.seat if socket.is_host else _seat(socket)


def _deal(table: LiveTable) -> LiveDeal:
    if table.deal is None:
        raise refuse("no_deal", "there is no deal yet: seats are open")
    return table.deal


async def _hint(hall: Hall, table: LiveTable, socket: Socket, message: AskHint) -> Hinted:
    seat = _seat(socket)
    deal = _deal(table)
    deal.check_present(message.number, message.step)
    seen = deal.game.observation(seat)
    if seen.turn != seat:
        raise not_to_act(seen)
    if not deal.ideas():
        if not socket.thoughts.take(time.monotonic()):
            raise refuse("too_fast", "so many hints at once: wait a little")
        ideas = await hall.thinkers.hints(seen)
        if socket.open is None:
            raise refuse("bad_token", "the seat is given away")
        _deal(table).check_present(message.number, message.step)
        if not deal.ideas():
            deal.set_ideas(ideas)
    place, of, idea = table.hint(seat)
    cards = getattr(idea.action, "cards", "")
    return Hinted(
        id=message.id,
        step=deal.step,
        number=place + 1,
        of=of,
        action=str(idea.action),
        cards=str(cards),
        merit=idea.merit.name.lower(),
        reason=idea.reason,
        plays_left=idea.plays_left,
        seat=idea.seat,
    )


def _set_seat(hall: Hall, found: OpenTable, socket: Socket, message: SetSeat | Invite) -> Outgoing:
    table = found.table
    if not socket.is_host:
        raise refuse("not_host", "this is for the host of the table")
    if isinstance(message, Invite):
        return Invitation(message.id, message.seat, table.seating.invite(message.seat))
    key = table.set_player(message.seat, message.player)
    hall.dismiss(found, message.seat)
    if key is not None:
        return Invitation(message.id, message.seat, key)
    deal = table.deal
    return Done(message.id, deal.number if deal else 0, deal.step if deal else 0)
