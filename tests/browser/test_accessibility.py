"""For everybody: axe-core finds nothing in any state, and the page fits where it is shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from person import Person

Comes = Callable[..., Person]

WINDOWS = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "dark phone": {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"},
    # Half as many points as the screen has: what a zoom of 200 % leaves.
    "zoomed": {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2},
}


def examine(person: Person, state: str) -> None:
    # What moves is not yet what it will be.
    person.page.wait_for_function("() => document.getAnimations().length === 0")
    found = Axe().run(person.page)
    assert found.violations_count == 0, f"{state}: {found.generate_report()}"
    width = person.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1], f"{state} is too wide: {width}"


@pytest.mark.parametrize("window", WINDOWS)
def test_no_state_has_a_violation(comes: Comes, window: str) -> None:
    ann = comes(**WINDOWS[window])
    examine(ann, "start")
    ann.key("setup").click()
    ann.page.locator(".setup details summary").click()
    examine(ann, "form")
    ann.page.locator("dialog .close").click()
    ann.set_up(preset="free_kickers", seat1="open", deal="3")
    examine(ann, "waiting")
    ann.page.locator('[data-key="computer 1"]').select_option("easy")
    assert ann.wait_for_turn()
    examine(ann, "auction")
    ann.key("counter").click()
    while ann.page.locator('.dos [data-key^="do "]').count():
        ann.act(Person.click_cards, ann.click)
        assert ann.wait_for_turn()
    ann.key("hint").click()
    ann.page.locator(".hint").wait_for()
    examine(ann, "hint and counter")
    ann.clear()
    ann.click_cards(ann.hand[0] + ann.hand[-1])
    ann.page.locator(".verdict .bad").wait_for()
    examine(ann, "a choice that is refused")
    ann.key("settings").click()
    examine(ann, "settings")
    ann.page.locator("dialog .close").click()
    ann.key("help").click()
    examine(ann, "help")
    ann.page.locator("dialog .close").click()
    ann.key("clear").click()
    ann.play_deal(Person.click_cards, ann.click)
    examine(ann, "result")
    ann.key("look").click()
    ann.page.locator(".story summary").click()
    examine(ann, "the table after the deal")


def test_who_listens_is_told_what_happens(comes: Comes) -> None:
    ann = comes()
    ann.start()
    ann.play_deal(Person.type_cards, ann.press_letter)
    told = ann.page.get_by_role("log").inner_text()
    assert "is the landlord. Bottom:" in told or "Your turn." in told
    assert "Computer 2:" in told
    hidden = ann.page.evaluate("document.querySelectorAll('[aria-hidden=true] button').length")
    assert hidden == 0
