"""The site in Debian's Chromium, opened from a disk: its search finds, and nothing is remote."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import Browser, running_browser

_SEARCH = "document.querySelector('[data-md-component=search-query]')"
_FOUND = "[...document.querySelectorAll('.md-search-result__link')].map(link => link.href)"
_SECONDS = 30


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with running_browser(tmp_path_factory.mktemp("profile")) as started:
        yield started


def wait_for(browser: Browser, expression: str) -> Any:
    """The value of an expression once it is true; that of the last look otherwise."""
    deadline = time.monotonic() + _SECONDS
    while not (value := browser.evaluate(expression)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return value


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("dpsql anonymize", "reference/commands.html"),
        ("minimality attack", "theory/limits.html"),
        ("known_absent", "reference/job.html"),
        ("--baseline", "how-to/compare.html"),
        ("--sign-off", "how-to/report.html"),
        ("frontier", "how-to/keep-more.html"),
        ("Ctrl-C", "how-to/long-searches.html"),
    ],
)
@pytest.mark.parametrize("start", ["index.html", "how-to/delta.html"])
def test_the_search_finds_pages_from_a_disk(
    browser: Browser, site: Path, start: str, words: str, page: str
) -> None:
    browser.open(site / start)
    browser.evaluate(f"{_SEARCH}.focus()")
    browser.ask("Input.insertText", text=words)
    found = wait_for(browser, _FOUND)
    assert any(link.startswith((site / page).as_uri()) for link in found), found
    assert browser.complaints == []
    assert [one for one in browser.requests if not one.startswith(("file:", "data:"))] == []
