"""``dpsql init`` asks of people with several rows of one moment, whom no column names."""

import random
import re
from datetime import datetime, timedelta

import duckdb
import pyarrow
import pytest
import yaml
from pyarrow import parquet

from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.first_job.columns import profile_columns
from dpsql.first_job.people.together.same_moments import find_panel_of_moments
from dpsql.first_job.rules.formed import with_forms
from dpsql.first_job.tables import Asked, open_tables
from dpsql.sql.tables.private_table import PUBLIC

ASKS = "is P one row per person?"
RACES, AREAS = ("white",) * 5 + ("black",) * 3 + ("asian", "other"), range(1, 81)
Row = dict[str, object]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _draw_person(drawn, like=None):
    """Return somebody; if `like` somebody, of about the same age, and often of one race and sex."""
    if like is None:
        sex, race = drawn.choice("fmm"), drawn.choice(RACES)
        return {"sex": sex, "race": race, "age": min(80, 15 + int(drawn.expovariate(1 / 16)))}
    sex = like["sex"] if drawn.random() < 0.8 else drawn.choice("fm")
    race = like["race"] if drawn.random() < 0.9 else drawn.choice(RACES)
    return {"sex": sex, "race": race, "age": max(15, like["age"] + round(drawn.gauss(0, 2)))}


def _draw_incidents(number, most_acts, friends=0.0, seed=1):
    """Return rows of incidents, each of one person, or of friends, and each with rows of acts."""
    drawn = random.Random(seed)
    rows = []
    for _ in range(number):
        when = datetime(2016, 1, 1) + timedelta(seconds=drawn.randrange(3 * 365 * 86_400))
        where = {"happened_at": when, "neighborhood": f"N{drawn.choice(AREAS)}"}
        people = [_draw_person(drawn)]
        while drawn.random() < friends:
            people.append(_draw_person(drawn, people[0]))
        for one in people:
            rows += [
                {**where, **one, "act": drawn.choice("abcdefgh")}
                for _ in range(drawn.randint(1, most_acts))
            ]
    return rows


def _find(rows, folder):
    parquet.write_table(pyarrow.Table.from_pylist(rows), "p.parquet")
    with open_tables(Asked("p.parquet", None, "1 = 1", EngineOptions(), None, folder)) as tables:
        found = profile_columns(tables.engine, PUBLIC, tables.types[PUBLIC])
        panel = find_panel_of_moments(tables.engine, with_forms(tables.engine, found))
    return None if panel is None else (set(panel.names), panel.rows, panel.people)


def test_who_has_several_rows_of_one_incident_is_asked_about_and_mended(folder, run):
    """The statements make one row of each, and T is matched by what names people then."""
    rows = _draw_incidents(500, most_acts=4, friends=0.3)
    names = ("sex", "age", "race", "neighborhood", "happened_at")
    named = [tuple(one[name] for name in names) for one in rows]
    in_t = {*named[::9]}
    parquet.write_table(pyarrow.Table.from_pylist(rows), "p.parquet")
    own = [one for one, who in zip(rows, named, strict=True) if who in in_t]
    parquet.write_table(pyarrow.Table.from_pylist(own), "t.parquet")
    title = "sex, age, race, neighborhood and happened_at"
    asked = f"{len(rows) - len({*named}):,} rows of P repeat the {title} of another: {ASKS}"
    assert asked in run("init", "p.parquet", "t.parquet").stderr
    text = (folder / "job.yaml").read_text()
    assert f"# person: [{', '.join(names)}]" in text and "person" not in yaml.safe_load(text)
    told = run("check", "job.yaml", "--quiet").stderr
    assert asked in told and "?." not in told
    for statement in re.findall("^#  (COPY .*)$", text, re.MULTILINE):
        duckdb.sql(statement)
    ended = run("init", "p-people.parquet", "t-people.parquet", "--overwrite")
    assert ended.exit_code == 0 and ASKS not in ended.stderr
    text = (folder / "job.yaml").read_text()
    assert yaml.safe_load(text)["private"]["key"] == "person"
    assert f"{len(in_t)} of {len({*named})} people are in T" in text


