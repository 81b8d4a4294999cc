"""What a question may say in SQL, and what is refused before an engine sees it."""

from itertools import pairwise
from pathlib import Path

import pytest
import sqlglot

from dpsql.errors import ConfigError
from dpsql.utility.questions.statement import read_statement
from dpsql.utility.questions.words import FUNCTIONS

COLUMNS = ("zip", "Age", "born")
DIALECTS = ("duckdb", "postgres", "spark")


def read(text, dialect="duckdb"):
    return read_statement(text, dialect, COLUMNS, "question 1")


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    "text",
    [
        "SELECT COUNT(*) FROM t",
        "SELECT zip, COUNT(*) AS n, AVG(CAST(age AS INTEGER)) FROM t GROUP BY zip ORDER BY n",
        "SELECT a.zip FROM t AS a JOIN t AS b ON a.zip = b.zip WHERE a.age > '3' OR b.zip = 'x'",
        "WITH old AS (SELECT zip FROM t WHERE age > '7') SELECT COUNT(DISTINCT old.zip) FROM old",
        "SELECT (SELECT MAX(age) FROM t) - COUNT(*) AS x FROM t",
        "SELECT CASE WHEN zip LIKE '4%' THEN 'near' ELSE zip END AS x, COUNT(*) FROM t GROUP BY 1",
        "SELECT EXTRACT(YEAR FROM CAST(born AS DATE)) AS y, COUNT(*) FROM t GROUP BY 1",
        "SELECT zip, RANK() OVER (ORDER BY age) AS r FROM t -- all of them",
        "SELECT zip FROM t UNION SELECT age FROM t ORDER BY 1 LIMIT 3",
        "SELECT COUNT(*) AS n FROM (SELECT * FROM t EXCEPT SELECT * FROM t WHERE zip = '1') AS x",
    ],
)
def test_questions_of_one_select_are_read(text, dialect):
    statement = read(text, dialect)
    query = statement.on("own_rows")
    assert {table.name for table in query.find_all(sqlglot.exp.Table)} <= {
        "own_rows",
        "question_table_0",
    }
    assert "all of them" not in query.sql(dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    "text",
    [
        "",
        "SELECT",
        "SELECT 1 AS x",
        "SELECT 1; SELECT 2",
        "SELECT zip, CAST('now' AS TIMESTAMP) AS x FROM t",
        "SELECT zip FROM t WHERE CAST(born AS DATE) < DATE ' Today'",
        "SELECT zip FROM t; DROP TABLE t",
        "DROP TABLE t",
        "COPY t TO 'x.csv'",
        "ATTACH 'x.db'",
        "PRAGMA database_list",
        "SET memory_limit = '1GB'",
        "INSERT INTO t SELECT zip FROM t",
        "SELECT zip INTO other FROM t",
        "CREATE TABLE x AS SELECT zip FROM t",
        "EXPLAIN SELECT zip FROM t",
        "VALUES (1)",
        "SELECT zip FROM t UNION SELECT zip, age FROM t",
        "SELECT zip FROM t UNION SELECT zip FROM public_table",
        "SELECT zip FROM t UNION ALL SELECT getenv('HOME')",
        "SELECT * FROM (SELECT zip FROM t UNION SELECT zip FROM own_rows) AS x",
        "SELECT q.* FROM t",
        "SELECT COUNT(t.*) FROM t",
        "SELECT COUNT(DISTINCT *) FROM t",
        "SELECT * FROM t JOIN t AS b USING (zip)",
        "SELECT * FROM t NATURAL JOIN t AS b",
        "SELECT * FROM t AS a JOIN t AS b ON a.zip = b.zip",
        "SELECT * FROM (SELECT COUNT(*) FROM t) AS x",
        "WITH x AS (SELECT * FROM x) SELECT * FROM x, t",
        "WITH x AS (SELECT * FROM y), y AS (SELECT * FROM x) SELECT x.zip FROM x, t",
        "SELECT COLUMNS('z.*') FROM t",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT zip FROM read_csv('/etc/passwd')",
        "SELECT zip FROM '/etc/passwd'",
        'SELECT zip FROM "p.csv"',
        "SELECT zip FROM glob('*')",
        "SELECT zip FROM duckdb_settings()",
        "SELECT zip FROM duckdb_settings",
        "SELECT zip FROM information_schema.tables",
        "SELECT zip FROM main.t",
        "SELECT zip FROM tuples",
        "SELECT zip FROM public_table",
        "SELECT zip FROM private_table",
        "SELECT zip FROM t, public_table",
        "SELECT (SELECT MAX(zip) FROM public_table) AS x FROM t",
        "SELECT zip FROM t WHERE EXISTS (SELECT zip FROM own_rows)",
        "WITH t AS (SELECT zip FROM t) SELECT zip FROM t",
        "WITH T AS (SELECT 1 AS zip) SELECT zip FROM t",
        "WITH x AS (SELECT zip FROM x) , x AS (SELECT zip FROM t) SELECT zip FROM x",
        "WITH x AS (COPY t TO 'y') SELECT zip FROM x",
        "WITH RECURSIVE x AS (SELECT zip FROM t) SELECT zip FROM x",
        "SELECT zip FROM t FOR UPDATE",
        "SELECT getenv('HOME') AS x FROM t",
        "SELECT current_setting('memory_limit') AS x FROM t",
        "SELECT pg_read_file('/etc/passwd') AS x FROM t",
        "SELECT pg_sleep(1) AS x FROM t",
        "SELECT version() AS x FROM t",
        "SELECT current_user AS x FROM t",
        "SELECT random() AS x FROM t",
        "SELECT nextval('s') AS x FROM t",
        "SELECT unnest(range(1000000000)) AS x FROM t",
        "SELECT CAST(zip AS regclass) AS x FROM t",
        "SELECT $1 AS x FROM t",
        "SELECT zip FROM t TABLESAMPLE 10 PERCENT",
        "SELECT salary FROM t",
        "SELECT private_count FROM t",
        "SELECT rowid AS rowid FROM t",
        "SELECT salary AS Salary FROM t",
        "SELECT MAX(salary) + 1 AS salary FROM t",
        "SELECT COUNT(*) AS ROWID FROM t WHERE rowid > 1",
        "SELECT x.y FROM (SELECT ctid AS y, 1 AS ctid FROM t) AS x",
        "SELECT x.ctid FROM (SELECT zip FROM t) AS x(ctid)",
        "SELECT zip, ZIP FROM t",
        "SELECT " + ", ".join(f"zip AS c{i}" for i in range(21)) + " FROM t",
        "SELECT COUNT(*) FROM t WHERE " + "(" * 5000 + "TRUE" + ")" * 5000,
        "SELECT '" + "x" * 10_000 + "' AS x FROM t",
    ],
)
def test_all_else_is_refused(text, dialect):
    with pytest.raises(ConfigError, match="question 1: "):
        read(text, dialect)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("SELECT * FROM t", ("zip", "Age", "born")),
        ("SELECT t.*, 1 AS x FROM t", ("zip", "Age", "born", "x")),
        ("SELECT b.*, a.zip AS z FROM t AS a, t AS b", ("zip", "Age", "born", "z")),
        ("SELECT * FROM t AS x(place)", ("place", "Age", "born")),
        ("SELECT * FROM (SELECT zip, COUNT(*) AS n FROM t GROUP BY zip) AS x", ("zip", "n")),
        ("WITH x AS (SELECT * FROM t), y AS (SELECT x.born FROM x) SELECT * FROM y", ("born",)),
        ("WITH x(a) AS (SELECT zip, age FROM t) SELECT * FROM x", ("a", "Age")),
        ("SELECT * FROM (SELECT zip FROM t UNION SELECT age FROM t) AS x", ("zip",)),
        ("SELECT * FROM t WHERE EXISTS (SELECT * FROM t)", ("zip", "Age", "born")),
    ],
)
def test_a_star_stands_for_the_columns_that_t_has(text, columns):
    """Never for what an engine or a file adds: no star is left for the engine."""
    found = read(text)
    assert found.columns == columns
    stars = found.on("own_rows").find_all(sqlglot.exp.Star)
    assert all(isinstance(star.parent, sqlglot.exp.Count) for star in stars)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("SELECT * EXCLUDE (zip) FROM t", "name columns here"),
        ("SELECT * FROM t JOIN t AS b USING (zip)", "are joined by USING"),
        ("SELECT zip FROM t UNION BY NAME SELECT zip FROM t", "match columns by position"),
        ("SELECT zip FROM t UNION SELECT zip, age FROM t", "equally many columns"),
        ("SELECT 1 AS x", "or several with UNION"),
        ("SELECT REGR_slope(zip, age) AS x FROM t", "1: REGR_SLOPE is not accepted"),
        ("SELECT COUNT(*) FROM t WHERE 1 > random()", "1: RANDOM is not accepted"),
        ("SELECT rand() AS x FROM t", "1: RAND is not accepted"),
        ("SELECT CURRENT_DATE AS x FROM t", "1: CURRENT_DATE is not accepted"),
        ("SELECT string_agg(zip, ',') AS x FROM t", "1: STRING_AGG is not accepted"),
        ("SELECT [zip, age] AS x FROM t", "1: a list is not accepted"),
        ("SELECT getenv('HOME') AS x FROM t", "1: GETENV is not accepted"),
        ("SELECT zip\nFROM t\n GROUP age", "as SQL of duckdb: see its line 3, column 8$"),
        ("SELECT a b c FROM t", "as SQL of duckdb: see its line 1, column 12$"),
        ("SELEC zip FROM t", "line 1, column 11; did you mean 'SELECT'\\?$"),
        ("SELEC", "and nothing else; did you mean 'SELECT'\\?$"),
        ("SELECT zip FROM t WHERE zip = '4", "is a quotation mark or a comment left open\\?$"),
    ],
)
def test_a_refusal_says_why(text, reason):
    with pytest.raises(ConfigError, match=reason):
        read(text)


