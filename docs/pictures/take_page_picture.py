"""Takes docs/page.png, the picture of the page: ``python docs/pictures/take_page_picture.py``.

It needs the extra ``browser`` and Chromium, as ``make test-browser`` does.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

TARGET = Path(__file__).parent.parent / "page.png"
DEAL = "5"
DECISIONS = 4
"""So many are made, as the hints say, before the picture is taken."""


def open_table(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Set up a table").click()
    form = page.locator("form.setup")
    form.locator("[name=first_bidder]").select_option("0")
    form.locator("[name=deal]").fill(DEAL)
    page.get_by_role("button", name="Open the table").click()


def wait_for_turn(page: Page) -> None:
    page.locator(".dos.now [data-key=hint]:enabled").wait_for()


def decide(page: Page) -> None:
    """Does what is recommended."""
    wait_for_turn(page)
    done = page.locator(".story li").count()
    if page.locator('.own .dos [data-key^="do "]').count():
        page.locator(".own .dos .primary").click()
    else:
        page.locator("[data-key=hint]").click()
        page.locator(".hint").wait_for()
        can_play = page.locator(".verdict .good").count() > 0
        page.locator("[data-key=play]" if can_play else "[data-key=pass]").click()
    page.wait_for_function("done => document.querySelectorAll('.story li').length > done", arg=done)


def take(page: Page) -> None:
    for _ in range(DECISIONS):
        decide(page)
    wait_for_turn(page)
    page.locator("[data-key=counter]").click()
    page.locator("[data-key=hint]").click()
    page.locator(".hint").wait_for()
    page.mouse.move(0, 0)
    page.wait_for_function("() => document.getAnimations().length === 0")
    page.screenshot(path=TARGET)


def main() -> None:
    from playwright.sync_api import sync_playwright  # of the extra, which tests of docs have not

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-m", "ddz_core.cli", "serve", "--port", "0"]
        command += ["--data", str(Path(folder) / "tables.sqlite")]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page(viewport={"width": 1180, "height": 760})
            open_table(page, found.group())
            take(page)
            browser.close()
        finally:
            server.terminate()
            server.wait()
    print(f"{TARGET.name} is taken")


if __name__ == "__main__":
    main()
