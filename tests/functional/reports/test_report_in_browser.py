"""The pages in Debian's Chromium: quiet, within the screen, readable, printable, and offline."""

import base64
import json
import os
import zlib
from collections import Counter
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

import dpsql
from dpsql.domain.found.frontier_point import FrontierPoint
from dpsql.domain.found.people_of_rows import PeopleOfRows
from dpsql.domain.found.placed_people import PlacedPeople
from dpsql.domain.found.presence_bars import find_bars
from dpsql.domain.found.released_column import ReleasedColumn
from dpsql.domain.found.statistics import Presence
from dpsql.domain.threshold import PresenceBounds
from dpsql.report.details import Details, Insight, Layer, Sample, ShownClass
from dpsql.report.explored_sentences import tell_few
from dpsql.report.facts import Facts, Secrets
from dpsql.report.page import render_internal, render_page
from dpsql.report.sign_off.before import Before
from dpsql.report.sign_off.columns import Labels, list_signed, tell_fineness, tell_shape
from dpsql.report.sign_off.page import Published, SignedFiles, render_sign_off
from tests.browser import Browser, running_browser
from tests.conftest import PEOPLE, Bench, EngineUnderTest, write_paper_job
from tests.random_people import write_random_job

FINE = tell_fineness(PeopleOfRows(5, 21, 160, 12, 900), Fraction(1, 3), 90), tell_few(12, 160), 41
LOOKS = [(360, "light"), (360, "dark"), (1000, "light"), (1000, "dark")]
SHARE = Fraction(999_999_999, 1_000_000_007)
BARS = find_bars(PresenceBounds(Fraction(0), SHARE))
PAGES = ["public", "internal", "unsatisfied", "boxes", "pooled", "wide", "wide, internal"]


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
    climbing = write_paper_job(bench, delta={"max": "2/3"}, algorithm="pooled")
    dpsql.write_report(climbing, made["pooled"], internal=True)
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
        sentence="Whoever has the public table can place nobody in the private table.",
        presence=Presence(Fraction(0), SHARE, (3_000_000_000, *[1] * (len(BARS) - 1))),
        posterior={},
        together="",
        overlap="",
        delta={"min": Fraction(0), "max": SHARE},
        constraints={"k_anonymity": 5},
        keep=(label,),
        public_columns=(label, *names[:20]),
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


SHOWN = """({
  hidden: explorer.hidden,
  told: explored.textContent,
  risk: document.getElementById("explored-risk").textContent,
  columns: [...document.querySelectorAll("#explored-columns tr")].map(
    row => [...row.children].map(cell => cell.textContent)
  ),
  examples: [...document.querySelectorAll("#explored-examples tr")].map(
    row => [...row.children].slice(1).map(cell => cell.textContent.split(" → "))
  ),
  people: [...document.querySelectorAll("#explored-people tr")].map(
    row => Number(row.children[1].textContent.replace(",", ""))
  ),
  spot: ["cx", "cy"].map(name => Number(spot.getAttribute(name))),
  said: bound.getAttribute("aria-valuetext"),
  value: bound.value,
  lines: lines.textContent.split("\\n"),
  explained: document.getElementById("columns-note").textContent,
  stops: [...bound.list.options].map(option => option.value),
  dots: stops.children.length,
  most: bound.max,
})"""
#: How far a page reaches beyond the screen, in pixels; boxes scroll by themselves. A phone shows a
#: wide page smaller, so that `innerWidth` grows with it.
BEYOND = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def press(browser, key, code, text=None):
    """Press and release one key."""
    words = {"key": key, "windowsVirtualKeyCode": code}
    browser.ask(
        "Input.dispatchKeyEvent", type="keyDown", **words, **({"text": text} if text else {})
    )
    browser.ask("Input.dispatchKeyEvent", type="keyUp", **words)
    browser.settle()


