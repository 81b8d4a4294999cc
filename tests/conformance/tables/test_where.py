"""``private: {where: …}``: what compares with what, what a cast mends, what a refusal says."""

import re

import duckdb
import pytest

import dpsql

DIALECTS = ("postgres", "spark", "databricks", "snowflake", "bigquery", "trino", "redshift")
HEADER = ("town", "age", "born", "score", "flag")
ROWS = [
    ("a", "9", "1999-12-31", "0.5", "yes"),
    ("a", "10", "2000-01-01", "1.5", "no"),
    ("b", "100", "2001-06-30", None, "no"),
    ("b", "55", "2002-02-02", "n/a", "no"),
]
TREE = {"town": {"tree": {"*": ["a", "b"]}}}
TYPED = """
    SELECT town, CAST(age AS INTEGER) AS age, CAST(born AS DATE) AS born,
        CAST(born AS TIMESTAMP) AS seen, TRY_CAST(score AS DECIMAL(9, 2)) AS score,
        TRY_CAST(score AS DOUBLE) AS weight, flag = 'yes' AS flag, TIME '12:30:00' AS at,
        CAST(CASE WHEN town = 'a' THEN flag = 'yes' END AS DOUBLE) AS marked,
        CAST('123e4567-e89b-12d3-a456-426614174000' AS UUID) AS id, [1, 2] AS list
    FROM read_csv('{path}', all_varchar = true)
"""


@pytest.fixture
def count(bench):
    """Rows of T where P is a CSV, all of it text."""
    bench.write("p.csv", ROWS, HEADER)

    def call(where):
        return bench.measure(bench.job(TREE, private={"where": where})).private_rows

    return call


@pytest.fixture
def count_typed(bench):
    """Rows of T where P is a Parquet file of many types."""
    path = bench.write("p.csv", ROWS, HEADER)
    with duckdb.connect() as connection:
        query = TYPED.format(path=path)
        connection.execute(f"COPY ({query}) TO '{bench.folder / 'p.parquet'}' (FORMAT parquet)")

    def call(where):
        job = bench.job(TREE, public="p.parquet", private={"where": where})
        return bench.measure(job).private_rows

    return call


@pytest.mark.parametrize(
    ("where", "rows"),
    [
        ("CAST(age AS INTEGER) > 9", 3),
        ("age::BIGINT > 9 AND NOT (CAST(age AS DOUBLE) >= 1e2)", 2),
        ("CAST(age AS DECIMAL(9, 2)) > 9.99", 3),
        ("CAST(age AS INT) > -5", 4),
        ("CAST(age AS INT) > '9'", 3),
        ("CAST(age AS INT) > '9.5' AND CAST(age AS INT) < '10.4'", 1),
        ("CAST(age AS INT) > '-5'", 4),
        ("CAST(age AS INT) BETWEEN 10 AND 100", 3),
        ("CAST(age AS INT) IN (9, 10)", 2),
        ("TRY_CAST(score AS DOUBLE) > 0", 2),
        ("CAST(replace(age, '9', '9.5') AS DOUBLE) BETWEEN 9.2 AND 55", 3),
        ("TRY_CAST(replace(replace(score, 'n', ''), '/a', '7') AS DOUBLE) > 1.4", 2),
        ("CAST(replace(born, '-12-', '-01-') AS DATE) < DATE '1999-12-01'", 1),
        ("TRY_CAST(replace(age, '00', 'x') AS INTEGER) IS NULL", 1),
        ("TRY_CAST(score AS DOUBLE) IS NULL", 2),
        ("CAST(born AS DATE) < DATE '2001-01-01'", 2),
        ("CAST(born AS DATE) >= '2001-06-30'", 2),
        ("CAST(born AS TIMESTAMP) > '2001-06-29T23:59:59'", 2),
        ("flag AND CAST(age AS DOUBLE) < 10", 1),
        ("NOT flag AND town = 'a'", 1),
        ("(flag OR NOT (flag)) AND age <> '9'", 3),
        ("born < '2001-01-01'", 2),
        ("age = '9' OR age IN ('10', '55')", 3),
        ("town < 'b' AND town = town", 2),
        ("'9' = age -- a comment", 1),
        ("TRUE AND flag <> 'yes'", 3),
        ('"flag"', 1),
        (" AND ".join(["age <> '9'"] * 500), 3),
    ],
)
def test_texts_compare_as_texts_or_after_a_cast(count, where, rows):
    assert count(where) == rows


