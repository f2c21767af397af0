"""Raises an error that is none of the project's own."""


def looks_up_what_is_not_there() -> None:
    raise KeyError("not there")
