"""A released table holds what the released file of the same job holds, in the same order."""

import duckdb
import pytest
from psycopg import sql

import dpsql
from dpsql.engines.postgres.types import name_once_stored
from tests.postgres.conftest import rows

#: Values of each type, the least first as a release sorts them, with one that is easily lost.
KEPT = {
    "text": ["''", "'NULL'", "'\\N'", "E'a\\nb'", "'ä, \"ö\"'", "'it''s'", "NULL"],
    "boolean": ["false", "true", "NULL"],
    "smallint": ["-32768", "0", "32767", "NULL"],
    "integer": ["-2147483648", "7", "NULL"],
    "bigint": ["-9223372036854775808", "9223372036854775807", "NULL"],
    "numeric(10, 2)": ["-1.50", "0.00", "99999999.99", "NULL"],
    "numeric(38, 38)": ["0.1", "-0.1", "NULL"],
    "real": ["'-Infinity'", "-0.1", "'-0'", "0", "1e-45", "'NaN'", "NULL"],
    "double precision": [
        "'-Infinity'",
        "'-0'",
        "0",
        "0.1",
        "5e-324",
        "'Infinity'",
        "'NaN'",
        "NULL",
    ],
    "date": ["'0001-01-01 BC'", "'2021-02-28'", "NULL"],
    "time": ["'00:00'", "'23:59:59.999999'", "NULL"],
    "timestamp": ["'2000-01-01 00:00:00.000001'", "'2021-12-31 23:59'", "NULL"],
    "timestamptz": ["'2000-01-01 00:00+09'", "NULL"],
    "uuid": ["'00000000-0000-0000-0000-000000000000'", "NULL"],
    "bytea": ["'\\x'", "'\\x00ff'", "NULL"],
}


@pytest.mark.parametrize("type_", KEPT)
def test_kept_values_of_every_type(postgres_bench, server, schema, type_):
    values = ", ".join(
        f"(CAST({value} AS {type_}), {i % 2})" for i, value in enumerate(KEPT[type_] * 3)
    )
    server.execute("CREATE TABLE people AS SELECT 'x' AS town FROM generate_series(1, 100)")
    server.execute(
        f"CREATE TABLE trial AS SELECT 'x' AS town, v FROM (VALUES {values}) AS t (v, i)"
    )
    of_file = dpsql.anonymize(job_of(postgres_bench, "r.parquet", keep=["v"])).release
    job = job_of(postgres_bench, {"table": f"{schema}.released"}, keep=["v"])
    made = dpsql.anonymize(job)
    assert made.release.sha256 == of_file.sha256
    assert dpsql.verify(job).release == made.release
    named = server.execute(
        "SELECT format_type(atttypid, atttypmod) FROM pg_attribute"
        " WHERE attrelid = 'released'::regclass AND attname = 'v'"
    ).fetchone()[0]
    assert named.startswith(type_.replace(", ", ",").replace("timestamptz", "timestamp with time"))


def job_of(bench, release, **words):
    """A job over the tables `people` and `trial`."""
    return bench.job(
        {"town": {"prefix": [1]}},
        **{"public": "people", "private": "trial", "delta": {"max": "1/2"}, "release": release}
        | words,
    )


#: DuckDB's types of a file, and what a table of Postgres makes of them.
CARRIED = {
    "UTINYINT": "smallint",
    "TINYINT": "smallint",
    "USMALLINT": "integer",
    "UINTEGER": "bigint",
    "UBIGINT": "numeric(20,0)",
    "TIMESTAMP_S": "timestamp without time zone",
    "DECIMAL(4, 1)": "numeric(4,1)",
}


@pytest.mark.parametrize("type_", CARRIED)
def test_kept_columns_of_files_get_a_type_that_holds_them(postgres_bench, server, schema, type_):
    value = "TIMESTAMP '2020-02-29 12:00:00'" if type_.startswith("TIME") else "200 / 2"
    with duckdb.connect() as connection:
        for name, columns, count in (
            ("people", "'x' AS town", 100),
            ("trial", f"'x' AS town, CAST({value} AS {type_}) AS v", 9),
        ):
            connection.sql(f"SELECT {columns} FROM range({count})").write_parquet(
                str(postgres_bench.folder / f"{name}.parquet")
            )
    files = {"public": "people.parquet", "private": "trial.parquet", "keep": ["v"]}
    job = job_of(postgres_bench, {"table": f"{schema}.released"}, **files)
    made = dpsql.anonymize(job)
    assert dpsql.verify(job).release == made.release
    named = server.execute(
        "SELECT format_type(atttypid, atttypmod) FROM pg_attribute"
        " WHERE attrelid = 'released'::regclass AND attname = 'v'"
    ).fetchone()[0]
    assert named == CARRIED[type_]