def test_rows_that_name_nobody_are_asked_about_with_them(folder, run):
    rows = _draw_incidents(500, most_acts=4)
    for one in rows[::50]:
        one["race"] = None
    parquet.write_table(pyarrow.Table.from_pylist(rows), "p.parquet")
    (folder / "job.yaml").write_text(
        "public: p.parquet\nprivate: {where: act = 'a'}\n"
        "quasi_identifiers: {sex: {tree: {'*': [f, m]}}}\ndelta: {min: 0, max: 0.9}\n"
    )
    told = run("check", "job.yaml", "--quiet").stderr
    assert f"{len(rows[::50])} rows of P name nobody there" in told and "?." not in told


@pytest.mark.parametrize(("acts", "has_time"), [(4, True), (4, False), (1, True)])
def test_rows_of_t_of_one_moment_are_asked_about(folder, run, acts, has_time):
    """P has one row of each person, and a number that T has not; T may alone say when they were."""
    drawn = _draw_incidents(500, most_acts=acts, friends=0.3)
    columns = ("sex", "age", "race", "neighborhood", "happened_at")
    people = [*dict.fromkeys(tuple(row[name] for name in columns) for row in drawn)]
    public = [
        {"pid": f"p{i:05}"} | dict(zip(columns, one, strict=True)) for i, one in enumerate(people)
    ]
    if not has_time:
        public = [{name: row[name] for name in row if name != "happened_at"} for row in public]
    in_t = {*people[::3]}
    own = [row for row in drawn if tuple(row[name] for name in columns) in in_t]
    parquet.write_table(pyarrow.Table.from_pylist(public), "p.parquet")
    parquet.write_table(pyarrow.Table.from_pylist(own), "t.parquet")
    asked = (
        f"{len(own) - len(in_t)} rows of T repeat the sex, age, race, neighborhood and happened_at"
        " of another: does somebody have several? Then fewer people than rows"
    )
    ended = run("init", "p.parquet", "t.parquet")
    assert ended.exit_code == 0 and (asked in ended.stderr) is (acts > 1)
    assert ("if somebody has several, fewer people are" in (folder / "job.yaml").read_text()) is (
        acts > 1
    )
    assert (asked in run("check", "job.yaml", "--quiet").stderr) is (acts > 1)


def test_check_asks_of_moments_of_a_large_table(folder, run):
    """Where no column is called a time of rows, and no identifier repeats."""
    rows = _draw_incidents(24_000, most_acts=4)
    parquet.write_table(pyarrow.Table.from_pylist(rows), "p.parquet")
    (folder / "job.yaml").write_text(
        "public: p.parquet\nprivate: {where: act = 'a'}\n"
        "quasi_identifiers: {sex: {tree: {'*': [f, m]}}}\ndelta: {min: 0, max: 0.9}\n"
    )
    assert len(rows) > 50_000
    assert f"happened_at of another: {ASKS}" in run("check", "job.yaml", "--quiet").stderr


def _as_text(when):
    return {"happened_at": when.strftime("%Y/%m/%d %H:%M:%S")}


def _as_day_and_time(when):
    return {"day": when.date().isoformat(), "time": when.strftime("%H:%M")}


def _in_parts(when):
    return {"year": when.year, "month": when.month, "day": when.day, "hour": when.hour}


@pytest.mark.parametrize("write", [_as_text, _as_day_and_time, _in_parts])
@pytest.mark.parametrize("has_act", [True, False], ids=["differing", "equal"])
def test_a_moment_is_found_however_it_is_written(folder, write, has_act):
    drawn = _draw_incidents(500, most_acts=4, friends=0.2)
    rows = [
        {**write(one["happened_at"]), **{name: one[name] for name in one if name != "happened_at"}}
        for one in drawn
    ]
    if not has_act:
        for one in rows:
            del one["act"]
    found = _find(rows, folder)
    moment = {*write(datetime(2020, 1, 1))}
    people = len({tuple(one[name] for name in one if name != "act") for one in rows})
    assert found == ({*moment, "neighborhood", "sex", "age", "race"}, len(rows), people)


def _draw_visits(drawn, number):
    """Return the rows of patients, each with the tests of one day, when others are there, too."""
    for _ in range(number):
        one = {**_draw_person(drawn), "zip": str(drawn.randint(80100, 80300))}
        day = (datetime(2024, 1, 1) + timedelta(days=drawn.randrange(100))).date().isoformat()
        for test in range(drawn.randint(1, 6)):
            yield {"visit_date": day, **one, "test": test, "result": drawn.randrange(100)}


def test_who_is_there_on_a_day_with_many_others_is_told_apart_by_a_postcode(folder):
    rows = [*_draw_visits(random.Random(2), 1500)]
    people = {tuple(one.values())[:5] for one in rows}
    names = {"visit_date", "zip", "sex", "age", "race"}
    assert _find(rows, folder) == (names, len(rows), len(people))


