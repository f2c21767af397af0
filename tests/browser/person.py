"""Somebody who sits at the page, and does what people do: with a mouse, a finger or keys."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

Chooses = Callable[["Person", str], None]


LETTERS = {"hint": "h", "play": "Enter", "pass": "p", "clear": "Backspace", "undo": "u"}
"""What the keys of the keyboard are called that do what buttons do."""


class Person:
    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.phases: set[str] = set()
        """What the page has asked so far."""

    # ------------------------------------------------------------ what is there

    def key(self, key: str) -> Locator:
        """The element that the page calls so."""
        return self.page.locator(f'[data-key="{key}"]')

    def _cards(self, which: str) -> str:
        keys = self.page.locator(which).evaluate_all("cards => cards.map(card => card.dataset.key)")
        return "".join(key.split()[1] for key in keys)

    @property
    def hand(self) -> str:
        return self._cards(".hand .card")

    @property
    def chosen(self) -> str:
        return self._cards('.hand .card[aria-pressed="true"]')

    @property
    def verdict(self) -> str:
        return self.page.locator(".verdict").inner_text()

    @property
    def table(self) -> str:
        """The id of the table at which he sits."""
        return self.page.evaluate("new URLSearchParams(location.hash.slice(1)).get('table')")

    def results(self) -> list[dict[str, Any]]:
        """What the server tells of the deals that are over."""
        asked = self.page.request.get(f"{self.address}api/tables/{self.table}/results")
        return json.loads(asked.text())["results"]

    # -------------------------------------------------------------- what he does

    def start(self) -> None:
        self.key("now").click()
        self.page.locator(".hand .card").first.wait_for()

    def set_up(self, **wanted: str) -> None:
        """Opens a table by the form: fields by name, each with the value it gets."""
        self.key("setup").click()
        form = self.page.locator("form.setup")
        for name, value in wanted.items():
            field = form.locator(f'[name="{name}"]')
            if value in ("yes", "no"):
                field.set_checked(value == "yes")
            elif field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
                field.dispatch_event("change")
        self.key("open").click()
        self.page.locator(".hand .card, .lobby").first.wait_for()

    def wait_for_turn(self) -> bool:
        """Whether it is his turn; else the deal is over."""
        self.page.wait_for_function(
            """() => document.querySelector("dialog.result[open]")
            || document.querySelector(".dos.now [data-key=hint]:enabled")"""
        )
        return self.page.locator("dialog.result[open]").count() == 0

    def play_deal(self, choose: Chooses, press: Callable[[str], None], most: int = 200) -> None:
        """Plays as the hints say until the deal is over. ``choose`` chooses cards, ``press``
        presses a button that it is given by its key."""
        for _ in range(most):
            if not self.wait_for_turn():
                return
            self.act(choose, press)
        raise AssertionError("the deal has no end")

    def act(self, choose: Chooses, press: Callable[[str], None]) -> None:
        """One decision."""
        step = self.page.locator(".story li").count()
        if self.page.locator('.dos [data-key^="do "]').count():
            self.phases.add("speaking")
            best = self.page.locator(".own .dos .primary").get_attribute("data-key")
            assert best is not None
            press(best)
        else:
            press("hint")
            self.page.locator(".hint").wait_for()
            wanted = self.chosen
            discards = self.key("pass").count() == 0
            self.phases.add("discarding" if discards else "playing")
            if wanted:
                press("clear")
                choose(self, wanted)
                self.key("play").and_(self.page.locator(":enabled")).wait_for()
            press("play" if wanted or discards else "pass")
        self.page.wait_for_function(
            """step => document.querySelectorAll(".story li").length > step
            || document.querySelector("dialog.result[open]")""",
            arg=step,
        )

    # ------------------------------------------------------- ways to choose cards

    def places(self, cards: str) -> list[int]:
        """Where these cards are in his hand, of each rank the first."""
        left = Counter(cards)
        found = []
        for place, rank in enumerate(self.hand):
            if left[rank]:
                left[rank] -= 1
                found.append(place)
        assert not +left, f"{cards} is not in the hand"
        return found

    def click_cards(self, cards: str) -> None:
        for place in self.places(cards):
            self.page.locator(".hand .card").nth(place).click(position={"x": 8, "y": 20})
        assert self.chosen == cards

    def tap_cards(self, cards: str) -> None:
        """Swipes where cards lie side by side, and taps the others."""
        runs: list[list[int]] = []
        for place in self.places(cards):
            if runs and runs[-1][-1] == place - 1:
                runs[-1].append(place)
            else:
                runs.append([place])
        for run in runs:
            if len(run) == 1:
                self.page.locator(".hand .card").nth(run[0]).tap(position={"x": 8, "y": 20})
            else:
                self.swipe(run[0], run[-1])
        assert self.chosen == cards

    def swipe(self, first: int, last: int) -> None:
        """Presses a card with a finger, and goes on to another."""
        boxes = [
            self.page.locator(".hand .card").nth(place).bounding_box()
            for place in range(first, last + 1)
        ]
        touches = self.page.context.new_cdp_session(self.page)
        points = [{"x": box["x"] + 8, "y": box["y"] + 20} for box in boxes if box]
        for kind, touch in [("Start", points[0]), *(("Move", point) for point in points[1:])]:
            touches.send(
                "Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": [touch]}
            )
        touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touches.detach()

    def type_cards(self, cards: str) -> None:
        for rank in cards:
            self.page.keyboard.press("0" if rank == "T" else rank.lower())
        assert self.chosen == cards

    # ------------------------------------------------------------ ways to press

    def clear(self) -> None:
        """Chooses nothing."""
        if self.chosen:
            self.key("clear").click()

    def click(self, key: str) -> None:
        self.key(key).click()

    def tap(self, key: str) -> None:
        self.key(key).tap()

    def press_letter(self, key: str) -> None:
        """The key of the keyboard that does the same as the button."""
        letter = LETTERS.get(key) or self.key(key).get_attribute("aria-keyshortcuts")
        assert letter is not None
        self.page.keyboard.press(letter)
