"""The page's modules: who imports what, and what none of them does."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import ddz_core as ddz

PAGE = Path(ddz.__file__).parent / "web" / "page"
MODULES = sorted(PAGE.rglob("*.js"))
IMPORT = re.compile(r'import \{([^}]*)\} from "([^"]+)"')
EXPORT = re.compile(r"^export (?:async )?(?:function|const|class) (\w+)", re.MULTILINE)


def imports(module: Path) -> dict[Path, set[str]]:
    found = IMPORT.findall(module.read_text("utf-8"))
    return {
        (module.parent / where).resolve(): {name.strip() for name in names.split(",")} - {""}
        for names, where in found
    }


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_what_is_imported_is_there_and_used(module: Path) -> None:
    text = module.read_text("utf-8")
    for where, names in imports(module).items():
        assert names <= set(EXPORT.findall(where.read_text("utf-8"))), where.name
        for name in names:
            assert len(re.findall(rf"\b{name}\b", text)) > 1, name
        # The shared ones are for all, so they know none of the others.
        assert module.parent.name != "shared" or where.parent.name == "shared"


def test_what_is_exported_is_imported_and_there_is_no_circle() -> None:
    TopologicalSorter({module: imports(module) for module in MODULES}).prepare()
    imported = {name for module in MODULES for names in imports(module).values() for name in names}
    exported = {name for module in MODULES for name in EXPORT.findall(module.read_text("utf-8"))}
    assert exported <= imported


@pytest.mark.parametrize("path", sorted(PAGE.rglob("*.*")), ids=lambda path: path.name)
def test_nothing_comes_from_elsewhere_or_becomes_markup(path: Path) -> None:
    text = path.read_text("utf-8")
    addresses = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w[^\"' ]*", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b", text)
    if path.suffix == ".html":
        assert not re.search(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=", text)
