"""The pages in Debian's Chromium: quiet, within the screen, readable, printable, and offline."""

import zlib
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

import dpsql
from dpsql.domain.frontier_point import FrontierPoint
from dpsql.domain.presence_bars import find_bars
from dpsql.domain.statistics import Presence
from dpsql.domain.threshold import PresenceBounds
from dpsql.report.details import Details, Insight, Layer, Sample, ShownClass
from dpsql.report.facts import Facts, Secrets
from dpsql.report.page import render_internal, render_page
from tests.browser import Browser, running_browser
from tests.conftest import PEOPLE, Bench, EngineUnderTest, write_paper_job

LOOKS = [(360, "light"), (360, "dark"), (1000, "light"), (1000, "dark")]
SHARE = Fraction(999_999_999, 1_000_000_007)
BARS = find_bars(PresenceBounds(Fraction(0), SHARE))
PAGES = ["public", "internal", "unsatisfied", "boxes", "wide", "wide, internal"]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with running_browser(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Pages of the paper's example, and of a table of 300 columns with long names."""
    bench = Bench(
        tmp_path_factory.mktemp("jobs"), EngineUnderTest("duckdb", {"duckdb": {"threads": "1"}})
    )
    made = {name: bench.folder / f"{number}.html" for number, name in enumerate(PAGES)}
    job = write_paper_job(bench, delta={"min": "1/2", "max": "2/3"})
    dpsql.write_report(job, made["public"])
    dpsql.write_report(job, made["internal"], internal=True)
    with pytest.raises(dpsql.NoSafeRelease):
        impossible = write_paper_job(bench, delta={"max": "1/2"})
        dpsql.write_report(impossible, made["unsatisfied"], internal=True)
    cut = write_paper_job(bench, delta={"max": "3/4"}, algorithm="mpalm")
    dpsql.write_report(cut, made["boxes"], internal=True)
    facts, secrets = make_wide()
    made["wide"].write_text(render_page(facts), encoding="utf-8")
    made["wide, internal"].write_text(render_internal(facts, secrets), encoding="utf-8")
    return made


def make_wide() -> tuple[Facts, Secrets]:
    """Facts of 300 columns, whose names have a word of 80 letters or many short ones."""
    names = [
        f"{number}{'x' * 80}" if number % 2 else f"column {number} of a table of many words"
        for number in range(300)
    ]
    label = "a label " * 20
    levels = {name: number % 3 for number, name in enumerate(names)}
    facts = Facts(
        status="released",
        choose=None,
        satisfied=True,
        is_unsafe=False,
        public_rows=3_000_000_019,
        private_rows=77_777_777,
        presence=Presence(Fraction(0), SHARE, (3_000_000_000, *[1] * (len(BARS) - 1))),
        posterior={},
        together="",
        overlap="",
        delta={"min": Fraction(0), "max": SHARE},
        constraints={"k_anonymity": 5},
        keep=(label,),
        public_columns=(label, "b"),
        levels=levels,
        heights=dict.fromkeys(names, 3),
        box_count=None,
        rest=None,
        pooled=None,
        steps=(),
        losses=dict.fromkeys(names, 1 / 3),
        metrics={"loss": 1 / 3, "discernibility": 10**15},
        release=f"{'r' * 200}.parquet",
        sha256="0f" * 32,
        details=Details(
            (ShownClass(dict.fromkeys(names, label), 4_567_890, 12_345),),
            {name: (Sample(123, ("raw", None, label, "*")),) for name in names},
        ),
    )
    few = {name: levels[name] for name in names[:16]}
    points = tuple(FrontierPoint(SHARE / (n + 1), n / 200, few) for n in range(199, -1, -1))
    layers = tuple(Layer(number, 300 - number, number % 50) for number in range(301))
    search = {"nodes": 10**6, "checked": 12_345, "optimal": True}
    insight = Insight(points, layers, 150, "holds", 12_345)
    return facts, Secrets("spalm", "loss", search, 12.5, insight)


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


#: Contrast of every text with the nearest ground under it, as `[ratio, text]`, least first.
CONTRASTS = """(() => {
  const read = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const under = element => {
    for (let e = element; e; e = e.parentElement) {
      const ground = read(getComputedStyle(e).backgroundColor);
      if (ground.length === 3 || ground[3] === 1) return ground;
    }
  };
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement, text = texts.currentNode.data.trim();
    if (!text || element.closest("title, desc")) continue;
    const style = getComputedStyle(element), drawn = element instanceof SVGElement;
    const ground = under(element);
    const share = drawn ? Number(style.fillOpacity) : 1;
    const ink = read(drawn ? style.fill : style.color)
      .slice(0, 3).map((c, i) => c * share + ground[i] * (1 - share));
    const [low, high] = [light(ink), light(ground)].sort((a, b) => a - b);
    found.push([(high + 0.05) / (low + 0.05), text]);
  }
  return found.sort((a, b) => a[0] - b[0]).slice(0, 3).concat([[found.length, ""]]);
})()"""


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
            b => b.tabIndex !== 0 || !b.getAttribute("aria-label")
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
        "doubled": 0,
    }