@pytest.mark.parametrize(
    ("where", "rows"),
    [
        ("age > 9", 3),
        ("age > '9'", 3),
        ("age > '9.5' AND age < '10.4'", 1),
        ("age > score", 2),
        ("weight >= 0.5 AND score <= 1.5", 2),
        ("born > '2000-01-01'", 2),
        ("born = DATE '2000-01-01' OR seen > '2002-01-01 00:00:00'", 2),
        ("born = seen", 4),
        ("flag", 1),
        ("marked", 1),
        ("flag AND age < 10", 1),
        ("marked OR age = 10", 2),
        ("NOT marked", 1),
        ("flag IS TRUE", 1),
        ("flag = 'true' OR flag = FALSE", 4),
        ("at < '13:00'", 4),
        ("id = '123e4567-e89b-12d3-a456-426614174000'", 4),
        ("list IS NOT NULL", 4),
        ("CAST(score AS INTEGER) IS NULL", 2),
    ],
)
def test_typed_columns_compare_by_value(count_typed, where, rows):
    assert count_typed(where) == rows


CAST_IT = r"columns of a CSV, .* are text: write CAST\(age AS DOUBLE\) in place of age"


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("age > 5", rf"column 'age' \(text\) and a number do not compare; {CAST_IT}"),
        ("5 < age", rf"do not compare; {CAST_IT}"),
        ("age = 9", rf"do not compare; {CAST_IT}"),
        ("age IN ('9', 10)", rf"do not compare; {CAST_IT}"),
        ("age BETWEEN 1 AND 2", rf"do not compare; {CAST_IT}"),
        ("age > '5'", rf"column 'age' is text and orders letter by letter, .*; {CAST_IT}"),
        ("'5' < age", CAST_IT),
        ("age >= ' +5.5'", CAST_IT),
        ("age < '1e3'", CAST_IT),
        ("age <= '1,000'", CAST_IT),
        ("age BETWEEN '1' AND '2'", CAST_IT),
        ("town = 'a' AND NOT (age > '5')", CAST_IT),
        ("flag AND age", "2 values of 'age' are neither true nor false; write a comparison|4"),
        ("age = TRUE", "column 'age'.*and a boolean do not compare; write \"?age\"? alone"),
        (
            "flag IS TRUE",
            "column 'flag' is text and neither true nor false; write \"?flag\"? alone",
        ),
        ("age = NULL", "write IS NULL"),
        ("CAST(born AS DATE) > 5", "do not compare"),
        ("CAST(born AS DATE) > 'soon'", "compared with a text that is no date"),
        ("CAST(born AS DATE) > '20000101'", "compared with a text that is no date"),
        ("CAST(age AS INT) > 'many'", "compared with a text that is no number"),
        ("CAST(age AS INT) = CAST(born AS DATE)", "do not compare"),
        ("born > DATE 'soon'", "a text that is no date is cast to one"),
        ("CAST('x' AS INT) > 5", "a text that is no number is cast to one"),
        ("CAST(age AS VARCHAR) = '5'", "CAST and TRY_CAST take"),
        ("CAST(age AS INT[]) IS NULL", "CAST and TRY_CAST take"),
        ("CAST(age AS mood) IS NULL", "CAST and TRY_CAST take"),
        ("CAST(age AS DECIMAL(39, 1)) > 5", "CAST and TRY_CAST take"),
        ("CAST(age AS DECIMAL(3, 4)) > 5", "CAST and TRY_CAST take"),
        ("CAST(CAST(age AS INT) AS DATE) IS NULL", "CAST and TRY_CAST take"),
        ("CAST(lower(age) AS INT) > 5", "write a column of P, or comparisons"),
        ("CAST(age AS DATE FORMAT 'x') > '2000-01-01'", "write a column of P, or comparisons"),
        ("age IN ()", "write a column of P, or comparisons"),
        ("age BETWEEN -> 1", "write a column of P, or comparisons"),
        pytest.param("(" * 4900 + "flag" + ")" * 4900, "it is nested too deeply", id="deep"),
        ("age IN town", "write a column of P, or comparisons"),
        (
            "age",
            "2 values of 'age' are neither true nor false; write a comparison|4 values",
        ),
        ("-age > 5", "write a column of P, or comparisons"),
        ("'yes'", "write a column of P, or comparisons"),
    ],
)
def test_what_does_not_compare_is_refused_with_a_hint(count, where, words):
    error = dpsql.InputError if where in ("age", "flag AND age") else dpsql.ConfigError
    with pytest.raises(error, match=rf"^private\.where: .*({words})"):
        count(where)


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("age = 'many'", r"column 'age' \(number\) is compared with a text that is no number"),
        ("age = TRUE", "do not compare"),
        ("born > 5", "do not compare"),
        ("flag = 'perhaps'", "compared with a text that is no boolean"),
        ("flag = 1", "do not compare"),
        ("at < 'noon'", "compared with a text that is no time"),
        ("id = 'me'", "compared with a text that is no uuid"),
        ("list = 1", "has a type that is not compared"),
        ("age", "4 values of 'age' are neither true nor false"),
        ("born AND flag", "column 'born' is date and neither true nor false; compare it"),
        ("CAST(age AS DATE) IS NULL", "is no text, and no date can be made of it"),
        ("CAST(list AS INT) IS NULL", "is no text, and no number can be made of it"),
        ("CAST(replace(score, ',', '.') AS DOUBLE) > 5", "replace takes a column of texts"),
        ("CAST(replace('5', ',', '.') AS DOUBLE) > 5", "replace takes a column of texts"),
        ("CAST(replace(town, '', '.') AS DOUBLE) > 5", "replace takes a column and two quoted"),
        ("CAST(replace(town, flag, '.') AS DOUBLE) > 5", "replace takes a column and two quoted"),
        ("CAST(replace(town, 'a') AS DOUBLE) > 5", "replace takes a column and two quoted"),
        ("replace(town, ',', '.') = 'a'", "write a column of P"),
    ],
)
def test_typed_columns_that_do_not_compare_are_refused(count_typed, where, words):
    error = dpsql.InputError if where in ("age", "flag AND age") else dpsql.ConfigError
    with pytest.raises(error, match=rf"^private\.where: .*{words}"):
        count_typed(where)


