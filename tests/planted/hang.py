"""Never comes back."""

from threading import Event


def waits_for_nobody() -> None:
    Event().wait()
