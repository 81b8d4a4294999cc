"""What check says of the place of a release, before anybody waits for a search."""

import sys
from xml.etree import ElementTree

import duckdb
import pytest

import dpsql


@pytest.fixture
def make(duckdb_bench):
    """Make jobs with a release, in a folder with a DuckDB file."""
    duckdb_bench.write("p.csv", [["a"]] * 9, ["town"])
    with duckdb.connect(str(duckdb_bench.folder / "people.duckdb")) as connection:
        connection.execute("CREATE VIEW seen AS SELECT 1 AS town")

    def make_job(release, database=None):
        engine = {} if database is None else {"duckdb": {"database": database}}
        words = {"public": "p.csv", "private": "p.csv", "delta": {"max": "1"}, "engine": engine}
        return duckdb_bench.job({"town": {"prefix": [1]}}, release=release, **words)

    return make_job


@pytest.mark.parametrize(
    ("release", "database", "told"),
    [
        ({"path": "gone/trial", "format": "delta"}, None, "does not exist; create it"),
        ("/proc/r.parquet", None, "release: its folder takes no new files; name another"),
        ("p.csv", None, "p.csv is an input of the job; name another"),
        ({"path": "trial"}, None, "trial must end in .parquet or .csv"),
        ({"path": "a%20b", "format": "delta"}, None, "delta-rs cannot read below a folder"),
        (
            {"path": "trial", "format": "iceberg", "location": "s3://b/a?b"},
            None,
            "may have no ? and no #",
        ),
        ({"table": "mart.trial"}, None, "or of the DuckDB file under engine"),
        ({"table": "mart.trial"}, "people.duckdb", "the schema mart does not exist; create it"),
        ({"table": "seen"}, "people.duckdb", "is the name of a view"),
    ],
)
def test_a_release_that_could_not_be_there_is_told(make, caplog, release, database, told):
    found = dpsql.check(make(release, database))
    assert told in found.release_problem
    assert found.to_dict()["release_problem"] == found.release_problem
    assert f"dpsql.anonymize would end at once: {found.release_problem}" in caplog.text
    with pytest.raises(dpsql.DpsqlError) as raised:
        dpsql.anonymize(make(release, database))
    assert str(raised.value) == found.release_problem


@pytest.mark.parametrize(
    ("release", "database"),
    [
        (None, None),
        ("r.csv", None),
        ({"path": "trial", "format": "delta"}, None),
        ({"path": "trial", "format": "iceberg"}, None),
        ({"path": "trial", "format": "parquet"}, None),
        ({"table": "trial"}, "people.duckdb"),
    ],
)
def test_nothing_is_told_of_one_that_could(make, caplog, release, database):
    job = make(release, database)
    before = sorted(job.folder.iterdir())
    assert "release_problem" not in dpsql.check(job).to_dict()
    assert "would end" not in caplog.text
    assert sorted(job.folder.iterdir()) == before


def test_a_missing_extra_is_told(make, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyiceberg", None)
    found = dpsql.check(make({"path": "trial", "format": "iceberg"}))
    assert "pip install '.[iceberg]'" in found.release_problem


def test_the_exit_code_is_that_of_anonymize(example, run, edit, tmp_path):
    edit(example, "release: release.csv", "release: release.xlsx")
    checked = run("check", example, "--json", "--junit", tmp_path / "check.xml")
    assert checked.exit_code == run("anonymize", example).exit_code == 2
    problem = checked.found["release_problem"]
    assert "release.xlsx must end in .parquet or .csv" in problem
    assert run("check", example, "--quiet").complaint.endswith(f"would end at once: {problem}")
    case = ElementTree.parse(tmp_path / "check.xml").find(".//testcase[@name='release']/error")
    assert case.get("message") == problem


def test_a_job_with_a_release_must_state_something_to_satisfy(example, run, edit):
    edit(example, "delta: {min: 1/2, max: 2/3}", "")
    checked, ended = run("check", example), run("anonymize", example)
    assert checked.exit_code == ended.exit_code == 2
    told, said = (" ".join(text.split()) for text in (checked.stdout, checked.stderr))
    assert "would end at once: the job states nothing to satisfy; give it" in said
    # Once: it stood on both.
    assert "states nothing" not in told
    assert "The tables are valid. No release can be written." in told
    assert "would end at once: the job states nothing" in dpsql.check(example).to_text()
    edit(example, "release: release.csv", "")
    assert run("check", example).exit_code == 0


def test_it_comes_before_a_job_that_nothing_satisfies(example, run, edit):
    edit(example, "max: 2/3", "max: 1/2")
    assert run("check", example).exit_code == 4
    edit(example, "release: release.csv", "release: release.xlsx")
    assert run("check", example).exit_code == run("anonymize", example).exit_code == 2


def test_a_job_without_a_release_is_told_what_anonymize_needs(example, run, edit):
    told = "dpsql anonymize needs a release"
    assert told not in run("check", example).stdout
    edit(example, "release: release.csv", "")
    checked = run("check", example)
    assert checked.exit_code == 0 and told in " ".join(checked.stdout.split())
    assert run("check", example, "--json").found["release_missing"] is True


def test_a_release_that_exists_is_told_and_is_no_problem(example, run):
    assert run("anonymize", example).exit_code == 0
    checked = run("check", example)
    assert checked.exit_code == 0
    told = "release.csv exists: dpsql anonymize replaces it only with --overwrite."
    assert told in " ".join(checked.stdout.split())
    assert run("check", example, "--json").found["release_exists"] == "release.csv"
    assert run("anonymize", example, "--overwrite").exit_code == 0
    (example.parent / "release.csv").unlink()
    checked = dpsql.check(example)
    assert checked.release_exists == "release.csv.manifest.json"
    assert "only with overwrite=True" in checked._repr_html_()


@pytest.mark.parametrize("release", [{"table": "trial"}, {"path": "trial", "format": "parquet"}])
def test_a_released_table_that_exists_is_told(make, release):
    job = make(release, "people.duckdb")
    assert dpsql.check(job).release_exists == ""
    dpsql.anonymize(job)
    assert dpsql.check(job).release_exists == "trial"


def test_a_notebook_does_not_call_a_job_valid_that_cannot_be_released(make):
    shown = dpsql.check(make({"table": "mart.trial"}, "people.duckdb"))._repr_html_()
    assert "The tables are valid. dpsql.anonymize would end at once: release: the schema" in shown
    assert "The job is valid" not in shown
