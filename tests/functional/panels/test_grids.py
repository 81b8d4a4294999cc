"""``dpsql init`` and ``check`` where each value of a column has one row at each time."""

import random

import pytest
import yaml

from tests.panel_tables import run_statements, write_rows
from tests.tiers import later

VALUES, WAVES = 90, 3
WHERE = "sick = 'yes' AND wave = 'Wave 2'"


def _write(named, **more):
    """Write P: a row of each value at each wave, in which `where` reads the wave."""
    drawn = random.Random(5)
    rows = [
        {named: str(number), "age": 20 + number % 50, "wave": f"Wave {wave + 1}"}
        | {"sick": drawn.choice(["yes", "no"])}
        | {name: told(number, wave) for name, told in more.items()}
        for number in range(1, VALUES + 1)
        for wave in range(WAVES)
    ]
    drawn.shuffle(rows)
    return write_rows("p.csv", rows)


@pytest.mark.parametrize("named", ["child_id", later("ChildNo"), later("worker_id"), "child"])
def test_a_number_of_children_names_them(folder, run, named):
    ended = run("init", _write(named), "--where", WHERE, "--json")
    assert ended.found["repeated_people"] == {"column": named, "people": 90, "rows": 270}
    job = yaml.safe_load((folder / "job.yaml").read_text())
    assert job["person"] == named and named not in job["quasi_identifiers"]


@pytest.mark.parametrize("named", ["mother_id", "county", later("doctor"), later("stratum")])
def test_one_row_at_each_time_is_asked_about_whatever_a_column_is_called(folder, run, named):
    asked = f"180 rows of P repeat the {named} of another: is P one row per person?"
    assert asked in run("init", _write(named), "--where", WHERE).stderr
    job = yaml.safe_load((folder / "job.yaml").read_text())
    assert named not in job["quasi_identifiers"]
    assert asked in run("check", "job.yaml").stderr


@pytest.mark.parametrize("seed", [1, *map(later, range(2, 12))])
def test_people_with_a_row_each_are_not_asked_about(folder, run, seed):
    """Who were drawn each year, as many of each county; so many counties and years have as many."""
    drawn = random.Random(seed)
    counties = drawn.randint(20, 60)
    years = drawn.randint(2, 6)
    rows = [
        {"county": number % counties, "year": 2010 + drawn.randrange(years)}
        | {"age": drawn.randint(18, 90), "sex": drawn.choice("fm"), "in_t": drawn.random() < 0.2}
        for number in range(counties * years)
    ]
    write_rows("p.parquet", rows)
    for where in ("in_t", "in_t AND year = 2011"):
        ended = run("init", "p.parquet", "--where", where, "--overwrite")
        assert "of another" not in ended.stderr


@pytest.mark.parametrize("named", ["child_id", "child"])
def test_the_copy_lacks_what_tells_who_is_in_t_and_names_people_still(folder, run, named):
    """Though its rows are in an order that tells who is in T, as numbers do here."""
    first = {"sick": lambda number, _: "yes" if number < 30 else "no"}
    run("init", _write(named, place=lambda number, _: number % 4, **first), "--where", WHERE)
    text = run_statements(folder)
    assert "- left out: sick, as the condition of T reads it;" in text
    run("init", "p-people.parquet", "--where", "in_t", "--overwrite")
    text = (folder / "job.yaml").read_text()
    assert f"\nperson: {named}  #" in text and "sick" not in text and "wave: 1 value" in text
    assert run("check", "job.yaml").exit_code == 0


def test_a_person_with_a_time_is_doubted(folder, run):
    rows = [{"id": i, "year": year, "age": 20 + i % 50} for i in range(60) for year in (1, 2)]
    write_rows("p.parquet", [row | {"in_t": row["id"] % 5 == 0} for row in rows])
    ended = run("init", "p.parquet", "--where", "in_t", "--person", "id", "--person", "year")
    assert "year says when a row was, and names nobody" in ended.stderr


def test_a_column_of_people_that_p_lacks_is_told_with_those_that_it_has(folder, run):
    path = write_rows("p.parquet", [{"id": i, "age": i % 9, "in_t": i < 5} for i in range(60)])
    told = run("init", path, "--where", "in_t", "--person", "nix").complaint
    assert told.endswith("--person: P has no column 'nix'; there are 'id', 'age'")
    told = run("init", path, "--where", "in_t", "--person", "in_t").complaint
    assert told.endswith("--where reads in_t, which then tells who is in T, and names nobody")
