"""A column that alone decides who is in T is warned of, on every engine; no value is named."""

import logging
from decimal import Decimal

import pyarrow
import pytest
from pyarrow import parquet

import dpsql

TREES = {
    "town": {"tree": {"*": ["a", "b"]}},
    "cited": {"tree": {"*": ["no", "yes"]}},
}
FORMS = {
    "table": "t.csv",
    "key": {"table": "t.csv", "key": "person"},
    "where": {"where": "in_t"},
}
WARNING = (
    "cited alone decides who is in T (all 25 rows of T have values that hardly anybody else has);"
    " it is the secret itself: leave it out of quasi_identifiers and public_columns, or, if others"
    " know it, generalize it wholly"
)


def test_a_column_that_decides_who_is_in_t_is_warned_of(bench, caplog):
    people = [("ab"[i % 2], "yes" if i < 25 else "no") for i in range(100)]
    bench.write("p.csv", people, ("town", "cited"))
    bench.write("t.csv", people[:25], ("town", "cited"))
    job = bench.job(TREES)
    with caplog.at_level(logging.WARNING):
        found = dpsql.check(job, **bench.engine.options)
    assert [one.to_dict() for one in found.telling] == [
        {"name": "cited", "private_rows": 25, "decides": True}
    ]
    assert WARNING in caplog.messages


@pytest.mark.parametrize("form", FORMS)
def test_so_is_a_public_column_that_the_job_does_not_generalize(bench, caplog, form):
    people = [
        (f"p{i:02}", "ab"[i % 2], "yes" if i < 25 else "no", i < 25, f"{i * 37 % 100}")
        for i in range(100)
    ]
    names = ("person", "town", "cited", "in_t", "street")
    bench.write("p.csv", people, names)
    bench.write("t.csv", people[:25], names)
    private = FORMS[form]
    tree = {"town": TREES["town"]}
    public = ["person", "town", "cited", "street"]
    job = bench.job(tree, private=private, public_columns=public)
    with caplog.at_level(logging.WARNING):
        found = dpsql.check(job, **bench.engine.options)
    assert [one.name for one in found.telling] == ["cited"]
    assert WARNING in caplog.messages
    hidden = bench.job(tree, private=private, public_columns=["town", "street"])
    assert dpsql.check(hidden, **bench.engine.options).telling == ()


@pytest.mark.parametrize("form", FORMS)
def test_so_is_one_that_decides_by_a_limit(bench, caplog, form):
    """But for a row; numbers and days are texts in a CSV. What numbers T's own rows is none."""
    people = [
        (f"p{i:02}", "ab"[i % 2], f"{i / 8}", f"2020-{1 + i // 28:02}-{1 + i % 28:02}", i < 25)
        for i in range(100)
    ]
    people = [(*one[:-1], one[-1] or i == 70) for i, one in enumerate(people)]
    names = ("person", "town", "dose", "seen", "in_t")
    numbered = [(*one, f"{i}") for i, one in enumerate(people)]
    bench.write("p.csv", numbered, (*names, "row_id"))
    members = [(*one[:-1], f"{i}") for i, one in enumerate(one for one in numbered if one[4])]
    bench.write("t.csv", members, (*names, "row_id"))
    public = [*names[:-1], *(["row_id"] if form == "table" else [])]
    job = bench.job({"town": TREES["town"]}, private=FORMS[form], public_columns=public)
    with caplog.at_level(logging.WARNING):
        found = dpsql.check(job, **bench.engine.options)
    told = [(one.name, one.rows) for one in found.telling]
    assert told == [("dose", 25), ("seen", 25)]
    assert any(
        "at least 25 of the 26 rows of T are within one range" in one for one in caplog.messages
    )


