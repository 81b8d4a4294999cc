"""``dpsql init`` on rows of people that are ordered by no date or year, or named in other words."""

import random
import re

import duckdb
import pyarrow
import pytest
from pyarrow import parquet

from tests.tiers import later

PEOPLE = 60
#: Each of them has 2 to 5 rows.
ROWS = [(person, row) for person in range(PEOPLE) for row in range(2 + person % 4)]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _write(key: str, **columns) -> None:
    """Write P: people by number and sex, a ward and a score in each row; T's rows are marked."""
    drawn = random.Random(7)
    table = {
        key: [400 + person for person, _ in ROWS],
        "sex": ["fm"[person * person % 7 % 2] for person, _ in ROWS],
        "ward": [drawn.randrange(4) for _ in ROWS],
        "score": [drawn.randrange(12) for _ in ROWS],
        "in_trial": [person % 6 == 0 for person, _ in ROWS],
    }
    # The last row of somebody is the first in the file.
    given = {one: values for one, values in (table | columns).items() if values is not None}
    rows = pyarrow.table(given)
    parquet.write_table(rows.take([*reversed(range(len(ROWS)))]), "p.parquet")


def _number(first) -> list[int]:
    return [first(person) + row for person, row in ROWS]


@pytest.mark.parametrize("name", ["session", "age", later("wk"), later("followup_no")])
def test_rows_are_ordered_by_a_session_or_an_age_where_there_is_no_time(folder, run, name):
    order = _number(lambda person: 20 + person % 9 if name == "age" else 1)
    _write("pid", **{name: order})
    run("init", "p.parquet", "--where", "in_trial")
    text = (folder / "job.yaml").read_text()
    assert f"- of P, the last row of each by {name}." in text
    assert ("it numbers the rows of a person" in text) is (name in ("session", "wk"))
    (statement,) = re.findall(r"^#  (COPY .*)$", text, re.MULTILINE)
    duckdb.sql(statement)
    kept = parquet.read_table("p-people.parquet")
    last = {400 + person: order[i] for i, (person, _) in enumerate(ROWS)}
    assert dict(zip(*(kept[one].to_pylist() for one in ("pid", name)), strict=True)) == last


@pytest.mark.parametrize(
    ("name", "values"),
    [
        # An amount, a score, an age of a relative, numbers that repeat, and no session by its name.
        ("measurement", [10 * row + person / 100 for person, row in ROWS]),
        ("exam", [20 * row + person % 15 for person, row in ROWS]),
        ("motherage", [30 + row + person % 9 for person, row in ROWS]),
        ("session", [1 + row % 2 for _, row in ROWS]),
        ("dose", [1 + row for _, row in ROWS]),
    ],
)
def test_what_numbers_no_rows_of_people_orders_none(folder, run, name, values):
    _write("pid", **{name: values})
    run("init", "p.parquet", "--where", "in_trial")
    said = "- of P, the first row of each in the file, as no column is known"
    assert said in (folder / "job.yaml").read_text()


@pytest.mark.parametrize("name", ["child", later("woman"), later("pat"), later("pupil")])
def test_people_are_named_by_what_they_are_called(folder, run, name):
    """Beside a time: nothing else of theirs lasts here."""
    _write(name, wave=_number(lambda _: 1), sex=None)
    ended = run("init", "p.parquet", "--where", "in_trial", "--json")
    found = ended.found["repeated_people"]
    assert found == {"column": name, "people": PEOPLE, "rows": len(ROWS)}
    text = (folder / "job.yaml").read_text()
    assert f"person: {name}" in text and "the last row of each by wave" in text


def test_a_number_of_children_names_nobody(folder, run):
    _write("nothing", child=[person % 4 for person, _ in ROWS], nothing=[*range(len(ROWS))])
    ended = run("init", "p.parquet", "--where", "in_trial", "--json")
    assert ended.found["repeated_people"] is None and "of another" not in ended.stderr


@pytest.mark.parametrize("name", ["dyad", later("rat"), later("fam")])
def test_what_has_one_row_at_each_time_is_asked_about(folder, run, name):
    """It may be a person or what several share; by chance, rows of one time would repeat it."""
    _write(name, wave=_number(lambda _: 1), sex=None)
    asked = f"rows of P repeat the {name} of another: is P one row per person?"
    ended = run("init", "p.parquet", "--where", "in_trial", "--json")
    assert asked in ended.stderr and ended.found["repeated_people"] is None
    _write(
        name,
        wave=[1 + i % 3 for i in range(len(ROWS))],
        sex=None,
    )
    ended = run("init", "p.parquet", "--where", "in_trial", "--json", "--overwrite")
    assert "of another" not in ended.stderr


@pytest.mark.parametrize(
    ("key", "time", "of_private"),
    [
        ("pid", "session", float),
        # A T without missing numbers has whole ones.
        ("child", "wave", int),
    ],
)
def test_whole_numbers_that_pandas_wrote_with_a_point_are_a_key(folder, run, key, time, of_private):
    """As it does where one is missing; the statement for T casts them, and keeps the time."""
    numbers = [float(400 + person) for person, _ in ROWS]
    times = _number(lambda _: 1)
    _write(key, **{key: [None, *numbers[1:]], time: times, "in_trial": None})
    in_t = [i for i, (person, row) in enumerate(ROWS) if person % 6 == 0 and row < 3]
    private = {
        key: [of_private(numbers[i]) for i in in_t],
        time: [times[i] for i in in_t],
        "lab": [i * 7 % 5 for i in in_t],
    }
    parquet.write_table(pyarrow.table(private), "t.parquet")
    run("init", "p.parquet", "t.parquet")
    text = (folder / "job.yaml").read_text()
    for statement in re.findall(r"^#  (COPY .*)$", text, re.MULTILINE):
        duckdb.sql(statement)
    ended = run("init", "p-people.parquet", "t-people.parquet", "--overwrite")
    text = (folder / "job.yaml").read_text()
    assert f"private: {{table: ./t-people.parquet, key: {key}}}" in text
    assert "looks like a number of people" not in text and "sex" in text
    assert run("check", "job.yaml", "--quiet").exit_code == 0
    # Of ten people, five have a fourth row, or a fifth, of which T has none.
    later_rows = len({person for person, row in ROWS if person % 6 == 0 and row > 2})
    assert f"{later_rows} rows of T have another {time} than P's rows" in ended.stderr


def test_an_amount_that_is_called_a_number_is_no_key(folder, run):
    """With fractions, a column of any name measures."""
    _write("pid", weight_no=[i + 0.5 for i in range(len(ROWS))])
    in_t = pyarrow.table({"weight_no": [i + 0.5 for i in range(20)], "sex": ["f"] * 20})
    parquet.write_table(in_t, "t.parquet")
    run("init", "p.parquet", "t.parquet")
    assert "key:" not in (folder / "job.yaml").read_text()
