"""What check says of a lattice that no search would take, before anybody waits for one."""

from fractions import Fraction
from io import StringIO

import pytest
from rich.console import Console

import dpsql
from dpsql.cli.terminal.tables import describe_check

CUTS = {"mpalm": {"cuts": "hierarchy"}}


@pytest.fixture
def make(duckdb_bench):
    """Make jobs over so many columns of 5 levels each."""

    def make_job(width, **words):
        names = [f"q{i}" for i in range(width)]
        duckdb_bench.write("p.csv", [["aaaa"] * width, ["bbbb"] * width], names)
        duckdb_bench.write("t.csv", [["aaaa"] * width], names)
        given = {"public": "p.csv", "private": "t.csv", "delta": {"max": "1/2"}} | words
        return duckdb_bench.job({name: {"prefix": [3, 2, 1]} for name in names}, **given)

    return make_job


def test_check_says_that_anonymize_would_refuse_and_what_it_takes(make):
    job = make(12)
    found = dpsql.check(job)
    assert "244,140,625 nodes over 12 quasi-identifiers" in found.search_problem
    assert found.to_dict()["search_problem"] == found.search_problem
    assert "would refuse it: the lattice has 244,140,625" in found._repr_html_()
    shown = Console(width=200, record=True, file=StringIO())
    shown.print(describe_check(found))
    assert "dpsql anonymize would refuse it: the lattice has" in shown.export_text()
    with pytest.raises(dpsql.ResourceError) as raised:
        dpsql.anonymize(job)
    assert str(raised.value) == found.search_problem
    assert found.search_problem.endswith("{mpalm: {cuts: hierarchy}}, which searches no lattice")
    assert dpsql.check(make(12, algorithm=CUTS)).search_problem == ""
    assert dpsql.anonymize(make(12, algorithm=CUTS)).presence.maximum == Fraction(1, 2)


def test_cuts_are_not_proposed_where_the_job_refuses_them(make):
    found = dpsql.check(make(12, metric="precision"))
    assert found.search_problem.endswith("write fewer quasi-identifiers or fewer levels")


def test_the_limit_is_that_of_the_search(make):
    job = make(2)
    assert dpsql.check(job, max_nodes=25).search_problem == ""
    assert "at most 24 (max_nodes)" in dpsql.check(job, max_nodes=24).search_problem
    assert "search_problem" not in dpsql.check(job).to_dict()


def test_too_many_columns_are_told_as_well(make):
    assert "over 64 are searched" in dpsql.check(make(65)).search_problem