def test_the_slider_shows_every_point_of_the_frontier(browser, explored):
    job, page = explored
    points = dpsql.frontier(job).points
    browser.open(page)
    shown = browser.evaluate(SHOWN)
    assert (shown["hidden"], shown["most"]) == (False, str(len(points) - 1))
    # It begins at the greatest δmax that the job allows.
    assert points[int(shown["value"])].delta_max == Fraction(2, 3)
    spots = []
    for number, point in enumerate(points):
        browser.evaluate(f"bound.value = {number}; bound.dispatchEvent(new Event('input'));")
        shown = browser.evaluate(SHOWN)
        assert f"the least loss is {point.loss:.4g}" in shown["told"]
        assert [row[2].split()[0] for row in shown["columns"]] == [*map(str, point.levels.values())]
        losses = [float(row[1]) for row in shown["columns"]]
        assert sum(losses) / len(losses) == pytest.approx(point.loss, abs=0.005)
        assert sum(shown["people"]) == len(PEOPLE)
        k_map = dpsql.risks(job, point.levels).risks.k_map
        assert f"(k-map {k_map})" in shown["risk"]
        assert len(shown["examples"]) == 5
        values = [
            {person[1:4][j] for person in PEOPLE} for j, level in enumerate(point.levels.values())
        ]
        for row in shown["examples"]:
            raw = [level == 0 for level in point.levels.values()]
            assert all(
                cell[0] in allowed and len(cell) == (1 if is_raw else 2)
                for cell, allowed, is_raw in zip(row, values, raw, strict=True)
            )
        # Empty ends are left out.
        assert shown["people"][0] > 0 < shown["people"][-1]
        spots.append(tuple(shown["spot"]))
        assert shown["lines"][0] == f"delta: {{max: {point.delta_max}}}"
        assert shown["explained"].startswith("Level 0 is the raw value")
    assert spots == sorted(set(spots))
    assert [y for _, y in spots] == sorted(y for _, y in spots)
    # Each stop has a mark, and an arrow key goes to the next one.
    assert [int(stop) for stop in shown["stops"]] == [*range(len(points))]
    assert shown["dots"] == len(points)
    browser.evaluate("bound.focus()")
    press(browser, "ArrowLeft", 37)
    assert browser.evaluate("bound.value") == str(len(points) - 2)
    assert browser.complaints == []


def test_what_is_shown_fits_controls_that_a_browser_restores(browser, pages):
    """As it does on the way back to a page, once the script has run."""
    browser.open(pages["boxes"])
    data = browser.evaluate("JSON.parse(document.getElementById('explorer-data').textContent)")
    place = max(range(len(data["kinds"])), key=lambda n: (n != data["kind"], n))
    points = data["kinds"][place]["points"]
    browser.evaluate(
        f"document.querySelectorAll('input[name=kind]')[{place}].checked = true;"
        f"bound.max = {len(points) - 1}; bound.value = {len(points) - 1};"
        "dispatchEvent(new PageTransitionEvent('pageshow'))"
    )
    shown = browser.evaluate(SHOWN)
    assert (shown["told"], shown["value"]) == (points[-1]["sentence"], str(len(points) - 1))
    assert shown["most"] == str(len(points) - 1)


def test_the_address_names_the_point_and_leads_to_it_again(browser, explored):
    browser.open(explored[1])
    data = browser.evaluate("JSON.parse(document.getElementById('explorer-data').textContent)")
    last = len(data["kinds"]) - 1
    browser.evaluate(f"document.querySelectorAll('input[name=kind]')[{last}].click()")
    points = data["kinds"][last]["points"]
    place = (data["kinds"][last]["begin"] + 1) % len(points)
    browser.evaluate(f"bound.value = {place}; bound.dispatchEvent(new Event('input'))")
    waited = "new Promise(done => setTimeout(done, 300))"
    browser.ask("Runtime.evaluate", expression=waited, awaitPromise=True)
    address = browser.evaluate("location.hash")
    name = data["kinds"][last]["name"].replace(" ", "-")
    assert address == f"#explore={name},{points[place]['at']}"
    browser.open(explored[1], place=address)
    assert browser.evaluate(SHOWN)["told"] == points[place]["sentence"]
    browser.open(explored[1], place=f"{address}001")
    browser.ask("Runtime.evaluate", expression=waited, awaitPromise=True)
    assert browser.evaluate("location.hash") == address
    browser.open(explored[1], place="#explore=nothing,x")
    assert browser.evaluate(SHOWN)["told"] != points[place]["sentence"]
    browser.evaluate(f"location.hash = '{address}'")
    browser.settle()
    assert browser.evaluate(SHOWN)["told"] == points[place]["sentence"]
    assert browser.complaints == []