def test_columns_are_spelled_as_they_are():
    assert 't."Age"' in read("SELECT T.AGE AS x FROM T").on("own_rows").sql(identify=True).replace(
        '"t"', "t"
    )


def test_a_table_of_with_cannot_stand_for_one_of_the_engine():
    query = read("WITH tuples AS (SELECT zip FROM t) SELECT tuples.zip FROM tuples").on("own_rows")
    assert query.sql() == (
        'WITH "question_table_0" AS (SELECT "zip" FROM "own_rows" AS "t")'
        ' SELECT tuples."zip" FROM "question_table_0" AS tuples'
    )


@pytest.mark.parametrize(
    ("text", "columns", "grouped"),
    [
        ("SELECT zip, age, COUNT(*) AS n FROM t GROUP BY age, 1", ("zip", "Age", "n"), (1, 1, 0)),
        ("SELECT UPPER(zip) AS z, SUM(1) AS s FROM t GROUP BY UPPER(zip)", ("z", "s"), (1, 0)),
        ("SELECT UPPER(zip) AS z, SUM(1) AS s FROM t GROUP BY z", ("z", "s"), (1, 0)),
        ("SELECT zip, SUM(1) AS s FROM t GROUP BY ALL", ("zip", "s"), (1, 0)),
        ("SELECT MAX(zip) AS z FROM t", ("z",), (0,)),
        ("SELECT t.zip, SUM(1) AS s FROM t GROUP BY zip", ("zip", "s"), (1, 0)),
        ("SELECT zip, age, SUM(1) AS s FROM t GROUP BY ROLLUP (zip, 2)", None, (1, 1, 0)),
        ("SELECT zip, age, SUM(1) AS s FROM t GROUP BY zip, CUBE (age)", None, (1, 1, 0)),
        (
            "SELECT zip, age, SUM(1) AS s FROM t GROUP BY GROUPING SETS ((age), (age, zip), ())",
            None,
            (1, 1, 0),
        ),
        (
            "SELECT zip, 1 AS part, SUM(1) AS s FROM t GROUP BY zip"
            " UNION ALL SELECT age, 2, SUM(2) FROM t GROUP BY age",
            ("zip", "part", "s"),
            (1, 1, 0),
        ),
        (
            "SELECT zip, SUM(1) AS s FROM t GROUP BY zip UNION SELECT age, 1 FROM t",
            ("zip", "s"),
            (0, 0),
        ),
    ],
)
def test_the_columns_of_group_by_are_keys(text, columns, grouped):
    found = read(text)
    assert found.columns == (columns or ("zip", "Age", "s"))
    assert found.grouped == tuple(map(bool, grouped))


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    ("text", "computed"),
    [
        ("SELECT zip, MIN(born) AS first, LENGTH(zip) AS n FROM t GROUP BY zip", [0, 1, 0]),
        ("SELECT zip, (SELECT MAX(age) FROM t) AS most, age FROM t", [0, 1, 0]),
        ("SELECT zip, MAX(age) OVER (PARTITION BY zip) AS most FROM t", [0, 1]),
        ("SELECT CASE WHEN COUNT(*) > 5 THEN 'many' ELSE 'few' END AS x FROM t", [1]),
        # Through subqueries and WITH, also where an alias gives the names.
        ("WITH a AS (SELECT zip, MIN(born) AS b FROM t GROUP BY zip) SELECT * FROM a", [0, 1]),
        ("WITH a(z, b) AS (SELECT zip, MIN(born) FROM t) SELECT x.b, x.z FROM a AS x", [1, 0]),
        ("WITH a AS (SELECT MIN(born) AS b FROM t), c AS (SELECT b FROM a) SELECT b FROM c", [1]),
        ("SELECT x.q, x.p FROM (SELECT zip, MAX(age) FROM t GROUP BY zip) AS x(p, q)", [1, 0]),
        ("SELECT t.age, x.n FROM t JOIN (SELECT MAX(age) AS n, 1 AS age FROM t) AS x", [0, 1]),
        ("SELECT b FROM (SELECT MIN(born) AS b FROM t UNION SELECT age FROM t) AS x", [1]),
        # Of a UNION, all compute it or state a constant.
        ("SELECT 'a' AS k, MIN(born) AS b FROM t UNION ALL SELECT 'z', NULL FROM t", [0, 1]),
        ("SELECT zip FROM t UNION SELECT MIN(zip) FROM t", [0]),
    ],
)
def test_what_aggregates_compute_is_known(text, computed, dialect):
    assert list(read(text, dialect).computed) == computed


