"""Remote files: a double stands for the extension, which cannot be had here; the doors are real."""

from fnmatch import fnmatch
from io import BytesIO

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from fsspec.implementations.memory import MemoryFileSystem
from sqlglot import exp

import dpsql
from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.domain.sections.source import Source
from dpsql.engines.connect import connect
from dpsql.engines.duckdb import session as duckdb_session
from dpsql.inputs.addresses import Addresses
from dpsql.inputs.places import find_place

TOWNS = ["a", "a", "a", "b", "b", "b"]


class Bucket(MemoryFileSystem):
    """Files in memory, by addresses of S3."""

    protocol = "s3"
    store = {}  # noqa: RUF012 - fsspec's own form
    pseudo_dirs = [""]  # noqa: RUF012 - fsspec's own form

    @classmethod
    def _strip_protocol(cls, path):
        return "/" + path.removeprefix("s3://").lstrip("/")

    def glob(self, path, **words):
        wanted = self._strip_protocol(path)
        return [name.lstrip("/") for name in sorted(self.store) if fnmatch(name, wanted)]


@pytest.fixture
def bucket(monkeypatch):
    """A bucket with P and T; loading httpfs gives a session its file system."""
    files = Bucket()
    files.store.clear()

    def write(name, **columns):
        content = BytesIO()
        pq.write_table(pa.table(columns), content)
        files.pipe_file(f"s3://{name}", content.getvalue())

    write("census/people/1.parquet", town=TOWNS[:3])
    write("census/people/2.parquet", town=TOWNS[3:])
    write("census/trial.parquet", town=["a", "b"])
    write("other/people.parquet", town=["secret"])

    def load(connection, place):
        assert place.extension == "httpfs"
        if not connection.filesystem_is_registered("s3"):
            connection.register_filesystem(files)

    monkeypatch.setattr(duckdb_session, "_load", load)
    return files


def job(folder, **words):
    usual = {
        "public": "s3://census/people/*.parquet",
        "private": "s3://census/trial.parquet",
        "quasi_identifiers": {"town": {"tree": {"*": ["a", "b"]}}},
        "delta": {"min": "1/3", "max": "1/3"},
        "release": "r.parquet",
        "folder": folder,
    }
    return dpsql.Job(**usual | words)


def test_a_job_over_addresses_releases_and_verifies(tmp_path, bucket):
    found = dpsql.anonymize(job(tmp_path))
    assert (found.public_rows, found.private_rows) == (6, 2)
    assert dpsql.verify(job(tmp_path)).release.sha256 == found.release.sha256
    assert not list(tmp_path.glob("*journal*"))


def test_nothing_but_the_addresses_of_the_job_is_open(tmp_path, bucket):
    place = find_place(Source(path="s3://census/people/*.parquet"), tmp_path)
    one = find_place(Source(path="s3://census/trial.parquet"), tmp_path)
    with connect(EngineOptions(), tmp_path, readable=[place, one]) as engine:
        engine.register("people", place)
        engine.register("trial", one)
        rows = engine.fetch(exp.select("town").from_("people"))
        assert sorted(row[0] for row in rows) == TOWNS
        for address in ("s3://other/people.parquet", "s3://census/other.parquet"):
            with pytest.raises(dpsql.DpsqlError) as caught:
                engine.register("other", Addresses(address))
            assert "secret" not in str(caught.value)
        with pytest.raises(duckdb.PermissionException):
            engine._connection.execute("FROM read_parquet('s3://other/people.parquet')")
        with pytest.raises(duckdb.InvalidInputException):
            engine._connection.execute("SET allowed_directories = ['s3://other/']")


def test_files_that_differ_are_compared_like_local_ones(tmp_path, bucket):
    content = BytesIO()
    pq.write_table(pa.table({"town": [1]}), content)
    bucket.pipe_file("s3://census/people/3.parquet", content.getvalue())
    with pytest.raises(dpsql.TypeMismatch, match=r"3\.parquet: column 1, 'town', is BIGINT"):
        dpsql.measure(job(tmp_path))


@pytest.mark.parametrize(
    ("address", "extension"),
    [
        ("s3://b/p.parquet", "httpfs"),
        ("gs://b/p.parquet", "httpfs"),
        ("https://host/p.parquet", "httpfs"),
        ("az://b/p.parquet", "azure"),
    ],
)
def test_without_the_extension_its_installation_is_named(tmp_path, address, extension):
    told = rf"{address}: .* run INSTALL {extension} once in DuckDB, or copy the file here"
    with pytest.raises(dpsql.ConfigError, match=told) as caught:
        dpsql.measure(job(tmp_path, public=address))
    assert caught.value.exit_code == 2


def test_a_connection_of_the_caller_needs_the_extension_too(tmp_path, bucket):
    with duckdb.connect() as connection:
        with pytest.raises(dpsql.ConfigError, match="not loaded in your connection"):
            dpsql.measure(job(tmp_path), connection=connection)
        connection.register_filesystem(bucket)
        assert dpsql.measure(job(tmp_path), connection=connection).public_rows == 6


@pytest.mark.parametrize(
    "address",
    [
        "https://me:s3kr1t@host/p.parquet",
        "https://host/p.parquet?X-Amz-Signature=s3kr1t",
        "s3://bucket/p.parquet?s3_secret_access_key=s3kr1t",
        "https://host/p?.parquet?sig=s3kr1t&a=b",
    ],
)
def test_no_credentials_are_told(tmp_path, address):
    with pytest.raises(dpsql.ConfigError) as caught:
        dpsql.measure(job(tmp_path, public=address))
    assert "s3kr1t" not in str(caught.value)
    assert "keep credentials in DuckDB's secrets" in str(caught.value)


def test_what_the_extension_for_aws_finds_is_used_in_the_session_alone():
    """Statements as they are sent; the extensions themselves cannot be had here."""
    sent = []

    class Connection:
        def execute(self, sql):
            sent.append(sql)

    duckdb_session._load(Connection(), Addresses("s3://bucket/p.parquet"))
    assert sent == [
        "LOAD httpfs",
        "LOAD aws",
        "CREATE OR REPLACE TEMPORARY SECRET dpsql (TYPE s3, PROVIDER credential_chain)",
    ]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("http://host/p.parquet", "remote paths are not read"),
        ("file:///p.parquet", "remote paths are not read"),
        ("s3://bucket/p.csv", "remote files are read as Parquet"),
        ("s3://bucket/people/", "name a file or a pattern"),
        ("s3://bucket", "name a file or a pattern"),
        ("s3://*/p.parquet", "name a file or a pattern"),
        ("https://host/*.parquet", "https lists no files"),
    ],
)
def test_addresses_that_are_not_read(tmp_path, address, told):
    with pytest.raises(dpsql.ConfigError, match=told):
        find_place(Source(path=address), tmp_path)


@pytest.mark.parametrize("words", [{"format": "delta"}, {"version": 0}, {"snapshot": 0}])
def test_lake_tables_are_local(tmp_path, words):
    with pytest.raises(dpsql.ConfigError, match="copy the table here"):
        find_place(Source(path="s3://bucket/people/x", **words), tmp_path)


def test_a_delimiter_is_for_csv(tmp_path):
    with pytest.raises(dpsql.ConfigError, match="delimiter is for CSV; drop it"):
        find_place(Source(path="s3://bucket/people/x.parquet", delimiter=";"), tmp_path)