LOST = "document.getElementById('lost').textContent"


def test_an_address_of_no_point_is_said_to_be_none_until_somebody_moves(browser, explored):
    for place, why in (
        ("#explore=nonsense,0.4", "it names no kind of release that is here"),
        ("#explore=levels,abc", "its δmax is no number"),
        ("#explore=levels,", "its δmax is no number"),
        ("#explore=levels", "its δmax is no number"),
        ("#explore=levels,0.123", "the nearest δmax that is here is shown"),
    ):
        browser.open(explored[1], place=place)
        assert browser.evaluate(LOST) == f"This page has no point of that address: {why}."
        assert browser.evaluate("scrollY") > 0
        browser.evaluate("bound.focus()")
        press(browser, "ArrowLeft", 37)
        press(browser, "ArrowRight", 39)
        assert browser.evaluate(LOST) == ""
    data = browser.evaluate("JSON.parse(document.getElementById('explorer-data').textContent)")
    points = data["kinds"][0]["points"]
    for place in ("", "#explore", "#people", f"#explore=levels,{points[0]['at']}"):
        browser.open(explored[1], place=place)
        assert browser.evaluate(LOST) == ""
    # Another address on the same page, and another kind of release.
    browser.evaluate("location.hash = '#explore=levels,x'")
    browser.settle()
    assert browser.evaluate(LOST)
    browser.evaluate("document.querySelectorAll('input[name=kind]')[1].click()")
    assert browser.evaluate(LOST) == ""
    assert browser.complaints == []


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_what_rows_get_is_no_tower_and_the_banner_hides_nothing(
    browser, explored, width
):
    browser.open(explored[1], width=width)
    for kind in range(browser.evaluate("document.querySelectorAll('input[name=kind]').length")):
        browser.evaluate(f"document.querySelectorAll('input[name=kind]')[{kind}].click()")
        browser.settle()
        cells = "document.querySelectorAll('#explored-columns td:last-child')"
        widths = browser.evaluate(f"[...{cells}].map(cell => cell.offsetWidth)")
        assert len(widths) == 3 and min(widths) >= 11 * 16
        assert browser.evaluate(BEYOND) <= 0
    browser.evaluate("bound.scrollIntoView()")
    banner = "document.querySelector('.internal').getBoundingClientRect().bottom"
    assert browser.evaluate(banner) < browser.evaluate("bound.getBoundingClientRect().top")


def test_a_click_on_the_chart_goes_to_the_nearest_point(browser, explored):
    browser.open(explored[1])
    data = browser.evaluate("JSON.parse(document.getElementById('explorer-data').textContent)")
    points = data["kinds"][data["kind"]]["points"]
    assert len(points) > 2
    for place, point in enumerate(points):
        browser.evaluate(
            f"""(() => {{
              const chart = document.getElementById("stops").ownerSVGElement;
              const [x, y] = {point["spot"]};
              const there = new DOMPoint(x, y).matrixTransform(chart.getScreenCTM());
              const words = {{ bubbles: true, clientX: there.x + 1, clientY: there.y + 1 }};
              chart.dispatchEvent(new MouseEvent("click", words));
            }})()"""
        )
        shown = browser.evaluate(SHOWN)
        assert (shown["told"], shown["value"]) == (point["sentence"], str(place))


