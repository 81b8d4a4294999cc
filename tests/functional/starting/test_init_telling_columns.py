"""``dpsql init`` leaves out columns that alone decide who is in T, and proposes others instead."""

from random import Random

import duckdb
import pyarrow
import pytest
from pyarrow import parquet

import dpsql
from tests.tiers import later

PEOPLE, MEMBERS = 400, 100
#: More columns than a first job chooses; `gender` would be chosen first.
COLUMNS = {
    "person": [f"p{i:03}" for i in range(PEOPLE)],
    "gender": ["in" if i < MEMBERS else "out" for i in range(PEOPLE)],
    **{f"c{j}": [f"v{i % (j + 3)}" for i in range(PEOPLE)] for j in range(9)},
    "in_t": [i < MEMBERS for i in range(PEOPLE)],
}
FORMS = {
    "table": ["gender", *(f"c{j}" for j in range(9))],
    "key": ["person", "gender", *(f"c{j}" for j in range(9))],
    "key of a column of P alone": ["person", *(f"c{j}" for j in range(9))],
    "where": [],
}


@pytest.mark.parametrize("form", FORMS)
def test_a_column_that_decides_is_in_neither_list(tmp_path, monkeypatch, run, form):
    monkeypatch.chdir(tmp_path)
    people = pyarrow.table(COLUMNS)
    public = people.drop_columns(["in_t"]) if FORMS[form] else people
    parquet.write_table(public, "p.parquet")
    parquet.write_table(people.slice(0, MEMBERS).select(FORMS[form] or ["c0"]), "t.parquet")
    asked = ["t.parquet"] if FORMS[form] else ["--where", "in_t"]

    ended = run("init", "p.parquet", *asked, "--json")

    assert [one["name"] for one in ended.found["telling_columns"]] == ["gender"]
    assert "gender alone decides who is in T" in ended.stderr
    assert "the job leaves it out" in ended.stderr
    job = dpsql.read_job("job.yaml")
    assert "gender" not in job.quasi_identifiers
    assert "gender" not in (job.public_columns or ())
    assert len(job.quasi_identifiers) > 1
    text = (tmp_path / "job.yaml").read_text()
    assert "# [gender]" in text
    shared = not FORMS[form] or "gender" in FORMS[form]
    assert ("#   gender: 2 values; it alone decides who is in T" in text) == shared
    assert run("check", "job.yaml").exit_code == 0


