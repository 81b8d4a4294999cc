"""Everything is reached and moved by the keyboard."""

import pytest

from tests.conftest import PEOPLE
from tests.functional.in_browser.looks import SHOWN, press


def test_everything_moves_by_the_keyboard(browser, explored):
    browser.open(explored[1])
    browser.evaluate("bound.focus(); bound.value = 0; bound.dispatchEvent(new Event('input'));")
    before = browser.evaluate(SHOWN)
    press(browser, "ArrowRight", 39)
    after = browser.evaluate(SHOWN)
    assert after["value"] == "1"
    for part in ("told", "risk", "columns", "examples", "people", "spot", "said"):
        assert before[part] != after[part], part
    browser.evaluate("document.querySelector('input[name=kind]:checked').focus()")
    press(browser, "ArrowRight", 39)
    chosen = "document.querySelector('input[name=kind]:checked').value"
    assert browser.evaluate(chosen) == "1"
    pooled = browser.evaluate(SHOWN)
    assert "climb" in pooled["told"]
    assert browser.evaluate("document.getElementById('level-head').textContent") == (
        "levels of rows"
    )
    for kind in range(2, browser.evaluate("document.querySelectorAll('input[name=kind]').length")):
        press(browser, "ArrowRight", 39)
        shown = browser.evaluate(SHOWN)
        assert browser.evaluate(chosen) == str(kind)
        assert "The rows of T are in" in shown["told"]
        assert sum(shown["people"]) == len(PEOPLE)
        assert len(shown["examples"]) == 5
    assert browser.complaints == []


def test_every_box_and_table_is_reached_by_the_keyboard_and_shows_it(browser, pages):
    """A table that fits its box needs no stop."""
    browser.open(pages["internal"], width=360)
    open_all = "document.querySelectorAll('details').forEach((one) => (one.open = {}))"
    browser.evaluate(open_all.format("true"))
    browser.settle()
    wide = browser.evaluate(
        "[...document.querySelectorAll('.scroll')]"
        ".filter((box) => (box.tabIndex === 0) !== box.scrollWidth > box.clientWidth).length"
    )
    assert wide == 0
    expected = browser.evaluate(
        "document.querySelectorAll('.scroll[tabindex], summary, input[type=range], thead button')"
        ".length + (document.querySelector('input[name=kind]') ? 1 : 0)"
    )
    browser.evaluate(open_all.format("false"))
    browser.settle()
    reached = []
    for _ in range(expected):
        for kind in ("keyDown", "keyUp"):
            browser.ask("Input.dispatchKeyEvent", type=kind, key="Tab", windowsVirtualKeyCode=9)
        reached.append(
            browser.evaluate(
                """(e => [
                  [...document.querySelectorAll("*")].indexOf(e),
                  getComputedStyle(e).outlineStyle,
                  parseFloat(getComputedStyle(e).outlineWidth),
                ])(document.activeElement)"""
            )
        )
        browser.ask(
            "Input.dispatchKeyEvent",
            type="keyDown",
            key="Enter",
            windowsVirtualKeyCode=13,
            text="\r",
        )
        browser.ask("Input.dispatchKeyEvent", type="keyUp", key="Enter", windowsVirtualKeyCode=13)
    places = [place for place, _, _ in reached]
    assert places == sorted(set(places))
    assert all(style == "solid" and width >= 2 for _, style, width in reached)
    assert browser.evaluate('document.querySelectorAll("details[open]").length') > 2


@pytest.mark.parametrize("width", [390, 1000])
def test_whoever_tabs_backwards_sees_what_is_reached_below_the_banner(browser, pages, width):
    browser.open(pages["internal"], width=width)
    browser.evaluate("scrollTo(0, document.body.scrollHeight)")
    # What is higher than the screen is seen from where it was entered.
    seen = """((e, banner) => [
      e.getBoundingClientRect().height > innerHeight - 80 || e === document.body,
      e.getBoundingClientRect().top - banner.getBoundingClientRect().bottom,
    ])(document.activeElement, document.querySelector(".internal"))"""
    tops = []
    for _ in range(30):
        for kind in ("keyDown", "keyUp"):
            words = {"key": "Tab", "windowsVirtualKeyCode": 9, "modifiers": 8}
            browser.ask("Input.dispatchKeyEvent", type=kind, **words)
        browser.settle()
        is_left_out, top = browser.evaluate(seen)
        tops += [] if is_left_out else [top]
    assert len(tops) > 15
    assert min(tops) >= 0
