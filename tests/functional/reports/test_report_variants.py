"""What a public page tells of T: nothing that the release does not; an internal one tells more.

Two tables T that lead to the same release, byte for byte, must have the same public page.
"""

import re
from collections import defaultdict
from dataclasses import fields
from itertools import combinations

import pyarrow
import pytest

import dpsql
from dpsql.report.facts import Facts
from tests.conftest import PEOPLE, write_paper_job
from tests.tiers import TIERS, find_tier

COLUMNS = ("zip", "age", "nationality")


def write_page(bench, number, members, *, internal=False, **words):
    """The release of these people, and its page."""
    job = write_paper_job(bench, release=f"{number}/r.csv", **words)
    (bench.folder / str(number)).mkdir()
    bench.write("t.csv", [PEOPLE[i][:4] for i in members], HEADER)
    found = dpsql.anonymize(job, report="internal" if internal else "public")
    page = bench.folder / str(number) / "r.html"
    found.to_html(page, internal=internal)
    return (bench.folder / str(number) / "r.csv").read_bytes(), page.read_bytes()


HEADER = ("name", *COLUMNS)
#: The paper's classes at its optimum: three of the first six, two of the last three.
AMERICA, EUROPE = range(6), range(6, 9)


@pytest.mark.parametrize(
    ("step", "few", "words"),
    [
        (11, (0, 2, 4), {"delta": {"min": "1/2", "max": "2/3"}}),
        (11, (1, 3, 5), {"delta": {"min": "1/2", "max": "2/3"}, "choose": "from_public"}),
        (5, (1, 6, 8, 9, 11), {"delta": {"max": "2/3"}, "algorithm": "mpalm"}),
        (
            9,
            (1, 3, 4, 6),
            {"delta": {"max": "3/4"}, "algorithm": {"mpalm": {"columns": "any", "values": "loss"}}},
        ),
        (
            11,
            (0, 2, 4),
            {
                "delta": {"max": "9/10"},
                "prior": {"path": "rates.csv", "columns": ["zip"], "rate": "rate"},
            },
        ),
        (11, (1, 3, 5), {"delta": {"max": "5/6"}, "known_absent": 1}),
    ],
    ids=["levels", "chosen from P", "boxes", "boxes by loss", "prior", "known absent"],
)
def test_equal_releases_have_equal_public_pages(duckdb_bench, step, few, words):
    """`few`: tables that lead to releases of others; in the last tier, all are tried."""
    seen = defaultdict(list)
    tables = [(*a, *b) for a in combinations(AMERICA, 3) for b in combinations(EUROPE, 2)]
    tables = tables[::step]
    if find_tier() != TIERS[-1]:
        tables = [tables[number] for number in few]
    rates = {person[1]: f"0.{number + 1}" for number, person in enumerate(PEOPLE)}
    duckdb_bench.write("rates.csv", [*rates.items()], ("zip", "rate"))
    for number, members in enumerate(tables):
        release, page = write_page(duckdb_bench, number, members, **words)
        seen[release].append(page)
    assert len(seen) < len(tables), "no two T led to one release, so nothing was tried"
    assert all(len(set(pages)) == 1 for pages in seen.values())
    assert len({page for pages in seen.values() for page in pages}) == len(seen)


@pytest.mark.parametrize(
    "algorithm",
    ["spalm", {"pooled": {"path": "root", "least": 4}}, "mpalm", {"mpalm": {"cuts": "hierarchy"}}],
    ids=["levels", "pooled", "boxes", "parts"],
)
def test_a_report_beside_the_release_is_the_page_of_the_release(duckdb_bench, algorithm, caplog):
    """As long as the file and T are those of the release: this T has as many rows, and levels."""
    members = (1, 2, 5, 7, 8)
    words = {"delta": {"max": "2/3"}, "algorithm": algorithm}
    release, page = write_page(duckdb_bench, 0, members, **words)
    job = write_paper_job(duckdb_bench, release="0/r.csv", **words)
    duckdb_bench.write("t.csv", [PEOPLE[i][:4] for i in members], HEADER)
    again = duckdb_bench.folder / "again.html"
    assert dpsql.write_report(job, again).status == "measured"
    assert again.read_bytes() == page
    assert "r.csv is there" not in caplog.text
    file = duckdb_bench.folder / "0" / "r.csv"
    file.write_bytes(release + b"\n")
    dpsql.write_report(job, again)
    assert "No released file was checked" in again.read_text(encoding="utf-8")
    assert "r.csv is there, but it is not what its manifest says" in caplog.text
    file.write_bytes(release)
    duckdb_bench.write("t.csv", [PEOPLE[i][:4] for i in (0, 3, 6, 7, 8)], HEADER)
    dpsql.write_report(job, again)
    assert "SHA-256</th>" not in again.read_text(encoding="utf-8")


