"""The page's texts: each language has each of them, and whatever the page asks for."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

import ddz_core as ddz
from ddz_core.agents import names
from ddz_core.errors import Reason
from ddz_core.rules import Rules

PAGE = Path(ddz.__file__).parent / "web" / "page"
LANGUAGES = {path.stem: json.loads(path.read_text("utf-8")) for path in PAGE.glob("texts/*.json")}
SCRIPTS = "\n".join(path.read_text("utf-8") for path in sorted(PAGE.rglob("*.js")))


def blanks(text: str | dict[str, str]) -> set[str]:
    """What is filled into a text; of one with forms for numbers, into any of them."""
    forms = [text] if isinstance(text, str) else text.values()
    return {name for form in forms for name in re.findall(r"\{(\w+)\}", form)}


def test_the_languages_are_those_of_the_page() -> None:
    listed = re.search(r"LANGUAGES = \{(.*)\}", SCRIPTS)
    assert listed is not None
    assert set(re.findall(r"(\w+):", listed[1])) == set(LANGUAGES) == {"en", "ja", "zh"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_lacks_a_text(language: str) -> None:
    english = LANGUAGES["en"]
    texts = LANGUAGES[language]
    assert set(texts) == set(english)
    for key, text in texts.items():
        assert text, key
        assert blanks(text) == blanks(english[key]), key
    if language != "en":
        # What is only names and figures may be the same.
        same = {key for key in texts if texts[key] == english[key] and not blanks(texts[key])}
        assert {key for key in same if re.search("[a-z]{3}", str(texts[key]))} == set()


def test_whatever_the_page_asks_for_is_there() -> None:
    asked = set(re.findall(r'say\(\s*"([^"]+)"', SCRIPTS))
    assert len(asked) > 100
    assert asked <= set(LANGUAGES["en"])


def test_whatever_the_server_names_has_a_word() -> None:
    table = {each.name for each in fields(ddz.Table)} - {"name"}
    rules = {each.name for each in fields(Rules)} - {"name", "decks", "wild"}
    named = {
        *(f"kind.{kind}" for kind in ddz.Kind if kind),
        *(f"hint.{merit.name.lower()}" for merit in ddz.Merit),
        *(f"field.{name}" for name in table),
        *(f"rule.{name}" for name in rules),
        *(f"rules.{name}" for name in Rules.presets()),
        *(f"preset.{name}" for name in ddz.Table.presets()),
        *(f"level.{name}" for name in names()),
        *(f"player.{name}" for name in ("me", "open", *names())),
        *(
            f"result.term.{name}"
            for name in ("bomb", "rocket", "bomb_chain", "spring", "anti_spring")
        ),
    }
    assert named <= set(LANGUAGES["en"])


FAULTS = {
    *("already_counted", "not_next"),
    *("bad_message", "wrong_protocol", "join_first", "too_large", "other_origin"),
    *("bad_settings", "no_such_deal", "no_such_file", "not_over", "stale"),
}
"""Codes that only a faulty page meets, or that come with words of the server."""


def test_every_refusal_that_a_player_can_meet_has_a_word() -> None:
    protocol = (PAGE.parent.parent.parent / "docs" / "web.md").read_text("utf-8")
    section = protocol.partition("## 6. ")[2].partition("## 7. ")[0]
    codes = set(re.findall(r"^\| `(\w+)`", section, re.MULTILINE))
    codes |= {reason.name.lower() for reason in Reason}
    assert len(codes) > 40
    keys = LANGUAGES["en"]
    known = {key.partition(".")[2] for key in keys if key.startswith(("reason.", "code."))}
    assert known == codes - FAULTS