def test_a_button_selects_the_lines_of_a_point(browser, explored):
    browser.open(explored[1])
    browser.evaluate("copy.focus()")
    press(browser, "Enter", 13, "\r")
    chosen = browser.evaluate("String(getSelection())")
    assert chosen.splitlines() == browser.evaluate(SHOWN)["lines"]
    assert browser.evaluate("copied.textContent") in ("copied", "selected")


def test_people_are_shown_in_their_boxes(browser, pages):
    browser.open(pages["boxes"])
    data = browser.evaluate("JSON.parse(document.getElementById('explorer-data').textContent)")
    (place,) = (n for n, one in enumerate(data["kinds"]) if one["name"] == "boxes")
    browser.evaluate(f"document.querySelectorAll('input[name=kind]')[{place}].click()")
    browser.settle()
    shown = browser.evaluate(SHOWN)
    kind = data["kinds"][place]
    stands_still = len(kind["points"]) == 1
    assert browser.evaluate("bound.disabled") == stands_still
    assert bool(browser.evaluate("document.getElementById('alone').textContent")) == stands_still
    point = kind["points"][int(shown["value"])]
    assert (kind["name"], point["levels"], len(point["shown"])) == (
        "boxes",
        None,
        len(data["examples"]),
    )
    nobody = ["in no box: known not to be in T"]
    labels = [[cell[-1] for cell in row] for row in shown["examples"]]
    values = [[cell[0] for cell in row] for row in shown["examples"]]
    known = [[column[0] for column in person] for person in data["examples"]]
    people = [
        (own, one) if one else ([", ".join(own)], nobody)
        for one, own in zip(point["shown"], known, strict=True)
    ]
    assert len(labels) == data["shown"] == 5
    # Everybody has a number, which is the same at each point.
    heads = "[...document.querySelectorAll('#explored-examples th')].map(e => e.textContent)"
    numbers = [int(one) for one in browser.evaluate(heads)]
    assert all(
        cells in ([own], known[number - 1])
        for number, cells in zip(numbers, values, strict=True)
        for own in [", ".join(known[number - 1])]
    )
    assert not Counter(map(str, zip(values, labels, strict=True))) - Counter(map(str, people))
    # Whoever is in no box is shown, but not in place of all others.
    outside = sum(one is None for one in point["shown"])
    assert labels.count(nobody) == (max(1, 5 - (len(point["shown"]) - outside)) if outside else 0)
    assert browser.evaluate("document.getElementById('outside').hidden") == (not outside)
    assert "does not compare" in browser.evaluate("document.getElementById('apart').textContent")
    assert browser.evaluate("document.getElementById('level-head').hidden")
    told = [row[2] for row in shown["columns"]]
    for name, one in zip(point["cells"], told, strict=True):
        assert name["lead"] in one and all(label in one for label, _ in name["parts"])
    assert browser.evaluate("document.getElementById('examples').checkVisibility()")


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
    assert "climbs" in pooled["told"] or "Labels become coarser" in pooled["told"]
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


def test_another_algorithm_is_shown_at_the_nearest_bound(browser, explored):
    """And at the point that it begins with, where nobody moved the slider from such a point."""
    browser.open(explored[1])
    kinds = browser.evaluate("JSON.parse(document.getElementById('explorer-data').textContent)")[
        "kinds"
    ]

    def choose(place):
        browser.evaluate(f"document.querySelectorAll('input[name=kind]')[{place}].click()")
        shown = browser.evaluate(SHOWN)
        assert shown["said"].startswith(
            f"δmax {kinds[place]['points'][int(shown['value'])]['delta']}"
        )
        return int(shown["value"])

    for number, point in enumerate(kinds[0]["points"]):
        assert choose(0) is not None
        browser.evaluate(f"bound.value = {number}; bound.dispatchEvent(new Event('input'));")
        for place, kind in [*enumerate(kinds)][1:]:
            far = [abs(Fraction(one["at"]) - Fraction(point["at"])) for one in kind["points"]]
            is_begin = number == kinds[0]["begin"]
            assert choose(place) == (kind["begin"] if is_begin else far.index(min(far)))
        # It comes back to where it was moved to.
        assert choose(0) == number
    assert any(len(kind["points"]) > 1 for kind in kinds[1:])


