"""Postgres finds the oracle's optimum and minimal nodes, and publishes the rows that DuckDB does.

P and T lie in the server, in columns of their types and in the order of a collation that is not
that of code points, or are carried there from files and memory.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import psycopg
import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from psycopg import sql

import dpsql
from tests.generative.budget import share_of_profile
from tests.generative.instances.agreement import assert_release_is_generalized_private_table
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.jobs import Setting, settings_of_jobs
from tests.generative.instances.partition_questions import mondrian_questions, mpalm_questions
from tests.generative.instances.published_boxes import publish
from tests.generative.instances.runs import anonymize, find_minimal
from tests.oracle.search.exhaustive import find_holding_nodes, find_minimal_nodes, find_optimum
from tests.postgres_server import running_postgres

VARIABLE = "DPSQL_TEST_PGDSN"
ENGINE = {"postgres": {"dsn_env": VARIABLE}}
TYPES = {"int64": "bigint", "bool": "boolean", "date32[day]": "date"}


@pytest.fixture(scope="module", autouse=True)
def connection() -> Iterator[psycopg.Connection[Any]]:
    words = running_postgres()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, words)
        with closing(psycopg.connect(words, autocommit=True)) as connection:
            yield connection


def store_in(connection: psycopg.Connection[Any], schema: str):
    """Store tables in a schema, by columns of their types."""

    def store(table: pa.Table, name: str) -> dict[str, str]:
        columns = [
            sql.SQL("{} {}").format(
                sql.Identifier(field.name),
                sql.SQL(TYPES.get(str(field.type), 'text COLLATE "en-x-icu"')),
            )
            for field in table.schema
        ]
        place = sql.Identifier(schema, name)
        connection.execute(
            sql.SQL("CREATE TABLE {} ({})").format(place, sql.SQL(", ").join(columns))
        )
        with connection.cursor().copy(sql.SQL("COPY {} FROM STDIN").format(place)) as copy:
            for row in table.to_pylist():
                copy.write_row(list(row.values()))
        return {"table": f"{schema}.{name}"}

    return store


def can_be_named(setting: Setting) -> bool:
    """Postgres' names have 63 bytes; a job's word for a table takes no dots within."""
    names = (*setting.names, setting.kept, setting.key, setting.member)
    return all(len(f"'{name}".encode()) <= 63 for name in names)


@share_of_profile(2)
@given(st.data())
def test_optimum_and_release(connection, data: st.DataObject) -> None:
    case = data.draw(cases())
    setting = data.draw(settings_of_jobs(case))
    assume(not case.holds_nul and can_be_named(setting))
    expected = anonymize(case, setting)
    optimum = find_optimum(case.instance, find_holding_nodes(case.instance))
    setting = replace(setting, engine=ENGINE)
    schema = f"case_{uuid4().hex[:12]}"
    if data.draw(st.booleans(), label="in the server"):
        connection.execute(f"CREATE SCHEMA {schema}".encode())
        setting = replace(setting, store=store_in(connection, schema))
    try:
        published = anonymize(case, setting)
    finally:
        connection.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE".encode())
    if optimum is None:
        assert published is None
        return
    assert published is not None
    assert expected is not None
    assert published.node == optimum[1]
    assert (published.header, published.records) == (expected.header, expected.records)
    assert published.said["presence"] == expected.said["presence"]
    assert published.metrics == expected.metrics
    assert_release_is_generalized_private_table(published, case, setting)


@share_of_profile(4)
@given(st.data())
def test_minimal_nodes(data: st.DataObject) -> None:
    case = data.draw(cases())
    setting = data.draw(settings_of_jobs(case))
    assume(not case.holds_nul and can_be_named(setting))
    found = find_minimal(case, replace(setting, engine=ENGINE))
    expected = find_minimal_nodes(find_holding_nodes(case.instance))
    assert [one.node for one in found] == expected


@share_of_profile(8)
@given(mpalm_questions(), st.sampled_from(["P", "T_checked"]), st.booleans())
def test_boxes_of_mpalm(question, box: str, keep: bool) -> None:
    public, members, delta, kinds, strategy, listed = question
    words = {"columns": strategy.columns, "values": strategy.values, "box": box}
    if strategy.columns == "priority":
        words["priority"] = [f"c{j}" for j in strategy.priority]
    least = "0" if box == "T_checked" else str(delta[0])
    asked = public, members, kinds, listed, {"mpalm": words}
    assert_boxes_agree(*asked, keep=keep, delta={"min": least, "max": str(delta[1])})


@share_of_profile(8)
@given(mondrian_questions(), st.booleans())
def test_boxes_of_mondrian(question, keep: bool) -> None:
    public, members, kinds, words, limits, delta, listed = question
    assume(any(members) and words.columns != "priority")
    demands: dict[str, Any] = {"keep": keep, "constraints": limits}
    if delta is not None:
        demands["delta"] = {"min": str(delta[0]), "max": str(delta[1])}
    asked = {"mondrian": words.model_dump(exclude_defaults=True)}
    assert_boxes_agree(public, members, kinds, listed, asked, **demands)


def assert_boxes_agree(*asked: Any, **demands: Any) -> None:
    """Postgres publishes the same rows as DuckDB, in the same order; DuckDB those of the oracle."""
    answers = []
    for engine in ("duckdb", ENGINE):
        with TemporaryDirectory() as folder:
            try:
                _, found, rows = publish(folder, *asked, engine=engine, **demands)
            except dpsql.NoSafeRelease:
                answers.append(None)
            else:
                answers.append((rows, found.presence, found.box_count, found.metrics))
    assert answers[0] == answers[1]
