"""The site in Debian's Chromium, opened from a disk: its search finds, and nothing is remote."""

import json
import re
import shutil
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.browser import Browser, running_browser
from tests.pages.asked import QUESTIONS

_SEARCH = "document.querySelector('[data-md-component=search-query]')"
_FOUND = "[...document.querySelectorAll('.md-search-result__link')].map(link => link.href)"
_MARKED = """
[...document.querySelectorAll(".md-search-result__item")].slice(0, 3).every((hit) =>
  [...hit.querySelectorAll("mark")].some((mark) => {
    const article = mark.closest("article").getBoundingClientRect();
    const {bottom, height} = mark.getBoundingClientRect();
    return height > 0 && bottom <= article.bottom + 1;
  }))"""
_SECONDS = 30
#: Asks the theme's worker all, as the box asks it, and returns the places of hits.
_ASK_ALL = """
(async (questions) => {
  const settings = JSON.parse(document.getElementById("__config").textContent);
  const worker = new Worker(new URL(settings.search, location.href).href);
  const ask = (message) => new Promise((done) => {
    worker.addEventListener("message", ({data}) => done(data), {once: true});
    worker.postMessage(message);
  });
  await new Promise((done) => {
    const script = document.createElement("script");
    Object.assign(script, {src: "search/search_index.js", onload: done});
    document.body.append(script);
  });
  await ask({type: 0, data: {...__index, options: {suggest: false}}});
  const found = {};
  for (const words of questions) {
    const {data} = await ask({type: 2, data: words});
    found[words] = data.items.slice(0, 3).map(([hit]) => hit.location.replace(".html", ""));
  }
  return JSON.stringify(found);
})"""


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


def type_into_search(browser: Browser, page: Path, words: str) -> None:
    browser.open(page)
    browser.evaluate(f"{_SEARCH}.focus()")
    browser.ask("Input.insertText", text=words)


def ask_all(browser: Browser, site: Path, questions: list[str]) -> dict[str, list[str]]:
    """The first three hits of each question, without `.html`."""
    browser.open(site / "index.html")
    expression = f"{_ASK_ALL}({json.dumps(questions)})"
    answer = browser.ask(
        "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
    )
    assert browser.complaints == []
    found: dict[str, list[str]] = json.loads(answer["result"]["value"])
    return found


def test_nine_of_ten_questions_of_users_are_answered(browser: Browser, site: Path) -> None:
    """By one of the first three hits; a question more or less is no fault of the search."""
    found = ask_all(browser, site, [words for words, _ in QUESTIONS])
    missed = {
        words: found[words]
        for words, places in QUESTIONS
        if not places & {*found[words], *(hit.partition("#")[0] for hit in found[words])}
    }
    assert len(QUESTIONS) > 900
    assert len(missed) < len(QUESTIONS) / 10, missed


def test_names_lead_to_where_they_are_defined(browser: Browser, site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    sections = {entry["location"].replace(".html", "") for entry in index["docs"]}
    commands = [place for place in sections if re.match("reference/commands#dpsql-", place)]
    keys = [place for place in sections if re.match(r"reference/job#\w+\.", place)]
    named = {f"dpsql {place.partition('#dpsql-')[2]}": place for place in commands}
    named |= {place.partition("#")[2]: place for place in keys}
    found = ask_all(browser, site, [*named])
    assert len(commands) > 20
    assert len(keys) > 60
    assert {
        words: found[words] for words, place in named.items() if place not in found[words]
    } == {}


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("known_absent", "reference/job.html"),
        ("--sign-off", "how-to/report.html"),
        ("Ctrl-C", "how-to/long-searches.html"),
    ],
)
@pytest.mark.parametrize("start", ["index.html", "how-to/delta.html"])
def test_the_search_finds_pages_from_a_disk(
    browser: Browser, site: Path, start: str, words: str, page: str
) -> None:
    type_into_search(browser, site / start, words)
    found = wait_for(browser, _FOUND)
    assert any(link.startswith((site / page).as_uri()) for link in found), found
    assert browser.evaluate(f"{_SEARCH}.value") == words
    # What matched is seen: no excerpt is cut off above it.
    assert wait_for(browser, _MARKED)
    assert browser.complaints == []
    assert [one for one in browser.requests if not one.startswith(("file:", "data:"))] == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("journalist", r"\d+ sections"),
        ("known_absent earlier", r"\d+ sections with all words, \d+ with some"),
        ("journalist umlaut", r"No section with all words, \d+ with some"),
        ("journalist zzzzzz", r"\d+ sections. On no page: “zzzzzz”"),
    ],
)
def test_the_box_says_how_many_sections_have_the_words(
    browser: Browser, site: Path, words: str, told: str
) -> None:
    type_into_search(browser, site / "index.html", words)
    meta = "document.querySelector('.md-search-result__meta').textContent"
    wait_for(browser, f"/section/.test({meta})")
    assert re.fullmatch(told, browser.evaluate(meta).strip())


