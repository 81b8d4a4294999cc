"""The HTML report: what it says, that it is one inert file, and that outside text stays text."""

import re
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from dpsql.domain.found.presence_bars import find_bar
from dpsql.domain.found.published import Release
from dpsql.domain.found.searched import Search
from dpsql.domain.found.statistics import Presence
from dpsql.domain.found.verdict import Verdict
from dpsql.outcome.outcome import Outcome
from dpsql.report import page as pages
from dpsql.report.charts.bars import read_bars
from dpsql.report.details import Details, Insight, OmittedClasses, ShownClass
from dpsql.report.facts import Facts, Secrets
from dpsql.report.first_sentence import sum_up
from dpsql.report.sentences import as_percent

HEIGHTS = {"zip": 3, "age": 2, "nationality": 3}
VOID = {"meta", "wbr"}
HOSTILE = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror='alert(1)'>",
    "</title></svg></style><script>",
    "]]>&amp;&#60;b&#62;{{ 7 * 7 }}{% raw %}",
    "\u202eevil\u0007",
]


def count_by_presence(people: dict[str, int], delta: dict[str, str] | None = None) -> list[int]:
    """People by their presence, in the bars of an outcome with this δ."""
    bars = read_bars(delta)
    counted = [0] * len(bars)
    for presence, count in people.items():
        share = Fraction(presence)
        counted[find_bar(bars, share.denominator, share.numerator)] += count
    return counted


def released(**changes: Any) -> dict[str, Any]:
    """The paper's example at (2, 2, 2), with changes."""
    found: dict[str, Any] = {
        "schema": "dpsql/1",
        "status": "released",
        "algorithm": "spalm",
        "metric": "loss",
        "delta": {"min": "1/2", "max": "2/3"},
        "constraints": {},
        "keep": [],
        "public_columns": ["zip", "age"],
        "public_rows": 9,
        "private_rows": 5,
        "levels": {"zip": 2, "age": 2, "nationality": 2},
        "presence": {"min": "1/2", "max": "2/3"},
        "metrics": {
            "loss": 28 / 45,
            "discernibility": 13,
            "precision": 2 / 9,
            "class_size": 2.5,
            "entropy": 25.119415,
        },
        "search": {"nodes": 48, "checked": 7, "optimal": True},
        "release": {"path": "out/trial.parquet", "rows": 5, "sha256": "9f86d0" * 10 + "abcd"},
        "seconds": {"total": 0.5},
        "peak_memory_bytes": 123,
    } | changes
    people = count_by_presence({"1/2": 6, "2/3": 3}, found["delta"])
    return {"people_by_presence": people} | found


def measured(**changes: Any) -> dict[str, Any]:
    """The same table, raw and without δ: presence is 0 or 1."""
    found = released(
        status="measured",
        satisfied=None,
        delta=None,
        levels=dict.fromkeys(HEIGHTS, 0),
        presence={"min": "0", "max": "1"},
        people_by_presence=count_by_presence({"0": 4, "1": 5}),
    )
    for part in ("algorithm", "metric", "search", "release"):
        del found[part]
    return found | changes


EMPTY = measured(
    private_rows=0,
    presence={"min": "0", "max": "0"},
    people_by_presence=count_by_presence({"0": 9}),
)
CASES = {
    "released": released(),
    "measured": measured(),
    "broken": measured(satisfied=False, delta={"min": "0", "max": "9/10"}),
    "empty": EMPTY,
    "everybody": measured(
        private_rows=9,
        presence={"min": "1", "max": "1"},
        people_by_presence=count_by_presence({"1": 9}),
    ),
    "large": released(
        public_rows=3_000_000_019,
        private_rows=77_777_777,
        people_by_presence=[3_000_000_000, *[1] * 20],
    ),
}


def facts_of(found: dict[str, Any], heights: dict[str, int]) -> Facts:
    """What an outcome with this JSON hands to its page."""
    losses = {name: level / (heights[name] or 1) for name, level in found["levels"].items()}
    return Facts.of(found, heights, found.get("satisfied", True), losses, Details())


def render_page(found: dict[str, Any], heights: dict[str, int]) -> str:
    return pages.render_page(facts_of(found, heights))