@pytest.mark.parametrize("form", FORMS)
def test_one_of_which_a_part_shows_most_of_t_by_a_limit_is_warned_of(bench, caplog, form):
    """Numbers or days of 48 people of T and 2 others; two of T have what the others have."""

    def is_early(i):
        return i < 46 or i in (60, 61)

    people = [
        (
            *(f"p{i:03}", "ab"[i % 2], f"{i / 8 if is_early(i) else 45}"),
            f"2020-0{1 + i // 28}-{1 + i % 28:02}" if is_early(i) else "2021-01-01",
            f"{i * 37 % 200}",
            i < 50,
        )
        for i in range(200)
    ]
    names = ("person", "town", "dose", "seen", "other", "in_t")
    bench.write("p.csv", people, names)
    bench.write("t.csv", people[:50], names)
    public = [*names[:-1]]
    job = bench.job({"town": TREES["town"]}, private=FORMS[form], public_columns=public)
    with caplog.at_level(logging.WARNING):
        found = dpsql.check(job, **bench.engine.options)
    told = {one.name: (one.rows, one.decides, one.is_certain) for one in found.telling}
    assert told == {"dose": (45, False, True), "seen": (45, False, True)}
    assert "nobody outside of T has some values of dose (45 rows of T), seen" in caplog.text


def test_so_may_be_one_of_p_alone_where_t_has_no_key(bench, caplog):
    """By value, by NULL and by zero; `other` has as many people, half of them in another town."""
    everybody = range(100)
    people = {
        "town": ["a" if i < 40 else "b" for i in everybody],
        "cited": [i < 25 for i in everybody],
        "cost": [i + 0.5 if i < 25 else (None, float("nan"))[i % 2] for i in everybody],
        "seen": [f"s{i}" if i < 25 else None for i in everybody],
        "arm": ["none" if i >= 25 else f"arm {i % 2}" for i in everybody],
        "other": [28 <= i < 53 for i in everybody],
    }
    table = pyarrow.table(people)
    parquet.write_table(table, bench.folder / "p.parquet")
    parquet.write_table(table.slice(0, 25).select(["town"]), bench.folder / "t.parquet")
    words = {"public": "p.parquet", "private": "t.parquet", "public_columns": [*people]}
    job = bench.job({"town": TREES["town"]}, **words)
    with caplog.at_level(logging.WARNING):
        found = dpsql.check(job, **bench.engine.options).telling
    assert {one.name: one.rows for one in found if one.is_likely} == dict.fromkeys(
        ("cited", "cost", "seen", "arm"), 25
    )
    assert "arm, cited, cost, seen may be the secrets themselves" in caplog.text


@pytest.mark.parametrize("form", FORMS)
def test_so_is_one_of_many_values_that_t_alone_has(bench, form):
    """Each by what is NULL, zero, empty or no number outside of T; some is known of half of T."""
    everybody = range(100)
    people = {
        "person": [f"p{i:02}" for i in everybody],
        "town": ["ab"[i % 2] for i in everybody],
        "cost": [i + 0.5 if i < 25 else None for i in everybody],
        "dose": [i + 0.5 if i < 25 else (None, 0.0, float("nan"))[i % 3] for i in everybody],
        "fee": [Decimal(i + 1) / 4 if i < 25 else Decimal(0) for i in everybody],
        "visits": [i - 100 if i < 25 else (None, 0)[i % 2] for i in everybody],
        "drug": [f"d{i}" if i < 25 else (None, "", "0")[i % 3] for i in everybody],
        "free": [f"f{i}" if i >= 25 else None for i in everybody],
        "half": [f"h{i}" if i < 21 else None for i in everybody],
        "nearly": [f"n{i}" if i < 26 else None for i in everybody],
        "some": [f"s{i}" if i < 30 else None for i in everybody],
        "all": [f"a{i}" for i in everybody],
        "in_t": [i < 25 for i in everybody],
    }
    table = pyarrow.table(people)
    parquet.write_table(table, bench.folder / "p.parquet")
    parquet.write_table(table.slice(0, 25), bench.folder / "t.parquet")
    private = "t.parquet" if form == "table" else {**FORMS[form], "table": "t.parquet"}
    if form == "where":
        private = FORMS[form]
    public = [name for name in people if name != "in_t"]
    words = {"public": "p.parquet", "private": private, "public_columns": public}
    job = bench.job({"town": TREES["town"]}, **words)
    found = dpsql.check(job, **bench.engine.options).telling
    assert {one.name: (one.rows, one.decides, one.is_certain) for one in found} == {
        **dict.fromkeys(("cost", "dose", "fee", "visits", "drug", "free"), (25, True, True)),
        "half": (21, False, True),
        "nearly": (25, True, True),
    }
    where = "in_t" if form == "where" else None
    if bench.engine.name == "duckdb" and form != "key":
        path = bench.folder / "first.yaml"
        private = None if where else bench.folder / "t.parquet"
        dpsql.init(bench.folder / "p.parquet", private, path, where=where)
        written = dpsql.read_job(path)
        expected = {"cost", "dose", "fee", "visits", "drug", "free", "nearly", "half"}
        assert expected.isdisjoint({*written.quasi_identifiers, *written.public_columns})
        assert {"some", "all"} <= {*written.public_columns}


