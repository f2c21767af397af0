"""``ddz play``: a table to sit at, in the terminal."""

from .command import play as play