def test_long_chains_of_tables_are_followed():
    names = [f"a{i}" for i in range(150)]
    chain = ", ".join(f"{one} AS (SELECT b FROM {before})" for before, one in pairwise(names))
    assert read(f"WITH a0 AS (SELECT MIN(zip) AS b FROM t), {chain} SELECT b FROM a149").computed


def test_names_are_quoted_where_they_are_given_and_where_they_are_used():
    """Postgres would fold one and not the other."""
    text = read("SELECT COUNT(*) AS N FROM t ORDER BY n", "postgres").on("own_rows")
    assert text.sql("postgres") == 'SELECT COUNT(*) AS "N" FROM "own_rows" AS "t" ORDER BY "N"'


def test_names_that_a_question_gives_may_be_used_outside_of_what_they_are_given_to():
    read("WITH x AS (SELECT zip AS place FROM t) SELECT place AS place FROM x")
    read("SELECT UPPER(zip) AS place, COUNT(*) FROM t GROUP BY place")
    read("SELECT AGE AS age FROM t")


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("SELECT COUNT(*) FROM t", ()),
        ("SELECT COUNT(*) FROM t WHERE AGE > '3'", ("Age",)),
        ("SELECT zip AS Age FROM t ORDER BY Age", ("zip", "Age")),
        ("SELECT n FROM (SELECT zip AS n FROM t) AS x", ("zip",)),
        ("SELECT COUNT(*) FROM (SELECT * FROM t) AS x", COLUMNS),
        ("SELECT COUNT(*) FROM t AS a JOIN t AS b USING (ZIP)", ("zip",)),
        ("SELECT COUNT(*) FROM t AS a NATURAL JOIN t AS b", COLUMNS),
        ("SELECT COUNT(c) FROM t AS x(a, b, c)", COLUMNS),
        ("WITH x AS (SELECT born AS n FROM t) SELECT COUNT(n) FROM x", ("born",)),
    ],
)
def test_columns_that_may_matter_are_read(text, reads, dialect):
    assert read(text, dialect).reads == frozenset(reads)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("SELECT zip, COUNT(*) AS n FROM t", "zip stands beside an aggregate; add GROUP BY zip$"),
        (
            "SELECT zip || age AS x, MAX(born) AS n FROM t",
            "zip, Age stand beside an aggregate; add GROUP BY zip, Age$",
        ),
        (
            "SELECT DATE_DIFF('day', born, born) AS x FROM t",
            "DATE_DIFF is not accepted in a question; engines count .* DATE_TRUNC$",
        ),
        ("SELECT RANDOM() AS x FROM t", "RANDOM is not accepted .* alike, at any time, from t"),
        (
            "SELECT split_part(zip, ',', 1) AS x FROM t",
            "SPLIT_PART .* REPLACE, .*documentation lists",
        ),
        ("SELECT replace(zip, ',') AS x FROM t", r"three arguments: REPLACE\(x, ',', '.'\)$"),
    ],
)
def test_what_is_refused_says_why(text, told):
    with pytest.raises(ConfigError, match=told):
        read(text)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT COUNT(*) AS n, n + 1 AS m FROM t",
        "SELECT COUNT(*) FILTER (WHERE zip = '1') AS n, (SELECT MAX(zip) FROM t) AS x FROM t",
        "SELECT zip, SUM(1) OVER (PARTITION BY zip) AS n FROM t",
        "SELECT MEDIAN(CAST(age AS INTEGER)) + 1 AS n, 'x' AS x FROM t",
    ],
)
def test_columns_that_are_counted_need_no_group(text):
    assert read(text).columns