@pytest.mark.parametrize("cells", [lambda i: i < MEMBERS, lambda i: i if i < MEMBERS else None])
def test_one_of_p_alone_is_judged_by_tuples(tmp_path, monkeypatch, run, cells):
    """T has no key. `left` and `far` have as many people, of other tuples; `half` has others."""
    monkeypatch.chdir(tmp_path)
    shared = {"c1": COLUMNS["c1"], "age": [20 + i // 10 * 37 % 101 for i in range(PEOPLE)]}
    flags = {
        "left": [i % 4 == 0 for i in range(PEOPLE)],
        "far": [i >= PEOPLE - MEMBERS for i in range(PEOPLE)],
        "half": [i < PEOPLE // 2 for i in range(PEOPLE)],
    }
    people = pyarrow.table({**shared, **flags, "mark": [cells(i) for i in range(PEOPLE)]})
    parquet.write_table(people, "p.parquet")
    parquet.write_table(people.slice(0, MEMBERS).select([*shared]), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet", "--json")
    found = {"name": "mark", "private_rows": MEMBERS, "decides": True}
    assert ended.found["telling_columns"] == [found]
    told = "mark may be the secret itself: one of its values, or all but one, has about as many"
    assert told in ended.stderr
    text = (tmp_path / "job.yaml").read_text()
    assert "# [mark]" in text and "public_columns: [c1, age, left, far, half]" in text
    (tmp_path / "job.yaml").write_text(text.replace("far, half]", "far, half, mark]"))
    checked = run("check", "job.yaml", "--json")
    assert checked.found["telling_columns"] == [found] and told in checked.stderr


def test_where_nothing_else_is_left_it_says_so(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    people = pyarrow.table(COLUMNS).select(["gender"])
    parquet.write_table(people, "p.parquet")
    parquet.write_table(people.slice(0, MEMBERS), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet")
    assert (ended.exit_code, "decides who is in T, as gender does" in ended.complaint) == (3, True)


def test_a_value_of_many_is_found_in_a_column_of_many_values(tmp_path, monkeypatch, run):
    """Like a balance of 0, which nearly only people of T have; the others have one each."""
    monkeypatch.chdir(tmp_path)
    balance = [
        0 if i < MEMBERS - 30 or i == PEOPLE - 1 else 1000 + i * 37 % 401 for i in range(PEOPLE)
    ]
    people = pyarrow.table({**COLUMNS, "balance": balance}).drop_columns(["gender", "in_t"])
    parquet.write_table(people, "p.parquet")
    parquet.write_table(people.slice(0, MEMBERS), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet", "--json")
    assert [one["name"] for one in ended.found["telling_columns"]] == ["balance"]
    said = "hardly anybody outside of T has some values of balance (70 rows of T)"
    assert said in ended.stderr


def test_what_shows_a_fifth_of_t_is_not_called_public(tmp_path, monkeypatch, run):
    """`visits` has values of one person each; `seldom` shows less of T; `gender` is chosen."""
    monkeypatch.chdir(tmp_path)
    columns = {
        "person": COLUMNS["person"],
        "gender": [("d" if i < 30 else "mf"[i % 2]) for i in range(PEOPLE)],
        "c1": COLUMNS["c1"],
        "diagnosis": ["F32.1" if i < 90 else f"A{i % 7}0" for i in range(PEOPLE)],
        "visits": [i + 1 if i < 60 else 0 for i in range(PEOPLE)],
        "seldom": ["x" if 70 <= i < 89 else "yz"[i % 2] for i in range(PEOPLE)],
        "in_t": COLUMNS["in_t"],
    }
    parquet.write_table(pyarrow.table(columns), "p.parquet")
    ended = run("init", "p.parquet", "--where", "in_t", "--json")
    text = (tmp_path / "job.yaml").read_text()
    job = dpsql.read_job("job.yaml")
    assert "gender" in job.quasi_identifiers and "gender" in job.public_columns
    assert {"diagnosis", "visits"}.isdisjoint({*job.public_columns, *job.quasi_identifiers})
    assert "seldom" in job.public_columns
    assert "# [diagnosis, visits]" in text
    value = "nobody outside of T has some of its values ({} of 100 rows of T): who knows them is"
    content = "nobody outside of T is neither NULL, zero nor empty there (60 of 100 rows of T)"
    told = {line.split()[0]: line for line in text.splitlines() if value.format(30) in line}
    assert [*told] == ["gender:"]
    assert value.format(90) in ended.found["left_out"]["diagnosis"]
    assert content in ended.found["left_out"]["visits"]
    assert value.format(90) in text and content in text
    assert run("check", "job.yaml", "--json").found["telling_columns"][0]["name"] == "gender"


@pytest.mark.parametrize(
    ("form", "type_"),
    [
        (form, type_) if (i + j) % 3 == 0 else later(form, type_)
        for i, form in enumerate(["key", "own", "where"])
        for j, type_ in enumerate(
            ["INTEGER", "DOUBLE", "VARCHAR", "DATE", "%d.%m.%Y", "logarithm", "comma"]
        )
    ],
)
def test_a_limit_that_decides_is_found(tmp_path, monkeypatch, run, form, type_):
    """Such as a weight at birth below 2,500: T has all those, each with a value of its own."""
    monkeypatch.chdir(tmp_path)
    weights = [i * 37 % PEOPLE for i in range(PEOPLE)]
    day = "DATE '2000-01-01' + CAST(weight AS INTEGER)"
    special = {
        "logarithm": "CAST(ln(1 + weight) AS VARCHAR)",
        "comma": "replace(CAST(weight / 8 AS VARCHAR), '.', ',')",
    }
    typed = {"DATE": day, "%d.%m.%Y": f"strftime({day}, '{type_}')", **special}.get(
        type_, f"CAST(weight AS {type_})"
    )
    people = pyarrow.table({**COLUMNS, "id": range(5, PEOPLE + 5), "weight": weights})
    people = people.drop_columns(["gender", "in_t"])
    low = f"SELECT *, weight < {MEMBERS} AS low FROM people"
    marked = duckdb.sql(f"SELECT * REPLACE ({typed} AS weight) FROM ({low})")
    public = marked if form == "where" else duckdb.sql("SELECT * EXCLUDE (low) FROM marked")
    public.write_parquet("p.parquet")
    left_out = "low, id" if form == "own" else "low"
    duckdb.sql(f"SELECT * EXCLUDE ({left_out}) FROM marked WHERE low").write_parquet("t.parquet")
    words = ["--where", "low"] if form == "where" else ["t.parquet"]
    ended = run("init", "p.parquet", *words, "--json")
    told = [one for one in ended.found["telling_columns"] if one["name"] == "weight"]
    assert told == [{"name": "weight", "private_rows": MEMBERS, "decides": True}]
    assert "within one range there, and hardly any others" in ended.stderr
    assert "weight" not in ended.found["quasi_identifiers"]
    assert "weight" not in dpsql.read_job("job.yaml").public_columns


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (lambda i: f"d{i}" if i < MEMBERS else None, "100 rows of T are not NULL there, and"),
        (
            lambda i: i if 0 < i < MEMBERS else 0,
            "at least 99 of the 100 rows of T are neither NULL",
        ),
        (lambda i: None if i < MEMBERS else i, "all 100 rows of T are NULL there, and hardly any"),
        (
            lambda i: i if 0 < i < 40 else 0,
            "nobody outside of T is neither NULL, zero nor empty in seen (39 rows of T): who knows"
            " that is certain",
        ),
    ],
    ids=["filled", "not zero", "NULL", "some"],
)
def test_what_shows_by_being_there_has_its_own_sentence(tmp_path, monkeypatch, run, cells, told):
    monkeypatch.chdir(tmp_path)
    columns = {name: COLUMNS[name] for name in ("person", "c1", "c2")}
    people = pyarrow.table(columns | {"seen": [cells(i) for i in range(PEOPLE)]})
    parquet.write_table(people, "p.parquet")
    parquet.write_table(people.slice(0, MEMBERS), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet")
    assert told in ended.stderr and "have values that" not in ended.stderr


@pytest.mark.parametrize(("others", "is_shown"), [(1, True), (30, False)])
def test_so_is_a_measurement_with_a_limit_below_which_most_are_in_t(
    tmp_path, monkeypatch, run, others, is_shown
):
    """A tenth of T has the value of everybody else; beside more others, it only tells much."""
    monkeypatch.chdir(tmp_path)
    is_low = [i < 90 or MEMBERS <= i < MEMBERS + others for i in range(PEOPLE)]
    columns = {
        "person": COLUMNS["person"],
        "gender": ["mf"[i % 2] for i in range(PEOPLE)],
        "ct": [15 + i * 37 % 101 / 8 if is_low[i] else 45.0 for i in range(PEOPLE)],
        "dose": [1 + i * 37 % 401 / 8 for i in range(PEOPLE)],
        "in_t": COLUMNS["in_t"],
    }
    parquet.write_table(pyarrow.table(columns), "p.parquet")
    ended = run("init", "p.parquet", "--where", "in_t", "--json")
    text = (tmp_path / "job.yaml").read_text()
    assert ("ct" in dpsql.read_job("job.yaml").public_columns) != is_shown
    assert [one["name"] for one in ended.found["telling_columns"]] == ["ct"] * is_shown
    assert ("people of P with some of its values are in T: who knows them" in text) != is_shown
    assert "# [ct]" in text and "# [dose" not in text


@pytest.mark.parametrize(
    ("public", "private"),
    [
        (
            lambda i: f"2016/{1 + i % 12:02}/{1 + i // 12 % 28:02}",
            lambda i: f"{1 + i // 12 % 28:02}.{1 + i % 12:02}.2016",
        ),
        (lambda i: f"{10_000 + i % 40}", lambda i: f"00{i % 40:02}"),
        (lambda i: 18 + i % 60, lambda i: 12 * (18 + i % 60)),
    ],
    ids=["days", "codes", "months"],
)
def test_what_t_writes_otherwise_does_not_decide(tmp_path, monkeypatch, run, public, private):
    """No value of T is one of P: they lie in one range, where P has nobody."""
    monkeypatch.chdir(tmp_path)
    drawn = Random(3)
    people = [(drawn.choice("fm"), drawn.randrange(7), drawn.randrange(999)) for _ in range(PEOPLE)]
    members = drawn.sample(people, MEMBERS)
    for name, rows, write in (("p", people, public), ("t", members, private)):
        sex, ward, seen = zip(*rows, strict=True)
        table = pyarrow.table({"sex": sex, "ward": ward, "seen": [*map(write, seen)]})
        parquet.write_table(table, f"{name}.parquet")

    ended = run("init", "p.parquet", "t.parquet", "--json")

    assert ended.found["telling_columns"] == []
    assert "alone decides" not in ended.stderr
    assert "seen" in dpsql.read_job("job.yaml").public_columns


def test_what_is_counted_is_told_so_that_a_group_by_gives_it(tmp_path, monkeypatch, run):
    """Twenty more rows of T have values of their own, which are too few people to tell anything."""
    monkeypatch.chdir(tmp_path)
    code = ["Z" if i < 30 else f"own{i}" if i < 50 else f"A{i % 7}" for i in range(PEOPLE)]
    people = pyarrow.table({**COLUMNS, "diagnosis": code}).drop_columns(["gender"])
    parquet.write_table(people, "p.parquet")
    ended = run("init", "p.parquet", "--where", "in_t", "--json")
    told = ended.found["left_out"]["diagnosis"]
    least = int(told.partition("a value counts if ")[2].split()[0])
    groups = (
        "SELECT diagnosis, COUNT(*) AS p, COUNT(*) FILTER (in_t) AS t FROM 'p.parquet' GROUP BY 1"
    )
    counted = duckdb.sql(f"SELECT SUM(t) FROM ({groups}) WHERE p >= {least} AND t = p").fetchall()
    assert f"({counted[0][0]} of 100 rows of T)" in told and "and all of them are in T" in told


def test_what_shows_much_of_t_is_left_out_however_it_is_called(tmp_path, monkeypatch, run):
    """`obese` is the diagnosis by its name, `numbig` is the same as a number beside an age."""
    monkeypatch.chdir(tmp_path)
    sick = [i < MEMBERS - 20 for i in range(PEOPLE)]
    people = {
        "person": COLUMNS["person"],
        "age": [20 + i * 37 % 7 for i in range(PEOPLE)],
        "numbig": [("1" if one else "0") if i % 9 else "" for i, one in enumerate(sick)],
        "numsmall": [str(i % 3) for i in range(PEOPLE)],
        "in_t": [i < MEMBERS for i in range(PEOPLE)],
    }
    parquet.write_table(pyarrow.table(people), "p.parquet")

    run("init", "p.parquet", "--where", "in_t")

    job = dpsql.read_job("job.yaml")
    assert [*job.quasi_identifiers] == ["age", "numsmall"]
    assert "numbig" not in (job.public_columns or ())
    text = (tmp_path / "job.yaml").read_text()
    assert "'[0, " not in text
    assert "#   numbig: 3 values" in text and "nobody outside of T has some of its values" in text
