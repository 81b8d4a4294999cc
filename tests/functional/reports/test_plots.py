"""Pictures and cells for notebooks: they hold the numbers of the outcome, and nothing that runs."""

import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

import dpsql
from dpsql.report.plots.draw import plot_frontier
from dpsql.report.written_bounds import write_bound

LEVELS = {"zip": 2, "age": 2, "nationality": 2}


@pytest.fixture
def outcome(example):
    return dpsql.anonymize(example)


@pytest.fixture
def frontier(example):
    return dpsql.frontier(example)


def read(picture):
    """The drawing as elements, by their tags without the namespace; refuses what runs or loads."""
    assert picture._repr_html_() == picture._repr_svg_() == picture.svg
    assert not re.search(r"script|style>|href|url\(|@import|\son\w+=", picture.svg)
    assert re.findall(r"https?:[^\"]*", picture.svg) == ["http://www.w3.org/2000/svg"]
    found = {}
    for element in ElementTree.fromstring(picture.svg).iter():
        found.setdefault(element.tag.rpartition("}")[2], []).append(element)
    return found


def read_texts(drawn, tag):
    return [" ".join("".join(one.itertext()).replace("\u00a0", " ").split()) for one in drawn[tag]]


def test_presence_is_drawn_with_delta(outcome):
    picture = outcome.plot_presence()
    assert repr(picture) == "<Picture: People of P by presence in T>"
    drawn = read(picture)
    (told,) = read_texts(drawn, "desc")
    assert told == (
        "Presence reaches from 1/2 to 2/3. 6 with 50 % to 55 %; 3 with over 65 % to ≈ 66.7 %."
        " Line: δmin 50 %. Line: δmax ≈ 66.7 %."
    )
    bars = [one for one in drawn["rect"] if one.get("class") == "bar"]
    heights = [float(one.get("height")) for one in bars]
    # 6 and 3 people, by their square roots.
    assert heights == [pytest.approx(2**0.5 * heights[1], abs=0.1), heights[1]]
    texts = read_texts(drawn, "text")
    assert texts[0] == "People of P by presence in T"
    assert "2/3 (≈ 66.7 %)" in " ".join(texts)
    assert {"δmin 50 %", "δmax ≈ 66.7 %"} <= {*texts}


def test_a_job_without_delta_has_no_lines_of_it(example, edit):
    edit(example, "delta: {min: 1/2, max: 2/3}", "constraints: {k_anonymity: 2}")
    assert "δ" not in dpsql.measure(example).plot_presence().svg


def test_the_frontier_is_drawn_with_its_points(frontier):
    drawn = read(frontier.plot_frontier())
    assert read_texts(drawn, "circle") == [
        f"δmax {write_bound(one.delta_max)}: loss {one.loss:.6g}" for one in frontier.points
    ]
    assert (
        "2 points, from δmax 5/9 (≈ 55.6 %) with loss 1 to δmax 2/3" in read_texts(drawn, "desc")[0]
    )
    assert read_texts(drawn, "text")[:2] == [
        "Loss against δmax",
        f"2 points, proven; {frontier.search.checked} of 48 nodes counted",
    ]


def test_pooled_points_are_proven_among_what_was_tried(frontier):
    points = [replace(one, least=2) for one in frontier.points]
    told = read_texts(read(plot_frontier(points, frontier.search.to_dict())), "text")
    assert "proven among the starts of this path and the numbers of people" in " ".join(told)


def test_an_outcome_is_marked_on_the_frontier(outcome, frontier):
    picture = outcome.plot_frontier(frontier)
    drawn = read(picture)
    loss = f"loss {outcome.metrics['loss']:.6g}"
    assert f"this outcome: {loss}" in read_texts(drawn, "path")
    # The optimum is a point of the frontier, as both are proven.
    assert f"δmax 2/3 (≈ 66.7 %): {loss}" in read_texts(drawn, "circle")
    assert "δmax ≈ 66.7 %" in read_texts(drawn, "text")


def test_a_frontier_without_points_is_drawn(example, edit):
    edit(example, "delta: {min: 1/2, max: 2/3}", "constraints: {k_anonymity: 9}")
    found = dpsql.frontier(example)
    assert found.points == ()
    assert "0 points: no release holds at any δmax." in read_texts(
        read(found.plot_frontier()), "desc"
    )
    assert "satisfies the job, whatever δmax is" in found._repr_html_()


