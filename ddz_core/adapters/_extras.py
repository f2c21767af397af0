"""What to say where a library that an adapter needs is not installed."""

from __future__ import annotations


def missing(package: str, extra: str) -> ModuleNotFoundError:
    """The error for a package that is not there: it names the extra that installs it.

    >>> print(missing("pettingzoo", "pettingzoo"))
    pettingzoo is not installed; install it with: pip install "ddz-core[pettingzoo]"
    """
    return ModuleNotFoundError(
        f'{package} is not installed; install it with: pip install "ddz-core[{extra}]"',
        name=package,
    )
