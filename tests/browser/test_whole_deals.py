"""Whole deals in a real browser: by clicking, with a finger, and with keys alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from person import Person

import ddz_core as ddz

Comes = Callable[..., Person]


def number(text: str) -> int:
    """A number as the page writes it."""
    return int(text.replace("−", "-"))


def agrees(person: Person) -> dict[str, Any]:
    """Holds what the page tells of the last deal against its record, which is replayed."""
    result = person.results()[-1]
    game = ddz.Game.from_record(result["record"])
    assert game.result is not None
    assert list(game.result.points) == result["points"]
    dialog = person.page.locator("dialog.result")
    for seat, points in enumerate(game.result.points):
        assert number(dialog.locator(f'[data-key="row {seat}"] .points').inner_text()) == points
    table = dialog.locator(".scroll")
    assert table.evaluate("table => table.scrollWidth - table.clientWidth") == 0
    assert str(game.deal) in dialog.inner_text()
    assert dialog.locator(".record").input_value() == result["record"]
    factors = [int(each) for each in dialog.locator(".terms b").all_inner_texts()]
    product = 1
    for factor in factors[:-1]:
        product *= factor
    assert product == factors[-1] == result["score"]["points"]
    return result


def test_free_kickers_by_clicking(comes: Comes) -> None:
    ann = comes(permissions=["clipboard-read", "clipboard-write"])
    ann.start()
    ann.play_deal(Person.click_cards, ann.click)
    first = agrees(ann)
    assert first["hints"] == first["hints_by_seat"][0] > 0
    ann.key("copy").click()
    ann.page.get_by_text("Record copied").wait_for()
    assert ann.page.evaluate("navigator.clipboard.readText()") == first["record"]

    # The same deal again is the same cards, and counts for nothing.
    ann.key("again").click()
    ann.page.locator("dialog.result").wait_for(state="hidden")
    ann.play_deal(Person.click_cards, ann.click)
    again = agrees(ann)
    assert again["deal"] == first["deal"]
    assert not again["counted"]
    totals = ann.page.locator("dialog.result .total").all_inner_texts()
    assert [number(each) for each in totals] == first["points"]

    ann.key("next").click()
    ann.page.locator("dialog.result").wait_for(state="hidden")
    assert ann.wait_for_turn()
    assert ann.page.locator(".which").inner_text() == "Deal 3"


def test_two_players_and_discards_by_clicking(comes: Comes) -> None:
    ann = comes()
    ann.set_up(preset="bga", players="2", discard="yes", seat1="easy", deal="11", deals="1")
    ann.play_deal(Person.click_cards, ann.click)
    result = agrees(ann)
    assert result["deal"] == "11"
    assert ann.phases >= {"discarding", "playing"}
    game = ddz.Game.from_record(result["record"])
    assert str(game.table).startswith("bga,players=2,discard=yes")
    # A match of one deal is over, and tells who is first.
    dialog = ann.page.locator("dialog.result")
    assert "The match is over" in dialog.inner_text()
    assert dialog.locator("tbody tr").first.locator("td").first.inner_text() == "1"


def test_on_a_phone_with_a_finger(comes: Comes) -> None:
    ann = comes(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    ann.key("now").tap()
    ann.page.locator(".hand .card").first.wait_for()
    ann.play_deal(Person.tap_cards, ann.tap)
    agrees(ann)
    assert ann.page.evaluate("document.documentElement.scrollWidth") == 360


def test_with_keys_alone(comes: Comes) -> None:
    ann = comes()
    keyboard = ann.page.keyboard
    for _ in range(10):
        if ann.page.evaluate("document.activeElement.dataset.key") == "now":
            break
        keyboard.press("Tab")
    keyboard.press("Enter")
    ann.page.locator(".hand .card").first.wait_for()
    ann.play_deal(Person.type_cards, ann.press_letter)
    agrees(ann)
    keyboard.press("n")
    ann.page.locator("dialog.result").wait_for(state="hidden")
    assert ann.wait_for_turn()
    # The hand is one stop of the tabulator; the arrows go along it, and space chooses.
    ann.page.locator(".hand .card").first.focus()
    keyboard.press("ArrowRight")
    keyboard.press("ArrowRight")
    keyboard.press(" ")
    assert ann.chosen == ann.hand[2]
    assert ann.page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"
    keyboard.press("Escape")
    assert ann.chosen == ""
    keyboard.press("c")
    ann.page.locator(".count").wait_for()
