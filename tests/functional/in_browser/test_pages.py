"""The pages in Debian's Chromium: quiet, within the screen, readable, and offline."""

import os
import zlib
from itertools import pairwise
from pathlib import Path

import pytest

import dpsql
from tests.functional.in_browser.looks import BEYOND, CONTRASTS, PAGES, press

LOOKS = [(360, "light"), (360, "dark"), (1000, "light"), (1000, "dark")]


def is_blank(screenshot: bytes) -> bool:
    """Whether a PNG shows next to nothing: of a plain ground, rows compress to nothing."""
    assert screenshot[:8] == b"\x89PNG\r\n\x1a\n"
    packed, at = b"", 8
    while at < len(screenshot):
        size, kind = int.from_bytes(screenshot[at : at + 4]), screenshot[at + 4 : at + 8]
        if kind == b"IDAT":
            packed += screenshot[at + 8 : at + 8 + size]
        at += 12 + size
    return len(packed) < len(zlib.decompress(packed)) / 500


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_a_page_is_shown_whole_without_a_complaint_or_a_request(
    browser, pages, name, width, scheme
):
    browser.open(pages[name], width=width, scheme=scheme)
    assert browser.complaints == []
    assert browser.requests == [pages[name].as_uri()]
    shown, screen = browser.evaluate(
        "[document.scrollingElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert shown <= screen <= width
    ground = browser.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 24, 30)"}[scheme]
    assert not is_blank(browser.take_screenshot())


def test_the_checks_see_a_blank_page_a_wide_one_and_a_remote_image(browser, pages, tmp_path):
    """What the test above finds wanting: of each fault one page that has it."""
    page = tmp_path / "page.html"
    page.write_text("<!DOCTYPE html><title>blank</title>", encoding="utf-8")
    browser.open(page)
    assert is_blank(browser.take_screenshot())
    text = pages["public"].read_text(encoding="utf-8")
    policy = text[text.index("<meta http-equiv") :].split("\n")[0]
    image = '<img src="http://127.0.0.1:9/x.png" alt=""><p style="width: 500px">-</p></body>'
    page.write_text(text.replace("</body>", image), encoding="utf-8")
    browser.open(page, width=360)
    assert any("Content Security Policy" in told for told in browser.complaints)
    assert browser.evaluate("document.scrollingElement.scrollWidth") > 360
    page.write_text(text.replace("</body>", image).replace(policy, ""), encoding="utf-8")
    browser.open(page)
    assert "http://127.0.0.1:9/x.png" in browser.requests
    page.write_text(text.replace("</body>", "<script>console.error(1); f()</script></body>"))
    browser.open(page)
    assert browser.complaints
    page.write_text(text.replace(policy, "").replace("</body>", "<script>f()</script></body>"))
    browser.open(page)
    assert browser.complaints


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_every_text_can_be_read(browser, pages, name, scheme):
    browser.open(pages[name], scheme=scheme)
    *worst, (count, _) = browser.evaluate(CONTRASTS)
    assert count > 50
    assert worst[0][0] >= 4.5, worst


def test_a_faint_text_is_found(browser, pages, tmp_path):
    page = tmp_path / "page.html"
    text = pages["public"].read_text(encoding="utf-8")
    page.write_text(text.replace("--soft: #566070", "--soft: #b0b8c4"), encoding="utf-8")
    browser.open(page)
    assert browser.evaluate(CONTRASTS)[0][0] < 4.5


@pytest.mark.parametrize("name", PAGES)
def test_whoever_hears_the_page_finds_the_same(browser, pages, name):
    browser.open(pages[name])
    found = browser.evaluate(
        """({
          language: document.documentElement.lang,
          levels: [...document.querySelectorAll("h1, h2, h3, h4")].map(h => Number(h.tagName[1])),
          landmarks: ["header", "main", "footer"].map(e => document.querySelectorAll(e).length),
          unnamed: [...document.querySelectorAll("svg")].filter(
            s => s.getAttribute("role") !== "img" || !s.querySelector("title")?.textContent.trim()
          ).length,
          undescribed: [...document.querySelectorAll("figure svg")].filter(
            s => !s.querySelector("desc")?.textContent.trim()
          ).length,
          pictures: document.querySelectorAll("figure").length,
          tables: [...document.querySelectorAll("figure")].filter(
            f => f.parentElement.querySelector("table")
          ).length,
          unlabelled: [...document.querySelectorAll("section")].filter(
            s => !document.getElementById(s.getAttribute("aria-labelledby"))
          ).length,
          unnamedBoxes: [...document.querySelectorAll(".scroll")].filter(
            b => (b.tabIndex !== 0 && b.scrollWidth > b.clientWidth) ||
              !b.getAttribute("aria-label")
          ).length,
          sameNames: (names => names.length - new Set(names).size)(
            [...document.querySelectorAll("section, [role=region]")].map(
              e => e.getAttribute("aria-label") ||
                document.getElementById(e.getAttribute("aria-labelledby")).textContent
            )
          ),
          unlabelledInputs: [...document.querySelectorAll("input")].filter(
            e => !e.labels.length
          ).length,
          headless: [...document.querySelectorAll("table th")].filter(
            e => !e.hasAttribute("scope")
          ).length,
          doubled: (ids => ids.length - new Set(ids).size)(
            [...document.querySelectorAll("[id]")].map(e => e.id)
          ),
        })"""
    )
    levels = found.pop("levels")
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert found.pop("pictures") == found.pop("tables") > 0
    assert found == {
        "language": "en",
        "landmarks": [1, 1, 1],
        "unnamed": 0,
        "undescribed": 0,
        "unlabelled": 0,
        "unnamedBoxes": 0,
        "sameNames": 0,
        "unlabelledInputs": 0,
        "headless": 0,
        "doubled": 0,
    }


