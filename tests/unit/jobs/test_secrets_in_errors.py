"""No address, key of a dict or endless name of a job is repeated by the error that refuses it."""

import os
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from dpsql.cli.terminal.options import parse_levels
from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import MOST_LEVELS, nest
from dpsql.domain.levels.rules import PrefixHierarchy
from dpsql.domain.sections.source import Source
from dpsql.domain.threshold import parse_threshold
from dpsql.errors import ConfigError, DpsqlError, HierarchyError, hide_secrets
from dpsql.hierarchies.load import load_hierarchies, read_rows
from dpsql.inputs.places import find_place
from dpsql.job_files.read import read_job

SECRET = "s3kr1tpw"
WORDS = {"public": "p.csv", "private": "t.csv", "quasi_identifiers": {"zip": "zip.csv"}}


def refuse(**words):
    with pytest.raises(ConfigError) as caught:
        Job(**{**WORDS, **words})
    return str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        f"https://127.0.0.1:1/x.parquet?X-Amz-Signature={SECRET}",
        f"s3://bucket/x.csv?s3_secret_access_key={SECRET}",
        f"az://c/x.csv;sig={SECRET}",
        f"https://me:{SECRET}@host/x.csv",
    ],
)
def test_a_hierarchy_at_an_address_is_refused_without_it(address):
    job = Job(**{**WORDS, "quasi_identifiers": {"zip": address}})
    with pytest.raises(ConfigError, match=r"local files only.*copy the file here") as of_job:
        load_hierarchies(job, {}, None)
    with pytest.raises(ConfigError, match="local files only") as of_path:
        list(read_rows(Path(address), "zip"))
    assert SECRET not in f"{of_job.value} {of_path.value}"


@pytest.mark.parametrize("field", ["work_dir", "database"])
def test_no_other_path_of_a_job_is_an_address(field):
    address = f"https://h/x.db?sig={SECRET}"
    for told in (refuse(release=address), refuse(engine={"duckdb": {field: address}})):
        assert "not an address" in told
        assert SECRET not in told


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        (f"sc://h:1/;token={SECRET}", "sc://h:1/;…: remote paths are not read but by s3://"),
        (f"sc://h:1/;token=a b {SECRET}", "sc://h:1/;…: remote paths are not read but by s3://"),
        (f"az://c/x.parquet?sig={SECRET}", "az://c/x.parquet?…: a query may hold a secret"),
        (f"s3://c/x.parquet;sig={SECRET}", "s3://c/x.parquet;…: what follows ; may hold a secret"),
        (f"ftp://c/x.parquet?{SECRET}", "ftp://c/x.parquet?…: remote paths are not read"),
    ],
)
def test_what_follows_an_address_is_hidden_and_the_reason_stays(address, shown):
    with pytest.raises(ConfigError) as caught:
        find_place(Source(path=address), Path())
    assert str(caught.value).startswith(shown)
    assert SECRET not in str(caught.value)
    assert "copy the file here first" in str(caught.value) or "DuckDB's secrets" in str(
        caught.value
    )


@pytest.mark.parametrize(
    "text",
    [
        f"sc://h:1/;token={SECRET}: it is not there; write a='b'",
        f"s3://b/x;{SECRET}: it is not there",
        f"https://h/x?{SECRET}, which is not there",
        f"table s3://my b/x;token={SECRET}: it is not there",
    ],
)
def test_any_error_hides_what_follows_an_address(text):
    told = str(DpsqlError(text))
    assert SECRET not in told
    assert hide_secrets(told) == told


def test_a_message_about_an_address_without_a_secret_is_left_alone():
    for text in (
        "s3://bucket/x.parquet: DuckDB's extension is missing; write format: csv, or a=b; see c",
        "az://c/x?…: a query may hold a secret; keep it in DuckDB's secrets, as in key=value",
        "postgresql://…: it is no database; write host=… user=me",
    ):
        assert str(DpsqlError(text)) == text