def test_who_has_dozens_of_rows_of_one_moment_is_found(folder):
    """As of the tests of one drawing of blood."""
    drawn = random.Random(9)
    people = [_draw_person(drawn) for _ in range(100)]
    start = datetime(2021, 1, 1)
    rows = [
        {"drawn_at": start + timedelta(minutes=9 * i), **one, "test": test}
        for i, one in enumerate(people)
        for test in range(25)
    ]
    assert _find(rows, folder) == ({"drawn_at", "sex", "age", "race"}, 2500, 100)


def test_rows_that_stand_for_no_moment_hide_nobody(folder):
    """A tenth of the rows has one time, as of an import: all their pairs are of other people."""
    rows = _draw_incidents(800, most_acts=4)
    for one in rows[::10]:
        one["happened_at"] = datetime(1900, 1, 1)
    assert _find(rows, folder) is not None


def _of_friends(drawn):
    """Return friends who are stopped together, and others alone."""
    return _draw_incidents(1000, most_acts=1, friends=0.6, seed=3)


def _of_hours(drawn):
    """Return friends of one hour and place, among others of the hour."""
    rows = _draw_incidents(4000, most_acts=1, friends=0.4, seed=4)
    for one in rows:
        one["happened_at"] = one["happened_at"].replace(year=2016, month=1, minute=0, second=0)
    return rows


def _of_midnights(drawn):
    rows = _draw_incidents(4000, most_acts=1, friends=0.4, seed=5)
    for one in rows:
        one["happened_at"] = one["happened_at"].replace(year=2016, hour=0, minute=0, second=0)
    return rows


def _of_imports(drawn):
    """Return other people, fifteen of whom were written at one second each."""
    start = datetime(2020, 1, 1)
    return [
        {"created_at": start + timedelta(seconds=i // 15 * 37), **_draw_person(drawn)}
        for i in range(3000)
    ]


def _of_couples(drawn):
    """Return couples of one place and time, of about one age, and their children, some twins."""
    rows = []
    for i in range(800):
        where = {"seen_at": datetime(2021, 1, 1) + timedelta(minutes=11 * i), "city": f"C{i % 40}"}
        race, age = drawn.choice(RACES), drawn.randint(25, 60)
        rows += [
            {**where, "sex": sex, "race": race, "age": age + drawn.randint(-2, 2)} for sex in "fm"
        ]
        child = {"race": race, "age": age % 18}
        rows += [{**where, "sex": drawn.choice("fm"), **child}] * (1 + (i % 40 == 0))
    return rows


def _of_classes(drawn):
    """Return school classes, of one age and many of one sex each, who came together."""
    rows = []
    for i in range(200):
        when, age = datetime(2022, 1, 1) + timedelta(minutes=41 * i), drawn.randint(6, 18)
        sexes = drawn.choice(["f", "m", "fm", "fm"])
        rows += [
            {"came_at": when, "school": i % 30, "sex": drawn.choice(sexes), "age": age}
            | {"race": drawn.choice(RACES)}
            for _ in range(drawn.randint(5, 15))
        ]
    return rows


def _of_coarse_columns(drawn):
    """Return people with a group of ages and a day, whose rows are equal by chance."""
    days = [f"2024-03-{drawn.randint(1, 28):02}" for _ in range(4000)]
    return [
        {"visit_date": day, "sex": one["sex"], "age_group": f"{one['age'] // 20}"}
        for day in days
        for one in [_draw_person(drawn)]
    ]


def _of_siblings_alone(drawn):
    """Return others, and some with two rows: too few to be asked about."""
    rows = _draw_incidents(1000, most_acts=1, seed=6)
    return rows + rows[:30]


def _of_numbered_people(drawn):
    rows = _draw_incidents(500, most_acts=4, seed=7)
    return [{**one, "patient_id": f"p{i:05}"} for i, one in enumerate(rows)]


@pytest.mark.parametrize(
    "draw",
    [
        *(_of_friends, _of_hours, _of_midnights, _of_imports, _of_couples, _of_classes),
        *(_of_coarse_columns, _of_siblings_alone, _of_numbered_people),
    ],
)
def test_other_people_of_one_moment_are_not_asked_about(folder, draw):
    assert _find(draw(random.Random(8)), folder) is None