@pytest.mark.parametrize("type_", ["HUGEINT", "UHUGEINT", "INTERVAL", "INTEGER[]", "TIMESTAMP_NS"])
def test_a_type_that_no_table_holds(type_):
    with pytest.raises(
        dpsql.InputError, match=f"cannot hold column 'v' of type {type_}".replace("[", r"\[")
    ):
        name_once_stored("v", type_)


def test_values_of_an_enum_are_texts_and_in_no_error():
    assert name_once_stored("v", "ENUM('secret', 'x')") == "VARCHAR"
    with pytest.raises(dpsql.InputError) as caught:
        name_once_stored("v", "ENUM('secret', 'x')[]")
    assert "secret" not in str(caught.value)


def test_distinct_rows_with_their_count(postgres_bench, server, schema):
    server.execute("CREATE TABLE people AS SELECT 'x' AS town FROM generate_series(1, 100)")
    server.execute("CREATE TABLE trial AS SELECT 'x' AS town FROM generate_series(1, 9)")
    job = job_of(postgres_bench, {"table": f"{schema}.released", "count": "count"})
    made = dpsql.anonymize(job)
    assert rows(server) == [("x", 9)]
    assert made.release.rows == 1
    dpsql.verify(job)
    server.execute("UPDATE released SET count = 8")
    with pytest.raises(dpsql.IntegrityError):
        dpsql.verify(job)


HOSTILE = ['"', "'", "; DROP TABLE people; --", "Straße", "ı", "SELECT", "a b", "%s", "$1"]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_and_labels(postgres_bench, server, schema, name):
    column = sql.Identifier(name)
    people = sql.SQL("CREATE TABLE people AS SELECT {} AS {} FROM generate_series(1, 9)")
    server.execute(people.format(sql.Literal(name), column))
    trial = sql.SQL("CREATE TABLE trial AS SELECT * FROM people LIMIT 3")
    server.execute(trial)
    job = postgres_bench.job(
        {name: {"prefix": [1]}},
        public="people",
        private="trial",
        delta={"max": "1/2"},
        release={"table": f"{schema}.{name}", "manifest": "r.manifest.json"},
    )
    made = dpsql.anonymize(job)
    assert dpsql.verify(job).release == made.release
    assert dpsql.anonymize(job, overwrite=True).release == made.release
    place = sql.Identifier(schema, name)
    assert server.execute(sql.SQL("TABLE {}").format(place)).fetchall() == [(name,)] * 3


@pytest.mark.parametrize("name", ["ctid", "x" * 64])
def test_names_of_columns_that_postgres_has_not(postgres_bench, schema, name):
    postgres_bench.write("p.csv", [["a"]] * 9, [name])
    postgres_bench.write("t.csv", [["a"]] * 3, [name])
    job = postgres_bench.job(
        {name: {"prefix": [1]}}, release={"table": f"{schema}.released"}, delta={"max": "1/2"}
    )
    with pytest.raises(dpsql.SchemaError, match="cannot name column 1"):
        dpsql.anonymize(job)


def test_rows_lie_in_the_order_of_the_file(postgres_bench, server, schema):
    """Many pages of rows: an order of T's own would tell of it."""
    server.execute("CREATE TABLE people AS SELECT i::text AS town FROM generate_series(1, 5000) i")
    server.execute("CREATE TABLE trial AS SELECT town FROM people ORDER BY md5(town) LIMIT 2000")
    job = postgres_bench.job(
        {"town": {"prefix": [4]}},
        public="people",
        private="trial",
        constraints={"k_anonymity": "1"},
        release={"table": f"{schema}.released"},
    )
    dpsql.anonymize(job)
    found = rows(server)
    assert len(found) == 2000
    assert found == sorted(found)