def test_a_hit_shows_the_passage_that_answers(browser: Browser, site: Path) -> None:
    type_into_search(browser, site / "index.html", "somebody knows who is not in the trial")
    hit = "document.querySelector('.md-search-result__item')"
    assert wait_for(browser, f"{hit}?.innerText.includes('How many people of any one class')")


def test_a_line_of_code_is_shown_below_a_sentence(browser: Browser, site: Path) -> None:
    type_into_search(browser, site / "index.html", "choose delta cost acceptable")
    hit = "document.querySelector('.md-search-result__item')?.innerText"
    assert wait_for(browser, f"{hit}?.startsWith('Choose δ')")
    shown = browser.evaluate(hit)
    assert 0 < shown.index("may cost a person") < shown.index("$ dpsql delta --population")


def test_a_hit_is_a_section_that_enter_opens(browser: Browser, site: Path) -> None:
    type_into_search(browser, site / "index.html", "null values")
    hit = "document.querySelector('.md-search-result__item')"
    assert wait_for(browser, f"{hit}?.innerText.startsWith('Make hierarchies ›')")
    # One link a hit; the arrow leads to it, and Enter opens the section.
    assert browser.evaluate(f"{hit}.querySelectorAll('a').length") == 1
    press(browser, "ArrowDown")
    assert browser.evaluate(f"document.activeElement === {hit}.querySelector('a')")
    press(browser, "ArrowUp")
    press(browser, "Enter")
    assert wait_for(browser, "location.href.endsWith('how-to/hierarchies.html#null')")


def press(browser: Browser, key: str) -> None:
    code = {"Enter": 13, "ArrowUp": 38, "ArrowDown": 40}[key]
    for kind in ("rawKeyDown", "keyUp"):
        browser.ask("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code)


def test_the_page_of_what_is_not_found_opens_from_a_disk(browser: Browser, site: Path) -> None:
    browser.open(site / "404.html")
    assert browser.evaluate("getComputedStyle(document.querySelector('.md-header')).position")
    browser.evaluate(f"{_SEARCH}.focus()")
    browser.ask("Input.insertText", text="gdpr")
    found = wait_for(browser, _FOUND)
    assert found[0].startswith((site / "how-to/thresholds.html").as_uri())
    assert browser.complaints == []


def test_the_page_of_what_is_not_found_finds_all_from_any_address(
    browser: Browser, site: Path, tmp_path: Path
) -> None:
    shutil.copytree(site, tmp_path / "site")
    deep = tmp_path / "site" / "no" / "such" / "page.html"
    deep.parent.mkdir(parents=True)
    shutil.copy(site / "404.html", deep)
    handler = partial(QuietHandler, directory=tmp_path / "site")
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        browser.events.clear()
        address = f"http://127.0.0.1:{server.server_port}"
        browser.ask("Page.navigate", url=f"{address}/no/such/page.html")
        wait_for(browser, f"document.readyState === 'complete' && {_SEARCH} !== null")
        browser.evaluate(f"{_SEARCH}.focus()")
        browser.ask("Input.insertText", text="gdpr")
        found = wait_for(browser, _FOUND)
        server.shutdown()
    assert found[0] == f"{address}/how-to/thresholds.html"


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves a folder, and prints nothing of it."""

    def log_message(self, *_: object) -> None:
        """Print nothing."""
