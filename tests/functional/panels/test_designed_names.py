"""Columns that name people together are found by their values, whatever they are called."""

import random
import re

import duckdb
import pyarrow
import pytest
import yaml

from tests.panel_tables import write_rows
from tests.tiers import later

SEASONS = (1, 2, 3)
REGIONS = ("wargabinangun", "langan", "gunungwangi", "malausma", "sukaambit", "ciwangi")
TWO, THREE = ("region", "farm"), ("region", "farm", "worker")
RENAMED = {"region": "village", "farm": "household_no", "worker": "line"}


def _make_people(names: tuple[str, ...]) -> list[dict[str, object]]:
    drawn = random.Random(3)
    return [
        {"region": region, "farm": farm, "worker": worker}
        | {"status": drawn.choice(("owner", "share", "mixed")), "bimas": drawn.choice("ny")}
        | {"plots": drawn.randint(1, 9)}
        for number, region in enumerate(REGIONS)
        for farm in range(1, 20 + 3 * number)
        for worker in range(1, 1 + len(names) - 1)
    ]


def _make_tables(names, renamed, seasons=SEASONS):
    """P with one row of each, and T with every third of them in each season."""
    people = _make_people(names)
    if "worker" not in names:
        people = [{name: row[name] for name in row if name != "worker"} for row in people]
    own = [
        {renamed.get(name, name): value for name, value in row.items()}
        | {"season": season, "output": i}
        for i, row in enumerate(people)
        if i % 3 == 0
        for season in seasons
    ]
    return people, own


@pytest.mark.parametrize(
    ("names", "renamed"),
    [
        (TWO, {}),
        (TWO, RENAMED),
        (THREE, RENAMED),
        later(THREE, {}),
        # The group keeps its name.
        later(TWO, {"farm": "nr"}),
    ],
    ids=["two", "two renamed", "three renamed", "three", "one renamed"],
)
def test_several_rows_of_t_are_asked_about(folder, run, names, renamed):
    people, own = _make_tables(names, renamed)
    tables = write_rows("p.parquet", people), write_rows("t.parquet", own)
    expected = len(own) // len(SEASONS)
    told = f"{expected} people are in T, not {len(own)}"
    ended = run("init", *tables)
    assert ended.exit_code == 0
    assert told in ended.stderr
    assert f"# person: [{', '.join(names)}]" in (folder / "job.yaml").read_text()
    checked = run("check", "job.yaml", "--quiet").stderr
    assert told in checked
    for statement in re.findall("COPY .*?;", checked):
        duckdb.sql(statement)
    assert run("init", "p-named.parquet", "t-people.parquet", "--overwrite").exit_code == 0
    text = (folder / "job.yaml").read_text()
    assert yaml.safe_load(text)["private"]["key"] == "person"
    assert f"{expected} of {len(people)} people are in T" in text
    assert run("check", "job.yaml", "--quiet").exit_code == 0


@pytest.mark.parametrize("names", [TWO, later(THREE)])
def test_columns_that_the_job_lists_are_compared_by_values(folder, run, names):
    people, own = _make_tables(names, RENAMED)
    run("init", write_rows("p.parquet", people), write_rows("t.parquet", own))
    job = yaml.safe_load((folder / "job.yaml").read_text()) | {"person": [*names]}
    (folder / "job.yaml").write_text(yaml.safe_dump(job))
    checked = run("check", "job.yaml", "--quiet").stderr
    assert f"have values of {' and '.join([', '.join(names[:-1]), names[-1]])} in P" in checked


@pytest.mark.parametrize(
    ("renamed", "change"),
    [
        # T has one row of each person.
        ({}, {}),
        # Farms of T's own: nothing else shows that they are the same.
        ({"region": "place", "farm": "nr"}, {"place": "elsewhere"}),
        ({"farm": "nr"}, {"status": "lease", "bimas": "y", "plots": 99}),
    ],
    ids=["one row each", "elsewhere", "others"],
)
def test_nothing_is_asked_without_a_sign(run, renamed, change):
    people, own = _make_tables(TWO, renamed, (1,))
    own = [row | change for row in own]
    tables = write_rows("p.parquet", people), write_rows("t.parquet", own)
    stderr = run("init", *tables).stderr + run("check", "job.yaml", "--quiet").stderr
    assert "people are in T" not in stderr
    assert "name the same people" not in stderr
    assert "differ in all rows of P" not in stderr


@pytest.mark.parametrize(
    ("names", "renamed"),
    [(TWO, {}), (THREE, RENAMED), later(TWO, RENAMED)],
    ids=["two", "three renamed", "two renamed"],
)
def test_a_panel_is_asked_about_by_its_columns(folder, run, names, renamed):
    """Nothing but the columns themselves is the same in all seasons of somebody."""
    people, _ = _make_tables(names, {})
    drawn = random.Random(4)
    rows = [
        row | {"season": season, "status": drawn.choice("abc"), "plots": drawn.randint(1, 9)}
        for season in SEASONS
        for row in people
    ]
    rows = [{name: value for name, value in row.items() if name != "bimas"} for row in rows]
    own = [
        {renamed.get(name, name): value for name, value in row.items()} | {"output": i % 17}
        for i, row in enumerate(rows)
        if i % len(people) % 3 == 0
    ]
    ended = run("init", write_rows("p.parquet", rows), write_rows("t.parquet", own))
    title = f"{', '.join(names[:-1])} and {names[-1]}"
    told = f"{len(rows) - len(people):,} rows of P repeat the {title} of another"
    assert f"{told}: is P one row per person?" in ended.stderr
    assert f"# person: [{', '.join(names)}]" in (folder / "job.yaml").read_text()
    checked = run("check", "job.yaml", "--quiet").stderr
    assert told in checked
    assert (f"have values of {title} in P" in checked) is bool(renamed)
    assert "of another, and P has no such column" not in checked
    for statement in re.findall("COPY .*?;", checked):
        duckdb.sql(statement)
    assert run("init", "p-people.parquet", "t-people.parquet", "--overwrite").exit_code == 0
    text = (folder / "job.yaml").read_text()
    assert yaml.safe_load(text)["private"]["key"] == "person"
    assert f"{len(own) // len(SEASONS)} of {len(people)} people are in T" in text