BESIDE = """[...document.querySelectorAll("#explored-beside tr")].map(
  row => [row.className, ...[...row.cells].map(cell => cell.textContent)]
)"""


def test_all_algorithms_stand_side_by_side_at_the_bound_of_the_slider(browser, explored):
    """Each at its point of greatest δmax that is no greater; a name leads there."""
    browser.open(explored[1])
    kinds = browser.evaluate("JSON.parse(document.getElementById('explorer-data').textContent)")[
        "kinds"
    ]
    assert len(kinds) > 2
    for number, point in enumerate(kinds[0]["points"]):
        browser.evaluate("document.querySelectorAll('input[name=kind]')[0].click()")
        browser.evaluate(f"bound.value = {number}; bound.dispatchEvent(new Event('input'));")
        rows = browser.evaluate(BESIDE)
        assert rows[0] == ["chosen", "levels", *point["figures"]]
        for kind, row in zip(kinds[1:], rows[1:], strict=True):
            allowed = [one["figures"] for one in kind["points"] if one["at"] <= point["at"]]
            told = allowed[-1] if allowed else ["no point up to this δmax"]
            assert row == ["", kind["name"], *told]
        place, target = next((n, row[1:]) for n, row in enumerate(rows) if n and len(row) > 3)
        assert point["figures"][1].startswith(("0", "1"))
        browser.evaluate(
            f"document.querySelectorAll('#explored-beside tr')[{place}]"
            ".querySelector('button').click()"
        )
        # The focus stays at the name, so that the arrows of the page go on from there.
        assert browser.evaluate("document.activeElement.textContent") == target[0]
        assert browser.evaluate(BESIDE)[place] == ["chosen", *target]
        assert browser.evaluate("document.querySelector('input[name=kind]:checked').value") == str(
            place
        )
    assert browser.complaints == []


def test_a_value_that_most_rows_keep_is_called_raw(browser, explored, tmp_path):
    text = explored[1].read_text(encoding="utf-8")
    head, rest = text.split('id="explorer-data">')
    data, tail = rest.split("</script>", 1)
    found = json.loads(data)
    parts = {"few": [["S", "93\u00a0%"], ["*", "7\u00a0%"]], "all": [["S", "100\u00a0%"]]}
    cells = [{"levels": "0 to 1", "value": "S", "lead": "", "parts": parts["few"]}] * 2
    cells.append(cells[0] | {"levels": "0", "parts": parts["all"]})
    for kind in found["kinds"]:
        for point in kind["points"]:
            point |= {"levels": None, "cells": cells}
    page = tmp_path / "page.html"
    page.write_text(f'{head}id="explorer-data">{json.dumps(found)}</script>{tail}')
    browser.open(page)
    told = [row[3].replace("\u00a0", " ") for row in browser.evaluate(SHOWN)["columns"]]
    assert told == [*["93 % raw, 7 % like *"] * 2, "100 % raw"]


ORDER = """({
  sorted: [...document.querySelectorAll("#minimal-nodes thead th")].map(
    head => head.getAttribute("aria-sort")
  ),
  rows: [...document.querySelectorAll("#minimal-nodes tbody tr")].map(
    row => [...row.querySelectorAll("td")].map(cell => Number(cell.dataset.value))
  ),
})"""


def test_minimal_nodes_sort_by_every_column_and_say_so(browser, several):
    browser.open(several)
    before = browser.evaluate(ORDER)
    assert len(before["rows"]) > 2
    assert before["sorted"][:2] == [None, "ascending"]
    assert before["rows"] == sorted(before["rows"], key=lambda row: row[0])
    for place in range(1, len(before["sorted"])):
        browser.evaluate(
            f"document.querySelectorAll('#minimal-nodes thead th')[{place}].firstChild.focus()"
        )
        for order in ("ascending", "descending"):
            if place == 1 and order == "ascending":
                # It is sorted so at first.
                continue
            press(browser, "Enter", 13, "\r")
            found = browser.evaluate(ORDER)
            expected = [None] * len(before["sorted"])
            expected[place] = order
            assert found["sorted"] == expected
            values = [row[place - 1] for row in found["rows"]]
            assert values == sorted(values, reverse=order == "descending")
            assert sorted(found["rows"]) == sorted(before["rows"])
            # The focus stays where the next key is pressed.
            assert browser.evaluate("document.activeElement.tagName") == "BUTTON"


