"""What check says of a lattice that no search would take, before anybody waits for one."""

import json
from fractions import Fraction
from io import StringIO

import pytest
from rich.console import Console

import dpsql
from dpsql.cli.terminal.tables import describe_check
from dpsql.faces import on_command_line

CUTS_IN_PYTHON = "algorithm={'mpalm': {'cuts': 'hierarchy'}}, which searches no lattice"
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


@pytest.fixture
def write(make, tmp_path):
    """Write such jobs to a file."""

    def write_job(width, **words):
        made = make(width)
        names = [f"q{i}" for i in range(width)]
        job = {
            "public": str(made.folder / "p.csv"),
            "private": str(made.folder / "t.csv"),
            "quasi_identifiers": {name: {"prefix": [3, 2, 1]} for name in names},
            "delta": {"max": "1/2"},
        }
        file = tmp_path / "job.yaml"
        file.write_text(json.dumps(job | words))
        return file

    return write_job


def test_check_says_that_anonymize_would_refuse_and_what_it_takes(make):
    job = make(12)
    found = dpsql.check(job)
    assert "244,140,625 nodes over 12 quasi-identifiers" in found.search_problem
    assert found.to_dict()["search_problem"] == found.search_problem
    assert "would refuse it: the lattice has 244,140,625" in found._repr_html_()
    shown = Console(width=200, record=True, file=StringIO())
    with on_command_line():
        shown.print(describe_check(found))
    assert "dpsql anonymize would refuse it: the lattice has" in shown.export_text()
    with pytest.raises(dpsql.ResourceError) as raised:
        dpsql.anonymize(job)
    assert str(raised.value) == found.search_problem
    assert found.search_problem.endswith(CUTS_IN_PYTHON)
    assert ", which max_nodes raises: " in found.search_problem
    for of_levels in (dpsql.frontier, dpsql.lattice):
        with pytest.raises(dpsql.ResourceError) as raised:
            of_levels(job)
        assert str(raised.value).endswith("write fewer quasi-identifiers or fewer levels")
    assert dpsql.check(make(12, algorithm=CUTS)).search_problem == ""
    for look in (dpsql.lattice, dpsql.frontier, dpsql.explain):
        with pytest.raises(dpsql.ResourceError, match=r"max_nodes raises: .* fewer levels$"):
            look(make(12, algorithm=CUTS))
    assert dpsql.anonymize(make(12, algorithm=CUTS)).presence.maximum == Fraction(1, 2)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({"release": "r.csv"}, 5),
        ({}, 0),  # a job to measure
        ({"release": "r.csv", "algorithm": CUTS}, 0),
        ({"release": "r.csv", "delta": {"max": "1/9"}}, 4),  # which no search would help
        ({"release": "r.txt"}, 2),
    ],
)
def test_check_ends_as_anonymize_would(write, run, tmp_path, words, code):
    gate = tmp_path / "gate.xml"
    ended = run("check", write(12, **words), "--quiet", "--junit", gate)
    assert ended.exit_code == code
    assert ("dpsql anonymize would refuse it: the lattice has" in ended.stderr) == (code == 5)
    assert ('type="SearchProblem"' in gate.read_text()) == (code == 5)


def test_check_takes_the_limit_of_the_search(write, run):
    job = write(2, release="r.csv")
    assert run("check", job, "--max-nodes", "25").exit_code == 0
    assert run("check", job, "--max-nodes", "24").exit_code == 5


def test_cuts_are_not_proposed_where_the_job_refuses_them(make):
    found = dpsql.check(make(12, metric="precision"))
    assert found.search_problem.endswith("write fewer quasi-identifiers or fewer levels")


def test_the_limit_is_that_of_the_search(make):
    job = make(2)
    assert dpsql.check(job, max_nodes=25).search_problem == ""
    assert "at most 24, which max_nodes raises" in dpsql.check(job, max_nodes=24).search_problem
    assert "search_problem" not in dpsql.check(job).to_dict()


def test_too_many_columns_are_told_as_well(make):
    assert (
        "there are 65 quasi-identifiers; a search takes at most 64"
        in dpsql.check(make(65)).search_problem
    )


@pytest.fixture
def sick(duckdb_bench):
    """Make jobs of four people of P and three of T, who have an illness each."""
    duckdb_bench.write("p.csv", [["a"]] * 4, ["town"])
    duckdb_bench.write("t.csv", [["a", ill] for ill in ("mild", "grave", "mild")], ["town", "ill"])

    def make_job(algorithm="spalm", **constraints):
        words = {"public": "p.csv", "private": "t.csv", "delta": {"max": "1"}, "keep": ["ill"]}
        stated = {"constraints": constraints, "algorithm": algorithm, "release": "r.csv"}
        return duckdb_bench.job({"town": {"tree": {"*": ["a"]}}}, **words, **stated)

    return make_job


@pytest.mark.parametrize("algorithm", ["spalm", "pooled", "mpalm", CUTS])
def test_check_judges_the_values_of_t_at_total_suppression(sick, algorithm):
    asked = {"l_diversity": {"ill": {"distinct": 3}}, "t_closeness": {"ill": {"t": "1/5"}}}
    found = dpsql.check(sick(algorithm, **asked))
    assert found.feasible is False
    assert [one.name for one in found.models if one.holds is False] == ["l_diversity"]
    with pytest.raises(dpsql.NoSafeRelease, match="violates l_diversity of ill distinct 3;"):
        dpsql.anonymize(sick(algorithm, **asked))
    asked["l_diversity"]["ill"]["distinct"] = 2
    assert dpsql.check(sick(algorithm, **asked)).feasible is True


@pytest.mark.parametrize(
    ("order", "told"),
    [({}, "words have no order"), ({"order": ["mild"]}, "1 value of T has no place")],
)
def test_check_refuses_an_order_as_anonymize_does(sick, order, told):
    job = sick(t_closeness={"ill": {"t": "1/5", "distance": "ordered", **order}})
    for command in (dpsql.check, dpsql.anonymize):
        with pytest.raises(dpsql.InputError, match=told):
            command(job)