SHOWN = """({
  hidden: document.getElementById("explorer").hidden,
  told: document.getElementById("explored").textContent,
  levels: [...document.querySelectorAll("#explored-columns tr")].map(
    row => [...row.children].map(cell => cell.textContent)
  ),
  people: [...document.querySelectorAll("#explored-people tr")].map(
    row => Number(row.children[1].textContent.replace(",", ""))
  ),
  value: document.getElementById("bound").value,
  most: document.getElementById("bound").max,
})"""


def test_the_slider_shows_every_point_of_the_frontier(browser, explored):
    job, page = explored
    points = dpsql.frontier(job).points
    browser.open(page)
    shown = browser.evaluate(SHOWN)
    assert (shown["hidden"], shown["most"]) == (False, str(len(points) - 1))
    # It begins at the greatest δmax that the job allows.
    assert points[int(shown["value"])].delta_max == Fraction(2, 3)
    for number, point in enumerate(points):
        browser.evaluate(f"bound.value = {number}; bound.dispatchEvent(new Event('input'));")
        shown = browser.evaluate(SHOWN)
        assert f"the least loss is {point.loss:.4g}" in shown["told"]
        assert [row[1].split()[0] for row in shown["levels"]] == [*map(str, point.levels.values())]
        assert sum(shown["people"]) == len(PEOPLE)
        preview = shown["levels"][0][2]
        assert " → " in preview
    assert browser.complaints == []


def test_the_slider_moves_by_the_keyboard(browser, explored):
    browser.open(explored[1])
    browser.evaluate("bound.focus(); bound.value = 0; bound.dispatchEvent(new Event('input'));")
    before = browser.evaluate(SHOWN)["told"]
    for kind in ("keyDown", "keyUp"):
        browser.ask("Input.dispatchKeyEvent", type=kind, key="ArrowRight", windowsVirtualKeyCode=39)
    browser.settle()
    assert browser.evaluate(SHOWN)["value"] == "1"
    assert browser.evaluate(SHOWN)["told"] != before


def test_without_scripts_the_table_of_the_frontier_is_left(browser, explored):
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(explored[1])
        found = browser.evaluate(
            "[explorer.hidden, document.querySelector('noscript').textContent]"
        )
    finally:
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)
    assert found[0] is True
    assert "the frontier below has the same points" in found[1]


@pytest.fixture(scope="module")
def explored(tmp_path_factory: pytest.TempPathFactory) -> tuple[dpsql.Job, Path]:
    """A job whose frontier has several points, and its internal page."""
    engine = EngineUnderTest("duckdb", {"duckdb": {"threads": "1"}})
    bench = Bench(tmp_path_factory.mktemp("explored"), engine)
    job = write_paper_job(bench, delta={"max": "2/3"})
    page = bench.folder / "page.html"
    dpsql.write_report(job, page, internal=True)
    return job, page


def test_every_box_and_table_is_reached_by_the_keyboard_and_shows_it(browser, pages):
    browser.open(pages["internal"], width=360)
    expected = browser.evaluate('document.querySelectorAll("body .scroll, summary, input").length')
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


@pytest.mark.parametrize("name", PAGES)
def test_a_printed_page_shows_every_table(browser, pages, name):
    browser.open(pages[name])
    hidden = """[...document.querySelectorAll("details table")].filter(
      table => !table.checkVisibility({contentVisibilityAuto: true})
    ).length"""
    assert browser.evaluate(hidden) > 0
    browser.ask("Emulation.setEmulatedMedia", media="print")
    browser.settle()
    assert browser.evaluate(hidden) == 0
    printed = browser.print()
    browser.ask("Emulation.setEmulatedMedia", media="")
    assert printed.startswith(b"%PDF") and printed.rstrip().endswith(b"%%EOF")
    assert printed.count(b"/Type /Page\n") >= 2
