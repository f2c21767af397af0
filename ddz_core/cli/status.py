"""Exit statuses of ``ddz``."""

BAD_INPUT = 2
STOPPED = 130
"""Ended by Ctrl-C: 128 and the number of SIGINT, as shells count it."""
