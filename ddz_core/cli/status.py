"""Exit statuses of ``ddz``."""

BAD_INPUT = 2
NOT_FOUND = 3
"""The time limit came before the answer."""
STOPPED = 130
"""Ended by Ctrl-C: 128 and the number of SIGINT, as shells count it."""
READER_LEFT = 141
"""Ended since nobody reads the output any more: 128 and the number of SIGPIPE."""
CANNOT_WRITE = 74
"""The output cannot be written, for example on a full disk."""
