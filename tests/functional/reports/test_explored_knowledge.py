"""An internal page explores other δmax by all that the job says outsiders know, as compare does."""

import json
import random
import re

import pytest

import dpsql
from dpsql.report.sentences import as_percent
from tests.first_sentences import read_bounds, read_page_sentence
from tests.functional.reports.test_report import headings, read

#: A page searches several δmax of each algorithm.
pytestmark = pytest.mark.tier("ci")

COLUMNS = {
    "age": {"widths": [5, 10, 20]},
    "town": {"tree": {"x": ["a", "b"], "y": ["c", "d"]}},
}
NAMES = ("age", "town")


@pytest.fixture
def tables(duckdb_bench):
    """400 people, 40 of them in T; a table of rates by town."""
    chance = random.Random(0)
    people = [(chance.randrange(30), chance.choice("abcd")) for _ in range(400)]
    duckdb_bench.write("p.csv", people, NAMES)
    duckdb_bench.write("t.csv", people[:40], NAMES)
    rates = [("a", "0.05"), ("b", "0.2"), ("c", "0.1"), ("d", "0.1")]
    duckdb_bench.write("rates.csv", rates, ("town", "rate"))
    return duckdb_bench


def make(bench, **words):
    return bench.job(COLUMNS, **{"delta": {"max": "3/10"}} | words)


PRIOR = {"path": "rates.csv", "columns": ["town"], "rate": "rate"}


def find_most_informed(candidate):
    """The greatest presence for whoever knows what the job says outsiders know."""
    absent = candidate.presence.if_absent
    return candidate.judged_max if absent is None else absent


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ({"known_absent": 2}, ["levels", "pooled by columns", "cuts along the hierarchies"]),
        ({"known_absent": 2, "algorithm": "pooled"}, ["levels", "pooled by columns"]),
        ({"prior": PRIOR}, ["levels"]),
        ({"earlier": ["first.csv"]}, ["levels"]),
    ],
    ids=["absent", "absent, pooled", "prior", "earlier"],
)
def test_what_is_explored_is_what_compare_finds(tables, words, names):
    if "earlier" in words:
        dpsql.anonymize(make(tables, release="first.csv"), levels={"age": 2, "town": 1})
    job = make(tables, **words)
    page = tables.folder / "r.html"
    found = dpsql.write_report(job, page, internal=True)
    assert read_bounds(read_page_sentence(found, internal=True)) is not None
    explored = {one.name: one.points for one in found.insight.exploration.algorithms}
    assert [*explored][: len(names)] == names
    html = page.read_text(encoding="utf-8")
    assert "dpsql compare JOB --delta … judges any δmax" in html
    assert "Even with the knowledge that the job grants to outsiders" in html
    of_tables = html.count("greatest presence by P alone")
    # Of bars, of classes, and of Explore.
    assert html.count("presence by P alone") - of_tables == 3
    assert ("Not compared: levels alone are judged" in html) == ("known_absent" not in words)
    kinds = json.loads(re.search(r'id="explorer-data">(.*?)</script>', html)[1])["kinds"]
    told_at = [point["sentence"] for kind in kinds for point in kind["points"]]
    algorithms = {"levels": "levels", "pooled by columns": "pooled"}
    for name in algorithms.keys() & set(names):
        points = explored[name]
        assert len(points) > 1
        told = dpsql.compare(
            job, algorithms=[algorithms[name]], deltas=[one.delta_max for one in points]
        )
        released = [one for one in told.candidates if not one.is_baseline]
        for point, candidate in zip(points, released, strict=True):
            assert candidate.outcome.metrics["loss"] == pytest.approx(point.loss)
            most = find_most_informed(candidate)
            assert float(point.most_informed) == pytest.approx(float(most), abs=1e-9)
            assert any(
                f"with a probability above {as_percent(most)}. Without" in t for t in told_at
            )


@pytest.mark.parametrize(
    "words", [{"prior": PRIOR}, {"earlier": ["first.csv"]}, {"known_absent": 2}]
)
def test_risks_of_a_release_do_not_depend_on_what_outsiders_know(tables, words):
    """A release with earlier ones could not be counted: there was no δ to judge both by."""
    dpsql.anonymize(make(tables, release="first.csv"), levels={"age": 2, "town": 1})
    plain = dpsql.risks(make(tables), release=tables.folder / "first.csv")
    job = make(tables, **words)
    assert dpsql.risks(job, release=tables.folder / "first.csv").risks == plain.risks


def test_compare_is_a_way_on_from_a_page(tables, run):
    """The page names the command; it judges each δmax with who is absent."""
    job = tables.folder / "job.yaml"
    job.write_text(
        "public: p.csv\nprivate: t.csv\ndelta: {max: 30%}\nknown_absent: 2\nrelease: r.csv\n"
        "quasi_identifiers:\n  age: {widths: [5, 10, 20]}\n"
        "  town: {tree: {x: [a, b], y: [c, d]}}\n"
    )
    ended = run("compare", job, "--delta", "20%", "--delta", "40%", "--json")
    assert ended.exit_code == 0, ended.complaint
    released = [one for one in ended.found["candidates"] if "metrics" in one]
    assert {"1/5", "2/5"} <= {one["delta_max"] for one in released}


@pytest.mark.parametrize(
    ("words", "told", "promise"),
    [
        (
            {"known_absent": 200, "delta": {"max": "3/20"}},
            "If 200 people are known to be absent, T is 20 % of the other people of P",
            "with as many absent people of a class as the job states, it is 20 % at most",
        ),
        (
            {"prior": PRIOR, "delta": {"max": "101/1000"}},
            "No generalization satisfies the job",
            "under the rates that the job states, everybody's presence is",
        ),
        (
            {"earlier": ["first.csv"]},
            "An earlier release of this T breaks delta already",
            "With 1 earlier release of this T it is",
        ),
    ],
    ids=["absent", "prior", "earlier"],
)
def test_where_nothing_holds_the_page_has_the_bound_that_decides(tables, words, told, promise):
    if "earlier" in words:
        dpsql.anonymize(make(tables, release="first.csv", delta={"max": 1}), levels={})
    page = tables.folder / "r.html"
    with pytest.raises(dpsql.NoSafeRelease):
        dpsql.write_report(make(tables, **words), page, internal=True)
    text = read(page)
    assert told in text and promise in text
    assert "is required of that as well: ✗ violated ." in text
    # Both ends of presence are within δ, so their table says first that they do not decide.
    assert "✗ Something else decides: violated is δ" in text
    assert "Explore What a release would be under another δmax." in text
    # At the job's own δmax there is nothing to compare.
    assert "What is kept" not in headings(page)


def test_where_nothing_holds_the_page_explores_the_algorithm_of_the_job_first(tables):
    page = tables.folder / "r.html"
    job = make(tables, algorithm="pooled", delta={"max": "1/20"})
    with pytest.raises(dpsql.NoSafeRelease):
        dpsql.write_report(job, page, internal=True)
    data = re.search(
        r'<script type="application/json"[^>]*>(.*?)</script>', page.read_text("utf-8")
    )
    explored = json.loads(data[1])
    names = [one["name"] for one in explored["kinds"]]
    assert {"levels", "pooled by columns", "cuts along the hierarchies"} <= {*names}
    assert names[explored["kind"]] == "pooled by columns"
    assert "What is kept" not in headings(page)
