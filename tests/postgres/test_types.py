"""Values of every type are the texts that DuckDB makes of them, in a search and in a release."""

import duckdb
import pytest

import dpsql

#: Type, values; DuckDB's type where it is called otherwise there.
TYPES = [
    ("boolean", ["true", "false"], None),
    ("smallint", ["-1", "7"], None),
    ("integer", ["-2147483648", "7"], None),
    ("bigint", ["9223372036854775807", "7"], None),
    ("numeric(10, 2)", ["0.10", "-5.00", "100"], "DECIMAL(10,2)"),
    ("numeric(3, 3)", ["0.5", "-0.125"], "DECIMAL(3,3)"),
    ("numeric(38, 0)", ["99999999999999999999999999999999999999"], "DECIMAL(38,0)"),
    ("date", ["2024-02-29", "0001-01-01", "infinity"], None),
    ("timestamp", ["2024-02-29 12:00:00.5", "2024-02-29 00:00:00"], None),
    ("timestamp(0)", ["2024-02-29 12:00:00"], "TIMESTAMP"),
    ("timestamptz", ["2024-02-29 12:00:00.25+00"], None),
    ("time", ["12:00:00", "23:59:59.999999"], None),
    ("uuid", ["00000000-0000-0000-0000-00000000000a"], None),
    ("text", ["", "a", "B", "é", "'; --"], None),
    ("varchar(20)", ["a", "b "], "VARCHAR"),
    ("char(5)", ["a", "b"], "VARCHAR"),
    ("name", ["a", "b"], "VARCHAR"),
    ("real", ["0.1", "1e10", "-0.0", "nan", "inf"], "FLOAT"),
    ("double precision", ["0.1", "1e15", "1e16", "-0.0", "nan", "-inf", "1e-05"], "DOUBLE"),
    ("bytea", ["\\x00ff41"], "BLOB"),
]


def make(server, type_, values):
    server.execute(f"CREATE TABLE typed (v {type_}, town text, member boolean)")
    for value in [*values, None]:
        server.execute("INSERT INTO typed VALUES (%s, 'x', true), (%s, 'x', false)", [value] * 2)


@pytest.mark.parametrize(("type_", "values", "known"), TYPES)
@pytest.mark.parametrize("release", ["r.parquet", "r.csv"])
def test_kept_values(postgres_bench, server, type_, values, known, release):
    make(server, type_, values)
    job = postgres_bench.job(
        {"town": {"prefix": [1]}},
        public="typed",
        private={"where": "member"},
        keep=["v"],
        release=release,
        delta={"max": "1/2"},
    )
    postgres_bench.anonymize(job, csv_formulas="quote")
    kind, texts = spell_as_duckdb(values, known or type_)
    if release == "r.csv":
        column = [row[1].removeprefix("'") for row in postgres_bench.read_release(release)]
        # DuckDB leaves out the digit before the point, and spells bytes that are ASCII.
        texts = [text.replace("-.", "-0.").replace("\\xFFA", "\\xff\\x41") for text in texts]
        texts = [f"0{text}" if text.startswith(".") else text for text in texts]
        # An apostrophe before what looks like a formula moves it in the order.
        assert sorted(column) == sorted([*texts, ""])
        return
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        found = connection.read_parquet(str(postgres_bench.folder / release))
        assert found.types[1] == kind
        column = found.project("v::VARCHAR").fetchall()
        assert [row[0] for row in column] == [*texts, None]


def spell_as_duckdb(values, type_):
    """The type, and the texts of the values in their order."""
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        connection.execute(f"CREATE TABLE typed (v {type_})")
        for value in values:
            text = (
                "\\x00\\xFFA" if type_ == "BLOB" else value.rstrip() if "char" in type_ else value
            )
            connection.execute("INSERT INTO typed VALUES (?)", [text])
        kind = connection.table("typed").types[0]
        rows = connection.execute("SELECT v::VARCHAR FROM typed ORDER BY v").fetchall()
        return kind, [row[0] for row in rows]


