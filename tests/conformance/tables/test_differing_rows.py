"""Where T is given by key, its own values are compared with P's, in every type, on every engine."""

import logging

import duckdb
import pytest

import dpsql

TREE = {"town": {"tree": {"*": ["a", "b"]}}}
AGES = {"age": {"widths": [10]}}
BY_KEY = {"table": "t.parquet", "key": "id"}


def _write(bench, public, private):
    """Write P and T as Parquet, each the rows of a SELECT."""
    with duckdb.connect() as connection:
        for name, rows in (("p", public), ("t", private)):
            connection.execute(f"COPY ({rows}) TO '{bench.folder}/{name}.parquet'")


def _check(bench, job):
    return dpsql.check(job, **bench.engine.options).to_dict()["differing_rows"]


PEOPLE = "SELECT * FROM (VALUES (1, 30, 'a'), (2, 40, 'b'), (3, NULL, 'b')) AS t(id, age, town)"


@pytest.mark.parametrize(
    ("private", "differ"),
    [
        ("(1, 30, 'a'), (2, 40, 'b'), (3, NULL, 'b')", {}),
        ("(1, 31, 'a'), (2, 40, 'a'), (3, NULL, 'a')", {"age": 1, "town": 2}),
        ("(1, NULL, 'a'), (2, 40, 'b'), (3, 7, 'b')", {"age": 2}),
        ("(1, '30', 'a'), (2, '40.0', 'b'), (3, 'abc', 'b')", {"age": 1}),
        ("(1, 'abc', 'a'), (2, '', 'b')", {"age": 2}),
        ("(1, 30::DOUBLE, 'a'), (2, 40.5::DOUBLE, 'b'), (3, NULL, 'b')", {"age": 1}),
        ("(1, 30.00::DECIMAL(9, 2), 'a'), (2, 40.01::DECIMAL(9, 2), 'A')", {"age": 1, "town": 1}),
    ],
)
def test_rows_are_counted_in_every_type(bench, private, differ):
    _write(bench, PEOPLE, f"SELECT * FROM (VALUES {private}) AS t(id, age, town)")
    nulls = {"age": {**AGES["age"], "nulls": "own_leaf"}}
    job = bench.job(nulls | TREE, public="p.parquet", private=BY_KEY)
    found = _check(bench, job)
    assert found["columns"] == differ
    assert found["rows"] == (
        3 if differ == {"age": 1, "town": 2} else max(differ.values(), default=0)
    )


@pytest.mark.parametrize(
    ("public", "private", "differs"),
    [
        ("DATE '2020-01-02'", "TIMESTAMP '2020-01-02 00:00:00'", 0),
        ("DATE '2020-01-02'", "TIMESTAMP '2020-01-02 01:00:00'", 1),
        ("DATE '2020-01-02'", "'2020-01-02'", 0),
        ("true", "'True'", 0),
        ("true", "'no'", 1),
    ],
)
def test_dates_and_flags_are_compared_by_what_they_are(bench, public, private, differs):
    _write(bench, f"SELECT 1 AS id, {public} AS what", f"SELECT 1 AS id, {private} AS what")
    rule = {"prefix": [1]}
    job = bench.job({"what": rule}, public="p.parquet", private=BY_KEY)
    assert _check(bench, job)["rows"] == differs


def test_the_warning_counts_and_names_no_value(bench, caplog):
    bench.write("p.csv", [(1, 30, "x"), (2, 40, "y")], ("id", "age", "lab"))
    bench.write("t.csv", [(1, "secret", "z"), (2, 40, "y")], ("id", "Age", "lab"))
    by_key = {"table": "t.csv", "key": "id"}
    job = bench.job(AGES, private=by_key, keep=["lab"], delta={"max": "1"})
    with caplog.at_level(logging.WARNING):
        found = bench.anonymize(job)
    told = (
        "1 row of T differs from P in age (1 row), lab (1); P's values are counted and released,"
        " of kept columns (lab) T's; mend the table that is wrong"
    )
    assert told in caplog.messages
    assert found.to_dict()["differing_rows"] == {"rows": 1, "columns": {"age": 1, "lab": 1}}
    assert bench.read_release() == [("30", "z"), ("40", "y")]


@pytest.mark.parametrize(
    ("age", "told"),
    [
        ("age", "sex: most likely they are written in another way"),
        ("age + id % 3", "sex; in other columns mend the table that is wrong"),
    ],
)
def test_values_that_are_written_in_another_way_are_told(bench, caplog, age, told):
    people = "SELECT i AS id, 20 + i % 7 AS age, i % 2 AS sex FROM range(60) AS t(i)"
    coded = f"SELECT id, {age} AS age, CASE sex WHEN 0 THEN 'f' ELSE 'm' END AS sex FROM ({people})"
    _write(bench, people, f"SELECT * FROM ({coded}) WHERE id < 40")
    sex = {"sex": {"tree": {"*": ["0", "1"]}}}
    with caplog.at_level(logging.WARNING):
        dpsql.check(
            bench.job(AGES | sex, public="p.parquet", private=BY_KEY), **bench.engine.options
        )
    found = next(line for line in caplog.messages if "differ from P" in line)
    assert found.endswith(f"; values of both correspond in {told}")


@pytest.mark.parametrize("wrong", ["id = 2", "id < 60 AND id % 2 = 0"])
def test_cells_that_differ_where_others_of_their_value_agree_are_wrong(bench, caplog, wrong):
    """One of many, or half of them: no value of P is written in another way in all its rows."""
    people = "SELECT i AS id, 20 + i % 7 AS age, i % 2 AS sex FROM range(130) AS t(i)"
    told = f"SELECT id, age, CASE WHEN {wrong} THEN 'x' ELSE CAST(sex AS VARCHAR) END AS sex"
    _write(bench, people, f"{told} FROM ({people}) WHERE id < 120")
    sex = {"sex": {"tree": {"*": ["0", "1"]}}}
    with caplog.at_level(logging.WARNING):
        dpsql.check(
            bench.job(AGES | sex, public="p.parquet", private=BY_KEY), **bench.engine.options
        )
    found = next(line for line in caplog.messages if "from P" in line)
    assert found.endswith("; mend the table that is wrong")


def test_a_t_that_has_only_keys_is_not_compared(bench):
    bench.write("p.csv", [(1, 30), (2, 40)], ("id", "age"))
    bench.write("t.csv", [(1,)], ("id",))
    job = bench.job(AGES, private={"table": "t.csv", "key": "id"})
    assert _check(bench, job) == {"rows": 0, "columns": {}}


def test_a_t_without_rows_is_warned_of(bench, caplog):
    bench.write("p.csv", [("a",), ("b",)], ("town",))
    bench.write("t.csv", [], ("town",))
    with caplog.at_level(logging.WARNING):
        dpsql.check(bench.job(TREE), **bench.engine.options)
    assert (
        "T has no rows: nobody is protected; does the job name the right table?" in caplog.messages
    )
