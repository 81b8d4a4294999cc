"""NA, as R writes a missing value: init tells it, and its statements make NULL of it."""

import re

import duckdb
import pytest

from tests.tiers import later

#: Of 1,200 people, one in ten has no age, and one in eleven no day.
ROWS = """
    SELECT 20 + i * 7 % 50 AS age, 'FM'[1 + i % 2] AS sex,
      DATE '1950-01-01' + CAST(i * 97 % 9000 AS INTEGER) AS born, i
    FROM range(1200) AS r(i)
"""


@pytest.mark.parametrize(
    ("suffix", "written", "side"),
    [
        ("tsv", "NA", "p"),
        ("csv", "NaN", "t"),
        *(later(suffix, written, "p") for suffix, written in (("csv", "n.a."), ("txt", "?"))),
        *(later("csv", written, "t") for written in ("NA", "#N/A", "NULL")),
    ],
)
def test_a_cast_makes_null_of_texts_that_stand_for_missing(
    tmp_path, run, monkeypatch, suffix, written, side
):
    """The cast that was told failed: Could not convert string 'NA' to DOUBLE."""
    monkeypatch.chdir(tmp_path)
    age, born = "CAST(if(i % 10 = 0, NULL, age) AS DOUBLE)", "if(i % 11 = 0, NULL, born)"
    typed = f"SELECT {age} AS age, sex, {born} AS born, i FROM ({ROWS})"
    missing = f"coalesce(CAST({{0}} AS VARCHAR), '{written}')"
    texts = f"SELECT {missing.format('age')} AS age, sex, {missing.format('born')} AS born"
    other, only = {"p": "t", "t": "p"}[side], {"p": "", "t": "WHERE i % 3 = 0"}
    duckdb.sql(f"COPY ({typed} {only[other]}) TO '{other}.parquet'")
    options = "DELIMITER '\t'" if suffix == "tsv" else "DELIMITER ';'"
    duckdb.sql(f"COPY ({texts} FROM ({typed}) {only[side]}) TO '{side}.{suffix}' ({options})")
    files = {side: f"{side}.{suffix}", other: f"{other}.parquet"}
    told = run("init", files["p"], files["t"])
    assert f"DuckDB casts them so, and {written} becomes NULL; name" in " ".join(
        told.stderr.split()
    )
    duckdb.sql(re.search(r"COPY .*? \(FORMAT parquet\);", told.stderr)[0])
    cast = duckdb.sql(f"SELECT age, born FROM '{side}-typed.parquet' ORDER BY ALL")
    of_side = f"({typed} {only[side]})"
    expected = duckdb.sql(f"SELECT age, born FROM {of_side} ORDER BY ALL")
    assert (cast.types, cast.fetchall()) == (expected.types, expected.fetchall())
    cast = re.search(r"age: .*? \((CAST\(.*?DOUBLE\)) of", (tmp_path / "job.yaml").read_text())
    of_file = f"read_csv('{side}.{suffix}', all_varchar = true)"
    assert duckdb.sql(f"SELECT count({cast[1]}) FROM {of_file}").fetchall()[0][0] == len(
        expected.filter("age IS NOT NULL")
    )


def test_texts_that_no_cast_reads_are_to_be_mended_first(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    duckdb.sql(
        f"COPY (SELECT if(i = 3, 'forty', CAST(age AS VARCHAR)) AS age, sex FROM ({ROWS}))"
        " TO 'p.csv'"
    )
    duckdb.sql(f"COPY (SELECT CAST(age AS DOUBLE) AS age, sex FROM ({ROWS})) TO 't.parquet'")
    told = " ".join(run("init", "p.csv", "t.parquet").stderr.split())
    assert 'some texts of P are no DOUBLE; mend them, then CAST("age" AS DOUBLE) of P' in told
    assert "COPY (" not in told


@pytest.mark.parametrize("share", [12, 2])
def test_na_among_numbers_or_dates_is_told_and_without_it_they_have_a_rule(
    tmp_path, run, monkeypatch, share
):
    """In few rows and in half of them; beside more values than a job lists, too."""
    monkeypatch.chdir(tmp_path)
    age = f"if(i % {share} = 0, 'NA', CAST(CAST(age AS DOUBLE) AS VARCHAR))"
    born = f"if(i % {share} = 1, 'NA', CAST(born AS VARCHAR))"
    town = f"if(i % {share} = 0, 'N/A', 'Town ' || chr(CAST(65 + i % 26 AS INTEGER)) || i % 8)"
    people = f"SELECT {age} AS age, {born} AS born, {town} AS town, sex, i % 5 = 0 AS in_t"
    duckdb.sql(f"COPY ({people} FROM ({ROWS})) TO 'p.csv'")
    assert run("init", "p.csv", "--where", "in_t").exit_code == 0
    text = (tmp_path / "job.yaml").read_text()
    for name, written in (("age", "NA"), ("born", "NA"), ("town", "N/A")):
        nulled = f"NULLIF(\"{name}\", '{written}')"
        said = f"{written} may stand for missing: make it NULL in P and T, as {nulled} does"
        assert re.search(f"  {name}: .*{re.escape(said)}", text)
    assert "with NULL in place of other texts, they could have {widths: [5, 10, 20, 40]}" in text
    assert run("check", "job.yaml").exit_code == 0
    nulls = "NULLIF(age, 'NA') AS age, NULLIF(born, 'NA') AS born"
    duckdb.sql(
        f"COPY (SELECT * REPLACE ({nulls}) FROM read_csv('p.csv', all_varchar = true))"
        " TO 'p2.parquet'"
    )
    run("init", "p2.parquet", "--where", "in_t", "--overwrite")
    text = (tmp_path / "job.yaml").read_text()
    assert "\n  age: {widths: [5, 10, 20, 40], nulls: own_leaf}" in text
    assert "\n  born: {dates: [month, year, decade], nulls: own_leaf}" in text


@pytest.mark.parametrize("written", ["NULL", "'NA'"])
def test_numbers_of_places_are_kept_or_suppressed_whatever_is_missing(
    tmp_path, run, monkeypatch, written
):
    """Beside NA they got intervals, as if villages with neighbouring numbers were neighbours."""
    monkeypatch.chdir(tmp_path)
    village = f"if(i % 50 = 0, {written}, CAST(CAST(1 + i % 90 AS DOUBLE) AS VARCHAR)) AS villnum"
    people = f"SELECT age, {village}, sex, i % 5 = 0 AS in_t FROM ({ROWS})"
    duckdb.sql(f"COPY ({people}) TO 'p.csv'")
    run("init", "p.csv", "--where", "in_t")
    text = (tmp_path / "job.yaml").read_text()
    assert re.search(
        r"villnum: .*job-villnum.csv.*: kept or suppressed, as they have no order", text
    )
    assert "\n7.0;*\n" in (tmp_path / "job-villnum.csv").read_text()


def test_the_example_of_a_column_is_no_na(tmp_path, run, monkeypatch):
    """The values that a level is shown by were NA → NA, as half of all people had none."""
    monkeypatch.chdir(tmp_path)
    age = "if(i % 2 = 0, 'NA', CAST(age AS VARCHAR)) AS age"
    duckdb.sql(f"COPY (SELECT {age}, sex, i % 5 = 0 AS in_t FROM ({ROWS})) TO 'p.csv'")
    run("init", "p.csv", "--where", "in_t")
    ended = run("anonymize", "job.yaml")
    assert re.search(r"\nage .* [2-6][0-9] ", ended.stdout) and "NA →" not in ended.stdout