@pytest.mark.parametrize(
    ("type_", "values"), [(t, v) for t, v, _ in TYPES if t not in ("real", "bytea")]
)
def test_quasi_identifiers(postgres_bench, server, type_, values):
    make(server, type_, values)
    texts = server.execute("SELECT DISTINCT v::text FROM typed WHERE v IS NOT NULL").fetchall()
    if type_ == "double precision":
        with pytest.raises(dpsql.InputError, match="floating-point"):
            postgres_bench.measure(job_of(postgres_bench, [row[0] for row in texts]))
        return
    found = postgres_bench.measure(job_of(postgres_bench, [row[0] for row in texts]))
    assert found.public_rows == 2 * len(values) + 2


def job_of(bench, texts):
    words = {"tree": {"*": sorted(texts)}, "nulls": "own_leaf"}
    return bench.job({"v": words}, public="typed", private={"where": "member"})


@pytest.mark.parametrize(
    "type_",
    ["numeric", "numeric(40, 2)", "money", "interval", "int[]", "jsonb", "inet", "int4range"],
)
def test_types_that_have_no_counterpart(postgres_bench, server, type_):
    server.execute(f"CREATE TABLE typed (v {type_}, town text, member boolean)")
    server.execute("INSERT INTO typed VALUES (NULL, 'x', true), (NULL, 'x', false)")
    with pytest.raises(dpsql.InputError, match="cannot be a quasi-identifier"):
        postgres_bench.measure(job_of(postgres_bench, ["a"]))
    words = {"public": "typed", "private": {"where": "member"}, "keep": ["v"], "delta": {"max": 1}}
    job = postgres_bench.job({"town": {"prefix": [1]}}, **words)
    with pytest.raises(dpsql.InputError, match=r"'v' of type .* cannot stand in Parquet"):
        postgres_bench.anonymize(job)


def test_domains_and_enums_are_the_values_below(postgres_bench, server):
    server.execute("CREATE DOMAIN age AS numeric(4, 1) CHECK (value > 0)")
    server.execute("CREATE DOMAIN old_age AS age CHECK (value > 60)")
    server.execute("CREATE TYPE mood AS ENUM ('sad', 'glad')")
    server.execute("CREATE TABLE typed (a old_age, m mood, town text, member boolean)")
    server.execute("INSERT INTO typed SELECT 61.5, 'sad', 'x', true")
    server.execute("INSERT INTO typed SELECT 70, 'glad', 'x', true")
    words = {"public": "typed", "private": "typed", "delta": {"max": 1}}
    job = postgres_bench.job({"town": {"prefix": [1]}}, keep=["m", "a"], **words)
    postgres_bench.anonymize(job)
    # An ENUM of Postgres sorts by its declaration; a release by the texts that it holds.
    rows = [tuple(map(str, row)) for row in postgres_bench.read_release()]
    assert rows == [("x", "glad", "70.0"), ("x", "sad", "61.5")]


@pytest.mark.parametrize("release", ["r.parquet", "r.csv"])
def test_texts_compare_byte_by_byte_whatever_their_collation(postgres_bench, server, release):
    schema = server.execute("SELECT current_schema()").fetchone()[0]
    server.execute(
        f"CREATE COLLATION {schema}.blind (provider = icu, locale = 'und-u-ks-level2',"
        " deterministic = false)"
    )
    server.execute('CREATE TABLE typed (v text COLLATE "blind", member boolean)')
    for value in ("a", "A", "B", "á", "b"):
        server.execute("INSERT INTO typed VALUES (%s, true), (%s, false)", [value] * 2)
    assert server.execute("SELECT count(DISTINCT v) FROM typed").fetchone() == (3,)
    job = postgres_bench.job(
        {"v": {"tree": {"*": ["a", "A", "B", "á", "b"]}}},
        public="typed",
        private={"where": "member"},
        release=release,
        delta={"max": "1/2"},
    )
    assert postgres_bench.anonymize(job).levels == {"v": 0}
    assert [row[0] for row in postgres_bench.read_release(release)] == ["A", "B", "a", "b", "á"]


def test_a_number_that_is_none_is_no_decimal(postgres_bench, server):
    server.execute("CREATE TABLE typed (v numeric(5, 2), town text)")
    server.execute("INSERT INTO typed VALUES ('NaN', 'x')")
    words = {"public": "typed", "private": "typed", "keep": ["v"], "delta": {"max": 1}}
    job = postgres_bench.job({"town": {"prefix": [1]}}, **words)
    with pytest.raises(dpsql.InputError, match="cannot be read as the type"):
        postgres_bench.anonymize(job)
