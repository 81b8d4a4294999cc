"""What is written for a warehouse is read back, and refused unless it is what was meant."""

import pytest
from sqlglot import exp, parse_one

import dpsql
from dpsql.sql.templates import column
from dpsql.warehouses.dialects import WAREHOUSES, find_warehouse
from dpsql.warehouses.scripts.script import write_script

HOSTILE = [
    *("it's", '"', "`", "\\", "\\'", "'; DROP TABLE x; --", "/* */", "--", "${x}", "{{ x }}"),
    *("{% x %}", "a ", " a", "", "\n", "\r\n", "\t", "\x01", "é", "\u00a0", "😀", "%s", ":x", "?"),
    *("&x", "$$", "#", "\\n", "\\u0041", "NULL", "E'\\'"),
]


@pytest.mark.parametrize("dialect", WAREHOUSES)
@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_is_read_back_as_it_is(dialect, text):
    query = exp.select(exp.alias_(exp.Literal.string(text), "x")).where(
        exp.In(this=exp.column("a"), expressions=[exp.Literal.string(text)])
    )
    written = WAREHOUSES[dialect].write(query)
    read = parse_one(written, read=dialect)
    texts = [part.name for part in read.find_all(exp.Literal)]
    if dialect in ("spark", "databricks") and "${" in text:
        assert texts == ["$", "{x}", "$", "{x}"]
        assert "${" not in written
    elif any(ord(character) < 32 for character in text):
        assert texts == [*map(str, map(ord, text))] * 2
        assert len([*read.find_all(exp.Chr)]) == 2 * len(text)
    else:
        assert texts == [text, text]


@pytest.mark.parametrize("dialect", WAREHOUSES)
@pytest.mark.parametrize("name", ["it's", 'a"b', "a`b", "a\\b", "select", "A b", "é", "a;b", "x--"])
def test_a_hostile_name_is_read_back_as_it_is(dialect, name):
    written = WAREHOUSES[dialect].write(exp.select(column(name)))
    (read,) = parse_one(written, read=dialect).find_all(exp.Identifier)
    assert (read.name, read.args["quoted"]) == (name, True)


def test_a_name_that_is_read_otherwise_is_named():
    """BigQuery quotes a name with its parts in one pair of quotes."""
    table = exp.Table(this=exp.to_identifier("people.2026", quoted=True))
    with pytest.raises(dpsql.EngineError, match=r"the name 'people\.2026' .* read it by a view"):
        WAREHOUSES["bigquery"].write(exp.select(column("a")).from_(table))


@pytest.mark.parametrize("dialect", WAREHOUSES)
@pytest.mark.parametrize(
    "statement",
    [
        "SELECT MY_OWN(a) FROM t",
        "SELECT HASH(a) FROM t",
        "SELECT UNNEST(GENERATE_SERIES(1, a)) FROM t",
        "SELECT a FROM t GROUP BY ALL",
        "SELECT a FROM t QUALIFY ROW_NUMBER() OVER (ORDER BY a) = 1",
        "SELECT LIST(a) FROM t",
        "SELECT a FROM t FULL JOIN u ON t.a = u.a",
        "SELECT a FROM t NATURAL JOIN u",
        "SELECT a FROM t LIMIT 3",
        "SELECT * EXCLUDE (a) FROM t",
        "SELECT SUM(a) OVER (ORDER BY b RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t",
        "SELECT a FROM t TABLESAMPLE (10 PERCENT)",
        "SELECT CAST(a AS HUGEINT) FROM t",
        "SELECT a FROM t SEMI JOIN u ON t.a = u.a",
        "SELECT GROUPING(a, b) FROM t GROUP BY GROUPING SETS ((a), (b))",
        "SELECT a FROM t ORDER BY ALL",
        "SELECT RANDOM() FROM t",
    ],
)
def test_what_is_not_known_to_work_is_refused(dialect, statement):
    with pytest.raises(dpsql.EngineError, match=f"in {dialect}"):
        WAREHOUSES[dialect].write(parse_one(statement, read="duckdb"))


