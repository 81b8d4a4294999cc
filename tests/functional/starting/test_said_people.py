"""Whoever runs `init` may say which columns name people, and is not asked then."""

import re
from pathlib import Path

import duckdb
import pytest

import dpsql
from dpsql.errors import ConfigError, SchemaError

PEOPLE, ORDERS = 120, 360


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Orders, three of each customer; those of T, by their numbers; and a table of customers."""
    monkeypatch.chdir(tmp_path)
    orders = f"""
        SELECT 'O' || (1000 + i) AS order_id, i * 7 % {PEOPLE} AS cust,
          20 + (i * 7 % {PEOPLE}) % 50 AS age, (i * 7 % {PEOPLE}) % 4 AS ward, i % 12 AS size
        FROM range({ORDERS}) AS orders(i)
    """
    duckdb.sql(f"COPY ({orders}) TO 'orders.csv'")
    duckdb.sql(
        "COPY (SELECT order_id, age, ward, 'x' || size % 5 AS item FROM 'orders.csv'"
        " WHERE substr(order_id, 2)::INT % 8 = 0) TO 't.csv'"
    )
    duckdb.sql("COPY (SELECT DISTINCT cust, age, ward FROM 'orders.csv') TO 'p.csv'")
    duckdb.sql("COPY (SELECT *, 'y' AS item FROM 'p.csv' WHERE cust % 9 = 0) TO 'some.csv'")
    return tmp_path


def _list_lines(begin):
    return [one for one in Path("job.yaml").read_text().splitlines() if one.startswith(begin)]


def test_a_question_says_how_to_answer_it(run):
    told = " ".join(run("init", "orders.csv", "t.csv").stdout.split())
    assert "If cust names people, run init again with --person cust; if each row of P is" in told
    assert not _list_lines("person:")


def test_what_may_name_people_is_called_nothing_else(run):
    duckdb.sql(
        "COPY (SELECT cust, age, ward, 1 AS item FROM 'orders.csv' WHERE cust > 99) TO 't.csv'"
    )
    found = run("init", "orders.csv", "t.csv", "--json").found
    assert found["left_out"]["cust"] == "it may name people, as asked above"


def test_what_is_said_to_name_people_is_mended_by_statements_that_run(run):
    ended = run("init", "orders.csv", "t.csv", "--person", "cust")
    assert "--person" not in ended.stdout  # it was answered
    assert _list_lines("person:") == ["person: cust  # as you said"]
    text = "\n".join(one[1:] for one in _list_lines("#"))
    statements = re.findall(r"^ *(COPY .*?;)$", text, re.MULTILINE | re.DOTALL)
    assert len(statements) == 2
    for statement in statements:
        duckdb.sql(statement)
    assert run("check", "job.yaml", "--quiet").exit_code == 3
    ended = run(
        "init", "orders-people.parquet", "t-people.parquet", "--person", "cust", "--overwrite"
    )
    assert (ended.exit_code, ended.stderr) == (0, "")
    assert _list_lines("private:") == ["private: {table: ./t-people.parquet, key: cust}"]
    found = run("check", "job.yaml", "--json").found
    assert found["public_rows"] == PEOPLE
    members = "SELECT count(DISTINCT cust) FROM 't.csv' JOIN 'orders.csv' USING (order_id)"
    assert found["private_rows"] == duckdb.sql(members).fetchall()[0][0]


def test_rows_that_are_said_to_be_people_are_not_asked_about(run):
    ended = run("init", "orders.csv", "t.csv", "--one-row-each")
    assert (ended.exit_code, ended.stderr) == (0, "")
    assert _list_lines("person:") == ["person: []  # as you said"]
    assert run("check", "job.yaml", "--quiet").stderr == ""


def test_several_columns_may_be_said(run):
    assert run("init", "p.csv", "some.csv", "--person", "cust", "--person", "age").exit_code == 0
    assert _list_lines("person:") == ["person: [cust, age]  # as you said, and each run checks it"]
    assert run("check", "job.yaml", "--quiet").exit_code == 0


def test_a_column_that_is_said_is_the_key(run):
    """Though another is unique, too, and is called an identifier."""
    for name in ("p", "some"):
        duckdb.sql(f"COPY (SELECT *, 'R' || cust AS rec_id FROM '{name}.csv') TO '{name}2.parquet'")
    run("init", "p2.parquet", "some2.parquet")
    assert "key: rec_id" in _list_lines("private:")[0]
    run("init", "p2.parquet", "some2.parquet", "--person", "cust", "--overwrite")
    assert "key: cust" in _list_lines("private:")[0]


def test_what_cannot_be_said(run):
    ended = run("init", "p.csv", "some.csv", "--person", "cst")
    told = "dpsql: --person: P has no column 'cst'; did you mean 'cust'?"
    assert (ended.exit_code, ended.complaint) == (3, told)
    ended = run("init", "p.csv", "some.csv", "--person", "cust", "--one-row-each")
    assert (ended.exit_code, "pass one of them" in ended.complaint) == (2, True)
    assert not Path("job.yaml").exists()
    duckdb.sql("COPY (SELECT age, ward, count(*) AS people FROM 'p.csv' GROUP BY ALL) TO 'n.csv'")
    with pytest.raises(ConfigError, match="stand for several people, as people says"):
        dpsql.init("n.csv", "some.csv", person="age")
    with pytest.raises(SchemaError, match="person: P has no column"):
        dpsql.init("p.csv", "some.csv", person=["nobody"])


def test_in_python(run):
    dpsql.init("p.csv", "some.csv", person="cust")
    assert dpsql.read_job("job.yaml").person == ("cust",)
    assert dpsql.init(duckdb.read_csv("orders.csv").df(), "t.csv", person=[]).person == ()