def render_internal(found: dict[str, Any], heights: dict[str, int]) -> str:
    secrets = Secrets.of(found, Insight(left_out="too many"))
    return pages.render_internal(facts_of(found, heights), secrets)


def render_cell(found: dict[str, Any], heights: dict[str, int], **words: Any) -> str:
    """The cell of a notebook of an outcome with this JSON."""
    ends = (Fraction(found["presence"][end]) for end in ("min", "max"))
    release, search = found.get("release"), found.get("search")
    same = ("status", "public_rows", "private_rows", "metrics", "levels", "delta", "metric")
    return Outcome(
        **{name: found.get(name) for name in same},
        heights=heights,
        any_presence=Presence(*ends, tuple(found["people_by_presence"])),
        satisfied=found.get("satisfied"),
        public_columns=tuple(found["public_columns"]),
        keep=tuple(found["keep"]),
        seconds=found["seconds"],
        release=release and Release(release["path"], release["rows"], release["sha256"]),
        search=search and Search(**search),
        **words,
    )._repr_html_()


RENDERERS = [render_page, render_internal, render_cell]


class Page(HTMLParser):
    """Checks nesting; collects the tags, their attributes and the text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.text += f"{data} "


def read(html: str) -> str:
    """The text of a page, its spaces folded."""
    return " ".join(Page(html).text.split())


def drawings(html: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", html, re.S)]


@pytest.mark.parametrize("render", RENDERERS)
@pytest.mark.parametrize("found", CASES.values(), ids=CASES)
def test_is_well_formed_inert_and_loads_nothing(render: Any, found: dict[str, Any]) -> None:
    html = render(found, HEIGHTS)
    page = Page(html)
    assert not {"script", "img", "link", "iframe", "object", "form"} & set(page.tags)
    assert not [name for name, _ in page.attributes if name == "src" or name[:2] == "on"]
    # The only links are to places of the page itself.
    assert all(value.startswith("#") for name, value in page.attributes if name == "href")
    assert "url(" not in html and "@import" not in html and "//" not in html


@pytest.mark.parametrize("render", RENDERERS)
@pytest.mark.parametrize("found", CASES.values(), ids=CASES)
def test_drawings_are_xml_with_a_title_and_stay_in_their_box(
    render: Any, found: dict[str, Any]
) -> None:
    svgs = drawings(render(found, HEIGHTS))
    # A page has its chart twice: for screens and paper, and for phones.
    assert len(svgs) == (1 if render is render_cell else 2 + len(HEIGHTS))
    for svg in svgs:
        width, height = (float(size) for size in svg.get("viewBox", "").split()[2:])
        assert svg.get("role") == "img"
        assert svg.findtext("title")
        for part in svg.iter("rect"):
            x, y, w, h = (float(part.get(name, "")) for name in ("x", "y", "width", "height"))
            assert 0 <= x <= x + w <= width
            assert 0 <= y <= y + h <= height
            assert min(w, h) > 0
    assert all(svg.findtext("desc") for svg in svgs if svg.get("class") != "gauge")


@pytest.mark.parametrize(
    ("shape", "begin"),
    [
        ({"levels": {"zip": 1}}, "At these levels, whoever has"),
        ({"levels": {"zip": 0}}, "With raw values, whoever has"),
        ({"levels": {"zip": 0}, "pooled": {}}, "With a pooled release, whoever has"),
        ({}, "With these boxes, whoever has"),
        ({"rest": "root"}, "With these parts, cut along the hierarchies, whoever has"),
    ],
)
def test_the_sentence_speaks_of_what_would_be_released(shape: dict[str, Any], begin: str) -> None:
    found = {"presence": {"min": "0", "max": "1/5"}, **shape}
    assert sum_up(found).startswith(f"{begin} the public table can place nobody")
    told = "Whoever links the release with the public table can place nobody"
    assert sum_up(found | {"release": {"path": "r.csv"}}).startswith(told)


POOLED = {"pooled": {"least": 2, "path": "root", "public_rows": 4, "private_rows": 1, "classes": 2}}
STEPS = {"steps": [{"levels": dict(HEIGHTS), "public_rows": 9, "private_rows": 5}]}


@pytest.mark.parametrize(
    ("words", "needs"),
    [
        ({"rest": "kept"}, True),
        ({"rest": "refused"}, False),
        ({}, False),
        (POOLED | STEPS, True),
        ({"pooled": POOLED["pooled"] | {"public_rows": 0}} | STEPS, False),
    ],
    ids=["rest kept", "rest refused", "levels", "pooled", "nobody climbs"],
)
def test_a_reader_needs_the_manifest_where_finer_labels_would_fit_as_well(
    words: dict[str, Any],
    needs: bool,
) -> None:
    details = Details((ShownClass(dict.fromkeys(HEIGHTS, "1"), 9, 5),))
    facts = Facts.of(released() | words, HEIGHTS, satisfied=True, losses={}, details=details)
    page = pages.render_page(facts)
    told = "the release with its manifest, which says whom a label stands for: whoever has these"
    assert (told in page) == needs
    assert ("Others whom they would fit, too, have finer labels" in page) == needs


def test_policy_forbids_everything_but_inline_style_D06() -> None:
    assert (
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    ) in render_page(released(), HEIGHTS)


@pytest.mark.parametrize("render", RENDERERS)
@pytest.mark.parametrize("text", HOSTILE)
def test_outside_text_stays_text_D06(render: Any, text: str) -> None:
    found = released(
        levels={text: 1},
        release={"path": text, "rows": 5, "sha256": text},
        constraints={text: text},
        algorithm=text,
        metric=text,
    )
    html = render(found, {text: 2})
    plain = render(released(levels={"x": 1}, metric="x"), {"x": 2})
    shown = text.replace("\x07", "\ufffd")
    assert Page(html).text.count(shown) >= 2
    assert "\x07" not in html
    assert set(Page(html).tags) <= set(Page(plain).tags) | {"code"}
    assert text not in html
    assert drawings(html)


def test_a_path_that_is_not_utf8_can_be_written() -> None:
    release = {"path": "out/\udcff.csv", "rows": 5, "sha256": ""}
    html = render_page(released(release=release), HEIGHTS)
    assert ">?.csv<" in html.encode().decode()


@pytest.mark.parametrize("render", RENDERERS)
def test_same_facts_same_bytes(render: Any) -> None:
    slower = released(seconds={"total": 9.5}, peak_memory_bytes=456)
    assert render(released(), HEIGHTS) == render(slower, HEIGHTS)


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (
            released(),
            "Whoever links the release with the public table can place nobody in the private table"
            " with a probability above 2/3 (≈ 66.7 %) or below 50 %.",
        ),
        (
            released(presence={"min": "0", "max": "1/5"}),
            "Whoever links the release with the public table can place nobody in the private table"
            " with a probability above 20 %, but knows of some people that they are not in"
            " it.",
        ),
        (
            measured(),
            "With raw values, whoever has the public table knows for certain of at least one person"
            " that they are in the private table, and of another that they are not.",
        ),
        (
            measured(
                levels={"zip": 1, "age": 0, "nationality": 0}, presence={"min": "1/3", "max": "1"}
            ),
            "At these levels, whoever has the public table knows for certain of at least one person"
            " that they are in the private table, and can place nobody there with a probability"
            " below 1/3 (≈ 33.3 %).",
        ),
        (
            released(presence={"min": "5/9", "max": "5/9"}),
            "Whoever links the release with the public table learns nothing new: everybody's"
            " presence is 5/9 (≈ 55.6 %), as it was before.",
        ),
        (EMPTY, "The private table is empty, so there is nobody whose presence could be told."),
        (
            CASES["everybody"],
            "Everybody of the public table is in the private table: no generalization can hide"
            " anybody's presence.",
        ),
    ],
)
def test_verdict(found: dict[str, Any], verdict: str) -> None:
    assert verdict in read(render_page(found, HEIGHTS))


def test_a_cell_tells_what_is_violated_and_what_is_kept() -> None:
    models = (Verdict("delta", "max 1/5", False, 2), Verdict("k_anonymity", "<5>", True, None))
    found = released(keep=["<lab>", "ill"], satisfied=False)
    shown = read(render_cell(found, HEIGHTS, models=models))
    assert "This does not satisfy the job." in shown
    assert "Not satisfied: delta max 20 % (2 classes)." in shown
    assert "k_anonymity" not in shown
    assert "Kept as they are: <lab>, ill." in shown
    plain = read(render_cell(released(), HEIGHTS, models=models[1:]))
    assert not re.search("satisfied|Kept as", plain)


def test_classes_that_are_not_shown_are_counted_where_they_would_stand() -> None:
    classes = tuple(ShownClass(dict.fromkeys(HEIGHTS, str(i)), 10, 9 - i) for i in range(4))
    for omitted, told in (
        (OmittedClasses(2, 1133, 2), "… 2 more classes (1,133 people of P)"),
        (OmittedClasses(1, 1, 2), "… 1 more class (1 person of P)"),
    ):
        details = Details(classes, omitted=omitted)
        facts = Facts.of(measured(), HEIGHTS, satisfied=True, losses={}, details=details)
        text = read(pages.render_page(facts))
        assert text.index("4/5") < text.index(told) < text.index("7/10")


def test_released_page_names_the_release_and_an_internal_one_the_search() -> None:
    found = released(constraints={"k_anonymity": 5})
    text = read(render_page(found, HEIGHTS))
    assert "dpsql report: released" in text
    assert "release trial.parquet rows 5" in text
    assert released()["release"]["sha256"] in text
    assert "k_anonymity: 5" in text
    assert "≈ 55.6 % 5/9" in text
    assert text.count("✓ satisfied") == 2  # both bounds
    kept = render_page(released(keep=["lab", "<b>"]), HEIGHTS)
    assert "or learns from them: <bdi>lab</bdi>, <bdi>&lt;b&gt;</bdi></th>" in kept
    assert "(minimality)" in text
    assert "lattice, classes" not in text and "entropy" not in text and "Internal" not in text
    text = read(render_internal(found, HEIGHTS))
    assert text.startswith(
        "dpsql report: released (internal) Internal: contains what only the data holder"
    )
    assert "48 nodes in the lattice, classes counted at 7; proven optimal by loss" in text
    assert "25.1194" in text


def test_what_must_not_go_out_says_so() -> None:
    """Levels, or a file of another tool, with which the job does not hold."""
    marked = "Not for publication: the job is not satisfied"
    file = released()["release"]
    for found in (measured(satisfied=False), measured(satisfied=False, release=file)):
        assert marked in read(render_page(found, HEIGHTS))
    for found in (measured(satisfied=True), measured(satisfied=True, release=file), released()):
        assert marked not in read(render_page(found, HEIGHTS))


def test_measured_without_delta_judges_nothing() -> None:
    html = render_page(measured(), HEIGHTS)
    text = read(html)
    assert "nothing was checked" in text
    assert "No released file was checked for this page" in text
    assert "Satisfied" not in text and "proven" not in text and "SHA" not in text
    assert "δmax" not in html


def test_broken_bound_is_named() -> None:
    text = read(render_page(CASES["broken"], HEIGHTS))
    assert "Not satisfied" in text
    assert text.count("✗ violated") == 1  # δmin is 0


def chart_of(found: dict[str, Any]) -> tuple[list[str], str]:
    """The bars' words and the description of the chart."""
    chart = drawings(render_page(found, HEIGHTS))[0]
    bars = [str(rect.findtext("title")) for rect in chart.iter("rect")]
    return bars, " ".join(str(chart.findtext("desc")).split())


