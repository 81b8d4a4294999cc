"""``dpsql init`` asks of people with several rows whom no column names: birth, sex, postcode."""

import random
import re
from datetime import date

import duckdb
import pyarrow
import pytest
import yaml
from pyarrow import parquet

from tests.tiers import later

ASKS = "is P one row per person?"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _draw(people: int, seed: int = 1, **rows: int) -> list[dict[str, str]]:
    """Return so many people, each with as many rows as `rows` says, in another ward each time."""
    drawn = random.Random(seed)
    days = [
        (drawn.randint(1940, 1999), drawn.randint(1, 9), drawn.randint(10, 28))
        for _ in range(people)
    ]
    some = [
        {
            "birth_date": date(*day).isoformat(),
            "sex": drawn.choice("fm"),
            "postcode": str(drawn.randint(10000, 10060)),
        }
        for day in days
    ]
    return [
        {**one, "ward": drawn.choice("ABCDEF"), "day": f"2024-05-{10 + time}"}
        for one in some
        for time in range(drawn.randint(1, rows["most"]))
    ]


def _write(name: str, rows: list[dict[str, str]]) -> None:
    parquet.write_table(pyarrow.Table.from_pylist(rows), f"{name}.parquet")


def test_who_is_described_alike_in_many_rows_is_asked_about_and_mended(folder, run):
    """The statements make one row of each, and T is matched by what names people then."""
    rows = _draw(200, most=4)
    described = [tuple(one.values())[:3] for one in rows]
    in_t = {*described[::9]}
    _write("p", rows)
    _write("t", [one for one, who in zip(rows, described, strict=True) if who in in_t])
    ended = run("init", "p.parquet", "t.parquet")
    repeated = len(rows) - len({*described})
    asked = f"{repeated} rows of P repeat the birth_date, sex and postcode of another: {ASKS}"
    assert ended.exit_code == 0 and asked in ended.stderr
    text = (folder / "job.yaml").read_text()
    assert asked in text and "# person: [birth_date, sex, postcode]  # if they name" in text
    assert "person" not in yaml.safe_load(text)
    assert asked in run("check", "job.yaml", "--quiet").stderr
    for statement in re.findall("^#  (COPY .*)$", text, re.MULTILINE):
        duckdb.sql(statement)
    ended = run("init", "p-people.parquet", "t-people.parquet", "--overwrite")
    assert (ended.exit_code, ended.stderr) == (0, "")
    text = (folder / "job.yaml").read_text()
    assert yaml.safe_load(text)["private"]["key"] == "person"
    assert f"{len(in_t)} of {len({*described})} people are in T" in text
    assert run("check", "job.yaml", "--quiet").exit_code == 0


@pytest.mark.parametrize("written", ["%Y-%m-%d", "%d.%m.%Y"])
def test_a_day_of_birth_and_a_sex_describe_people_of_few_days(folder, run, written):
    """The days of 200 people in so many rows are too few to be those of other people."""
    rows = _draw(200, most=4)
    for one in rows:
        one["birth_date"] = date.fromisoformat(one["birth_date"]).strftime(written)
        del one["postcode"]
    _write("p", [{**one, "in_trial": one["birth_date"][-1] == "8"} for one in rows])
    told = run("init", "p.parquet", "--where", "in_trial").stderr
    assert f"rows of P repeat the birth_date and sex of another: {ASKS}" in told


@pytest.mark.parametrize("written", ["%Y-%m", "%m/%Y", later("%Y%m"), later("%b-%Y")])
@pytest.mark.parametrize("most", [4, 1])
def test_a_month_of_birth_with_sex_and_postcode_describes_people(folder, run, written, most):
    """Other people who agree in year, sex and postcode hardly agree in the month as often."""
    rows = _draw(700 if most > 1 else 2000, most=most)
    for one in rows:
        one["birth_date"] = date.fromisoformat(one["birth_date"]).strftime(written)
        one["postcode"] = f"{one['postcode'][:4]}0"
    _write("p", [{**one, "in_trial": i % 5 == 0} for i, one in enumerate(rows)])
    told = run("init", "p.parquet", "--where", "in_trial").stderr
    assert (f"rows of P repeat the birth_date, sex and postcode of another: {ASKS}" in told) is (
        most > 1
    )


