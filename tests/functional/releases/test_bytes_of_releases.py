"""The bytes of a release are those that dpsql writes for its rows, of whatever types they are."""

from hashlib import sha256

import duckdb
import pytest

import dpsql

STORED = {
    "s": "TIMESTAMP_S '2020-01-01 10:00:00'",
    "ms": "TIMESTAMP_MS '2020-01-01 10:00:00'",
    "ns": "TIMESTAMP_NS '2020-01-01 10:00:00'",
    "zoned": "TIMESTAMPTZ '2020-01-01 10:00:00+02'",
    "tiny": "200::UTINYINT",
    "big": "(2::UHUGEINT)**100",
    "uuid": "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID",
    "blob": "'x'::BLOB",
    "bits": "'0101'::BIT",
    "bignum": "12::BIGNUM",
    "below": "0.5::DECIMAL(3,3)",
    "long": "0.5::DECIMAL(38,3)",
    "enum": "'a'::ENUM('b', 'a')",
    "array": "[1, 2]::INTEGER[2]",
    "list": "[1.5::FLOAT, NULL]",
    "record": "{'a b': 1, 'c': ['x']}",
    "map": "MAP {'a': 1.5::DOUBLE}",
    "time": "TIME '10:00:00'",
    "float": "'-nan'::FLOAT",
}


@pytest.fixture
def release(tmp_path):
    """Release a T of four rows with such kept columns, and return the job and what connects."""
    connection = duckdb.connect()

    def call(path, **columns):
        cells = ", ".join(f'{value} AS "{name}"' for name, value in columns.items())
        connection.execute("CREATE OR REPLACE TABLE p AS SELECT 'a' AS v FROM range(8)")
        connection.execute(f"CREATE OR REPLACE TABLE t AS SELECT 'a' AS v, {cells} FROM range(4)")
        job = dpsql.Job(
            folder=tmp_path,
            quasi_identifiers={"v": {"tree": {"*": ["a"]}}},
            public="p",
            private="t",
            delta={"max": "1/2"},
            keep=list(columns),
            release=path,
        )
        dpsql.anonymize(job, overwrite=True, connection=connection, csv_formulas="quote")
        return job, connection

    yield call
    connection.close()


@pytest.mark.parametrize("path", ["r.parquet", "r.csv"])
def test_every_type_is_written_in_one_way(release, path):
    """What was written is read back and written again, or it would not be released."""
    release(path, **STORED)


@pytest.mark.parametrize(
    ("value", "title"),
    [
        ("1::VARIANT", "VARIANT"),
        ("'POINT(1 2)'::GEOMETRY", "GEOMETRY"),
        ("INTERVAL 1 MONTH", "INTERVAL"),
        ("[TIMESTAMP_S '2020-01-01 10:00:00']", "TIMESTAMP_S"),
        ("MAP {'nan'::DOUBLE: 1}", "MAP with"),
    ],
)
def test_a_type_with_equal_values_of_other_bytes_is_refused(release, value, title):
    """1 and 1.0 are equal in a VARIANT: what came first would tell of the order of T."""
    with pytest.raises(dpsql.InputError, match=f"'kept' of type {title}.* cannot stand in Parquet"):
        release("r.parquet", kept=value)


def test_a_collation_within_a_list_merges_no_texts(release):
    """No type names it, and DuckDB would sort both texts as equal."""
    job, connection = release("r.parquet", kept="['x']")
    written = set()
    for order in ("ASC", "DESC"):
        connection.execute(
            "CREATE OR REPLACE TABLE t AS SELECT 'a' AS v, [x COLLATE NOCASE] AS kept"
            f" FROM (VALUES ('A'), ('a'), ('B'), ('b')) AS given(x) ORDER BY x COLLATE C {order}"
        )
        dpsql.anonymize(job, overwrite=True, connection=connection)
        written.add((job.folder / "r.parquet").read_bytes())
    assert len(written) == 1


def test_a_file_of_another_duckdb_is_told_apart(release):
    """Its bytes are judged by the version that wrote it."""
    job, connection = release("r.parquet", kept="1")
    path = job.folder / "r.parquet"
    version = duckdb.__version__.encode()
    other = path.read_bytes().replace(b"version v" + version, b"version v9" + version[1:])
    manifest = path.with_name("r.parquet.manifest.json")
    said = manifest.read_text().replace(_hash(path.read_bytes()), _hash(other))
    path.write_bytes(other)
    manifest.write_text(said)
    with pytest.raises(dpsql.IntegrityError, match=r"DuckDB 9.* wrote it"):
        dpsql.verify(job, connection=connection)


def _hash(content):
    return sha256(content).hexdigest()