def test_internal_pages_of_equal_releases_differ(duckdb_bench):
    """So the test above is of something: the frontier below δmax, say, is not the same."""
    internal = set()
    for number, members in enumerate([(1, 2, 5, 7, 8), (0, 3, 4, 6, 7), (0, 1, 2, 6, 7)]):
        delta = {"min": "1/2", "max": "2/3"}
        internal.add(write_page(duckdb_bench, number, members, internal=True, delta=delta)[1])
    assert len(internal) > 1


def test_measured_levels_tell_no_more_than_a_release_of_them(duckdb_bench):
    pages = set()
    for members in ((1, 2, 5, 7, 8), (0, 3, 4, 6, 8), (0, 1, 2, 6, 7)):
        job = write_paper_job(duckdb_bench, delta={"max": "3/5"})
        duckdb_bench.write("t.csv", [PEOPLE[i][:4] for i in members], HEADER)
        page = duckdb_bench.folder / "r.html"
        dpsql.write_report(job, page, {"zip": 2, "age": 2, "nationality": 2})
        pages.add(page.read_bytes())
    assert len(pages) == 1


def test_a_page_of_steps_with_equal_texts_does_not_tell_them_apart(duckdb_bench):
    """X is a person's value, and the label of a and b: what rows of X lose is T's secret."""
    people = ["X", "X", "X", "a", "b", "b"]
    pages = {"public": set(), "internal": set()}
    for members in (["X", "X"], ["b", "b"], ["X", "a"]):
        job = duckdb_bench.job(
            {"v": {"tree": {"*": {"X": ["a", "b", "X"], "Y": ["c"]}}}},
            public=pyarrow.table({"v": [*people, *["c"] * 4]}),
            private=pyarrow.table({"v": members}),
            delta={"max": "1/2"},
            algorithm={"pooled": {"least": 3}},
            release="r.csv",
        )
        for variant, found in pages.items():
            outcome = dpsql.anonymize(job, overwrite=True, report=variant)
            outcome.to_html(page := duckdb_bench.folder / "r.html", internal=variant == "internal")
            found.add(page.read_bytes())
        # Without the details of a report it is not known whether texts are equal.
        dpsql.anonymize(job, overwrite=True).to_html(page)
        assert "loss" not in page.read_text(encoding="utf-8")
    assert [*map(len, pages.values())] == [1, 3]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"pooled": {"path": "root", "least": 4}}, "Who has coarser labels"),
        ({"mpalm": {"cuts": "hierarchy"}}, "which cuts were allowed and cost least depends on T"),
    ],
)
@pytest.mark.parametrize("internal", [False, True])
def test_pages_of_what_keeps_more(duckdb_bench, words, told, internal):
    job = write_paper_job(duckdb_bench, delta={"max": "2/3"}, algorithm=words)
    members = [i for i, person in enumerate(PEOPLE) if person[-1]]
    duckdb_bench.write("t.csv", [PEOPLE[i][:4] for i in members], HEADER)
    found = dpsql.anonymize(job, report="internal" if internal else "public")
    found.to_html(page := duckdb_bench.folder / "r.html", internal=internal)
    html = page.read_text(encoding="utf-8")
    assert told in html
    assert "Loss of each quasi-identifier" in html
    assert ("what levels would cost, one for all rows of a column" in html) is internal
    assert found.details.classes


@pytest.mark.parametrize("internal", [False, True])
def test_no_kept_cell_and_no_raw_value_of_t_stands_in_a_page(duckdb_bench, internal):
    """Values of P are shown, never whose they are; kept cells are of T alone."""
    members = [i for i, person in enumerate(PEOPLE) if person[-1]]
    job = write_paper_job(duckdb_bench, delta={"min": "1/2", "max": "2/3"}, keep=["kept"])
    duckdb_bench.write(
        "t.csv", [(*PEOPLE[i][:4], f"secret {i}") for i in members], (*HEADER, "kept")
    )
    found = dpsql.anonymize(job, report="internal" if internal else "public")
    page = duckdb_bench.folder / "r.html"
    found.to_html(page, internal=internal)
    html = page.read_text(encoding="utf-8")
    assert "secret" not in html
    assert not any(name in html for name, *_ in PEOPLE)
    samples = re.findall(r'<div><bdi class="whole">(\d{5})</bdi>', html)
    # The values that P has most often; ties by text.
    assert samples == ["47630", "47906", "47633"]


def test_the_public_page_is_made_of_these_facts_alone():
    """Whoever adds a field says in `report.facts` why it follows from the release."""
    assert [field.name for field in fields(Facts)] == [
        "status",
        "choose",
        "satisfied",
        "is_unsafe",
        "public_rows",
        "private_rows",
        "sentence",
        "presence",
        "posterior",
        "together",
        "overlap",
        "delta",
        "constraints",
        "keep",
        "public_columns",
        "levels",
        "heights",
        "box_count",
        "rest",
        "pooled",
        "steps",
        "losses",
        "metrics",
        "release",
        "sha256",
        "details",
        "title",
        # Of the job alone, as its loss is told.
        "weights",
        # Of P and the hierarchies alone.
        "becomes",
        "person",
        # Of the job alone, without the name of the key.
        "has_key",
        "violated",
        "together_ends",
        "is_informed",
    ]