def test_who_is_called_by_name_is_described_by_that_too(folder, run):
    """Of charges, by the name of a defendant: a birth and a sex alone are those of several."""
    rows = _draw(200, most=4)
    for i, one in enumerate(rows):
        one |= {"count_no": str(1 + i % 2), "race": "ABCD"[i * i % 7 % 4]}
        number = sum(map(int, one["birth_date"].split("-"))) + int(one["postcode"])
        one["defendant"] = f"{'ABCDEFG'[number % 7]}lder, {'KLMNOPRST'[number % 9]}im"
        del one["postcode"]
    _write("p", [{**one, "in_trial": one["birth_date"][-1] == "8"} for one in rows])
    told = run("init", "p.parquet", "--where", "in_trial").stderr
    assert f"rows of P repeat the birth_date, sex and defendant of another: {ASKS}" in told


@pytest.mark.parametrize("people", ["one row each", "few twins", "numbered"])
def test_who_is_described_alike_by_chance_is_not_asked_about(folder, run, people):
    rows = _draw(400, most=3 if people == "numbered" else 1)
    if people == "few twins":
        rows += [{**one, "ward": "G"} for one in rows[::50]]
    if people == "numbered":
        rows = [{**one, "patient_id": f"p{i:05}"} for i, one in enumerate(rows)]
    _write("p", [{**one, "in_trial": i % 5 == 0} for i, one in enumerate(rows)])
    ended = run("init", "p.parquet", "--where", "in_trial")
    assert ended.exit_code == 0 and ASKS not in ended.stderr
    assert "birth_date, sex" not in ended.stderr


def _draw_years(people: int) -> list[dict[str, object]]:
    """Return people with five years each, in a ward that changes, described by their birth year."""
    drawn = random.Random(1)
    some = [
        (drawn.randint(1940, 1999), drawn.choice("fm"), drawn.randint(1000, 1249))
        for _ in range(people)
    ]
    return [
        {
            **{"birth_year": birth, "sex": sex, "zip": f"0{place}"},
            **{"ward": drawn.randint(1, 8), "year": 2015 + time, "in_trial": birth % 9 == 0},
        }
        for birth, sex, place in some
        for time in range(5)
    ]


def test_what_changes_between_the_rows_of_people_does_not_describe_them(folder, run):
    """With the ward, fewer rows repeat: those of a person in one ward twice."""
    rows = _draw_years(1500)
    described = {(one["birth_year"], one["sex"], one["zip"]) for one in rows}
    _write("p", rows)
    asked = f"{len(rows) - len(described):,} rows of P repeat the birth_year, sex and zip of"
    assert asked in run("init", "p.parquet", "--where", "in_trial").stderr
    assert asked in run("check", "job.yaml", "--quiet").stderr


def test_what_was_made_of_too_many_columns_is_asked_about_once_more(folder, run):
    """Until rows differ in what describes people."""
    made = "concat_ws('|', birth_year, sex, zip{}) AS person"
    one_each = "FROM 'p.parquet' QUALIFY row_number() OVER (PARTITION BY person ORDER BY year) = 1"
    _write("p", _draw_years(1500))
    asks = []
    for name, ward in (("many", ", ward"), ("few", "")):
        duckdb.sql(f"COPY (SELECT *, {made.format(ward)} {one_each}) TO '{name}.parquet'")
        ended = run("init", f"{name}.parquet", "--where", "in_trial", "--overwrite")
        asks.append("rows of P repeat the birth_year, sex and zip of another" in ended.stderr)
    assert asks == [True, False]


@pytest.mark.parametrize(
    "form",
    ["%Y%m%d", *map(later, ("%d-%b-%Y", "%d%m%Y", "%-m/%-d/%Y", "%d. %B %Y")), int],
    ids=str,
)
def test_a_birth_describes_people_in_whatever_notation(run, form):
    """Rows of one person share the text of a day, which is no sign of chance."""
    rows = _draw(200, most=4)
    for one in rows:
        day = date.fromisoformat(one["birth_date"])
        one["birth_date"] = int(f"{day:%Y%m%d}") if form is int else format(day, form)
        one["ill"] = one["ward"] in "AB"
    _write("p", rows)
    repeated = len(rows) - len({(*one.values(),)[:3] for one in rows})
    asked = f"{repeated} rows of P repeat the birth_date, sex and postcode of another: {ASKS}"
    assert asked in run("init", "p.parquet", "--where", "ill").stderr


def test_people_of_a_register_each_once_are_not_asked_about(run):
    rows = [{**one, "ill": one["ward"] == "A"} for one in _draw(900, most=1)]
    for one in rows:
        one["birth_date"] = one["birth_date"].replace("-", "")
    _write("p", rows)
    assert ASKS not in run("init", "p.parquet", "--where", "ill").stderr
