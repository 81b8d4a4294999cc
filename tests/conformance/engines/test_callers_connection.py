"""Tests what somebody is told whose connection of DuckDB cannot be used as it is."""

import errno
import os
from pathlib import Path

import duckdb
import pandas as pd
import pytest

import dpsql

PEOPLE = pd.DataFrame({"age": ["1", "2"]})


def make_job(**words):
    ages = {"age": {"widths": [10]}}
    tables = {"public": PEOPLE, "private": PEOPLE[:1], **words}
    return dpsql.Job(**tables, quasi_identifiers=ages, delta={"max": "1"})


def test_a_failed_transaction_is_to_be_ended():
    with duckdb.connect() as connection:
        connection.begin()
        with pytest.raises(duckdb.Error):
            connection.execute("SELECT error('x')")
        with pytest.raises(dpsql.EngineError, match=r"has failed; end it: con\.rollback\(\)$"):
            dpsql.check(make_job(), connection=connection)
        connection.rollback()
        assert dpsql.check(make_job(), connection=connection).public_rows == 2


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("x.duckdb", "a str"),
        (duckdb, "a module"),
        (duckdb.connect, "a "),
        (duckdb.sql("SELECT 1"), "a DuckDBPyRelation"),
    ],
)
def test_what_is_no_connection_is_told_how_to_be_one(given, name):
    told = rf"connection: .*, such as duckdb\.connect\(\"x\.duckdb\"\), not {name}"
    with pytest.raises(dpsql.ConfigError, match=told):
        dpsql.check(make_job(), connection=given)


@pytest.mark.parametrize("name", ["public", "private"])
def test_a_frame_without_columns_is_called_so(name):
    with pytest.raises(dpsql.InputError, match="a pandas DataFrame: it has no columns"):
        dpsql.check(make_job(**{name: pd.DataFrame()}))


def test_a_job_is_no_path_of_one():
    with pytest.raises(dpsql.ConfigError, match=r"not a Job; it is a job already$"):
        dpsql.read_job(make_job())


@pytest.mark.parametrize("option", ["dump_sql", "debug"])
def test_a_folder_that_cannot_be_made_is_not_called_none(tmp_path, monkeypatch, option):
    def refuse(*_, **__):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(dpsql.ConfigError, match=rf"^{option}: .*/new cannot be written"):
        dpsql.check(make_job(), **{option: tmp_path / "new"})
