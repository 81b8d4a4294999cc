"""Pictures and cells for notebooks: they hold the numbers of the outcome, and nothing that runs."""

import sys
from fractions import Fraction
from html.parser import HTMLParser

import pytest

import dpsql
from dpsql.report import plots

LEVELS = {"zip": 2, "age": 2, "nationality": 2}


@pytest.fixture
def outcome(example):
    return dpsql.anonymize(example)


@pytest.fixture
def frontier(example):
    return dpsql.frontier(example)


def find_values(spec):
    """The rows of data of each layer."""
    return [layer["data"]["values"] for layer in spec["layer"]]


def test_presence_is_drawn_with_delta(outcome):
    spec = outcome.plot_presence().to_dict()  # which altair holds against the schema of Vega-Lite
    bars, lines, *_ = find_values(spec)
    assert spec["layer"][0]["encoding"]["y2"] == {"datum": 0}
    people = {round(bar["from"] * 20): bar["people"] for bar in bars}
    told = outcome.presence.people_by_presence
    assert people == {i: count for i, count in enumerate(told) if count}
    assert {line["line"]: (line["at"], line["value"]) for line in lines} == {
        "δmin": ("1/2", 0.5),
        "δmax": ("2/3", 2 / 3),
        "|T|/|P|": ("5/9", 5 / 9),
    }
    assert spec["title"]["text"] == "People of P by presence in T"
    assert "2/3 (≈\u00a066.7\u00a0%)" in " ".join(spec["title"]["subtitle"])
    assert spec["description"] == (
        "Histogram of 9 people by presence, 1/2 to 2/3; lines at δmin 1/2, δmax 2/3, |T|/|P| 5/9."
    )


def test_a_job_without_delta_has_no_lines_of_it(example, edit):
    edit(example, "delta: {min: 1/2, max: 2/3}", "constraints: {k_anonymity: 2}")
    _, lines, *_ = find_values(dpsql.measure(example).plot_presence().to_dict())
    assert [line["line"] for line in lines] == ["|T|/|P|"]


def test_the_frontier_is_drawn_with_its_points(frontier):
    spec = frontier.plot_frontier().to_dict()
    steps, points = find_values(spec)
    assert [(one["exact"], one["loss"]) for one in points] == [
        (str(one.delta_max), one.loss) for one in frontier.points
    ]
    assert [one["at"] for one in points] == [float(Fraction(one["exact"])) for one in points]
    assert (steps[:-1], steps[-1]["at"]) == (points, 1.0)
    assert spec["layer"][0]["mark"]["interpolate"] == "step-after"
    named = ", ".join(f"{name} {level}" for name, level in frontier.points[0].levels.items())
    assert points[0]["levels"] == named


def test_an_outcome_is_marked_on_the_frontier(outcome, frontier):
    _, points, chosen, lines, *_ = find_values(outcome.plot_frontier(frontier).to_dict())
    (mark,) = chosen
    assert mark == {"at": 2 / 3, "exact": "2/3", "loss": outcome.metrics["loss"]}
    # The optimum is a point of the frontier, as both are proven.
    assert (mark["exact"], mark["loss"]) in [(one["exact"], one["loss"]) for one in points]
    assert [line["line"] for line in lines] == ["δmin", "δmax"]


def test_a_frontier_without_points_is_drawn(example, edit):
    edit(example, "delta: {min: 1/2, max: 2/3}", "constraints: {k_anonymity: 9}")
    found = dpsql.frontier(example)
    assert found.points == ()
    assert find_values(found.plot_frontier().to_dict()) == [[], []]
    assert "satisfies the job at any δmax" in found._repr_html_()


def test_pictures_are_rendered(outcome, frontier, tmp_path):
    """By vl-convert, which needs no browser: titles and texts are there, and something is drawn."""
    charts = {
        "presence": outcome.plot_presence(),
        "frontier": frontier.plot_frontier(),
        "chosen": outcome.plot_frontier(frontier),
    }
    for name, chart in charts.items():
        chart.save(tmp_path / f"{name}.svg")
        text = (tmp_path / f"{name}.svg").read_text(encoding="utf-8")
        title = chart.to_dict()["title"]["text"]
        assert (text.count(title) > 0, text.count("<path")) >= (True, 3)
    assert "δmax" in (tmp_path / "presence.svg").read_text(encoding="utf-8")
    charts["presence"].save(tmp_path / "presence.png")
    assert (tmp_path / "presence.png").read_bytes().startswith(b"\x89PNG")


def test_without_altair_the_extra_is_named(outcome, frontier, monkeypatch):
    monkeypatch.setitem(sys.modules, "altair", None)
    for draw in (outcome.plot_presence, frontier.plot_frontier):
        with pytest.raises(dpsql.ConfigError, match=r"pip install 'dpsql\[plots\]'"):
            draw()


def test_a_foreign_release_has_no_place_on_a_frontier(frontier):
    with pytest.raises(dpsql.ConfigError, match="has no loss"):
        plots.draw_frontier(frontier.to_dict(), {"metrics": {"class_size": 2.5}})


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
        assert dict(attributes) in ({}, {"scope": "col"})
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
    assert points.rows[0] == ["δmax", "as a decimal", "loss", *LEVELS]
    assert [row[0] for row in points.rows[1:]] == [str(one.delta_max) for one in frontier.points]
    nodes = Rows(dpsql.lattice(example)._repr_html_())
    assert list(map(str, LEVELS.values())) in [row[:3] for row in nodes.rows]
    verified = Rows(dpsql.verify(example)._repr_html_())
    assert verified.rows[1:] == [["delta min", "1/2", "yes"], ["delta max", "2/3", "yes"]]
    assert "5 released rows against 9 people" in verified.text
    explained = Rows(dpsql.explain(example)._repr_html_())
    assert explained.rows[1] == ["as it is", "2", "2", "2", "yes", "0", "0"]
    assert all(row[4] == "no" for row in explained.rows[2:])
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
    assert "no scenario limits presence from below" in cell.text


def test_names_of_columns_do_not_become_html(example, edit):
    for name in ("public.csv", "private.csv"):
        edit(example.parent / name, "nationality", "<script>x")
    edit(example, "nationality:", "<script>x:")
    cell = Rows(dpsql.check(example)._repr_html_())
    assert "levels of <script>x" in [row[0] for row in cell.rows]


def test_a_long_table_is_cut_and_says_so():
    from dpsql.report.notebook import render_table

    cell = Rows(render_table("lattice", "Many.", ["n"], [[i, None] for i in range(1060)]))
    assert len(cell.rows) == 51
    assert cell.rows[1] == ["0", "NULL"]
    assert "… and 1,010 more" in cell.text
