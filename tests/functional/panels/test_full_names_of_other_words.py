"""Forename, surname and birth are found by their values, whatever they are called."""

from random import Random

import duckdb
import pytest

from tests.panel_tables import write_rows

PEOPLE, YEARS, NAMES = 400, (2020, 2021, 2022), ("vn", "nn", "gd")


def _make_rows(*, are_others):
    """A row of each person and year; of other people each year, if asked so."""
    drawn, rows = Random(5), []
    for number in range(PEOPLE * (len(YEARS) if are_others else 1)):
        year = drawn.randrange(1960, 1980)
        person = {
            "vn": f"First{drawn.choice('abcdefghijklmnop')}",
            "nn": f"Last{drawn.randrange(30):02}" if number != 7 else None,
            "gd": f"{drawn.randrange(1, 6):02}.{drawn.randrange(1, 5):02}.{year}",
            "female": drawn.randrange(2),
            "edlevel": drawn.randrange(1, 5),
        }
        years = [drawn.choice(YEARS)] if are_others else YEARS
        rows += [
            person | {"year": at, "age": at - year, "kids": drawn.randrange(2)} for at in years
        ]
    return rows


@pytest.mark.parametrize("names", [NAMES, ("a", "b", "c")])
def test_names_and_a_birth_are_asked_about(folder, run, names):
    called = dict(zip(NAMES, names, strict=True))
    rows = [{called.get(k, k): v for k, v in row.items()} for row in _make_rows(are_others=False)]
    write_rows("P.csv", rows)
    own = [{k: row[k] for k in (*names, "year")} | {"dose": i % 5} for i, row in enumerate(rows)]
    write_rows("T.csv", own[: len(own) // 8])
    asked = f"repeat the {names[0]}, {names[1]} and {names[2]} of another: is P one row per person"
    assert asked in run("init", "P.csv", "T.csv", "--quiet").stderr
    told = run("check", "job.yaml", "--quiet").stderr
    assert asked in " ".join(told.split())
    copies = [line for line in told.splitlines() if line.strip().startswith("COPY")]
    assert len(copies) == 2
    for one in copies:
        duckdb.sql(one)
    ((count,),) = duckdb.sql("SELECT count(*) FROM 'P-people.parquet'").fetchall()
    assert PEOPLE - 9 < count <= PEOPLE
    assert run("init", "P-people.parquet", "T-people.parquet", "-o", "b.yaml").exit_code == 0
    assert "key: person" in (folder / "b.yaml").read_text()


def test_other_people_of_each_year_are_not_asked_about(run):
    write_rows("P.csv", _make_rows(are_others=True))
    assert "is P one row per person" not in run("init", "P.csv", "--where", "kids = '1'").stderr


def test_a_column_called_patient_that_holds_names_names_people_with_the_birth(
    run, tmp_path, monkeypatch
):
    """Several people have one name, so that a birth tells them apart."""
    monkeypatch.chdir(tmp_path)
    first, last = (f"'ABCDEFGHIJKLMNOPQRST'[1 + i // 2 % {n}]" for n in (9, 20))
    birth = "strftime(DATE '1950-01-01' + CAST(i // 2 * 31 AS INTEGER), '%Y%m%d')"
    duckdb.sql(
        f"COPY (SELECT 'Last' || {last} || ', Anna ' || {first} AS patient, {birth} AS dob,"
        " i % 7 AS ward, i % 4 = 0 AS ill FROM range(900) AS rows(i)) TO 'p.parquet'"
    )
    told = run("init", "p.parquet", "--where", "ill").stderr
    assert "450 rows of P repeat the dob and patient of another" in told
