"""Errors about a missing column quote no row, where a table without a header passes for another."""

import json
import shutil

import duckdb
import pytest

ROW = "CNRYSmith,CNRYmale,CNRYHIV"
PEOPLE = "\n".join([ROW, "Jones,female,none", "Miller,female,none"]) + "\n"


@pytest.fixture
def job(tmp_path):
    """Write a job whose tables are P with a header, and T without one."""

    def write(**words):
        (tmp_path / "t.csv").write_text(PEOPLE, encoding="utf-8")
        (tmp_path / "p.csv").write_text(f"name,sex,ill\n{PEOPLE}", encoding="utf-8")
        said = {
            "public": "p.csv",
            "private": "t.csv",
            "quasi_identifiers": {"sex": {"tree": {"*": ["CNRYmale", "female"]}}},
            "delta": {"max": "1/2"},
            "release": "r.csv",
        } | words
        (tmp_path / "job.yaml").write_text(json.dumps(said), encoding="utf-8")
        return tmp_path / "job.yaml"

    return write


SWAPPED = {"public": "t.csv", "private": "p.csv"}


@pytest.mark.parametrize(
    "words",
    [
        pytest.param({}, id="T"),
        pytest.param({"private": {"path": "t.csv", "key": "name"}}, id="T by its key"),
        pytest.param(SWAPPED, id="P and T swapped"),
        pytest.param({"public": "t.csv", "private": {"where": "sick"}}, id="T in P, a flag"),
        pytest.param({"public": "t.csv", "private": {"where": "sick = '1'"}}, id="T in P"),
        pytest.param({**SWAPPED, "private": {"path": "p.csv", "key": "name"}}, id="swapped, key"),
        pytest.param(
            {"quasi_identifiers": {"sex": {"table": {"path": "t.csv"}, "columns": ["sex", "all"]}}},
            id="a mapping table",
        ),
        pytest.param(
            {"public": "t.csv", "quasi_identifiers": {"CNRYSmiht": {"prefix": ["1"]}}},
            id="nearly a value",
        ),
    ],
)
def test_the_first_row_of_a_table_without_a_header_is_not_quoted(job, run, words):
    path = job(**words)
    text = path.read_text(encoding="utf-8")
    for options in ([], ["--json"]):
        ended = run("check", path, *options)
        assert ended.exit_code in (2, 3)
        for cell in ("CNRYSmith", "CNRYHIV", *(() if "CNRYmale" in text else ("CNRYmale",))):
            assert cell not in ended.stdout + ended.stderr


def test_parquet_made_of_a_table_without_a_header_is_not_quoted(job, run, tmp_path):
    path = job(public="t.parquet", private="p.csv")
    duckdb.sql(f"COPY (FROM read_csv('{tmp_path}/t.csv', header = true)) TO '{tmp_path}/t.parquet'")
    ended = run("check", path)
    assert (ended.exit_code, "CNRYSmith" in ended.stderr, "CNRYHIV" in ended.stderr) == (
        3,
        False,
        False,
    )
    assert "it has 3 columns and none that the job names" in ended.complaint


def test_the_only_column_that_is_misspelt_is_compared_where_a_table_has_no_first_line(
    job, run, tmp_path
):
    rows = "SELECT 'a' AS zip, 30 AS age"
    for name in ("p", "t"):
        duckdb.sql(f"COPY ({rows}) TO '{tmp_path}/{name}.parquet'")
        duckdb.sql(f"COPY ({rows}) TO '{tmp_path}/{name}.csv' (HEADER)")
    misspelt = {"quasi_identifiers": {"agee": {"widths": [5]}}}
    ended = run("check", job(public="p.parquet", private="t.parquet", **misspelt))
    assert ended.complaint.endswith("has no column 'agee'; did you mean 'age'?")
    ended = run("check", job(public="p.csv", private="t.csv", **misspelt))
    assert ended.complaint.endswith("that the job names: does its first line hold names?")


def test_names_of_p_are_listed_where_it_has_others_that_the_job_names(job, run):
    words = {"sex": {"tree": {"*": ["CNRYmale", "female"]}}, "town": {"prefix": ["1"]}}
    ended = run("check", job(quasi_identifiers=words))
    assert ended.complaint.endswith("no column 'town'; there are 'name', 'sex', 'ill'")


@pytest.mark.parametrize("swapped", [False, True])
def test_init_writes_no_row_into_a_job(job, run, tmp_path, monkeypatch, swapped):
    folder = job().parent
    shutil.copy(folder / "t.csv", folder / "all.csv")
    (folder / "all.csv").write_text(PEOPLE * 3, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    files = ("t.csv", "all.csv") if swapped else ("all.csv", "t.csv")
    ended = run("init", *files, "-o", "first.yaml")
    assert ended.exit_code == 3
    assert not (folder / "first.yaml").exists()
    assert "CNRY" not in ended.stdout + ended.stderr
