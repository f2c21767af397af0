"""How much the server takes from those who connect to it (docs/web.md section 7)."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many a second on average."""

    at_once: int
    per_second: float


@dataclass(frozen=True)
class Limits:
    """Numbers of things, bytes and seconds."""

    message: int = 4096
    """Bytes of a message, and of the body of a request."""
    messages: Rate = field(default=Rate(60, 20))
    """Of one socket."""
    thoughts: Rate = field(default=Rate(10, 1))
    """Decisions that one socket may have hints thought of."""
    refusals: int = 100
    """Of one socket, for being too fast, before it is closed."""
    join_seconds: float = 10
    request_seconds: float = 10
    slow_seconds: float = 20
    """That a socket may take to read a message."""
    waiting: int = 32
    """Answers that wait for one socket."""
    waiting_bytes: int = 1 << 16
    """Of such answers, where there are several."""
    ping_seconds: float = 20
    """Between two pings, and until one is answered."""
    sockets: int = 4000
    sockets_of_address: int = 500
    sockets_of_token: int = 4
    spectators: int = 100
    """Of one table."""
    new_tables: Rate = field(default=Rate(30, 0.5))
    """From one address."""
    tables: int = 10_000
    """In the data file."""
    keep_seconds: float = 86_400
    """A table that was touched later is not deleted for a new one."""
    unjoined_seconds: float = 3_600
    """Nor is one that is newer, if nobody has joined."""
    asleep: int = 500
    """Tables in memory to which nobody is connected."""
    deals: int = 1_000
    """Of one table."""
    steps: int = 5_000
    """Of one deal."""


class Bucket:
    """Holds a rate: :meth:`take` says whether one more is within it.

    >>> bucket = Bucket(Rate(2, 1), now=0)
    >>> [bucket.take(0), bucket.take(0), bucket.take(0), bucket.take(1)]
    [True, True, False, True]
    """

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate = rate
        self.left = float(rate.at_once)
        self.at = now

    def take(self, now: float) -> bool:
        """Take one at that time, in seconds, if there is one."""
        self.left = min(self.rate.at_once, self.left + (now - self.at) * self.rate.per_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A bucket for each of those addresses that were seen last."""

    MOST = 10_000

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
        """Take one for an address at that time."""
        bucket = self._of.setdefault(address, Bucket(self.rate, now))
        self._of.move_to_end(address)
        if len(self._of) > self.MOST:
            self._of.popitem(last=False)
        return bucket.take(now)
