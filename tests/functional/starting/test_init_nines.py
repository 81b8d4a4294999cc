"""A code of nines far above all other numbers is told as a missing value and spoils no widths."""

import re

import duckdb
import pytest
from pyarrow import csv, table


@pytest.mark.parametrize(
    ("code", "most", "rule"),
    [
        (999, 47, "{widths: [5, 10, 20, 40], to: 960}"),
        (99, 18, "{widths: [2, 4, 8], to: 96}"),
        (99, 90, None),
    ],
)
def test_a_code_of_nines_has_a_tail_of_its_own(tmp_path, monkeypatch, run, code, most, rule):
    monkeypatch.chdir(tmp_path)
    ages = [code if i % 30 == 0 else most - i * 31 % 1009 % (most * 3 // 4) for i in range(1200)]
    sexes = ["FM"[i * 31 % 1013 % 2] for i in range(1200)]
    in_t = [i * 31 % 1013 % 7 == 0 for i in range(1200)]
    csv.write_csv(table({"age": ages, "sex": sexes, "in_t": in_t}), "p.csv")
    run("init", "p.csv", "--where", "in_t")
    text = (tmp_path / "job.yaml").read_text()
    told = f'{code} may stand for missing: make it NULL in P and T, as NULLIF("age", {code}) does'
    assert (told in text) is (rule is not None)
    if rule is not None:
        assert f"\n  age: {rule}  # " in text
        assert "few are from" not in text
    assert run("check", "job.yaml").exit_code == 0


def test_texts_and_a_digit_that_stand_for_missing_are_told_beside_their_column(
    tmp_path, monkeypatch, run
):
    """They were levels like others: nan beside states, 9 beside marital states, N/A beside jobs."""
    monkeypatch.chdir(tmp_path)
    given = {
        "state": ["Utah", "Iowa", "nan", "Ohio"],
        "marital": ["verh.", "ledig", "gesch.", "9"],
        "job": ["Nurse", "N/A", "Not stated", "Cook"],
        "educ_code": [1, 2, 3, 9],
        "status": ["active", "on leave", "retired", "ACTIVE"],
    }
    rows = {
        name: [values[i * 31 % 1013 % (j + 5) % 4] for i in range(1200)]
        for j, (name, values) in enumerate(given.items())
    }
    in_t = [i * 31 % 1013 % 7 == 0 for i in range(1200)]
    csv.write_csv(table({**rows, "in_t": in_t}), "p.csv")
    assert run("init", "p.csv", "--where", "in_t").exit_code == 0
    text = (tmp_path / "job.yaml").read_text()
    for said in (
        "nan may stand for missing: make it NULL in P and T, as NULLIF(\"state\", 'nan') does",
        "9 may stand for missing: make it NULL in P and T, as NULLIF(\"marital\", '9') does",
        "N/A and Not stated may stand for missing: make them NULL in P and T, as"
        " NULLIF(NULLIF(\"job\", 'N/A'), 'Not stated') does",
        "9 may stand for missing",
    ):
        assert said in text
    assert "\n  educ_code: " in text and "\n  status:  # 4 values" in text
    # As DuckDB reads the file, and as statements of a job read it: all columns as text.
    mends = dict(re.findall(r"\n  (\w+):[^\n]* as (NULLIF[^\n]*?) does", text))
    assert mends.keys() == {"state", "marital", "job", "educ_code"}
    replaced = ", ".join(f"{value} AS {name}" for name, value in mends.items())
    for options in ("", ", all_varchar = true"):
        rows = f"SELECT * REPLACE ({replaced}) FROM read_csv('p.csv'{options})"
        duckdb.sql(f"COPY ({rows}) TO 'mended.csv'")
        assert run("init", "mended.csv", "--where", "in_t", "--overwrite").exit_code == 0
        text = (tmp_path / "job.yaml").read_text()
        assert "may stand for missing" not in text and text.count("nulls: own_leaf") == len(mends)
        assert run("check", "job.yaml").exit_code == 0
