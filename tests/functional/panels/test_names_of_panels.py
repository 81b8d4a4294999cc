"""Names of times and of people that real panels have: days, examno, contact_no, mother, fcode."""

import random

import pyarrow
import pytest
import yaml
from pyarrow import parquet

from tests.panel_tables import run_statements, write_rows
from tests.tiers import later

PEOPLE = 80


def _follow(name: str, steps: list[int]) -> list[dict[str, object]]:
    """Return rows of people at steps of this name, the last first."""
    drawn = random.Random(2)
    return [
        {"patient": f"A{i:03}", name: step, "sex": "fm"[i % 2], "value": drawn.randint(0, 999)}
        for i in range(PEOPLE)
        for step in reversed(steps)
    ]


@pytest.mark.parametrize(
    "name", ["days", later("weeks"), "examno", "contact_no", later("visit_day"), later("session")]
)
@pytest.mark.parametrize("is_private", [True, False])
def test_the_last_row_is_that_of_the_greatest(folder, run, name, is_private):
    """In P, and in a T whose P has one row of each."""
    rows = _follow(name, [1, 4, 12])
    if is_private:
        write_rows("p.parquet", [{"patient": f"A{i:03}", "ward": i % 5} for i in range(PEOPLE)])
        write_rows("t.parquet", rows[: 3 * 20])
        run("init", "p.parquet", "t.parquet")
    else:
        write_rows("p.parquet", [row | {"in_t": row["patient"] < "A020"} for row in rows])
        run("init", "p.parquet", "--where", "in_t")
    text = run_statements(folder)
    assert f"the last row of each by {name}" in text
    kept = parquet.read_table(f"{'t' if is_private else 'p'}-people.parquet").to_pydict()
    assert {*kept[name]} == {12} and len(kept[name]) == (20 if is_private else PEOPLE)


def test_texts_of_a_follow_up_order_the_rows(folder, run):
    rows = _follow("Fup", [0, 6, 12])
    rows = [row | {"Fup": f"month {row['Fup']}", "in_t": row["patient"] < "A020"} for row in rows]
    write_rows("p.parquet", rows)
    run("init", "p.parquet", "--where", "in_t")
    assert "the last row of each by Fup" in run_statements(folder)
    kept = parquet.read_table("p-people.parquet").to_pydict()
    assert {*kept["Fup"]} == {"month 12"} and len(kept["Fup"]) == PEOPLE


@pytest.mark.parametrize(("name", "values", "is_told"), [("pid7", 7, False), ("pid7", 20, True)])
def test_points_of_a_scale_are_no_numbers_of_people(folder, run, name, values, is_told):
    """Of a party on 7 points; 20 values are more than these."""
    rows = [{"uid": 100 + 7 * i, name: 1 + i % values, "in_t": i % 9 == 0} for i in range(300)]
    rows = [row | {"age": 20 + i % 50} for i, row in enumerate(rows)]
    write_rows("p.parquet", rows)
    run("init", "p.parquet", "--where", "in_t")
    text = (folder / "job.yaml").read_text()
    assert (f"{name} repeats" in text) is is_told
    assert ("\nperson: uid" in text) is not is_told


def test_numbers_that_do_not_order_rows_are_no_time(folder, run):
    """Days of sickness, of which many people have the same twice."""
    drawn = random.Random(3)
    rows = [row | {"days": drawn.randint(0, 3)} for row in _follow("dose", [1, 4, 12])]
    write_rows("p.parquet", [{"patient": f"A{i:03}", "ward": i % 5} for i in range(PEOPLE)])
    write_rows("t.parquet", rows[: 3 * 20])
    run("init", "p.parquet", "t.parquet")
    assert "as no column is known to order them" in (folder / "job.yaml").read_text()


