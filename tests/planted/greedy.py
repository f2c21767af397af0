"""Takes memory, and gives it back before anybody can look."""


def takes_memory() -> None:
    bytes(64 << 20).upper()