@pytest.mark.parametrize("algorithm", ["spalm", "mpalm", "pooled"])
def test_a_search_warns_of_values(duckdb_bench, caplog, algorithm):
    """Nobody else has one value of paid, and half of T has others."""
    people = [("ab"[i % 2], "yes" if i < 40 else f"no{i // 2 % 2}") for i in range(400)]
    duckdb_bench.write("p.csv", people, ("town", "paid"))
    duckdb_bench.write("t.csv", [*people[:40], *people[200:240]], ("town", "paid"))
    trees = {"town": TREES["town"], "paid": {"tree": {"*": {"a": ["yes", "no0"], "b": ["no1"]}}}}
    job = duckdb_bench.job(trees, delta={"max": "1/2"}, algorithm=algorithm)
    with caplog.at_level(logging.WARNING):
        duckdb_bench.anonymize(job)
    assert "nobody outside of T has some values of paid (40 rows of T)" in caplog.text


def test_a_search_that_suppresses_them_does_not(duckdb_bench, caplog):
    people = [("ab"[i % 2], "yes" if i < 25 else "no") for i in range(100)]
    duckdb_bench.write("p.csv", people, ("town", "cited"))
    duckdb_bench.write("t.csv", people[:25], ("town", "cited"))
    with caplog.at_level(logging.WARNING):
        found = duckdb_bench.anonymize(duckdb_bench.job(TREES, delta={"max": "1/2"}))
    assert found.levels["cited"] == 1
    assert "cited" not in caplog.text


def test_a_sign_off_says_so(duckdb_bench):
    people = [("ab"[i % 2], "yes" if i < 25 else "no") for i in range(100)]
    duckdb_bench.write("p.csv", people, ("town", "cited"))
    duckdb_bench.write("t.csv", people[:25], ("town", "cited"))
    job = duckdb_bench.job(TREES, delta={"max": "1/2"})
    duckdb_bench.anonymize(job)
    page = duckdb_bench.folder / "sign.html"
    dpsql.sign_off(job, page)
    assert "To know cited alone is enough." in page.read_text(encoding="utf-8")


def test_a_search_and_a_sign_off_say_so_of_a_public_column(duckdb_bench, caplog):
    people = [("ab"[i % 2], "yes" if i < 25 else "no") for i in range(100)]
    duckdb_bench.write("p.csv", people, ("town", "cited"))
    duckdb_bench.write("t.csv", people[:25], ("town", "cited"))
    job = duckdb_bench.job({"town": TREES["town"]}, delta={"max": "1/2"})
    with caplog.at_level(logging.WARNING):
        duckdb_bench.anonymize(job)
    assert WARNING in caplog.messages
    page = duckdb_bench.folder / "sign.html"
    dpsql.sign_off(job, page)
    text = page.read_text(encoding="utf-8")
    assert "To know cited alone is enough." in text
    assert "That nobody knows cited, though public_columns lists it" in text