@pytest.mark.parametrize("doubles", [later(0), 2, 3])
def test_a_year_that_some_have_twice_orders_the_rows(folder, run, doubles):
    """Of two rows of the last year, the first is kept."""
    years = {
        i: [2019, 2020, 2021, *([2021] if doubles and not i % doubles else [])]
        for i in range(PEOPLE)
    }
    rows = [
        {"nr": 1000 + 7 * i, "year": year, "sex": "fm"[i % 2], "place": at, "in_t": i % 9 == 0}
        for i, of_person in years.items()
        for at, year in enumerate(of_person)
    ]
    write_rows("p.parquet", rows)
    run("init", "p.parquet", "--where", "in_t")
    text = run_statements(folder)
    ties = "the last row of each by year, of several of one year the first in the file"
    assert (ties in text) is bool(doubles)
    kept = parquet.read_table("p-people.parquet").to_pydict()
    assert {*kept["year"]} == {2021} and {*kept["place"]} == {2} and len(kept["nr"]) == PEOPLE


@pytest.mark.parametrize(
    ("more", "is_asked"),
    [
        ({}, True),
        # Each row has a number of its own, or a child of another sex.
        (lambda number: {"child_id": 500 + 3 * number}, False),
        (lambda number: {"sex": "fm"[number % 2]}, False),
    ],
)
def test_rows_of_mothers_are_asked_about(folder, run, more, is_asked):
    rows = [
        {"mother": 100 + 3 * i, "race": "abc"[i % 3], "weight": 2000 + (i * 37 + at * 411) % 1999}
        for i in range(PEOPLE)
        for at in range(1 + i % 3)
    ]
    if more:
        rows = [row | more(number) for number, row in enumerate(rows)]
    write_rows("p.parquet", [row | {"in_t": i % 9 == 0} for i, row in enumerate(rows)])
    asks = "rows of P repeat the mother of another: is P one row per person?"
    assert (asks in run("init", "p.parquet", "--where", "in_t").stderr) is is_asked


@pytest.mark.parametrize("name", ["number", later("nr")])
def test_a_number_beside_an_id_of_each_row_names_no_people(folder, run, name):
    """Of tumours, say; without the id, it may name people who have several rows."""
    rows = [{"id": 10 + 7 * i, name: 1 + i % 7, "size": i * i % 5} for i in range(118)]
    for row in rows:
        row["in_t"] = row["id"] % 5 == 0
    parquet.write_table(pyarrow.Table.from_pylist(rows), "p.parquet")
    ended = run("init", "p.parquet", "--where", "in_t")
    assert ended.exit_code == 0 and f"repeat the {name}" not in ended.stderr
    job = yaml.safe_load((folder / "job.yaml").read_text())
    assert job.get("person") != name and name in job["quasi_identifiers"]
    assert run("check", "job.yaml", "--quiet").exit_code == 0


def test_a_number_that_is_a_float_is_a_key_by_its_name(folder, run):
    """As pandas writes whole numbers of which one was missing; T has two rows of each."""
    codes = [410000.0 + 7 * i for i in range(PEOPLE)]
    people = [{"fcode": code, "region": i % 5} for i, code in enumerate(codes)]
    write_rows("p.parquet", people)
    write_rows(
        "t.parquet",
        [{"fcode": code, "year": y, "rate": y % 7} for code in codes[::4] for y in (1, 2)],
    )
    assert run("init", "p.parquet", "t.parquet").exit_code == 0
    assert yaml.safe_load((folder / "job.yaml").read_text())["private"]["key"] == "fcode"
    run_statements(folder)
    run("init", "p.parquet", "t-people.parquet", "--overwrite")
    assert f"20 of {PEOPLE} people are in T" in (folder / "job.yaml").read_text()
    assert run("check", "job.yaml", "--quiet").exit_code == 0


@pytest.mark.parametrize("is_same", [True, False])
def test_a_year_less_an_experience_lasts(folder, run, is_same):
    """The experience itself differs each year, and nothing else lasts."""
    drawn = random.Random(4)
    begins = [drawn.randint(1980, 2015) for _ in range(PEOPLE)]
    write_rows(
        "p.parquet",
        [
            {
                "year": year,
                "exper": year - (begin if is_same else drawn.randint(1980, 2015)),
                "married": drawn.choice("yn"),
                "in_t": drawn.random() < 0.1,
            }
            for begin in begins
            for year in range(2018, 2023)
        ],
    )
    told = run("init", "p.parquet", "--where", "in_t").stderr
    assert ("are as alike in year − exper as the same people" in told) is is_same
