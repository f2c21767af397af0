"""A server and a real browser for these tests; ``make test-browser`` installs the browser."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from person import Person
from playwright.sync_api import Browser, ConsoleMessage, sync_playwright
from serving import serving

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
# What keeps it from the Internet, and lets it run as any user and without a screen card.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server of this session's own listens."""
    with serving(tmp_path_factory.mktemp("server") / "tables.sqlite") as (_, address):
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    assert path is not None, "there is no Chromium here: make test-browser installs it"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield started
        started.close()


def complains(said: ConsoleMessage) -> bool:
    """Whether something is wrong; that the server refuses a request, or is gone, is not."""
    expected = ("Failed to load resource", "WebSocket connection to")
    of_server = said.text.startswith(expected) and "/api/" in said.location["url"] + said.text
    return said.type in ("error", "warning") and not of_server


@pytest.fixture
def comes(browser: Browser, address: str) -> Iterator[Callable[..., Person]]:
    """Somebody comes to the page, in a browser window of his own; keywords are those of
    Playwright's contexts. Whatever the page complains about fails the test."""
    contexts, complaints = [], []

    def come(link: str = address, delay: int = 0, **window: Any) -> Person:
        server = link.partition("#")[0]
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}} | window)
        contexts.append(context)
        # Once: a reload must find what the page itself has kept.
        context.add_init_script(
            f"localStorage.ddz ??= JSON.stringify({{delay: {delay}}})",
        )
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if complains(said) else None)
        page.on(
            "request",
            lambda asked: None if asked.url.startswith(server) else complaints.append(asked.url),
        )
        page.goto(link)
        page.locator("h1, .table").first.wait_for()
        return Person(page, server)

    yield come
    for context in contexts:
        context.close()
    assert complaints == []
