"""Each rule of a dialect: a statement before and after, and what is refused."""

import pytest
from sqlglot import exp, parse_one

import dpsql
from dpsql.hierarchies.column_values import paths_query
from dpsql.warehouses.rewrites import (
    compare_by_bytes,
    join_by_equality,
    leave_nulls_in_windows,
    leave_room_in_decimals,
    part_variables,
    place_tables,
    refuse_try_cast,
    try_texts_only,
    use_bignumeric,
)

FIXTURES = [
    (
        compare_by_bytes(exp.to_identifier("C", quoted=True)),
        "SELECT CAST(p.zip AS TEXT) FROM p WHERE public_table.id = private_table.id",
        "duckdb",
        'SELECT CAST(p.zip AS TEXT) COLLATE "C" FROM p'
        ' WHERE CAST(public_table.id AS TEXT) COLLATE "C"'
        ' = CAST(private_table.id AS TEXT) COLLATE "C"',
    ),
    (
        compare_by_bytes(exp.Literal.string("utf8")),
        "SELECT CAST(p.zip AS TEXT) FROM p WHERE public_table.id = private_table.id",
        "snowflake",
        "SELECT COLLATE(CAST(p.zip AS VARCHAR), 'utf8') FROM p"
        " WHERE COLLATE(CAST(public_table.id AS VARCHAR), 'utf8')"
        " = COLLATE(CAST(private_table.id AS VARCHAR), 'utf8')",
    ),
    (
        compare_by_bytes(exp.Literal.string("")),
        "SELECT CAST(p.zip AS TEXT) FROM p WHERE public_table.id = private_table.id",
        "bigquery",
        "SELECT COLLATE(CAST(p.zip AS STRING), '') FROM p"
        " WHERE COLLATE(CAST(public_table.id AS STRING), '')"
        " = COLLATE(CAST(private_table.id AS STRING), '')",
    ),
    (
        compare_by_bytes(exp.to_identifier("UTF8_BINARY", quoted=True)),
        "SELECT CAST(p.zip AS TEXT) FROM p WHERE public_table.id = private_table.id",
        "spark",
        "SELECT CAST(p.zip AS STRING) COLLATE `UTF8_BINARY` FROM p"
        " WHERE CAST(public_table.id AS STRING) COLLATE `UTF8_BINARY`"
        " = CAST(private_table.id AS STRING) COLLATE `UTF8_BINARY`",
    ),
    (
        join_by_equality,
        "SELECT 1 FROM a LEFT JOIN b ON a.x IS NOT DISTINCT FROM b.y",
        "postgres",
        "SELECT 1 FROM a LEFT JOIN b"
        " ON COALESCE(CAST(a.x AS TEXT) || '.', '') = COALESCE(CAST(b.y AS TEXT) || '.', '')",
    ),
    (
        use_bignumeric,
        "SELECT CAST(x AS DECIMAL(38, 0)), CAST(x AS DECIMAL(19, 0)), CAST(x AS DECIMAL(38, 12))",
        "bigquery",
        "SELECT CAST(x AS BIGNUMERIC), CAST(x AS BIGNUMERIC), CAST(x AS BIGNUMERIC)",
    ),
    (
        use_bignumeric,
        "SELECT CAST(CAST(x AS DECIMAL(38, 1)) AS VARCHAR),"
        " CAST(CAST(x AS DECIMAL(38, 0)) AS VARCHAR)",
        "bigquery",
        "SELECT FORMAT('%.1f', CAST(x AS BIGNUMERIC)), CAST(CAST(x AS BIGNUMERIC) AS STRING)",
    ),
    (
        leave_room_in_decimals,
        "SELECT CAST(x AS DECIMAL(38, 12)), CAST(x AS DECIMAL(38, 0)), CAST(x AS DECIMAL(19, 0))",
        "spark",
        "SELECT CAST(x AS DECIMAL(36, 12)), CAST(x AS DECIMAL(38, 0)), CAST(x AS DECIMAL(19, 0))",
    ),
    (
        part_variables,
        "SELECT a FROM t WHERE a IN ('${x}', 'b${y}${', '$', '{z}')",
        "spark",
        "SELECT a FROM t WHERE a IN (('$' || '{x}'), ('b$' || '{y}$' || '{'), '$', '{z}')",
    ),
    (
        try_texts_only,
        "SELECT TRY_CAST(a AS DATE)",
        "snowflake",
        "SELECT TRY_CAST(CAST(a AS VARCHAR) AS DATE)",
    ),
    (
        leave_nulls_in_windows("bigquery"),
        "SELECT DENSE_RANK() OVER (ORDER BY a), ROW_NUMBER() OVER (ORDER BY b DESC) FROM t"
        " ORDER BY c NULLS LAST",
        "bigquery",
        "SELECT DENSE_RANK() OVER (ORDER BY a), ROW_NUMBER() OVER (ORDER BY b DESC) FROM t"
        " ORDER BY c NULLS LAST",
    ),
]


@pytest.mark.parametrize(("rule", "before", "dialect", "after"), FIXTURES)
def test_a_rule_rewrites_its_fixture(rule, before, dialect, after):
    tree = rule(parse_one(before, read="duckdb"))
    assert tree.sql(dialect) == after


@pytest.mark.parametrize(("rule", "before", "dialect", "after"), FIXTURES)
def test_a_rule_is_needed(rule, before, dialect, after):
    """Without it the text is another; and it leaves alone what it is not about."""
    assert parse_one(before, read="duckdb").sql(dialect) != after
    unconcerned = "SELECT COUNT(*) AS n FROM t WHERE a = 'it''s' GROUP BY b"
    tree = parse_one(unconcerned, read="duckdb")
    assert rule(tree.copy()) == tree


def test_texts_that_differ_have_different_ends():
    """NULL, the empty text and trailing blanks are three values where blanks do not count."""
    tree = join_by_equality(parse_one("SELECT a IS NOT DISTINCT FROM b", read="duckdb"))
    ends = {"": ".", " ": " .", "a": "a.", "a ": "a .", None: ""}
    assert len({end.rstrip(" ") for end in ends.values()}) == len(ends)
    assert not tree.find(exp.NullSafeEQ)


def test_a_name_that_would_be_substituted_is_refused():
    with pytest.raises(dpsql.ConfigError, match="rename the column"):
        part_variables(parse_one('SELECT "a${b}" FROM t', read="duckdb"))


def test_try_cast_is_refused_where_it_would_become_cast():
    with pytest.raises(dpsql.ConfigError, match="has no TRY_CAST"):
        refuse_try_cast(parse_one("SELECT TRY_CAST(a AS DATE)", read="duckdb"))


def test_columns_go_on_naming_the_logical_table():
    tree = parse_one('SELECT "tuples"."a" FROM "tuples" JOIN "s"."tuples" AS u ON TRUE', "duckdb")
    place = parse_one('SELECT 1 FROM "w"."dpsql_tuples"', read="duckdb").find(exp.Table)
    assert place_tables(tree, {"tuples": place}).sql("duckdb") == (
        'SELECT "tuples"."a" FROM "w"."dpsql_tuples" AS "tuples" JOIN "s"."tuples" AS u ON TRUE'
    )


@pytest.mark.parametrize("name", ["all", "ALL", "a"])
def test_a_column_whose_name_is_a_keyword_is_no_keyword_in_a_template(name):
    query = paths_query([name])
    for dialect, quote in (("duckdb", '"'), ("postgres", '"'), ("spark", "`")):
        assert f"ORDER BY CAST({quote}{name}{quote} AS" in query.sql(dialect)
