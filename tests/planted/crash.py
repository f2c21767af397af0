"""Ends the process."""

import ctypes


def reads_address_zero() -> None:
    ctypes.string_at(0)
