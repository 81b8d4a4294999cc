"""The pages on paper."""

import pytest

from tests.functional.in_browser.looks import PAGES, SHOWN


def test_the_chosen_point_and_the_minimal_nodes_are_printed(browser, explored):
    browser.open(explored[1])
    browser.evaluate("bound.value = 0; bound.dispatchEvent(new Event('input'));")
    told = browser.evaluate(SHOWN)["told"]
    browser.ask("Emulation.setEmulatedMedia", media="print")
    browser.settle()
    seen = browser.evaluate(
        """["explored", "explored-columns", "explored-examples", "curve", "minimal-nodes"].map(
          name => document.getElementById(name).checkVisibility()
        ).concat([bound.checkVisibility(), explored.textContent])"""
    )
    # A browser prints no grounds by itself.
    bars = "[...document.querySelectorAll('.meter')].map(e => getComputedStyle(e).printColorAdjust)"
    assert set(browser.evaluate(bars)) == {"exact"}
    broken = browser.evaluate(
        """[...document.querySelectorAll("table")].filter(table =>
          (getComputedStyle(table).breakInside == "avoid") != (table.tBodies[0].rows.length <= 4)
        ).length"""
    )
    assert broken == 0
    alone = "[...document.querySelectorAll('summary')].map(e => getComputedStyle(e).breakAfter)"
    assert set(browser.evaluate(alone)) == {"avoid"}
    browser.ask("Emulation.setEmulatedMedia", media="")
    assert seen == [True] * 5 + [False, told]


@pytest.mark.parametrize("name", ["wide", "wide, internal"])
def test_many_columns_are_folded_up_but_not_on_paper(browser, pages, name):
    seen = "document.querySelector('header .names p').checkVisibility()"
    browser.open(pages[name])
    assert browser.evaluate("document.querySelector('header .names summary').textContent") == (
        "Columns of P that an outsider is assumed to know: 21"
    )
    assert not browser.evaluate(seen)
    browser.ask("Emulation.setEmulatedMedia", media="print")
    browser.settle()
    assert browser.evaluate(seen)
    browser.ask("Emulation.setEmulatedMedia", media="")


def test_the_chart_of_the_explorer_stays_with_its_heading_and_off_its_labels(browser, explored):
    browser.open(explored[1])
    name, axis = browser.evaluate(
        """[...document.querySelectorAll("svg.small text")].filter(t => t.textContent == "loss")
        .concat([document.querySelector("svg.small .axis line:nth-of-type(2)")])
        .map(one => [one.getBoundingClientRect().left, one.getBoundingClientRect().right])"""
    )
    ticks = browser.evaluate(
        """Math.min(...[...document.querySelectorAll("svg.small text[text-anchor=end]")]
        .map(one => one.getBoundingClientRect().left))"""
    )
    assert name[1] <= ticks < axis[0]
    browser.ask("Emulation.setEmulatedMedia", media="print")
    held = browser.evaluate(
        """[getComputedStyle(document.getElementById("explore")).breakAfter,
        getComputedStyle(document.getElementById("curve").closest(".together")).breakInside,
        document.getElementById("kinds").closest(".together") !== null]"""
    )
    browser.ask("Emulation.setEmulatedMedia", media="")
    assert held == ["avoid", "avoid", True]


@pytest.mark.parametrize(("width", "height"), [(180, 267), (186, 249)], ids=["A4", "letter"])
@pytest.mark.parametrize("name", ["internal", "unsatisfied", "pooled", "boxes"])
def test_the_first_sheet_of_paper_is_filled(browser, pages, name, width, height):
    """The picture of presence stands on it, above its lower end; links are of no use on paper.

    Two lines are left, as other fonts are wider.
    """
    millimetre = 96 / 25.4
    browser.open(pages[name], width=round(width * millimetre))
    browser.ask("Emulation.setEmulatedMedia", media="print")
    end = browser.evaluate(
        "document.querySelector('#people + figure').getBoundingClientRect().bottom + scrollY"
    )
    browser.ask("Emulation.setEmulatedMedia", media="")
    assert end < height * millimetre - 40


@pytest.mark.parametrize("name", PAGES)
def test_a_printed_page_shows_every_table(browser, pages, name):
    # Paper has the drawings of screens, even if it is as narrow as a phone.
    browser.open(pages[name], width=390)
    browser.ask("Emulation.setEmulatedMedia", media="print")
    drawings = "[...document.querySelectorAll('figure svg')].filter(e => e.checkVisibility())"
    assert browser.evaluate(f"[...new Set({drawings}.map(e => e.classList[0]))]") == ["broad"]
    browser.ask("Emulation.setEmulatedMedia", media="")
    browser.open(pages[name])
    hidden = """[...document.querySelectorAll("details table")].filter(
      table => !table.checkVisibility({contentVisibilityAuto: true})
    )"""
    assert browser.evaluate(f"{hidden}.length") > 0
    browser.ask("Emulation.setEmulatedMedia", media="print")
    browser.settle()
    # But that of a chart which has all numbers of it.
    cells = "[...table.querySelectorAll('tbody .number')].map(cell => cell.textContent)"
    tables = browser.evaluate(f"{hidden}.map(table => {cells})")
    texts = "[...document.querySelectorAll('figure svg.broad text')].map(one => one.textContent)"
    assert len(tables) == (not name.startswith("wide"))  # Its numbers are too long for a bar.
    assert {one for counts in tables for one in counts} <= {*browser.evaluate(texts)}
    printed = browser.print()
    browser.ask("Emulation.setEmulatedMedia", media="")
    assert printed.startswith(b"%PDF") and printed.rstrip().endswith(b"%%EOF")
    assert printed.count(b"/Type /Page\n") >= 2
