"""``init`` and ``check`` find T's people by two columns, where T calls these otherwise than P."""

import random
import re

import duckdb
import pytest
import yaml

from tests.panel_tables import write_rows
from tests.tiers import later

YEARS = (2020, 2021, 2022)
HOUSEHOLDS = 60
ASKS = "do both name the same people?"


def _make_people(first: int = 1000, step: int = 7, seed: int = 1) -> list[dict[str, object]]:
    drawn = random.Random(seed)
    return [
        {
            "household": first + step * one,
            "member": member,
            "sex": drawn.choice("fm"),
            "born": drawn.randint(1940, 2010),
        }
        for one in range(HOUSEHOLDS)
        for member in range(1, 3 + one % 3)
    ]


def _write(name: str, rows: list[dict[str, object]], years: tuple[int, ...], suffix: str) -> str:
    spread = [row | {"year": year} for row in rows for year in years] if years else rows
    return write_rows(f"{name}.{suffix}", spread)


def _find_newest(folder, name: str) -> str:
    copies = (f"{name}-{end}.parquet" for end in ("people", "named"))
    return next(one for one in copies if (folder / one).exists())


@pytest.mark.parametrize(
    ("of_public", "of_private", "names", "suffix"),
    [
        ((), (), ("hh", "person_no"), "parquet"),
        ((), YEARS, ("hh", "person_no"), "csv"),
        (YEARS, (), ("hh", "person_no"), "parquet"),
        (YEARS, YEARS, ("hh", "person_no"), "csv"),
        later((), (), ("fam_id", "nr"), "csv"),
        # As P calls them, or one of them.
        ((), (), ("household", "member"), "parquet"),
        ((), YEARS, ("household", "member"), "parquet"),
        later((), (), ("household", "nr"), "parquet"),
    ],
)
def test_the_statements_match_t_by_one_column(folder, run, of_public, of_private, names, suffix):
    people = _make_people()
    own = [
        {names[0]: row["household"], names[1]: row["member"], "dose": i % 11}
        | {name: row[name] for name in ("sex", "born")}
        for i, row in enumerate(people)
        if i % 4 == 0
    ]
    tables = _write("p", people, of_public, "parquet"), _write("t", own, of_private, suffix)
    ended = run("init", *tables)
    assert ended.exit_code == 0
    is_renamed = names != ("household", "member")
    told = f"{names[0]} and {names[1]} of T have values of household and member in P (45 of 45)"
    assert (f"{told}: {ASKS}" in ended.stderr) is is_renamed
    if is_renamed:
        assert ("45 people are in T, not 135" in ended.stderr) is bool(of_private)
        assert told in run("check", "job.yaml").stderr
    for statement in re.findall("COPY .*?;", (folder / "job.yaml").read_text()):
        duckdb.sql(statement)
    files = [_find_newest(folder, one) for one in "pt"]
    assert run("init", *files, "--overwrite").exit_code == 0
    text = (folder / "job.yaml").read_text()
    assert yaml.safe_load(text)["private"]["key"] == "person"
    assert f"45 of {len(people)} people are in T" in text
    assert run("check", "job.yaml", "--quiet").exit_code == 0
    kept = duckdb.sql(f"SELECT person, dose FROM '{files[1]}'").fetchall()
    expected = [(f"{row[names[0]]}|{row[names[1]]}", row["dose"]) for row in own]
    assert sorted((who, int(dose)) for who, dose in kept) == sorted(expected)


def test_a_key_of_two_columns_is_no_chance(folder, run):
    """T has both as one text; the statement writes P's so, whatever T calls it."""
    people = _make_people()
    own = [
        {"hh_person": f"{row['household']}-{row['member']}", "dose": i % 11, "lab": lab}
        for i, row in enumerate(people[::3])
        for lab in range(9)
    ]
    ended = run("init", _write("p", people, (), "parquet"), _write("t", own, (), "parquet"))
    first, *_, last = ended.stderr.strip().splitlines()
    assert ended.exit_code == 3 and first.endswith("T is a part of P.")
    assert last == "  No job is written before that, so init ends with code 3"
    for statement in re.findall("COPY .*?;", ended.stderr):
        duckdb.sql(statement)
    ended = run("init", "p-named.parquet", "t-people.parquet")
    assert ended.exit_code == 0 and "by chance" not in ended.stderr
    job = yaml.safe_load((folder / "job.yaml").read_text())
    assert job["private"]["key"] == "hh_person"


@pytest.mark.parametrize(
    ("first", "step", "change", "is_asked"),
    [
        (1000, 7, {}, True),
        (1, 1, {}, True),
        # Both count from 1 on, and the people are others: nothing shows that they are the same.
        (1, 1, {"sex": "x"}, False),
        # Numbers of T's own households.
        (1000, 7, {"hh": 1}, False),
        # A dose is no number of a member, nor a year.
        (1000, 7, {"person_no": None}, False),
    ],
)
def test_other_columns_are_not_asked_about(folder, run, first, step, change, is_asked):
    people = _make_people(first, step)
    drawn = random.Random(5)
    own = [
        {"hh": row["household"], "person_no": row["member"], "sex": row["sex"], "dose": 1 + i % 2}
        for i, row in enumerate(people)
        if i % 3 == 0
    ]
    for row in own:
        if "sex" in change:
            row["sex"] = drawn.choice("fm")
        if "hh" in change:
            row["hh"] = int(row["hh"]) + change["hh"]
        if "person_no" in change:
            del row["person_no"]
    told = run("init", _write("p", people, (), "parquet"), _write("t", own, (), "parquet")).stderr
    assert (ASKS in told) is is_asked
    assert (ASKS in run("check", "job.yaml").stderr) is is_asked


def test_what_people_are_called_is_asked_before_rows_without_equal_ones_are_told(folder, run):
    """Few of T have another birth: this is no spelling, and T is matched by its people."""
    people = _make_people()
    own = [
        {"hh": row["household"], "person_no": row["member"], "dose": i % 11, "sex": row["sex"]}
        | {"born": row["born"] + 70 * (i % 80 == 0)}
        for i, row in enumerate(people)
        if i % 4 == 0
    ]
    tables = _write("p", people, (), "parquet"), _write("t", own, (), "parquet")
    ended = run("init", *tables)
    for told in (ended.stderr, (folder / "job.yaml").read_text()):
        assert 0 < told.index("values of household and member in P") < told.index("no equal row")
