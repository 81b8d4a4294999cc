"""``dpsql init`` and ``check`` ask of people whom two columns name, by a number of their rows."""

import random
import re

import duckdb
import pyarrow
import pytest
import yaml
from pyarrow import parquet

from tests.tiers import later

ASKS = "is P one row per person?"
#: Bakers by series: a first name may be in several of them, and a town, too.
BAKERS, NAMES = 12, 40


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _draw(all_series: int = 8) -> list[dict[str, object]]:
    """Return people with one to eight rows each, as they leave after some episodes."""
    drawn = random.Random(3)
    rows: list[dict[str, object]] = []
    for series in range(1, all_series + 1):
        for name in drawn.sample(range(NAMES), BAKERS):
            one = {"series": series, "baker": f"Baker {name}", "age": drawn.randint(20, 60)}
            one["hometown"] = f"Town {drawn.randrange(30)}"
            left = drawn.randint(1, 8)
            rows += [{**one, "episode": episode} for episode in range(1, left + 1)]
    return rows


def _write(name: str, rows: list[dict[str, object]]) -> None:
    parquet.write_table(pyarrow.Table.from_pylist(rows), f"{name}.parquet")


def _name(row: dict[str, object]) -> tuple[object, object]:
    return row["series"], row["baker"]


def test_people_whom_two_columns_name_are_asked_about_and_mended(folder, run):
    """Other columns tell as many apart: those that T has are named, and T is matched by them."""
    rows = _draw()
    people = {_name(row): row for row in rows}
    in_t = [*people][::5]
    _write("p", rows)
    own = [
        {key: row[key] for key in ("series", "baker", "episode")} | {"score": number % 9}
        for number, row in enumerate(rows)
        if _name(row) in in_t
    ]
    _write("t", own)
    ended = run("init", "p.parquet", "t.parquet")
    asked = f"{len(rows) - len(people)} rows of P repeat the series and baker of another: {ASKS}"
    assert ended.exit_code == 0 and asked in ended.stderr
    assert asked in run("check", "job.yaml", "--quiet").stderr
    text = (folder / "job.yaml").read_text()
    assert asked in text and "- of P, the last row of each by episode" in text
    for statement in re.findall("^#  (COPY .*)$", text, re.MULTILINE):
        duckdb.sql(statement)
    kept = parquet.read_table("p-people.parquet").to_pylist()
    assert {_name(row): row["episode"] for row in kept} == {
        who: row["episode"] for who, row in people.items()
    }
    ended = run("init", "p-people.parquet", "t-people.parquet", "--overwrite")
    assert (ended.exit_code, ended.stderr) == (0, "")
    text = (folder / "job.yaml").read_text()
    assert yaml.safe_load(text)["private"]["key"] == "person"
    assert f"{len(in_t)} of {len(people)} people are in T" in text


def _refute(rows, **columns):
    """Give each row such values, by its number; those of another column go."""
    for number, row in enumerate(rows):
        for name, give in columns.items():
            row[name] = give(number, row)
    return rows


@pytest.mark.parametrize(
    "change",
    [
        # Each row is of somebody else: of another sex, or decades older.
        lambda rows: _refute(rows, sex=lambda number, _: "fm"[number % 2]),
        later(lambda rows: _refute(rows, age=lambda number, _: 20 + 37 * number % 70)),
        # Chance shares the numbers of rows.
        lambda rows: _refute(rows, episode=lambda number, _: 1 + 5 * number * number % 8),
        # Nothing is the same in the rows of one but what names it.
        later(lambda rows: [{n: row[n] for n in ("series", "baker", "episode")} for row in rows]),
        # A number names each row, or most have a name of their own.
        lambda rows: _refute(rows, patient_id=lambda number, _: 500 + number),
        later(lambda rows: _refute(rows, full_name=lambda number, _: f"N. {number // 2 * 31}")),
        # The rows are those of a household, by its members.
        later(lambda rows: [*map(_take_for_household, rows)]),
        # What rows have in common is the same in all of a series.
        lambda rows: _refute(
            rows, age=lambda _, row: row["series"] % 3, hometown=lambda _, row: row["series"] % 5
        ),
        # Three rows each, in which numbers up to 60 hardly are the same by chance.
        lambda rows: _refute(
            [row for row in rows if row["episode"] < 4],
            episode=lambda number, _: 1 + 7 * number % 60,
        ),
        # Two rows each, which share numbers up to 11 as often as chance lets expect.
        lambda _: [
            {**row, "episode": (number // 2 * 3 + number % 2 * (1 + number // 22 % 11)) % 11}
            for number, row in enumerate(row for row in _draw(40) for row in (row, row))
            if row["episode"] == 1
        ],
    ],
)
def test_rows_of_several_people_are_not_asked_about(folder, run, change):
    rows = change(_draw())
    _write("p", [{**row, "in_t": number % 7 == 0} for number, row in enumerate(rows)])
    ended = run("init", "p.parquet", "--where", "in_t")
    assert ended.exit_code == 0 and ASKS not in ended.stderr


def _take_for_household(row: dict[str, object]) -> dict[str, object]:
    """Return the row as that of a member of a household, which is of one series."""
    others = {name: value for name, value in row.items() if name not in ("baker", "episode")}
    return {**others, "household": str(_name(row)), "member_no": row["episode"]}


def test_a_row_that_is_twice_in_p_does_not_hide_people(folder, run):
    rows = _draw()
    _write("p", [{**row, "in_t": row["series"] == 2} for row in [*rows, rows[5]]])
    ended = run("init", "p.parquet", "--where", "in_t")
    assert "rows of P repeat the series and baker of another" in ended.stderr