def test_without_scripts_tables_have_all_points(browser, explored):
    job, page = explored
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(page)
        hidden, told, rows, buttons, nodes = browser.evaluate(
            """[
              explorer.hidden,
              document.querySelector("noscript").textContent,
              [...document.querySelectorAll("section[aria-labelledby=explore] details tbody")].map(
                body => body.rows.length
              ),
              [...document.querySelectorAll("button")].filter(e => e.offsetParent).length,
              document.querySelector("#minimal-nodes tbody").rows.length,
            ]"""
        )
    finally:
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)
    assert hidden is True and buttons == 0
    assert "the tables below have the same points" in told
    assert rows[0] == len(dpsql.frontier(job).points) and len(rows) >= 2
    assert nodes == len(dpsql.lattice(job).nodes)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_nothing_reaches_beyond_the_screen(browser, explored, several, scheme):
    for page in (explored[1], several):
        browser.open(page, width=390, scheme=scheme)
        for kind in range(browser.evaluate("document.querySelectorAll('input[name=kind]').length")):
            browser.evaluate(f"document.querySelectorAll('input[name=kind]')[{kind}].click()")
            browser.settle()
            assert browser.evaluate(BEYOND) <= 0
            *worst, (count, _) = browser.evaluate(CONTRASTS)
            assert worst[0][0] >= 4.5 and count > 50, worst
        small = """[...document.querySelectorAll("#explorer input, thead button")].filter(e => {
          const box = (e.closest("label") || e).getBoundingClientRect();
          return box.height < 24 || box.width < 24;
        }).length"""
        assert browser.evaluate(small) == 0


#: Words of the names of columns, files and options that go on in another line.
BROKEN = """[...document.querySelectorAll(".tools code, th bdi, td > bdi")].flatMap(name => {
  const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT), found = [];
  while (texts.nextNode()) {
    for (const { index, 0: word } of texts.currentNode.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (range.getClientRects().length > 1) found.push(word);
    }
  }
  return found;
})"""


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


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_ranges_of_presence_leave_their_numbers_free(browser, explored, width):
    """Whatever letters the browser has: wide ones, too."""
    browser.open(explored[1], width=width)
    wide = """document.body.style.fontFamily = "DejaVu Sans, Verdana, sans-serif";
      for (const e of document.querySelectorAll("#explored-people .number"))
        e.textContent = "1,234,567";"""
    # A box may be narrower than the letters in it.
    overlap = """[...document.querySelectorAll("#explored-people tr")].filter(row => {
      const [range, number] = [...row.cells].slice(0, 2).map(cell => {
        const letters = document.createRange();
        letters.selectNodeContents(cell);
        return letters.getBoundingClientRect();
      });
      return range.right > number.left;
    }).length"""
    rows = "document.querySelectorAll('#explored-people tr').length"
    assert browser.evaluate(rows) > 0
    assert browser.evaluate(wide + overlap) == 0


def test_on_a_phone_figures_and_pictures_are_on_the_screen(browser, explored):
    browser.open(explored[1], width=390)
    beyond = """[...document.querySelectorAll(
      "figure svg, #presence ~ .scroll td, #kept ~ .scroll td.number, #classes ~ .scroll td.number"
    )].filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth
    ).map(e => e.textContent)"""
    seen = """["#presence ~ .scroll td", "#kept ~ .scroll .number", "#classes ~ .scroll td"]
      .map(name => document.querySelectorAll(name).length > 0)"""
    assert browser.evaluate(seen) == [True] * 3
    assert browser.evaluate(beyond) == []
    # Sentences stand below their line, over the whole width.
    narrow = """[...document.querySelectorAll(".under")].map(e => {
      const box = e.getBoundingClientRect(), above = e.parentElement.getBoundingClientRect();
      return box.width < above.width - 1 || box.top <= above.top + 8;
    })"""
    assert set(browser.evaluate(narrow)) == {False}
    assert browser.evaluate(BROKEN) == []


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


