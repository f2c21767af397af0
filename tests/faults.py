"""Faults that the fuzzer must find, one function each; ``test_fuzz.py`` has it call them."""

from __future__ import annotations

import os
import time

import ddz_core as ddz

_kept = []


def crash() -> None:
    os.abort()


def foreign_error() -> None:
    raise KeyError("not one of ours")


def long_message() -> None:
    raise ddz.InvalidArgument("x" * 10_000)


def no_pickle() -> None:
    class Local(ddz.DdzError):
        pass

    raise Local


def slow() -> None:
    until = time.process_time() + 11
    while time.process_time() < until:
        pass


def hanging() -> None:
    time.sleep(1000)


def growing() -> None:
    _kept.append(bytes(400 << 20))
