"""What C and Cython code needs to build against ddz_core and to reach its kernels
(docs/c-interface.md)."""

from __future__ import annotations

from pathlib import Path

from ..rules import Rules
from .compiled import compiled


def get_include() -> str:
    """The folder with ``ddz_core.h`` and ``ddz_core_python.h``.

    Give it to the compiler as an include folder. The ``.pxd`` files are beside it,
    in the package itself, where Cython looks for them.

    >>> (Path(get_include()) / "ddz_core.h").is_file()
    True
    """
    return str(Path(__file__).parent.parent / "include")


def rules_capsule(rules: Rules | str = "standard") -> object:
    """A capsule ``ddz_core.RULES``: a pointer to the compiled form of the rules.

    Compiled rules are kept for as long as the process runs, so the pointer may
    outlive the capsule. Raises :class:`InvalidRules` for what are none.

    >>> rules_capsule("shuttle")
    <capsule object "ddz_core.RULES" at ...>
    """
    capsule: object = compiled(rules).capsule
    return capsule
