"""Exit statuses of ``ddz``."""

BAD_INPUT = 2
NOT_FOUND = 3
"""The time limit came before the answer."""
STOPPED = 130
"""Ended by Ctrl-C: 128 and the number of SIGINT, as shells count it."""