#: The rules of axe-core that a page breaks, with an element each.
BROKEN_RULES = """axe.run(document).then(
  found => found.violations.map(one => [one.id, one.nodes[0].html.slice(0, 200)])
)"""


@pytest.mark.parametrize("name", PAGES)
def test_no_rule_of_axe_is_broken(browser, pages, name):
    """By axe-core, which is not installed here: DPSQL_AXE names its axe.min.js."""
    found = os.environ.get("DPSQL_AXE")
    if found is None:
        pytest.skip("axe-core is missing: npm install axe-core, and name axe.min.js by DPSQL_AXE")
    browser.open(pages[name])
    browser.evaluate(f"{Path(found).read_text(encoding='utf-8')}; 1")
    kinds = browser.evaluate("document.querySelectorAll('input[name=kind]').length")
    for kind in range(max(kinds, 1)):
        if kinds:
            browser.evaluate(f"document.querySelectorAll('input[name=kind]')[{kind}].click()")
        browser.settle()
        told = browser.ask(
            "Runtime.evaluate", expression=BROKEN_RULES, awaitPromise=True, returnByValue=True
        )
        assert told["result"]["value"] == []


#: Letters of pictures by their pixels on the screen, least first, and labels that are cut or
#: overlap another.
LETTERS = """(() => {
  const seen = [...document.querySelectorAll("svg text")].filter(text => text.checkVisibility());
  const sizes = seen.map(text => {
    const { a, b } = text.getScreenCTM();
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
  }).sort((a, b) => a - b);
  const wrong = [];
  for (const drawing of new Set(seen.map(text => text.ownerSVGElement))) {
    const box = drawing.getBoundingClientRect();
    const labels = [...drawing.querySelectorAll("text")];
    labels.map(text => text.getBoundingClientRect()).forEach((one, place, all) => {
      const label = labels[place].textContent;
      const cut = one.left < box.left || one.right > box.right || one.bottom > box.bottom;
      if (cut) wrong.push(label);
      all.slice(place + 1).forEach((other, further) => {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        // Lines may be closer than their boxes, which are half as high again as digits; turned
        // ones lie side by side.
        const both = [labels[place], labels[place + 1 + further]];
        const [x, y] = both.every(text => text.hasAttribute("transform")) ? [4, 0.5] : [0.5, 3];
        if (wide > x && high > y) wrong.push(both.map(text => text.textContent));
      });
    });
  }
  return [sizes, wrong];
})()"""


@pytest.mark.parametrize("name", [*PAGES, "explored"])
@pytest.mark.parametrize("width", [360, 390, 700, 720, 1000])
def test_letters_of_pictures_are_legible_and_apart(browser, pages, explored, name, width):
    browser.open(explored[1] if name == "explored" else pages[name], width=width)
    sizes, wrong = browser.evaluate(LETTERS)
    assert len(sizes) > 10 and sizes[0] >= 11
    assert wrong == []


CONTENTS = """({
  listed: [...document.querySelectorAll("nav.contents a")].map(a => [a.hash, a.textContent]),
  there: [...document.querySelectorAll("main h2")].map(h => ["#" + h.id, h.textContent]),
  before: document.querySelector("nav.contents").getBoundingClientRect().bottom
    <= document.querySelector("main").getBoundingClientRect().top,
})"""


@pytest.mark.parametrize("name", PAGES)
def test_the_contents_list_every_section_and_go_there(browser, pages, name):
    browser.open(pages[name])
    found = browser.evaluate(CONTENTS)
    assert found["listed"] == found["there"]
    assert len(found["listed"]) > 3 and found["before"]
    browser.evaluate("document.querySelector('nav.contents li:last-child a').focus()")
    press(browser, "Enter", 13, "\r")
    assert browser.evaluate("location.hash") == found["there"][-1][0]
    top = "document.querySelector('main section:last-child h2').getBoundingClientRect().top"
    assert 0 < browser.evaluate(top) < browser.evaluate("innerHeight")


LONG = {
    "救急の受付時刻の最初の記録" * 2: [5, 10],
    "a_name_that_nobody_would_ever_type_by_hand": [2, 4],
}


def test_the_head_of_a_long_name_is_no_tower(browser, duckdb_bench):
    """Between letters of Japanese a line may break anywhere, so a column could be a letter wide."""
    rows = [(number % 20, number * 7 % 30) for number in range(60)]
    duckdb_bench.write("p.csv", rows, LONG)
    duckdb_bench.write("t.csv", rows[:12], LONG)
    columns = {name: {"widths": widths} for name, widths in LONG.items()}
    job = duckdb_bench.job(columns, delta={"max": "1/2"})
    page = duckdb_bench.folder / "long.html"
    dpsql.write_report(job, page, internal=True)
    for width in (390, 1280):
        browser.open(page, width=width)
        browser.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        browser.settle()
        heights = browser.evaluate(
            "[...document.querySelectorAll('th bdi')].map(e => e.getBoundingClientRect().height)"
        )
        assert len(heights) > 9 and max(heights) < 150
        assert browser.evaluate(BEYOND) <= 0
