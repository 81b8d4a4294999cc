"""explain suggests tails where rare extreme values suppress a column; what it suggests holds."""

import random

import pytest

import dpsql

HEADER = "id,born,age,zip"
JOB = """\
public: p.csv
private: t.csv
public_columns: [born, age, zip]
quasi_identifiers:
  born: {{dates: {dates}{born}}}
  age: {{widths: [10, 20]{age}}}
delta: {{max: {delta}}}
{more}
release: r.csv
"""


@pytest.fixture
def write(tmp_path):
    """Write P, of which a few very old and very young people are all in T, and a job."""

    def written(seed=1, dates="[year, decade]", born="", age="", delta="1/5", more=""):
        chance = random.Random(seed)
        people = [
            (
                f"{chance.randint(1940, 1999)}-0{chance.randint(1, 9)}-{chance.randint(10, 28)}",
                chance.randint(20, 79),
                chance.randint(1, 3),
            )
            for _ in range(1500)
        ]
        rare = [(f"{year}-05-05", 5 if year < 1910 else 103, 1) for year in (1903, 1911, 2005)]
        rows = [(number, *one) for number, one in enumerate(people + rare)]
        members = [row for row in rows if row[0] >= len(people) or chance.random() < 0.05]
        secrets = [(*row, "ab"[row[0] % 2]) for row in members]
        for name, listed, column in (("p", rows, ""), ("t", secrets, ",secret")):
            lines = (",".join(map(str, row)) + "\n" for row in listed)
            (tmp_path / f"{name}.csv").write_text(HEADER + column + "\n" + "".join(lines))
        path = tmp_path / "job.yaml"
        path.write_text(JOB.format(dates=dates, born=born, age=age, delta=delta, more=more))
        return path

    return written


def put(tails):
    """The words of a suggestion, as a job has them."""
    ends = {"from": tails["from"], "to": tails["to"]}
    return "".join(f', {key}: "{edge}"' for key, edge in ends.items() if edge is not None)


@pytest.mark.parametrize(
    ("seed", "dates"),
    [(1, "[year, decade]"), (2, "[quarter, year, decade]"), (3, "[month, decade, century]")],
)
def test_what_is_suggested_holds_and_counts_the_people_in_tails(write, run, tmp_path, seed, dates):
    job = write(seed, dates)
    found = run("explain", job, "--json").found
    levels = found["node"]["levels"]
    assert levels["born"] == found["predecessors"]["born"]["levels"]["born"] + 1
    tails = {one["name"]: one for one in found["tails"]}
    assert "born" in tails
    for name, one in tails.items():
        words = {"born": put(one)} if name == "born" else {"age": put(one).replace('"', "")}
        assert one["level"] == levels[name] - 1
        finer = {**levels, name: one["level"]}
        asked = ",".join(f"{column}={level}" for column, level in finer.items())
        assert run("measure", job, "--levels", asked, "--json").found["satisfied"] is False
        tailed = write(seed, dates, **words)
        assert run("measure", tailed, "--levels", asked, "--json").found["satisfied"] is True
        column = 1 if name == "born" else 2
        rows = (tmp_path / "p.csv").read_text().splitlines()[1:]
        values = [row.split(",")[column] for row in rows]
        inside = sum(
            (one["from"] is not None and _precedes(value, one["from"]))
            or (one["to"] is not None and not _precedes(value, one["to"]))
            for value in values
        )
        assert one["people"] == inside
        write(seed, dates)


def _precedes(value, edge):
    """Whether a value lies below an edge: as numbers, or as the beginning of a date."""
    return value[: len(edge)] < edge if "-" in value else float(value) < float(edge)


def test_the_terminal_has_the_words_for_the_job(write, run):
    job = write()
    one = run("explain", job, "--json").found["tails"][0]
    told = " ".join(run("explain", job).stdout.split())
    assert f"born could be at level {one['level']} with" in told
    assert f"from: {one['from']}" in told and "people of P" in told
    cell = dpsql.explain(str(job))._repr_html_()
    assert f"born could be at level {one['level']} with" in cell and " needs level " in cell