def test_curves_differ_in_dashes_and_shapes(example):
    found = dpsql.frontiers(example, ["spalm", {"pooled": {"path": "root"}}, "mpalm"])
    drawn = read(found.plot_frontier())
    texts = read_texts(drawn, "text")
    told = " ".join(texts).replace("Loss against δmax ", "", 1)
    assert told.startswith(
        "Proven, except for mpalm: tried at these δmax only. The loss of boxes counts the width"
    )
    names = [curve.algorithm for curve in found.curves]
    names[1] = "pooled: {path: root}"
    # Boxes have a panel of their own, as their loss counts widths.
    heads = [texts.index(head) for head in ("Levels and labels", "Boxes")]
    assert heads[0] < texts.index(names[0]) < texts.index(names[1]) < heads[1]
    assert texts[-1] == names[2]
    lines = [one for one in drawn["path"] if one.get("stroke-dasharray")]
    proven = [curve for curve in found.curves if curve.search]
    assert len(proven) == 2  # What was tried is points, and no line between them.
    for curve, line, legend in zip(proven, lines[::2], lines[1::2], strict=True):
        assert line.get("stroke-dasharray") == legend.get("stroke-dasharray")
        assert line.get("d").count("V") == len(curve.points) - 1
    assert len({line.get("stroke-dasharray") for line in lines}) == 2
    assert len({line.get("stroke") for line in lines}) == 2
    named = read_texts(drawn, "desc")[0]
    assert all(one.split(":")[0] in named for one in names)


def test_pictures_are_saved_for_their_owner(outcome, tmp_path):
    picture = outcome.plot_presence()
    picture.save(tmp_path / "presence.svg")
    picture.save(str(tmp_path / "presence.svg"))
    saved = tmp_path / "presence.svg"
    assert saved.read_text(encoding="utf-8") == picture.svg
    assert saved.stat().st_mode & 0o777 == 0o600
    with pytest.raises(dpsql.ConfigError, match=r"must end in \.svg; a browser"):
        picture.save(tmp_path / "presence.png")


def test_a_foreign_release_has_no_place_on_a_frontier(outcome, frontier):
    foreign = replace(outcome, metrics={"class_size": 2.5})
    with pytest.raises(dpsql.ConfigError, match="has no loss"):
        foreign.plot_frontier(frontier)
    with pytest.raises(dpsql.ConfigError, match=r"give what dpsql\.frontier returned, not an int"):
        outcome.plot_frontier(3)


class Rows(HTMLParser):
    """The tables of a fragment as rows of texts; refuses what runs, or loads anything."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.open, self.text = [], [], ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        assert tag in {"div", "p", "strong", "table", "thead", "tbody", "tr", "th", "td", "bdi"}
        given = dict(attributes)
        if given.get("role") == "region":
            # A wide table scrolls in it.
            assert (tag, given["style"]) == ("div", "overflow-x: auto")
            given = {}
        side = given.pop("style", "text-align: left")
        assert side in ("text-align: left", "text-align: right")
        assert given in ({}, {"scope": "col"})
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data


def test_each_outcome_is_a_cell_of_a_notebook(example, outcome, frontier, edit):
    checked = Rows(dpsql.check(example)._repr_html_())
    assert ["rows of P", "9"] in checked.rows
    points = Rows(frontier._repr_html_())
    assert points.rows[0] == ["δmax", "exactly", "loss", *LEVELS]
    assert [row[1] for row in points.rows[1:]] == [str(one.delta_max) for one in frontier.points]
    nodes = Rows(dpsql.lattice(example)._repr_html_())
    assert list(map(str, LEVELS.values())) in [row[1:4] for row in nodes.rows]
    verified = Rows(dpsql.verify(example)._repr_html_())
    assert verified.rows[1:] == [["delta min", "1/2", "yes"], ["delta max", "2/3", "yes"]]
    assert "5 released rows against 9 people" in verified.text
    explained = Rows(dpsql.explain(example)._repr_html_())
    assert explained.rows[1] == ["as it is", "2", "2", "2", "yes", "0"]
    assert [row[4] for row in explained.rows[2:5]] == ["no"] * 3
    chosen = Rows(dpsql.choose(example)._repr_html_())
    assert [row[0] for row in chosen.rows[1:]] == list(LEVELS)
    edit(example, "delta: {min: 1/2, max: 2/3}", "delta: {min: 0, max: 2/3}")
    tried = Rows(dpsql.least_k(example)._repr_html_())
    assert tried.rows[0] == ["k", "delta holds", "presence", "loss"]
    assert {row[1] for row in tried.rows[1:]} <= {"yes", "no"}


def test_a_choice_of_delta_is_a_cell(example):
    counts = dpsql.Counts(1000, 40)
    scenario = dpsql.Scenario(Fraction("0.07"), Fraction(10000), Fraction(100), name="<b>boss</b>")
    cell = Rows(dpsql.choose_delta(counts, [scenario])._repr_html_())
    assert cell.rows[1][0] == "<b>boss</b>"
    assert "delta: {min: 0, max: 1/20}" in cell.text
    assert "No scenario limits presence from below" in cell.text


def test_names_of_columns_do_not_become_html(example, edit):
    for name in ("public.csv", "private.csv"):
        edit(example.parent / name, "nationality", "<script>x")
    edit(example, "nationality:", "<script>x:")
    cell = Rows(dpsql.check(example)._repr_html_())
    assert "levels of <script>x" in [row[0] for row in cell.rows]


def test_a_long_table_is_cut_and_says_so():
    from dpsql.report.notebook.tables import render_table

    cell = Rows(render_table("lattice", "Many.", ["n"], [[i, None] for i in range(1060)]))
    assert len(cell.rows) == 51
    assert cell.rows[1] == ["0", "NULL"]
    assert "… and 1,010 more" in cell.text