def test_chart_of_an_empty_private_table_is_one_bar() -> None:
    bars, description = chart_of(EMPTY)
    assert [" ".join(bar.split()) for bar in bars] == ["9 people: 0 % to 5 %"]
    assert "Presence reaches from 0 to 0." in description


def test_presence_one_is_in_the_last_bar() -> None:
    bars, _ = chart_of(measured())
    assert " ".join(bars[-1].split()) == "5 people: over 95 % to 100 %"


def test_who_is_at_a_bound_stands_on_its_inner_side() -> None:
    html = render_page(released(), HEIGHTS)
    chart = ElementTree.fromstring(str(re.search(r"<svg role=.*?</svg>", html, re.DOTALL)[0]))
    places = [
        (float(one.get("x", "")), float(one.get("x", "")) + float(one.get("width", "")))
        for one in chart.iter("rect")
    ]
    low, high = (float(one.get("x1", "")) for one in chart.iter("line") if one.get("class"))
    assert all(low <= left and right <= high for left, right in places)
    assert len(places) == 2


@pytest.mark.parametrize("bound", ["1/100000", "1/21", "99999/100000"])
def test_a_narrow_bar_is_drawn_and_its_label_runs_into_no_other(bound: str) -> None:
    people = {bound: 12_345, "1/20": 23_456, "1": 34_567, "19/20": 45_678}
    delta = {"min": "0", "max": bound}
    found = released(delta=delta, people_by_presence=count_by_presence(people, delta))
    html = render_page(found, HEIGHTS)
    for chart in drawings(html)[:2]:
        assert all(float(rect.get("width", "")) > 0 for rect in chart.iter("rect"))
        labels = [one for one in chart.iter("text") if one.get("class") == "value"]
        places = [float(one.get("x", "")) for one in labels]
        assert places and all(str(one.text).endswith("k") for one in labels)
        # Upwards a number takes the width of a line.
        room = 10 if labels[0].get("transform") else 34
        assert all(right - left >= room for left, right in pairwise(places))
        assert len(list(chart.iter("rect"))) == 4


