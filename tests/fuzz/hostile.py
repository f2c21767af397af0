"""Values that nobody should hand in: of the wrong type, size, layout or behaviour."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

import ddz_core as ddz


class Planted(Exception):
    """What an angry object raises: whoever lets it through has done nothing wrong."""


def _angry(*_: object) -> Any:
    raise Planted("an angry object")


class Angry:
    """Whatever is asked of it fails, even how it looks."""


for _name in (
    *("repr", "str", "len", "iter", "index", "int", "float", "bool", "eq", "hash", "getitem"),
    *("contains", "fspath", "array", "lt", "add", "sub", "call", "copy", "reduce", "getattr"),
):
    setattr(Angry, f"__{_name}__", _angry)


class Odd:
    """It has every attribute, and is of no use."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Odd()

    def __repr__(self) -> str:
        return "Odd()"


class Liar(int):
    """A number that is another one for whoever asks by way of ``__index__``."""

    def __index__(self) -> int:
        return 1 << 70

    def __len__(self) -> int:
        return 1 << 40

    def __getitem__(self, at: object) -> Any:
        raise IndexError


class LyingArray(np.ndarray):  # type: ignore[type-arg]
    """An array that makes itself out to be larger than it is."""

    @property
    def shape(self) -> Any:  # type: ignore[override]
        return (1 << 20,)

    @property
    def size(self) -> Any:  # type: ignore[override]
        return 1 << 20

    def __len__(self) -> int:
        return 1 << 20

    def __repr__(self) -> str:
        return "LyingArray()"

    __str__ = __repr__


def hollow(rng: random.Random) -> Any:
    """A list that holds itself."""
    made: list[Any] = [rng.choice([3, "3", None])]
    made.append(made)
    return made


SMALL = (0, 1, -1, 2, 3, 4, 16, 17, 20, 30, 54)
MIDDLE = (127, 128, 255, 256, 27_471, 27_472, 2**16, 2**31 - 1, 2**31, -(2**31), 2**32, 2**53 + 1)
LARGE = (2**63 - 1, 2**63, -(2**63) - 1, 2**64 - 1, 2**64, 10**40, -(10**5000), 10**5000)


def small_number(rng: random.Random) -> Any:
    return rng.choice(SMALL)


def large_number(rng: random.Random) -> Any:
    return rng.choice(LARGE)


def number(rng: random.Random) -> Any:
    return rng.choice(rng.choice((SMALL, MIDDLE, LARGE)))


def fraction(rng: random.Random) -> Any:
    return rng.choice([3.9, 1.0, -0.0, float("nan"), -float("inf"), 1e300, 2j, np.float32(3)])


def numpy_number(rng: random.Random) -> Any:
    kind = rng.choice([np.int8, np.uint8, np.int32, np.uint64, np.bool_, np.float64])
    made = kind(rng.choice([0, 1, 3]))
    return rng.choice([made, np.array(made), np.array([made])])


def nothing_much(rng: random.Random) -> Any:
    return rng.choice([None, True, False, ..., NotImplemented, b"", b"3", object(), int, len])


def behaving_badly(rng: random.Random) -> Any:
    return rng.choice([Angry(), Odd(), Liar(3), hollow(rng), iter([3, 3]), (_ for _ in "33")])


TEXTS = (
    *("", " ", "3", "10", "BR", "pass", "PASS", "bid:3", "bid:", "discard:33", ":::", "\0", "\n"),
    *("３", "\udcff", "3334:trio_solo:1:3", "3:solo:99999999999999999999:3", "standard", "bga"),
    *("os:getcwd", "random", "easy", "landlord", "wp", "16MiB", "99999999999GiB", "-1", "nan"),
    *("bga,players=2", "rules.chain_solos=9", "ddz1 ", "ddzmatch1 ", "%s%n", "{0.__class__}"),
)


def text(rng: random.Random) -> Any:
    made = rng.choice(TEXTS)
    return rng.choice([made, made, np.str_(made), made * 1000, made.encode(errors="replace")])


