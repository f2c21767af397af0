"""The errors that the package raises.

All of them are :class:`ValueError`, so a caller who does not care which rule
was broken can catch that alone. The message always names the offending value.
"""

from __future__ import annotations

from enum import Enum


class Reason(Enum):
    """Why an action is refused (docs/rules.md section 7, docs/table.md section 2).

    Messages are for people who read English; these are for those who say it otherwise.
    """

    NOT_HELD = "not held"
    NO_COMBINATION = "no combination"
    WRONG_KIND = "wrong kind"
    WRONG_COUNT = "wrong number of cards"
    TOO_LOW = "too low"
    MUST_LEAD = "must lead"
    NOT_YOUR_TURN = "not your turn"
    BID_TOO_LOW = "bid too low"
    NO_SUCH_BID = "no such bid"
    TOO_MANY_CARDS = "too many cards"
    LAST_CARD = "last card"
    WRONG_PHASE = "wrong phase"
    DEAL_OVER = "deal over"
    DEAL_NOT_OVER = "deal not over"
    MATCH_OVER = "match over"
    ALREADY_COUNTED = "already counted"
    NOT_NEXT = "not the next deal"
    NOTHING_TO_TAKE_BACK = "nothing to take back"
    NOTHING_TO_DECIDE = "nothing to decide"
    MOVED_ON = "moved on"
    NO_SUCH_CARDS = "no such cards"
    BAD_ARGUMENT = "bad argument"


class DdzError(ValueError):
    """Something that the rules of the game, or of this package, refuse."""

    reason: Reason | None = None
    """A code for it; every refused action has one."""

    def __init__(self, *args: object, reason: Reason | None = None) -> None:
        super().__init__(*args)
        if reason is not None:
            self.reason = reason


class InvalidCards(DdzError):
    """No such cards: an unknown character, a fifth 3, a second red joker."""

    reason = Reason.NO_SUCH_CARDS


class InvalidRules(DdzError):
    """An unknown preset, or a combination of rules that cannot be."""


class InvalidArgument(DdzError):
    """A number or an array outside what the call accepts."""

    reason = Reason.BAD_ARGUMENT


class IllegalBid(DdzError):
    """A bid that the auction does not allow now."""

    reason = Reason.NO_SUCH_BID


class WrongPhase(DdzError):
    """An action that belongs to another phase of the deal."""

    reason = Reason.WRONG_PHASE


class IllegalPlay(DdzError):
    """A play that may not be made; ``reason`` says which rule forbids it."""

    reason: Reason

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message, reason=reason)

    def __reduce__(self) -> tuple[type[IllegalPlay], tuple[Reason, str]]:
        return type(self), (self.reason, str(self))


class IllegalDiscard(DdzError):
    """Cards that may not be discarded."""


class RefusedRequest(DdzError):
    """A request that a server at whose tables people play refuses; ``code`` says why
    (docs/web.md section 6)."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[RefusedRequest], tuple[str, str]]:
        return type(self), (self.code, str(self))


class Fault(Enum):
    """What is wrong with a record (docs/table.md)."""

    VERSION = "wrong version"
    TABLE = "no such table"
    DEAL = "no such deal"
    PLAYERS = "no such players"
    COUNT = "no such number of undos or hints"
    ACTION = "illegal action"
    TRUNCATED = "truncated"
    TAMPERED = "tampered with"


class InvalidRecord(DdzError):
    """A record that cannot be replayed.

    ``fault`` says what is wrong; ``action`` is the number of the action that is at
    fault, counted from 1, or ``None`` where it is not an action.
    """

    def __init__(self, fault: Fault, message: str, action: int | None = None) -> None:
        super().__init__(message)
        self.fault = fault
        self.action = action

    def __reduce__(self) -> tuple[type[InvalidRecord], tuple[Fault, str, int | None]]:
        return type(self), (self.fault, str(self), self.action)


class Forfeit(DdzError):
    """A player has no answer, or none that counts: it loses its game, and a match goes on.

    Players raise it from ``act``. ``cause`` is one short phrase, by which a score counts
    (``late``, ``crashed``); the message tells all.
    """

    def __init__(self, cause: str, message: str) -> None:
        super().__init__(message)
        self.cause = cause

    def __reduce__(self) -> tuple[type[Forfeit], tuple[str, str]]:
        return type(self), (self.cause, str(self))
