"""Repeats at length what it was given."""

from ddz_core import InvalidArgument


def says_too_much() -> None:
    raise InvalidArgument("x" * 10_000)