def test_bars_of_other_magnitude_are_all_drawn() -> None:
    bars, _ = chart_of(CASES["large"])
    assert len(bars) == 21


def test_the_table_says_what_the_chart_shows() -> None:
    text = read(render_page(CASES["large"], HEIGHTS))
    assert "0 % to 5 % 3,000,000,000 over 5 % to 10 % 1 over 10 % to 15 % 1" in text


@pytest.mark.parametrize("low", ["0", "1/20", "3/5", "9/10", "1"])
@pytest.mark.parametrize("high", ["1/20", "3/4", "4/5", "999999999/1000000000", "1"])
def test_labels_of_delta_stay_in_the_box_and_off_each_other(low: str, high: str) -> None:
    if Fraction(low) > Fraction(high):
        return
    html = render_page(released(delta={"min": low, "max": high}), HEIGHTS)
    for chart in drawings(html)[:2]:
        labels = [text for text in chart.iter("text") if str(text.text).startswith("δ")]
        lines = [line for line in chart.iter("line") if line.get("stroke") == "#d9552b"]
        spans = []
        for label in labels:
            x, width = float(label.get("x", "")), 8 * len(str(label.text))
            spans.append((x, x + width) if label.get("text-anchor") == "start" else (x - width, x))
        assert all(
            left >= 0 and right <= float(str(chart.get("viewBox")).split()[2])
            for left, right in spans
        )
        for label, (left, right) in zip(labels, spans, strict=True):
            for line in lines:
                over = left < float(line.get("x1", "")) < right
                assert not over or float(line.get("y1", "")) > float(label.get("y", ""))


@pytest.mark.parametrize(("level", "height"), [(0, 0), (0, 3), (2, 3), (3, 3), (30, 40)])
def test_gauge_fills_the_level_of_the_height(level: int, height: int) -> None:
    html = render_page(released(levels={"x": level}), {"x": height})
    assert f"{level} of {height}" in read(html)
    gauge = drawings(html)[2]
    share = level / height if height else 0
    assert gauge.findtext("title") == f"loss {share:.6g}"
    filled = [float(r.get("width", "")) for r in gauge.iter("rect") if r.get("fill") != "none"]
    assert filled == ([round(119 * share, 1)] if share else [])


@pytest.mark.parametrize(
    ("share", "words"),
    [
        ("0", "0 %"),
        ("1", "100 %"),
        ("1/8", "12.5 %"),
        ("29/100", "29 %"),
        ("1/10", "10 %"),
        ("9999/10000", "99.99 %"),
        ("1/2147483647", "≈ 0.000000047 %"),
        ("2147483646/2147483647", "≈ 99.999999953 %"),
    ],
)
def test_only_nothing_reads_as_0_and_only_everything_as_100(share: str, words: str) -> None:
    assert " ".join(as_percent(Fraction(share)).split()) == words
