"""What Spark says in another way than DuckDB, and what is done about it: each trap on its own."""

import duckdb
import pytest
from sqlglot import exp, parse_one

import dpsql
from dpsql.domain.sections.source import Source
from dpsql.inputs.places import EngineTable, find_place

DOUBLES = (
    *("0", "-0.0", "1", "0.1", "-2.5", "123.456", "1e6", "1e7", "12345678.9", "-1e7", "1e15"),
    *("123456789012345.6", "1e16", "1.5e16", "1.7976931348623157e308", "1e100", "0.001", "1e-3"),
    *(
        "0.0001",
        "0.00012345678901234567",
        "1e-5",
        "1.25e-7",
        "-1e-10",
        "nan",
        "inf",
        "-inf",
    ),
)
MOMENTS = (
    *("1970-01-01 00:00:00", "2000-02-29 12:30:00.5", "1999-12-31 23:59:59.999999"),
    *("0001-01-01 00:00:00", "9999-12-31 00:00:00", "12345-01-01 01:00:00"),
)


def ask(engine, text):
    """Rows of a statement that is written in DuckDB's words."""
    return list(engine.fetch(parse_one(text, read="duckdb")))


def write_parquet(bench, query):
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        connection.execute(f"COPY ({query}) TO '{bench.folder / 'p.parquet'}' (FORMAT parquet)")


def register(engine, bench, name="p.parquet"):
    engine.register("p", find_place(Source(path=name), bench.folder))


def test_values_have_the_texts_that_duckdb_writes(spark, spark_bench):
    """Java before 19 writes some floats, mostly very large ones, with a digit more than needed."""
    doubles = ", ".join(f"('{text}')" for text in DOUBLES)
    moments = ", ".join(f"('{text}')" for text in MOMENTS)
    write_parquet(
        spark_bench,
        f"""
        SELECT CAST(d.text AS DOUBLE) AS d, CASE WHEN abs(d.text::DOUBLE) < 1e6
            THEN d.text::FLOAT END AS f, NULL::TIMESTAMP AS t,
            NULL::TIMESTAMPTZ AS z, NULL::DATE AS a, TRUE AS b, 1.50::DECIMAL(9, 2) AS n
        FROM (VALUES {doubles}) AS d(text)
        UNION ALL
        SELECT NULL, NULL, CAST(m.text AS TIMESTAMP), CAST(m.text || '+00' AS TIMESTAMPTZ),
            CAST(m.text AS TIMESTAMP)::DATE, FALSE, 0::DECIMAL(9, 2)
        FROM (VALUES {moments}) AS m(text)
        """,
    )
    register(spark, spark_bench)
    texts = ", ".join(f'CAST("{name}" AS VARCHAR) AS "{name}"' for name in "dftzabn")
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        path = spark_bench.folder / "p.parquet"
        expected = connection.execute(f"SELECT {texts} FROM '{path}'").fetchall()
    found = ask(spark, f'SELECT {texts} FROM "p"')
    assert sorted(found, key=repr) == sorted(expected, key=repr)


def test_patterns_end_where_the_text_does(spark):
    rows = ask(
        spark,
        "SELECT REGEXP_MATCHES(x, '^[0-9]+$'), REGEXP_MATCHES(x, '^1.2$') FROM"
        " (SELECT '12' AS x UNION ALL SELECT '12' || CHR(10)"
        " UNION ALL SELECT '1' || CHR(13) || '2') AS t ORDER BY x",
    )
    assert rows == [(False, True), (True, False), (False, False)]


def test_nulls_are_last_whatever_names_the_key(spark):
    values = "(SELECT 1 AS x UNION ALL SELECT NULL UNION ALL SELECT 2) AS t"
    query = (
        exp.select("x")
        .from_(parse_one(f"SELECT x FROM {values}").subquery("s"))
        .order_by(exp.Literal.number(1))
    )
    assert spark.fetch(query) == [(1,), (2,), (None,)]
    assert ask(spark, f"SELECT x FROM {values} ORDER BY x DESC") == [(2,), (1,), (None,)]