def container(rng: random.Random) -> Any:
    inside = [value(rng) for _ in range(rng.choice([0, 1, 2, 3, 15]))]
    return rng.choice(
        [
            inside,
            tuple(inside),
            {"landlord": inside},
            {"hands": inside},
            set(),
            range(99),
            [inside] * 20,
        ]
    )


def card_numbers(rng: random.Random) -> Any:
    """Cards as DouZero has them, and counts that are none."""
    cards = [*range(3, 15), 17, 20, 30]
    return rng.choice(
        [
            [rng.choice(cards) for _ in range(rng.choice([1, 2, 5, 17, 20, 60]))],
            [rng.choice([0, 1, 4, 5, -1, 255, 2**40]) for _ in range(rng.choice([14, 15, 16]))],
            [4] * 13 + [1, 1],
        ]
    )


def own_value(rng: random.Random) -> Any:
    """Something of ours where something else is asked for."""
    return rng.choice(
        [
            ddz.Hand(rng.choice(["", "3", "33334444", "345678TJQKA2BR"])),
            ddz.Move.parse(rng.choice(["pass", "3:solo:1:3", "QQQBR:trio_pair:1:Q"])),
            ddz.legal_moves("3334"),
            ddz.readings("345"),
            ddz.Rules(),
            ddz.Table(),
            ddz.Bid(2),
            ddz.Discard("3"),
            ddz.Game,
            ddz.Kind.TRIO,
            *half_made,
        ]
    )


half_made: list[Any] = []
"""Objects of ours whose ``__init__`` has not run; the targets put them here."""

DTYPES = ("u1", "i1", "<i4", ">i4", "<u8", ">u8", "<i8", "f4", "f8", "?", "O", "U3", "c16", "M8[s]")


def array(rng: random.Random) -> Any:
    """Arrays of every dtype and layout: read only, backwards, misaligned, broadcast, lying."""
    shape = rng.choice([0, 1, 3, 15, 54, (2, 2), (3, 15), (15, 3), (0, 15), (1,) * 20, ()])
    made = np.full(shape, rng.choice([0, 1, 3, 100])).astype(rng.choice(DTYPES))
    if rng.random() < 0.4:
        made = random_moves(rng)
    return odd_layout(made, rng)


def random_moves(rng: random.Random) -> Any:
    """Rows of MOVE_DTYPE with random bytes."""
    return np.frombuffer(rng.randbytes(16 * rng.randrange(0, 6)), ddz.MOVE_DTYPE).copy()


def odd_layout(made: Any, rng: random.Random) -> Any:
    """The same array, or one with the same contents that lies otherwise in memory."""
    change = rng.randrange(9)
    if change == 0 and made.ndim:
        return made[::-1]
    if change == 1 and made.ndim:
        return np.repeat(made, 2, axis=0)[::2]
    if change == 2:
        return np.asfortranarray(made)
    if change == 3 and made.dtype.kind != "O":
        room = np.zeros(made.nbytes + 1, np.uint8)
        room[1:] = np.frombuffer(made.tobytes(), np.uint8)
        return room[1:].view(made.dtype).reshape(made.shape)
    if change == 4:
        made.flags.writeable = False
        return made
    if change == 5 and made.ndim == 1:
        return made.view(LyingArray)
    if change == 6 and made.dtype.names is None:
        return made.astype(made.dtype.newbyteorder())
    if change == 7 and made.size == 1 and made.ndim < 2:
        return np.broadcast_to(made, (1000,))
    return made


KINDS: tuple[Callable[[random.Random], Any], ...] = (
    *(number, number, fraction, numpy_number, nothing_much, behaving_badly, text, text),
    *(container, card_numbers, own_value, own_value, array, array),
)


def value(rng: random.Random) -> Any:
    """Something that nobody should hand in."""
    return rng.choice(KINDS)(rng)
