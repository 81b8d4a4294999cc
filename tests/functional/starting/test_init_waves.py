"""``init`` and ``check`` ask of a P with the same people at several times, whom no column names."""

import random
from datetime import date

import pyarrow
import pytest
import yaml
from pyarrow import parquet

from dpsql.first_job.people import waves
from tests.tiers import later

PEOPLE, YEARS = 400, 5
ASKS = "are as alike in"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _draw(drawn: random.Random, year: int) -> dict[str, object]:
    """Return somebody of a year."""
    return {
        "year": year,
        "sex": drawn.choice("fm"),
        "race": drawn.choice("aaaabbc"),
        "schooling": drawn.randint(8, 17),
        "county": drawn.randint(1, 30),
        "ward": drawn.randint(1, 30),
        "in_t": drawn.random() < 0.1,
    }


def _write(rows: list[dict[str, object]]) -> None:
    parquet.write_table(pyarrow.Table.from_pylist(rows), "p.parquet")


def _follow(share: float, time: str = "year", seed: int = 1) -> list[dict[str, object]]:
    """Return rows of the same people each year, of whom a share is there, in other wards."""
    drawn = random.Random(seed)
    lasting = ("sex", "race", "schooling", "county")
    rows = []
    for _ in range(PEOPLE):
        person = _draw(drawn, 0)
        rows += [
            {time: year} | _draw(drawn, year) | {name: person[name] for name in lasting}
            for year in range(2019, 2019 + YEARS)
            if drawn.random() < share
        ]
    if time != "year":
        for row in rows:
            del row["year"]
    return rows


@pytest.mark.parametrize(
    ("share", "time"),
    [(1, "aar"), (0.7, "Erhebungsjahr"), later(1, "visit_no"), (1, "session")],
)
def test_the_same_people_each_year_are_asked_about(folder, run, share, time):
    """By init, in the job, and by check of a job by hand, which may answer."""
    _write(_follow(share, time))
    ended = run("init", "p.parquet", "--where", "in_t", "--json")
    asked = f"rows of one {time} and of the next {ASKS} county"
    assert ended.exit_code == 0 and asked in ended.stderr
    text = (folder / "job.yaml").read_text()
    assert f"#  {asked}" in text and "person" not in yaml.safe_load(text)
    for more, asks in (("", True), ("person: []\n", False)):
        (folder / "job.yaml").write_text(f"{text}{more}")
        ended = run("check", "job.yaml", "--quiet")
        assert (ended.exit_code, asked in ended.stderr) == (0, asks)


@pytest.mark.parametrize("is_same", [True, False])
@pytest.mark.parametrize(
    ("name", "is_text"), [("interview_date", False), later("date", True), later("visit_date", True)]
)
def test_rows_of_days_may_be_the_same_people(folder, run, name, is_text, is_same):
    drawn = random.Random(2)
    rows = _follow(1) if is_same else [_draw(drawn, 2019 + i % YEARS) for i in range(1200)]
    for row in rows:
        day = date(row.pop("year"), 3, 5)
        row[name] = day.isoformat() if is_text else day
    _write(rows)
    for words in (["init", "p.parquet", "--where", "in_t"], ["check", "job.yaml"]):
        told = run(*words).stderr
        assert (f"rows of one {name} and of the next {ASKS}" in told) is is_same
        assert (ASKS in told) is is_same


@pytest.mark.parametrize(
    ("is_same", "first"), [(True, 2019), (False, 2019), (True, 1), later(False, 1)]
)
def test_an_age_tells_a_birth_by_the_year_of_a_row(folder, run, is_same, first):
    """The age itself differs in the rows of somebody, and hides that they are of one."""
    drawn = random.Random(5)
    births = [drawn.randint(1930, 2000) for _ in range(PEOPLE)]
    _write(
        [
            {
                "year": year - 2019 + first,
                "age": year - (birth if is_same else drawn.randint(1930, 2000)),
                "sex": "fm"[number % 2] if is_same else drawn.choice("fm"),
                "in_t": drawn.random() < 0.1,
            }
            for year in range(2019, 2019 + YEARS)
            for number, birth in enumerate(births)
        ]
    )
    ended = run("init", "p.parquet", "--where", "in_t", "--json")
    assert (f"{ASKS} year − age" in ended.stderr) == is_same
    assert (ASKS in ended.stderr) == is_same


def test_a_column_that_some_do_not_have_is_compared_where_they_have_it(folder, run):
    rows = _follow(1)
    for number, row in enumerate(rows):
        if number % 9 == 0:
            row["county"] = None
    _write(rows)
    assert f"{ASKS} county" in run("init", "p.parquet", "--where", "in_t", "--json").stderr


def test_of_many_rows_some_times_are_compared(folder, run, monkeypatch):
    """Those of other people are no reason to ask."""
    monkeypatch.setattr(waves, "_MOST_ROWS", 700)
    _write(_follow(0.9))
    assert ASKS in run("init", "p.parquet", "--where", "in_t").stderr
    drawn = random.Random(1)
    _write([_draw(drawn, drawn.choice((2019, 2020, 2021, 2022))) for _ in range(1200)])
    assert ASKS not in run("init", "p.parquet", "--where", "in_t", "--overwrite").stderr


@pytest.mark.parametrize("seed", [0, later(1), later(2)])
def test_other_people_each_year_are_not_asked_about(folder, run, seed):
    """Not where shares change either, nor of a year of something else."""
    drawn = random.Random(seed)
    rows = [_draw(drawn, drawn.choice((2019, 2020, 2021, 2021))) for _ in range(1200)]
    _write(rows)
    assert ASKS not in run("init", "p.parquet", "--where", "in_t").stderr
    _write([row | {"schooling": min(row["schooling"] + row["year"] % 3, 17)} for row in rows])
    assert ASKS not in run("init", "p.parquet", "--where", "in_t", "--overwrite").stderr
    built = [{"year_built": row.pop("year")} | row for row in _follow(1)]
    _write(built)
    assert ASKS not in run("init", "p.parquet", "--where", "in_t", "--overwrite").stderr


def test_what_names_people_is_enough(folder, run):
    """A number of each row's person, their e-mail or full name; and not a number of rows."""
    rows = _follow(1)
    for name, asks in (("patient_id", False), ("email", False), ("id", True)):
        _write(
            [{name: f"n{i}@a.org" if name == "email" else i} | row for i, row in enumerate(rows)]
        )
        ended = run("init", "p.parquet", "--where", "in_t", "--overwrite")
        assert (ASKS in ended.stderr) is asks
    named = [{"surname": f"S{i}", "first_name": f"F{i % 50}"} | row for i, row in enumerate(rows)]
    _write(named)
    assert ASKS not in run("init", "p.parquet", "--where", "in_t", "--overwrite").stderr