def test_a_value_that_cannot_be_cast_is_counted_and_not_quoted(count):
    with pytest.raises(dpsql.InputError) as caught:
        count("CAST(score AS DOUBLE) > 0")
    assert str(caught.value) == (
        "private.where: 1 value of 'score' is no DOUBLE; TRY_CAST in place of CAST leaves them out"
    )


@pytest.mark.parametrize(
    ("values", "type_", "mend"),
    [
        (
            "1,5 0,25 7",
            "DOUBLE",
            "they have a decimal comma: write {CAST(replace(x, ',', '.') AS DOUBLE)}",
        ),
        (
            "1,5 .5",
            "INTEGER",
            "they have a decimal comma: write {CAST(replace(x, ',', '.') AS DOUBLE)}",
        ),
        (
            "1,234 2,500 7",
            "DECIMAL(9, 2)",
            "if 1,234 is a whole number, write {CAST(replace(x, ',', '') AS DECIMAL(9, 2))}; if it"
            " has three decimals, {CAST(replace(x, ',', '.') AS DECIMAL(9, 2))}",
        ),
        (
            "1,234 2,500.5 1,000,000",
            "DOUBLE",
            "they have commas for thousands: write {CAST(replace(x, ',', '') AS DOUBLE)}",
        ),
        (
            "1.234,5 7 1.000.000 1.000",
            "DOUBLE",
            "they have points for thousands: write"
            " {CAST(replace(replace(x, '.', ''), ',', '.') AS DOUBLE)}",
        ),
        ("1.234,5 12.5", "DOUBLE", "TRY_CAST in place of CAST leaves them out"),
        (
            "1.5% 7%",
            "DOUBLE",
            "they are percentages: write {CAST(replace(x, '%', '') AS DOUBLE)}, and 12.5 for 12.5"
            " %",
        ),
        ("n/a low", "DOUBLE", "no value is one: compare texts, such as x = '…'"),
        (
            "31.12.1999 1.1.2000",
            "DATE",
            "write the column as 2020-12-31, as DuckDB does by"
            " CAST(strptime(x, '%d.%m.%Y') AS DATE)",
        ),
        ("2020-01-01 soon", "DATE", "TRY_CAST in place of CAST leaves them out"),
    ],
)
def test_what_mends_a_cast_follows_from_the_form_of_the_values(bench, values, type_, mend):
    bench.write("p.csv", [("a", value, "1") for value in values.split()], ("town", "x", "in_t"))
    least = "'1999-01-01'" if type_ == "DATE" else "0"
    where = f"CAST(x AS {type_}) > {least}"
    with pytest.raises(dpsql.InputError) as caught:
        bench.measure(bench.job(TREE, private={"where": where}))
    said = str(caught.value).lower()
    assert said.endswith(re.sub("[{}]", "", f"; {mend}").lower())
    # What is said to be written can be pasted.
    for cast in re.findall("{(.*?)}", mend):
        job = bench.job(TREE, private={"where": f"{cast} > 0"})
        assert bench.measure(job).private_rows == len(values.split())