def test_the_name_of_a_variable_that_is_an_address_is_not_repeated():
    for address in (f"postgresql://me:{SECRET}@h/db", f"host=h password={SECRET}", SECRET + " x"):
        told = refuse(engine={"postgres": {"dsn_env": address}})
        assert "write the name of an environment variable, such as PGDSN" in told
        assert SECRET not in told


@pytest.mark.parametrize("digits", ["9" * 4301, "9" * 10, "²", "٣"])
def test_a_level_of_many_digits_is_no_level(digits):
    with pytest.raises(ConfigError, match="--levels"):
        parse_levels(f"zip={digits}")


def test_numbers_that_python_does_not_write_are_refused():
    huge = 10**4301
    for words in (
        {"quasi_identifiers": {"zip": {"prefix": [huge]}}},
        {"quasi_identifiers": {"zip": {"widths": [huge]}}},
        {"constraints": {"k_anonymity": huge}},
        {"engine": {"spark": {"remote": f"sc://h:{'9' * 4301}"}}},
        {"public": {"path": "p", "version": huge}},
    ):
        assert "limit" not in refuse(**words)
    for number in (Decimal("1e-999999999"), Fraction(1, huge)):
        with pytest.raises(ConfigError, match="cannot be read"):
            parse_threshold(number)


def test_the_keys_of_a_dict_are_no_words_of_a_job():
    for words in (
        {"private": {"canarycell55": 1}},
        {"private": {"canarycell55": [1], "canarycell56": [2]}},
        {"public": {"canarycell55": [1]}},
        {"private": {"key": "zip", "canarycell55": [1]}},
    ):
        told = refuse(**words)
        assert "a dict is no table: build an Arrow, pandas or polars table of it" in told
        assert "canarycell" not in told


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes with names")
def test_a_pipe_is_no_job_file(tmp_path):
    os.mkfifo(tmp_path / "job.yaml")
    with pytest.raises(ConfigError, match="no regular file"):
        read_job(tmp_path / "job.yaml")
    with pytest.raises(ConfigError, match="is a folder"):
        read_job(tmp_path)
    with pytest.raises(ConfigError, match="no regular file"):
        read_job("/dev/zero")


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no names of open files")
def test_a_pipe_that_is_open_already_is_read():
    read, write = os.pipe()
    os.write(write, b"public: p.csv\nprivate: t.csv\nquasi_identifiers: {zip: zip.csv}\n")
    os.close(write)
    assert list(read_job(f"/dev/fd/{read}").quasi_identifiers) == ["zip"]
    os.close(read)


def test_a_hierarchy_has_at_most_a_hundred_levels():
    lengths = tuple(range(MOST_LEVELS + 1, 0, -1))
    assert PrefixHierarchy(False, lengths[1:]).height == MOST_LEVELS + 1
    with pytest.raises(ConfigError, match="101 lengths; at most 100"):
        PrefixHierarchy(False, lengths)
    nest([(1, ("a", *["*"] * MOST_LEVELS))], "zip", nulls_are_leaves=False)
    with pytest.raises(HierarchyError, match="101 levels above the leaf; at most 100"):
        nest([(1, ("a", *["*"] * (MOST_LEVELS + 1)))], "zip", nulls_are_leaves=False)


@pytest.mark.parametrize("name", ["x" * 100_000, "x y " * 25_000, "it's " * 20_000])
def test_a_long_name_is_cut_and_the_remedy_stays(name):
    for told in (
        refuse(**{name: 1}),
        refuse(keep=[name, name]),
        str(DpsqlError(f"keep: there is no column {name!r}; drop it")),
    ):
        assert len(told) < 1000
    assert told.endswith("; drop it")


def test_a_kept_column_that_marks_the_private_rows_is_told_as_one():
    told = refuse(private={"where": "in_trial"}, keep=["In_trial"])
    assert "marks the rows of T" in told
    assert "the public has column" not in told
    assert "the public has column 'lab'" in refuse(private={"where": "in_trial"}, keep=["lab"])
