"""A number of stays is not one of people, and patients are found by whatever their number is."""

import duckdb
import pytest
import yaml

from tests.tiers import later

ROWS = 400
ASKS = "is P one row per person?"


def _write(columns: str) -> None:
    """Write P, whose number i of a row makes `columns`, with a mark of T."""
    duckdb.sql(
        f"COPY (SELECT {columns}, 20 + i // 2 * 7 % 60 AS age, i % 3 AS ward, i % 4 = 0 AS ill"
        f" FROM range({ROWS}) AS rows(i)) TO 'p.parquet'"
    )


@pytest.mark.parametrize("name", ["spell_id", *map(later, ("adm_no", "docket_no", "appt_id"))])
def test_a_number_of_stays_is_asked_about(folder, run, name):
    _write(f"5000 + i * 3 AS {name}")
    ended = run("init", "p.parquet", "--where", "ill")
    assert ended.exit_code == 0 and ASKS in ended.stderr
    assert "person" not in yaml.safe_load((folder / "job.yaml").read_text())


@pytest.mark.parametrize(
    ("name", "is_person"),
    [("los_id", False), ("patient_id", True), later("csn", False), later("Kundennr", True)],
)
def test_a_number_of_something_unknown_is_no_person_unasked(folder, run, name, is_person):
    _write(f"5000 + i * 3 AS {name}")
    run("init", "p.parquet", "--where", "ill")
    text = (folder / "job.yaml").read_text()
    assert ("person" in yaml.safe_load(text)) is is_person
    assert f"person: {name}" in text


@pytest.mark.parametrize("name", ["pat", *map(later, ("ptno", "pt_id", "subjno", "Probandnr"))])
def test_a_number_of_patients_with_two_rows_each_is_person(folder, run, name):
    """Nothing says when a row was: these are both eyes of each."""
    _write(f"5000 + i // 2 * 3 AS {name}")
    run("init", "p.parquet", "--where", "ill")
    assert yaml.safe_load((folder / "job.yaml").read_text())["person"] == name


def test_a_number_that_occurs_equally_often_in_rows_that_agree_is_asked_about(run):
    _write("5000 + i // 2 * 3 AS zz, i // 2 % 5 AS type")
    told = run("init", "p.parquet", "--where", "ill").stderr
    assert f"{ROWS // 2} rows of P repeat the zz of another: {ASKS}" in told


@pytest.mark.parametrize("order", ["i // 2", later("(i * 7) % 200")])
def test_a_measurement_that_repeats_is_not_asked_about(run, order):
    _write(f"5000 + ({order}) * ({order}) % 97 AS zz")
    assert ASKS not in run("init", "p.parquet", "--where", "ill").stderr