@pytest.mark.parametrize("dialect", ["postgres", "snowflake", "bigquery", "trino", "redshift"])
def test_null_safe_equality_is_never_written(dialect):
    query = parse_one("SELECT 1 FROM a JOIN b ON a.x IS NOT DISTINCT FROM b.x", read="duckdb")
    assert "DISTINCT FROM" not in WAREHOUSES[dialect].write(query)


@pytest.mark.parametrize("dialect", WAREHOUSES)
def test_a_flag_and_a_predicate_mark_t(dialect):
    for where in ("sick", "sick = true AND NOT (born < '2000-01-01' OR size BETWEEN 1 AND 2)"):
        job = dpsql.Job(
            public="p",
            private={"where": where},
            quasi_identifiers={"zip": {"prefix": [3]}},
            delta={"max": "1/2"},
        )
        assert "dpsql_release" in str(write_script(job, dialect))


def test_an_unknown_dialect_is_told_which_there_are():
    with pytest.raises(dpsql.ConfigError, match="there are 'duckdb', 'postgres', 'spark'"):
        find_warehouse("oracle")


def test_redshift_refuses_labels_that_end_in_a_blank():
    job = dpsql.Job(public="p", private="t", quasi_identifiers={"x": {"tree": {"*": ["a", "a "]}}})
    assert str(write_script(job, "duckdb"))
    with pytest.raises(dpsql.HierarchyError, match="ends in a blank"):
        write_script(job, "redshift")


def test_redshift_looks_for_blanks_in_every_column_of_a_mapping_table():
    mapping = {"table": {"table": "geo.towns"}, "columns": ["town", "county"]}
    job = dpsql.Job(public="p", private={"where": "y = 1"}, quasi_identifiers={"x": mapping})
    script = write_script(job, "redshift", {"x": 1})
    (labelled,) = (
        one.sql for one in script.statements if "CREATE" in one.sql and "WITH" in one.sql
    )
    for table in ("public_table", "hierarchy_0"):
        assert f"{table} has values that end in a blank, which is ignored" in labelled
    for name in ("town", "county"):
        assert f'LENGTH(CAST("{name}" AS VARCHAR(MAX)))' in labelled
    raw = str(write_script(job, "redshift"))
    assert "public_table has values that end" in raw
    assert "hierarchy_0 has values" not in raw
    assert "end in a blank" not in str(write_script(job, "duckdb"))


def test_a_large_hierarchy_is_filled_by_several_statements():
    tree = {"*": {"all": [f"leaf {i}" for i in range(1201)]}}
    job = dpsql.Job(public="p", private="t", quasi_identifiers={"x": {"tree": tree}})
    for dialect in WAREHOUSES:
        script = write_script(job, dialect, {"x": 1})
        inserts = [one.sql for one in script.statements if "INSERT" in one.sql]
        assert [text.count("'leaf ") for text in inserts] == [500, 500, 201]


def test_a_comment_stays_a_comment():
    """DuckDB takes an apostrophe in a comment for the start of a text if spaces are not plain."""
    name = 'it\'s "x"; DROP TABLE y; --\u00a0`'
    job = dpsql.Job(public="p", private="t", quasi_identifiers={name: {"prefix": [1]}})
    for line in str(write_script(job, "duckdb")).splitlines():
        if line.startswith("-- "):
            assert not set("'\"`;") & set(line)


@pytest.mark.parametrize("name", ["a.b.c.d", "a..b", "."])
def test_a_source_that_is_no_name_is_refused(name):
    job = dpsql.Job(public={"table": name}, private="t", quasi_identifiers={"x": {"prefix": [1]}})
    with pytest.raises(dpsql.ConfigError, match="no name of a table"):
        write_script(job, "duckdb")