@pytest.fixture(scope="module")
def explored(tmp_path_factory: pytest.TempPathFactory) -> tuple[dpsql.Job, Path]:
    """A job whose frontier has several points, and its internal page."""
    engine = EngineUnderTest("duckdb", {"duckdb": {"threads": "1"}})
    bench = Bench(tmp_path_factory.mktemp("explored"), engine)
    job = write_paper_job(bench, delta={"max": "2/3"})
    page = bench.folder / "page.html"
    dpsql.write_report(job, page, internal=True)
    return job, page


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An internal page of a job that several minimal nodes satisfy."""
    engine = EngineUnderTest("duckdb", {"duckdb": {"threads": "1"}})
    bench = Bench(tmp_path_factory.mktemp("several"), engine)
    page = bench.folder / "page.html"
    dpsql.write_report(write_random_job(bench, 4), page, internal=True)
    return page


def test_every_box_and_table_is_reached_by_the_keyboard_and_shows_it(browser, pages):
    browser.open(pages["internal"], width=360)
    expected = browser.evaluate(
        'document.querySelectorAll("body .scroll, summary, input[type=range], thead button").length'
        " + (document.querySelector('input[name=kind]') ? 1 : 0)"
    )
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


@pytest.mark.parametrize(
    ("columns", "files", "absent"),
    [(8, 4, None), (8, 4, 2), (7, 10, None), (4, 40, None), (300, 4, None)],
)
def test_what_is_signed_is_one_sheet_of_paper(
    browser, duckdb_bench, tmp_path, columns, files, absent
):
    """More than have their place on it stand on other sheets, after the signature."""
    names = [f"education_of_person_{number}" for number in range(columns)]
    becomes = dict.fromkeys(names, ("2024-02-28", "2024-02", "2024", "*"))
    labels = Labels(dict.fromkeys(names, 3), becomes)
    verified = {
        "public_rows": 9,
        "public_columns": names,
        "release": {"rows": 5},
        "models": [{"name": f"m{number}", "asked": "2"} for number in range(3)],
        "presence": {"min": "0", "max": "1/5"},
        "levels": dict.fromkeys(names, 1),
    }
    words = {"keep": ["name"], "about": ABOUT} | ({"known_absent": absent} if absent else {})
    job = write_paper_job(duckdb_bench, delta={"max": "1/5"}, **words)
    page = tmp_path / "sign.html"
    published = Published(tell_shape(verified, 40), list_signed(verified, labels, {}), *FINE)
    own, reads = (
        {f"{name}_{number}.parquet": "0f" * 32 for number in range(count)}
        for name, count in (("rel_pooled", 3), ("hierarchies/education", files))
    )
    signed = SignedFiles(own, reads, date(2026, 1, 31))
    before = Before(160, PlacedPeople(160, 160, 0, 0), Fraction(1), None, 2_000)
    page.write_text(render_sign_off(job, "r.csv", verified, before, signed, published))
    browser.open(page, width=390)
    assert browser.evaluate(BEYOND) <= 0
    assert browser.evaluate(BROKEN) == []
    browser.open(page)
    # Other fonts are wider: two lines are left, and more where the job says less.
    left = 30 if absent else 40
    browser.evaluate(f"document.querySelector('header').style.paddingBottom = '{left}px'")
    assert (count_sheets(browser, A4) == 1) == (columns < 300 and files < 10)
    browser.evaluate("document.querySelector('.annex')?.remove()")
    assert [count_sheets(browser, size) for size in (A4, US_LETTER)] == [1, 1]


#: Names of quasi-identifiers, and what a verified release has of them.
LONG_NAMES = ["first_visit_of_the_year", "nationality", "x" * 80]
SHAPES = {
    "levels": {"levels": dict.fromkeys(LONG_NAMES, 1), "steps": []},
    "boxes": {"boxes": {"orders": dict.fromkeys(LONG_NAMES, "alpha")}},
    "parts": {"cuts": [{"column": name} for name in LONG_NAMES]},
}


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_page_to_sign_is_no_wider_than_a_phone(browser, duckdb_bench, tmp_path, shape, width):
    """Whatever a release has, and however long names are; a table that is wider has its own box."""
    becomes = dict.fromkeys(LONG_NAMES, ("2024-02-28", "2024-02", "*"))
    labels = Labels(dict.fromkeys(LONG_NAMES, 3), becomes)
    cells = [("2024-01-11..2024-03-29", 3), ("2024-04-02..2024-12-30", 2)]
    released = dict.fromkeys(LONG_NAMES, ReleasedColumn(cells, 0, Fraction(1, 3)))
    verified = {
        "public_rows": 9,
        "public_columns": LONG_NAMES,
        "release": {"rows": 5},
        "models": [{"name": "m" * 60, "asked": "2"}],
        "presence": {"min": "0", "max": "1/5"},
        **SHAPES[shape],
    }
    job = write_paper_job(duckdb_bench, keep=["name"], about=ABOUT, delta={"max": "1/5"})
    digests = {f"{'release_of_a_trial' * 4}.parquet": "0f" * 32, f"{'y' * 80}.csv": "0f" * 32}
    signed = SignedFiles(digests, digests, date(2026, 1, 31))
    published = Published(tell_shape(verified, 40), list_signed(verified, labels, released), *FINE)
    before = Before(160, PlacedPeople(160, 160, 0, 0), Fraction(1), None, 2_000)
    page = tmp_path / "sign.html"
    page.write_text(render_sign_off(job, "r.csv", verified, before, signed, published))
    browser.open(page, width=width)
    assert browser.evaluate("document.documentElement.clientWidth") == width
    assert browser.evaluate(BEYOND) <= 0
    # Nothing is cut off either: what stands beyond the screen is in a box that scrolls.
    cut = f"""[...document.querySelectorAll("body *")].filter(e => !e.closest(".scroll")
      && e.checkVisibility() && e.getBoundingClientRect().right > {width + 1}
    ).map(e => e.textContent)"""
    assert browser.evaluate(cut) == []
    assert browser.evaluate("document.querySelectorAll('.scroll tbody th').length") == len(
        LONG_NAMES
    )


#: Inches.
A4, US_LETTER = (8.27, 11.69), (8.5, 11)
ABOUT = {
    "title": "Survey of occupations and incomes, extract for the university of another town",
    "purpose": "Teaching of statistics at three schools of the region, from autumn on. Students get"
    " the file under the terms of use of the survey, which forbid to link it with other tables.",
    "responsible": "A. Weber, department of official statistics",
    "reason_for_delta": "The board of data protection accepted one in five for extracts of surveys."
    " Nobody who answered has an advantage from denying it, and the harm of being found is small.",
}


def count_sheets(browser, size):
    words = dict(zip(("paperWidth", "paperHeight"), size, strict=True))
    found = browser.ask("Page.printToPDF", preferCSSPageSize=True, **words)
    return base64.b64decode(found["data"]).count(b"/Type /Page\n")


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
    ).length"""
    assert browser.evaluate(hidden) > 0
    browser.ask("Emulation.setEmulatedMedia", media="print")
    browser.settle()
    assert browser.evaluate(hidden) == 0
    printed = browser.print()
    browser.ask("Emulation.setEmulatedMedia", media="")
    assert printed.startswith(b"%PDF") and printed.rstrip().endswith(b"%%EOF")
    assert printed.count(b"/Type /Page\n") >= 2