#: Of functions that are not written with the one argument of most.
_WRITTEN = {
    "DATE_TRUNC": "DATE_TRUNC('month', born)",
    "EXTRACT": "EXTRACT(YEAR FROM born)",
    "CASE": "CASE WHEN age > '1' THEN 1 ELSE 2 END",
    "CAST": "CAST(age AS DOUBLE PRECISION)",
    "TRY_CAST": "TRY_CAST(age AS DOUBLE PRECISION)",
    "REPLACE": "REPLACE(zip, ',', '.')",
    "SUBSTRING": "SUBSTRING(zip, 1, 2)",
    **{
        name: f"{name}(0.5) WITHIN GROUP (ORDER BY age)" for name in FUNCTIONS["several rows"][8:10]
    },
    **{name: f"{name}() OVER (ORDER BY age)" for name in FUNCTIONS["several rows"][-3:]},
    **{
        name: f"{name}(age, 2)"
        for name in ("CONCAT", "LEFT", "RIGHT", "GREATEST", "LEAST", "LOG", "MOD", "POWER")
    },
    **{name: f"{name}(age, 2)" for name in ("NULLIF", "CORR", "COVAR_POP", "COVAR_SAMP")},
}


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("name", [name for names in FUNCTIONS.values() for name in names])
def test_the_functions_of_the_list_are_read_and_documented(name, dialect):
    assert read(f"SELECT {_WRITTEN.get(name, f'{name}(age)')} AS x FROM t", dialect).columns
    assert f"`{name}`" in Path("docs/how-to/compare.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_signs_are_replaced_alike_on_all_engines(dialect):
    query = read("SELECT replace(zip, ',', '.') AS x FROM t", dialect).query
    for other in DIALECTS:
        assert "REPLACE(" in query.sql(other)
        assert "',', '.') AS" in query.sql(other)