def test_a_panel_without_such_columns_is_asked_about_by_its_times(run):
    """Farms have a number of their own, and this is not there."""
    people, _ = _make_tables(TWO, {})
    rows = [
        {name: row[name] for name in ("region", "status", "bimas", "plots")} | {"season": season}
        for season in SEASONS
        for row in people
    ]
    ended = run("init", write_rows("p.parquet", rows), write_rows("t.parquet", rows[::9]))
    assert "rows of one season and of the next are as alike in" in ended.stderr
    assert "of another: is P one row per person?" not in ended.stderr


@pytest.mark.parametrize("seasons", [(), later(SEASONS)], ids=["one row each", "panel"])
@pytest.mark.parametrize(
    ("writing", "said"),
    [
        (lambda row: {"region": row["region"].title(), "farm": row["farm"]}, "in lower case"),
        (lambda row: {"region": row["region"], "farm": f"{row['farm']}.0"}, "without .0"),
    ],
    ids=["letters", "decimals"],
)
def test_the_statements_write_both_tables_alike(folder, run, seasons, writing, said):
    """A CSV has 13.0 for 13 where a cell is missing; another table has other letters."""
    people, own = _make_tables(TWO, {})
    own = [row | writing(row) for row in own]
    rows = [row | {"season": season} for row in people for season in seasons] or people
    for name, table in (("p", rows), ("t", own)):
        duckdb.from_arrow(pyarrow.Table.from_pylist(table)).write_csv(f"{name}.csv")
    assert run("init", "p.csv", "t.csv").exit_code == 0
    text = (folder / "job.yaml").read_text()
    assert said in text
    for statement in re.findall("COPY .*?;", text):
        duckdb.sql(statement)
    copy = "p-people.parquet" if seasons else "p-named.parquet"
    assert run("init", copy, "t-people.parquet", "--overwrite").exit_code == 0
    text = (folder / "job.yaml").read_text()
    assert yaml.safe_load(text)["private"]["key"] == "person"
    assert f"{len(own) // len(SEASONS)} of {len(people)} people are in T" in text
    assert run("check", "job.yaml", "--quiet").exit_code == 0


@pytest.mark.parametrize(
    ("names", "renamed"), [(TWO, {}), (TWO, RENAMED), later(THREE, RENAMED)], ids=str
)
def test_a_t_with_more_rows_than_p_is_mended_by_its_columns(folder, run, names, renamed):
    people, own = _make_tables(names, renamed, tuple(range(8)))
    ended = run("init", write_rows("p.parquet", people), write_rows("t.parquet", own))
    assert ended.exit_code == 3
    assert f"T has {len(own):,} rows, and P {len(people):,}, but T is a part of P" in ended.stderr
    told = f"{len(own) // 8} people are in T, not {len(own)}"
    assert told in ended.stderr
    for statement in re.findall("COPY .*?;", ended.stderr):
        duckdb.sql(statement)
    assert run("init", "p-named.parquet", "t-people.parquet").exit_code == 0
    text = (folder / "job.yaml").read_text()
    assert f"{len(own) // 8} of {len(people)} people are in T" in text


@pytest.mark.parametrize(
    ("change", "person", "is_told"),
    [
        ({}, None, True),
        ({}, [], False),
        # Without times nothing says that somebody has several rows; an identifier names them.
        ({"season": 1}, None, False),
        ({"pid": None}, None, False),
    ],
    ids=["times", "answered", "one time", "named"],
)
def test_rows_of_several_times_are_other_people_by_assumption(folder, run, change, person, is_told):
    drawn = random.Random(6)
    rows = [
        {"season": drawn.choice(SEASONS), "plots": drawn.randint(1, 9), "bimas": drawn.choice("ny")}
        | {name: i if value is None else value for name, value in change.items()}
        for i in range(200)
    ]
    own = [{name: row[name] for name in row if name != "pid"} for row in rows[::9]]
    run("init", write_rows("p.parquet", rows), write_rows("t.parquet", own))
    job = yaml.safe_load((folder / "job.yaml").read_text())
    job |= {} if person is None else {"person": person}
    (folder / "job.yaml").write_text(yaml.safe_dump(job))
    told = "no column names people, and rows of P have a season"
    assert (told in run("check", "job.yaml", "--quiet").stderr) is is_told


def test_rows_of_t_are_asked_about_once(run):
    """What lasts for people would be asked about, too, if nothing named them."""
    people, own = _make_tables(THREE, RENAMED)
    rows = [row | {"season": season} for season in SEASONS for row in people]
    run("init", write_rows("p.parquet", rows), write_rows("t.parquet", own))
    checked = run("check", "job.yaml", "--quiet").stderr
    assert "line of T have values of region, farm and worker in P" in checked
    assert "does somebody have several rows of T?" not in checked