def test_a_level_that_holds_without_tails_gets_none(write, run):
    found = run("explain", write(delta="1"), "--levels", "born=3,age=3", "--json").found
    assert [one["holds"] for one in found["predecessors"].values()] == [True, True]
    assert found["tails"] == []


def test_tails_of_the_job_are_moved_inwards_only(write, run):
    job = write(born=', from: "1905"')
    for one in run("explain", job, "--json").found["tails"]:
        assert one["name"] != "born" or one["from"] is None or one["from"] >= "1905"


@pytest.mark.parametrize(
    "words",
    [
        {"delta": "1"},
        {"delta": "0.042"},
        {"more": "keep: [secret]\nconstraints: {l_diversity: {secret: {distinct: 1}}}"},
        {"more": "algorithm: pooled"},
    ],
    ids=["raw values hold", "nothing holds", "a protected column", "people climb"],
)
def test_nothing_is_suggested_that_was_not_counted(write, run, words):
    ended = run("explain", write(**words), "--json")
    assert ended.found["status"] == "explained"
    assert ended.found["tails"] == []


def test_people_of_a_tail_that_the_job_has_count_as_well(write, run, tmp_path):
    """The suggestion names both edges, and so are both tails counted."""
    # The tail of the job has more people than one that is suggested; 1903 and 1911 share another.
    job = write(born=', to: "1960"')
    (tails,) = [
        one for one in run("explain", job, "--json").found["tails"] if one["name"] == "born"
    ]
    assert (tails["from"] is not None, tails["to"]) == (True, "1960")
    born = [row.split(",")[1] for row in (tmp_path / "p.csv").read_text().splitlines()[1:]]
    assert tails["people"] == sum(one < tails["from"] or one >= "1960" for one in born)


def test_a_column_that_few_people_have_has_no_tails_that_meet(tmp_path, run):
    """Of 200 people 30 have a number, so that all numbers are within a fifth of P at both ends."""
    rows = [(n, 5 * n if n < 30 else "", n % 2) for n in range(200)]
    for name, listed in (("p", rows), ("t", [row for row in rows if row[0] < 4 or row[0] > 190])):
        lines = "".join(",".join(map(str, row)) + "\n" for row in listed)
        (tmp_path / f"{name}.csv").write_text("id,debt,sex\n" + lines)
    (tmp_path / "job.yaml").write_text(
        "public: p.csv\nprivate: {table: t.csv, key: id}\npublic_columns: [debt, sex]\n"
        "quasi_identifiers:\n  debt: {widths: [5, 10, 20], nulls: own_leaf}\n"
        "delta: {max: 0.07}\nrelease: r.csv\n"
    )
    assert run("explain", tmp_path / "job.yaml", "--json").exit_code in (0, 4)


LAST_YEAR = """\
public: p.csv
private: {table: t.csv, key: id}
public_columns: [born, zip]
quasi_identifiers:
  born: {dates: [month, year]%s}
  zip: {widths: [6]}
delta: {max: 0.175}
release: r.csv
"""


def write_last_year(folder, tails=""):
    """P of one year and three people of the next, all in T; so are all of one zip, of August."""
    rows = [(n, f"2017-{1 + n % 12:02d}-15", n % 36) for n in range(1200)]
    rows += [(1200 + n, "2018-01-03", n) for n in range(3)]
    members = [row for row in rows if row[0] % 36 == 7 or row[0] >= 1200]
    for name, listed in (("p", rows), ("t", members)):
        lines = "".join(",".join(map(str, row)) + "\n" for row in listed)
        (folder / f"{name}.csv").write_text("id,born,zip\n" + lines)
    (folder / "job.yaml").write_text(LAST_YEAR % tails)
    return folder / "job.yaml"