@pytest.mark.parametrize(
    ("where", "hint"),
    [
        (
            "nope = 'x'",
            "'nope'; there are 'town', 'age', 'born', 'score', 'flag'",
        ),
        ("CAST(Age AS INT) > 5", "'Age'; did you mean 'age'[?]"),
        ("flg", "'flg'; did you mean 'flag'[?]"),
    ],
)
def test_a_column_that_p_has_not_is_refused_with_a_hint(count, where, hint):
    with pytest.raises(dpsql.SchemaError, match=f"the public table has no column {hint}$"):
        count(where)


def test_the_line_of_the_job_file_is_named(duckdb_bench):
    duckdb_bench.write("p.csv", ROWS, HEADER)
    job = duckdb_bench.folder / "job.yaml"
    words = "public: p.csv\nquasi_identifiers:\n  town: {prefix: [1]}\nprivate:\n  where: age > 5\n"
    job.write_text(words, encoding="utf-8")
    with pytest.raises(dpsql.ConfigError, match=r"^job\.yaml:5: private\.where: column 'age'"):
        dpsql.measure(job, **duckdb_bench.engine.options)


def test_the_sql_of_a_job_checks_the_grammar_alone(duckdb_bench):
    where = "age > 5 AND CAST(born AS DATE) > '2000-01-01'"
    steps = dpsql.script(duckdb_bench.job(TREE, private={"where": where})).steps
    assert any('"age" > 5' in step["sql"] for step in steps)
    where = "CAST(replace(age, ',', '.') AS DOUBLE) > 5"
    for dialect in DIALECTS:
        said = dpsql.script(duckdb_bench.job(TREE, private={"where": where}), dialect=dialect).steps
        assert any("REPLACE(" in step["sql"] for step in said)
    with pytest.raises(dpsql.ConfigError, match="write a column of P"):
        dpsql.script(duckdb_bench.job(TREE, private={"where": "random() < 1"}))
