"""``dpsql published-counts``: what a table of redacted and rounded counts tells of presence."""

import json
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

CENSUS = "area,sex,people\nA,f,20\nA,m,5\nB,f,20\nB,m,20\n"
PUBLISHED = "area,sex,cases\nA,f,10\nA,m,[REDACTED]\nA,all,12\nB,f,15\n"
RULE = ("--people", "people", "--count", "cases", "--redacted", "7", "--rounded", "5")
TOTALS = (*RULE, "--total", "all", "--exact-totals")


@pytest.fixture
def counts(tmp_path, monkeypatch, run):
    """Run the command on the two tables."""
    monkeypatch.chdir(tmp_path)

    def call(*options, census=CENSUS, published=PUBLISHED):
        Path("census.csv").write_text(census)
        Path("published.csv").write_text(published)
        return run("published-counts", "census.csv", "published.csv", *options)

    return call


def test_json_of_published_counts_is_pinned(counts):
    ended = counts(*TOTALS, "--delta-max", "4/5", "--json")
    assert ended.exit_code == 4
    found = ended.found
    worst = found.pop("worst")
    assert found == {
        "schema": "dpsql/1",
        "status": "measured",
        "public_rows": 65,
        "groups": 4,
        "presence": {"min": "0", "max": "17/20"},
        "delta": {"max": "4/5"},
        "satisfied": False,
        "narrowed": 1,
        "revealed": 0,
        "exact": True,
    }
    assert [one["values"] for one in worst] == [
        {"area": "A", "sex": "m"},
        {"area": "B", "sex": "f"},
        {"area": "A", "sex": "f"},
        {"area": "B", "sex": "m"},
    ]
    assert worst[0] == {
        "values": {"area": "A", "sex": "m"},
        "public_count": 5,
        "alone": {"min": 0, "max": 5},
        "together": {"min": 0, "max": 4},
        "presence": {"min": "0", "max": "4/5"},
    }


def test_a_bound_that_holds_whatever_the_counts_are(counts):
    ended = counts(*TOTALS, "--delta-max", "17/20")
    assert ended.exit_code == 0
    assert "Certain: presence is at most 85\u00a0%." in ended.stdout
    assert "A, m 5 0 to 5 0 to 4 0 % to 80 %" in " ".join(ended.stdout.split())
    assert counts(*TOTALS).exit_code == 0


def test_a_count_that_totals_reveal_is_told(counts):
    crossing = PUBLISHED.replace("A,all,12", "A,all,10\nall,f,25\nall,all,26")
    ended = counts(*TOTALS, published=crossing.replace("A,f,10", "A,f,10\nB,m,[REDACTED]"))
    assert "reveal" in ended.stdout


def test_tables_of_parquet_with_missing_counts(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    table = pyarrow.table({"area": ["A"] * 9 + ["B"] * 30})
    parquet.write_table(table, "p.parquet")
    parquet.write_table(pyarrow.table({"area": ["A", "B"], "n": [None, 9]}), "c.parquet")
    words = ("published-counts", "p.parquet", "c.parquet", "--count", "n", "--redacted", "5")
    found = json.loads(run(*words, "--json").stdout)
    assert found["presence"] == {"min": "0", "max": "5/9"}


@pytest.mark.parametrize(
    ("options", "change", "code", "told"),
    [
        (("--count", "cases"), ("", ""), 2, "its count is redacted; say up to which number"),
        ((*RULE, "--count", "n"), ("", ""), 3, "has no column 'n'"),
        (RULE, ("A,all,12", "A,x,12"), 3, "by the rule no count is shown so"),
        (RULE, ("A,all,12", "A,x,10"), 3, "contradicts its people of P"),
        (TOTALS, ("A,all,12", "A,all,99"), 3, "contradicts its people of P"),
        (TOTALS, ("A,all,12", "A,all,3"), 3, "contradicts its totals and parts"),
        (TOTALS, ("B,f,15", "A,f,15"), 3, "published twice; keep one row"),
        (TOTALS, ("B,f,15", "B,f,few"), 3, "'few' is no number of people"),
        ((*TOTALS, "--midpoint", "6"), ("", ""), 2, "give one of the two"),
        ((*TOTALS, "--delta-max", "2"), ("", ""), 2, "--delta-max"),
        (TOTALS, ("area,sex,cases", "area,gender,cases"), 3, "has no column 'gender'"),
    ],
)
def test_what_cannot_be_read_is_refused(counts, options, change, code, told):
    ended = counts(*options, published=PUBLISHED.replace(*change))
    assert (ended.exit_code, told in ended.complaint) == (code, True), ended.complaint


def test_a_total_that_is_not_named_is_asked_for(counts):
    ended = counts(*RULE)
    assert ended.exit_code == 3
    assert "P has no all in sex: if it stands for all values, write --total all" in ended.complaint
    ended = counts(*TOTALS, published=PUBLISHED.replace("A,all,12", "A,all,99"))
    assert "stands for all" not in ended.complaint


def test_a_population_of_nobody_is_refused(counts):
    ended = counts(*TOTALS, census="area,sex,people\nA,f,0\n", published="area,sex,cases\n")
    assert (ended.exit_code, "P has no rows" in ended.complaint) == (3, True)
