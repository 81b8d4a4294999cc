"""First name, surname and birth name people of P and T, whatever T calls the birth."""

import random
import re
from datetime import date, timedelta

import duckdb
import pyarrow
import pytest
import yaml

from tests.tiers import later

FIRST, LAST = [f"First{i}" for i in range(14)], [f"Last{i}" for i in range(20)]
PEOPLE, CHARGES = 600, 2


def _write(renamed, *, charges=CHARGES, namesakes=0, others=False):
    """Write P of people with few names, and T of every fifth; return how many T has."""
    drawn = random.Random(8)
    birth = [date(1960, 1, 1) + timedelta(days=17 * i) for i in range(PEOPLE)]
    people = [
        {"Last Name": drawn.choice(LAST), "First Name": drawn.choice(FIRST), "DOB": str(day)}
        | {"Sex": drawn.choice("fm"), "priors": drawn.randint(0, 9)}
        for day in birth
    ]
    # Of another birth than all others, but in T.
    people += [row | {"priors": 3} for row in people[1 : 1 + namesakes]]
    members = people[:PEOPLE:5]
    own = [
        {renamed.get(name, name): value for name, value in row.items() if name != "priors"}
        | {"charge": charge, "score": drawn.randint(1, 10)}
        | ({renamed["DOB"]: f"2003-01-{1 + i % 28:02}"} if others else {})
        for i, row in enumerate(members)
        for charge in range(charges)
    ]
    for name, rows in (("p", people), ("t", own)):
        duckdb.from_arrow(pyarrow.Table.from_pylist(rows)).write_csv(f"{name}.csv")
    return len(members)


def _ask(run):
    told = run("init", "p.csv", "t.csv").stderr, run("check", "job.yaml", "--quiet").stderr
    return tuple(" ".join(one.split()) for one in told)


@pytest.mark.parametrize(
    "renamed",
    [
        {"DOB": "Date of birth"},
        later({"DOB": "geburtsdatum", "Last Name": "Nachname", "First Name": "Vorname"}),
        {},
    ],
    ids=["birth", "all", "none"],
)
def test_people_of_t_are_asked_about_and_mended(folder, run, renamed):
    members = _write(renamed)
    asked = f"{members} people are in T, not {CHARGES * members}"
    of_init, of_check = _ask(run)
    assert asked in of_init and asked in of_check
    for statement in re.findall("COPY .*?;", of_check):
        duckdb.sql(statement)
    assert run("init", "p-named.parquet", "t-people.parquet", "--overwrite").exit_code == 0
    text = (folder / "job.yaml").read_text()
    assert yaml.safe_load(text)["private"]["key"] == "person"
    assert f"{members} of {PEOPLE} people are in T" in text


@pytest.mark.parametrize("renamed", [{"DOB": "Date of birth"}, {}], ids=["birth", "none"])
def test_a_few_namesakes_are_told_without_a_statement(run, renamed):
    """A statement would make one person of two."""
    members = _write(renamed, namesakes=1)
    for told in _ask(run):
        assert f"{members} people are in T, not {CHARGES * members}" in told
        assert "1 row of P has the names and birth of another: tell these apart by hand" in told
        assert "COPY" not in told


@pytest.mark.parametrize(
    "given",
    [
        {"renamed": {}, "charges": 1},
        # Born on other days than anybody of P.
        {"renamed": {"DOB": "Date of birth"}, "others": True},
    ],
    ids=["one row each", "others"],
)
def test_nothing_is_asked_of_one_row_each_or_of_others(run, given):
    _write(**given)
    for told in _ask(run):
        assert "name the same people" not in told
        assert "people are in T, not" not in told