def test_tails_lower_a_floor_where_no_levels_within_the_limits_hold(tmp_path, run):
    limit = ", most_level: 2"
    job = write_last_year(tmp_path, limit)
    ended = run("explain", job, "--json")
    floors = {floor["name"]: floor for floor in ended.found["floors"]}
    assert (floors["born"]["level"], floors["born"]["height"]) == (3, 3)
    tails = floors["born"]["tails"]
    assert (tails["level"], tails["to"] is not None) == (2, True)
    told = " ".join(run("explain", job).stdout.split())
    assert "born could be at level 2 where the other columns are wholly suppressed" in told
    finer = write_last_year(tmp_path, put(tails) + limit)
    measured = run("measure", finer, "--levels", f"born={tails['level']},zip=2", "--json").found
    assert measured["satisfied"] is True
    assert run("measure", finer, "--levels", "born=0,zip=2", "--json").found["satisfied"] is False
    found = {one["name"]: one for one in run("explain", finer, "--json").found["floors"]}
    assert found["born"]["level"] == tails["level"]


def test_beside_a_release_no_floor_has_tails(write, tmp_path, run):
    """They were true alone, and put into the job together they made the release worse."""
    for make in (write, lambda: write_last_year(tmp_path)):
        found = run("explain", make(), "--json").found
        assert all(floor["tails"] is None for floor in found["floors"])


def test_no_tails_are_tried_after_the_time_is_over(write, run, monkeypatch):
    monkeypatch.setattr("dpsql.use_cases.explain.levels._MOST_SECONDS_OF_TAILS", -1.0)
    found = run("explain", write(), "--json").found
    assert (found["tails"], found["without_tails"]) == ([], [])
    assert found["untried_tails"] == {"born": "out of time", "age": "out of time"}
    assert all(floor["tails"] is None for floor in found["floors"])


WIDE = """\
public: p.csv
private: {table: t.csv, key: id}
public_columns: [age]
quasi_identifiers: {age: {widths: [5]}}
delta: {max: 1/2}
release: r.csv
"""


def write_ages(folder, counts, members):
    """P with so many people per age; of these ages so many are in T."""
    rows = [(age, n) for age, count in counts.items() for n in range(count)]
    named = [(i, age, n) for i, (age, n) in enumerate(rows)]
    chosen = [one for one in named if one[2] < members.get(one[1], 0)]
    for name, listed in (("p", named), ("t", chosen)):
        lines = "".join(f"{i},{age}\n" for i, age, _ in listed)
        (folder / f"{name}.csv").write_text("id,age\n" + lines)
    (folder / "job.yaml").write_text(WIDE)
    return folder / "job.yaml"


def test_tails_of_a_third_of_p_are_tried_where_fewer_people_do_not_suffice(tmp_path, run):
    job = write_ages(tmp_path, {20: 20, 25: 10, 40: 30, 45: 30, 60: 3, 65: 7}, {20: 1, 60: 3})
    found = run("explain", job, "--json").found
    assert found["node"]["levels"] == {"age": 2}
    (tails,) = found["tails"]
    assert (tails["level"], tails["from"], tails["to"]) == (1, None, "60")
    job = write_ages(tmp_path, {20: 20, 25: 10, 40: 30, 45: 10, 60: 3, 65: 30}, {20: 1, 60: 3})
    (tails,) = run("explain", job, "--json").found["tails"]
    assert (tails["level"], tails["from"], tails["to"], tails["people"]) == (1, None, "60", 33)


def test_where_there_was_nothing_to_try_it_is_told(tmp_path, run):
    job = write_ages(tmp_path, {20: 30, 25: 20, 60: 3, 65: 50}, {60: 3})
    found = run("explain", job, "--json").found
    assert (found["tails"], found["without_tails"]) == ([], [])
    assert found["untried_tails"] == {"age": "nothing to try"}
    told = " ".join(run("explain", job).stdout.split())
    assert "No tails of age were tried: two labels of level 1 or more at an end hold too" in told
