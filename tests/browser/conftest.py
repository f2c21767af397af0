"""A server and a real browser for these tests; ``make test-browser`` installs the browser."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from person import Person
from playwright.sync_api import Browser, ConsoleMessage, sync_playwright

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
    data: Path = tmp_path_factory.mktemp("server") / "tables.sqlite"
    command = [sys.executable, "-m", "ddz_core.cli", "serve", "--port", "0", "--data", str(data)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found is not None, "the server has told no address"
    yield found.group()
    server.terminate()
    server.wait(10)
    server.stdout.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    assert path is not None, "there is no Chromium here: make test-browser installs it"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield started
        started.close()


def complains(said: ConsoleMessage) -> bool:
    """Whether something is wrong; that the server refuses a request is not."""
    refused = "/api/" in said.location["url"] and said.text.startswith("Failed to load resource")
    return said.type in ("error", "warning") and not refused


@pytest.fixture
def comes(browser: Browser, address: str) -> Iterator[Callable[..., Person]]:
    """Somebody comes to the page, in a browser window of his own; keywords are those of
    Playwright's contexts. Whatever the page complains about fails the test."""
    contexts, complaints = [], []

    def come(link: str = "", delay: int = 0, **window: Any) -> Person:
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
            lambda asked: None if asked.url.startswith(address) else complaints.append(asked.url),
        )
        page.goto(link or address)
        page.locator("h1, .table").first.wait_for()
        return Person(page, address)

    yield come
    for context in contexts:
        context.close()
    assert complaints == []
