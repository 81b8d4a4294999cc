"""Names that one table has as one text and the other in two columns, and keys by another name."""

import csv
from pathlib import Path

import duckdb
import pytest

PEOPLE = 600
FIRST = ["Anna", "Ben", "Clara", "David", "Emma", "Felix", "Greta", "Hans", "Ida", "Jonas"]
LAST = [
    "Maier",
    "Huber",
    "Schmidt",
    "Weber",
    "Fischer",
    "Wagner",
    "Becker",
    "Schulz",
    "Koch",
    "Bauer",
    "Wolf",
    "Lang",
]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def _write(file, header, rows):
    with Path(file).open("w", newline="") as stream:
        csv.writer(stream).writerows([header, *rows])


def _list_people():
    for i in range(PEOPLE):
        yield (
            FIRST[i * 7 % 10],
            LAST[i * 31 % 12],
            f"{1940 + i % 59}-{1 + i % 12:02}-{1 + i % 28:02}",
        )


@pytest.mark.parametrize(("join", "order"), [("{} {}", (0, 1)), ("{1}, {0}", (1, 0))])
def test_a_full_name_of_p_is_found_in_two_columns_of_t(run, join, order):
    people = [*_list_people()]
    _write(
        "p.csv", ["full_name", "birth_date"], [(join.format(*one[:2]), one[2]) for one in people]
    )
    _write(
        "t.csv",
        ["first_name", "last_name", "birth_date", "dose"],
        [(*one, 5) for one in people[::9]],
    )
    told = run("init", "p.csv", "t.csv").complaint
    parts = [("first_name", "last_name")[i] for i in order]
    assert f"full_name of P has {parts[0]} and {parts[1]} of T as one text" in " ".join(
        told.split()
    )
    _run_copies()
    told = run("init", "p.csv", "t-named.parquet", "-o", "next.yaml").complaint
    assert "full_name and birth_date together differ in all rows of P" in told
    assert "as one text" not in told


def test_two_columns_of_p_are_found_in_a_name_of_t(run):
    people = [*_list_people()]
    _write("p.csv", ["Vorname", "Nachname", "birth_date"], people)
    whole = [(f"{one[0]} {one[1]}", one[2]) for one in people[::9]]
    _write("t.csv", ["name", "birth_date"], whole)
    told = run("init", "p.csv", "t.csv").complaint
    assert "name of T has Vorname and Nachname of P as one text" in told
    _run_copies()
    told = run("init", "p-named.parquet", "t.csv", "-o", "next.yaml").complaint
    assert "name and birth_date together differ in all rows of P" in told


def test_other_names_are_not_called_the_same(run):
    people = [*_list_people()]
    _write("p.csv", ["full_name", "birth_date"], [(" ".join(one[:2]), one[2]) for one in people])
    own = [(f"X{one[0]}", one[1], one[2]) for one in people[::9]]
    _write("t.csv", ["first_name", "last_name", "birth_date"], own)
    assert "as one text" not in run("init", "p.csv", "t.csv").stderr


def test_names_and_a_birth_that_both_have_are_asked_about(run):
    """Without it T would be matched by the birth alone."""
    header = ["first_name", "last_name", "birth_date"]
    people = [*_list_people()]
    _write("p.csv", [*header, "sex"], [(*one, "mf"[i % 2]) for i, one in enumerate(people)])
    _write("t.csv", [*header, "dose"], [(*one, 5) for one in people[::9]])
    told = run("init", "p.csv", "t.csv").complaint
    assert "last_name, first_name and birth_date together differ in all rows of P" in told


def test_a_key_under_any_other_name_is_told_what_to_call(run):
    _write("p.csv", ["pid", "sex"], [(1000 + 7 * i, "mf"[i % 2]) for i in range(PEOPLE)])
    _write("t.csv", ["case_no", "dose"], [(1000 + 7 * i, i % 3) for i in range(0, PEOPLE, 9)])
    ended = run("init", "p.csv", "t.csv")
    assert ended.exit_code == 3
    told = "if case_no or dose of T names people as pid of P does, call it so in T"
    assert told in ended.complaint


def _run_copies():
    lines = Path("job.yaml").read_text().splitlines()
    for line in lines:
        if line.startswith("#  COPY "):
            duckdb.sql(line.removeprefix("#  "))
