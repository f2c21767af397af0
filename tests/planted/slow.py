"""Takes its time, with the processor at work."""

from time import process_time


def works_for_nothing() -> None:
    until = process_time() + 1.2
    while process_time() < until:
        pass