def test_histograms_are_texts_in_their_order(spark):
    rows = ask(
        spark,
        "SELECT STRING_AGG(CAST(x AS VARCHAR), ',' ORDER BY x DESC) AS h FROM"
        " (SELECT 5 AS x UNION ALL SELECT 40 UNION ALL SELECT 7) AS t",
    )
    assert rows == [("40,7,5",)]


def test_decimals_keep_their_digits(spark):
    rows = ask(
        spark,
        "SELECT CAST(99999999999999999999999999999999999999 AS DECIMAL(38, 0)) AS a,"
        " CAST('123456789012345678.123456789012' AS DECIMAL(38, 12))"
        " % CAST(0.7 AS DECIMAL(38, 12)) AS b,"
        " CAST(7 AS DECIMAL(38, 0)) / CAST(2 AS DECIMAL(38, 0)) AS c",
    )
    assert [str(cell) for cell in rows[0]] == [
        "99999999999999999999999999999999999999",
        str(int("123456789012345678123456789012") % int("700000000000") / 10**12),
        "3.5",
    ]


@pytest.mark.parametrize(
    "query",
    [
        "SELECT CAST('many' AS INTEGER) AS a",
        "SELECT CAST(9223372036854775807 AS BIGINT) + 1 AS a",
        "SELECT CAST(SUM(x) AS BIGINT) AS a FROM (SELECT 9223372036854775807 AS x"
        " UNION ALL SELECT 1) AS t",
    ],
)
def test_what_does_not_fit_fails_without_its_value(spark, query):
    with pytest.raises(dpsql.InputError) as caught:
        ask(spark, query)
    assert (
        str(caught.value) == "a value cannot be read as the type that the job needs of its column"
    )


def test_nan_is_not_lost_to_the_statistics_of_a_file(spark, spark_bench):
    write_parquet(
        spark_bench, "SELECT CAST(x AS DOUBLE) AS x FROM (VALUES ('0.1'), ('nan')) AS t(x)"
    )
    register(spark, spark_bench)
    assert ask(spark, 'SELECT COUNT(*) FROM "p" WHERE x > 5') == [(1,)]


def test_numbers_that_differ_without_an_order(spark):
    rows = ask(
        spark, "SELECT ROW_NUMBER() OVER () AS n FROM (SELECT 1 AS a UNION ALL SELECT 2) AS t"
    )
    assert len(set(rows)) == 2


def test_a_table_may_grow_by_what_it_holds(spark):
    spark.materialize("grown", parse_one("SELECT CAST(1 AS BIGINT) AS a", read="duckdb"))
    for _ in range(2):
        spark.append("grown", parse_one("SELECT 1 + CAST(MAX(a) AS INTEGER) AS a FROM grown"))
    assert sorted(ask(spark, "SELECT a FROM grown")) == [(1,), (2,), (3,)]
    spark.drop("grown")


def test_a_table_of_the_catalogue_by_its_own_name_alone(spark_bench, session):
    session.sql("CREATE TABLE spark_people AS SELECT 'a' AS town, 1 AS `it``s`")
    try:
        with spark_bench_of(spark_bench, session).open_engine() as engine:
            for words in ("spark_people", "default.spark_people"):
                engine.register("p", EngineTable(tuple(words.split("."))))
                names = {name: type_.name for name, type_ in engine.columns("p").items()}
                assert names == {"town": "VARCHAR", "it`s": "INTEGER"}
            with pytest.raises(dpsql.ConfigError, match="did you mean 'spark_people'"):
                engine.register("q", EngineTable(("spark_peopel",)))
            for words in ("SPARK_PEOPLE_", "p.csv", "parquet./etc/passwd"):
                with pytest.raises(
                    dpsql.ConfigError, match="no table or view of Spark's catalogue"
                ):
                    engine.register("q", EngineTable((words,)))
    finally:
        session.sql("DROP TABLE spark_people")


def spark_bench_of(bench, session):
    from tests.conftest import Bench, EngineUnderTest

    return Bench(bench.folder, EngineUnderTest("caller", {"spark": {}}, {"connection": session}))
