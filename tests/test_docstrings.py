"""The examples in the docstrings of the compiled modules; pytest finds those of the others."""

import doctest
import importlib
import pkgutil
from importlib.machinery import EXTENSION_SUFFIXES

import pytest

import ddz_core._core
from ddz_core._core.loader import LEVELS

COMPILED = [
    module.name
    for module in pkgutil.iter_modules(ddz_core._core.__path__, "ddz_core._core.")
    if module.module_finder.find_spec(module.name).origin.endswith(tuple(EXTENSION_SUFFIXES))
    # Kernels for processors above this one cannot be imported, and have no docstrings.
    and not module.name.endswith(LEVELS)
]


@pytest.mark.parametrize("name", COMPILED)
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    assert doctest.testmod(module, optionflags=flags).failed == 0


def test_there_are_compiled_modules() -> None:
    assert "ddz_core._core.queries" in COMPILED
