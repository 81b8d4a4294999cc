"""``init`` and ``check`` ask of a T without a number of people that has them at several times."""

import random

import pytest

from tests.panel_tables import write_rows
from tests.tiers import later

PEOPLE, YEARS = 300, range(2018, 2023)
MEMBERS = range(0, PEOPLE, 6)
ASKS = "does somebody have several rows of T? Then fewer people than rows (250) are in T"
BY_ROWS = "250 of {} are in T, by its rows; if somebody has several, fewer people are"


def _draw(drawn: random.Random) -> dict[str, object]:
    lasting = {"sex": drawn.choice("fm"), "race": drawn.choice("aaabc")}
    return lasting | {"educ": drawn.randint(8, 17), "born": drawn.randint(1930, 1990)}


def _age(person: dict[str, object], year: int) -> dict[str, object]:
    row = {**person, "year": year}
    return row | {"age": year - row.pop("born")}


@pytest.mark.parametrize(
    ("public", "is_same", "is_asked"),
    [
        ("last", True, True),
        ("all", True, True),
        later("last", False, False),
        # P names nobody, and is asked about itself.
        later("unnamed", True, False),
        ("all", False, False),
    ],
)
def test_rows_of_t_of_several_years_are_asked_about(folder, run, public, is_same, is_asked):
    """Where T has the same people each year; P has their last rows, or all."""
    drawn = random.Random(1)
    people = [_draw(drawn) for _ in range(PEOPLE)]
    own = [_age(people[i] if is_same else _draw(drawn), year) for i in MEMBERS for year in YEARS]
    years = YEARS[-1:] if public == "last" else YEARS
    rows = [{"id": 1000 + 7 * i} | _age(people[i], year) for i in range(PEOPLE) for year in years]
    if public == "unnamed":
        rows = [{name: value for name, value in row.items() if name != "id"} for row in rows]
    write_rows("p.parquet", rows)
    write_rows("t.parquet", own)
    ended = run("init", "p.parquet", "t.parquet")
    assert ended.exit_code == 0 and (ASKS in ended.stderr) is is_asked
    text = (folder / "job.yaml").read_text()
    assert (ASKS in text) is is_asked and (BY_ROWS.format(f"{len(rows):,}") in text) is is_asked
    # Written alike they would not be found in P either: they are of other years.
    mends = "if P has rows of these people of another year, keep in T one row of each, of P's time"
    assert (mends in ended.stderr) is (is_asked and public == "last")
    job = (
        "public: p.parquet\nprivate: t.parquet\ndelta: {max: 0.99}\nrelease: r.parquet\n"
        "quasi_identifiers: {sex: {tree: {'*': [f, m]}}}\n"
    )
    (folder / "job.yaml").write_text(job)
    assert (ASKS in run("check", "job.yaml").stderr) is is_asked
    (folder / "job.yaml").write_text(f"person: []\n{job}")
    assert ASKS not in run("check", "job.yaml").stderr


def test_what_names_people_in_t_is_asked_about_instead(folder, run):
    """A number that P lacks repeats; a key is no question at all."""
    drawn = random.Random(1)
    people = [_draw(drawn) for _ in range(PEOPLE)]
    write_rows(
        "p.parquet", [{"id": 1000 + 7 * i} | _age(one, 2022) for i, one in enumerate(people)]
    )
    own = [{"pid": f"k{i}"} | _age(people[i], year) for i in MEMBERS for year in YEARS]
    write_rows("t.parquet", own)
    told = run("init", "p.parquet", "t.parquet").stderr
    assert "200 rows of T repeat the pid of another" in told and ASKS not in told
    write_rows("t.parquet", [{"id": 1000 + 7 * int(row.pop("pid")[1:])} | row for row in own])
    assert ASKS not in run("init", "p.parquet", "t.parquet", "--overwrite").stderr


@pytest.mark.parametrize("named", [("centre", "subj"), later("subject"), later("email")])
def test_a_t_that_has_what_names_people_is_not_asked_about(folder, run, named):
    """Whether that names rows of P, too, or several columns do together."""
    drawn = random.Random(1)
    people = [_draw(drawn) for _ in range(PEOPLE)]
    rows = [
        {"centre": i % 12, "subj": i // 12, "subject": f"s{i}", "email": f"m{i}@a.org"}
        | _age(people[i], year)
        for i in range(PEOPLE)
        for year in YEARS
    ]
    kept = {"year", "age", "sex", "race", "educ", *([named] if isinstance(named, str) else named)}
    rows = [{name: value for name, value in row.items() if name in kept} for row in rows]
    write_rows("p.parquet", rows)
    write_rows("t.parquet", [row for i, row in enumerate(rows) if i // len(YEARS) in MEMBERS])
    assert ASKS not in run("init", "p.parquet", "t.parquet").stderr
    assert ASKS not in run("check", "job.yaml").stderr
