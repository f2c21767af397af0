"""The floors of docs/architecture.md: imports run downstairs only, and in no circle."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import ddz_core

ROOT = Path(ddz_core.__file__).parent

FLOORS = (
    ("errors", "kinds", "arguments", "packed", "columns"),
    ("rules", "table_text", "refusals"),
    ("table", "reference"),
    ("_core",),
    ("game",),
    ("svg",),
    ("analysis",),
    ("agents",),
    ("arena",),
    ("adapters", "bench", "web"),
    ("cli",),
)
"""Who stands on one floor may import from it and from those before it."""

ALLOWED = {("agents", "adapters")}
"""``agents.make("rlcard:rule")`` asks an adapter, when it is called and not before."""

LEVEL = {name: level for level, floor in enumerate(FLOORS) for name in floor}


def modules() -> Iterator[tuple[str, Path]]:
    """Every module written in Python, and the stub of every compiled one."""
    for path in sorted(ROOT.rglob("*.py*")):
        if path.suffix in (".py", ".pyi"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


MODULES = dict(modules())


def imported(module: str) -> Iterator[tuple[str, bool]]:
    """The modules of this package that one imports, and whether only types need it."""
    path = MODULES[module]
    tree = ast.parse(path.read_text())
    package = module.split(".") if path.stem == "__init__" else module.split(".")[:-1]
    for_types = {
        id(node)
        for branch in ast.walk(tree)
        if isinstance(branch, ast.If) and "TYPE_CHECKING" in ast.unparse(branch.test)
        for node in ast.walk(branch)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        if node.level:
            base = [*package[: len(package) - node.level + 1], *(node.module or "").split(".")]
        elif (node.module or "").split(".")[0] == "ddz_core":
            base = (node.module or "").split(".")[1:]
        else:
            continue
        name = ".".join(filter(None, base))
        for each in node.names:
            inner = f"{name}.{each.name}".lstrip(".")
            found = inner if inner in MODULES else name
            if found in MODULES and found not in ("", module):
                yield found, id(node) in for_types or path.suffix == ".pyi"


def test_every_room_has_its_floor() -> None:
    assert {module.split(".")[0] for module in MODULES if module} == set(LEVEL)


@pytest.mark.parametrize("module", [module for module in MODULES if module])
def test_imports_run_downstairs(module: str) -> None:
    room = module.split(".")[0]
    for other, only_types in imported(module):
        below = other.split(".")[0]
        # What a signature names is not imported when the program runs.
        if not only_types and (room, below) not in ALLOWED:
            assert LEVEL[below] <= LEVEL[room], f"{module} imports {other}"


def test_no_module_imports_itself_by_way_of_others() -> None:
    needs = {
        module: {
            other
            for other, only_types in imported(module)
            if not only_types and (module.split(".")[0], other.split(".")[0]) not in ALLOWED
        }
        for module in MODULES
        if module
    }
    assert len(list(TopologicalSorter(needs).static_order())) > 50


def loaded_by(statement: str) -> set[str]:
    """The modules that are loaded after a statement in a new process."""
    code = f"import sys\n{statement}\nprint(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(told.stdout.split())


def test_importing_the_package_waits_for_no_player() -> None:
    loaded = loaded_by("import ddz_core")
    assert "ddz_core._core.queries" in loaded
    for room in ("game", "analysis", "agents", "arena", "adapters", "cli", "bench", "web"):
        assert not [name for name in loaded if name.startswith(f"ddz_core.{room}")]
    assert not loaded & {"concurrent.futures", "multiprocessing", "hashlib", "random"} - loaded_by(
        "import numpy"
    )


def test_every_public_name_is_there() -> None:
    for name in ddz_core.__all__:
        assert getattr(ddz_core, name) is not None
    assert set(ddz_core.__all__) <= set(dir(ddz_core))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = ddz_core.nothing  # type: ignore[attr-defined]


SOURCES = ROOT.parent / "src"
ROOMS = ("cards", "play", "variants", "search", "players", "door", "adapters")
"""Each may use those before it; the kernels of a room are called by the door alone."""


@pytest.mark.skipif(not SOURCES.exists(), reason="an installed wheel has no sources beside it")
@pytest.mark.parametrize("room", ROOMS)
def test_rooms_of_kernels_use_those_below(room: str) -> None:
    used = {
        found
        for path in (SOURCES / room).iterdir()
        for found in re.findall(r"^from (\w+)\.\w+ cimport", path.read_text(), re.MULTILINE)
    }
    assert used & set(ROOMS) <= set(ROOMS[: ROOMS.index(room) + 1])
