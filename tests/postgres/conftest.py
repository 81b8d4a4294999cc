"""A schema of its own for each case, on the server of this process, and jobs over tables in it."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

import dpsql
from tests.conftest import Bench, EngineUnderTest
from tests.postgres_server import running_postgres

VARIABLE = "DPSQL_TEST_PGDSN"


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The words of a connection whose path holds a schema that is gone after the test."""
    schema = f"case_{uuid4().hex[:12]}"
    plain = running_postgres()
    with closing(psycopg.connect(plain, autocommit=True)) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
        words = f"{plain} options='-c search_path={schema}'"
        monkeypatch.setenv(VARIABLE, words)
        yield words
        connection.execute(f"DROP SCHEMA {schema} CASCADE")


@pytest.fixture
def server(words: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection to make tables by."""
    with closing(psycopg.connect(words, autocommit=True)) as connection:
        yield connection


@pytest.fixture
def postgres_bench(tmp_path: Path, words: str) -> Bench:
    """A bench on Postgres alone."""
    return Bench(tmp_path, EngineUnderTest("postgres", {"postgres": {"dsn_env": VARIABLE}}))


@pytest.fixture
def people(server: psycopg.Connection[Any]) -> None:
    """Table `people`: ten towns of ten people, one of each in T."""
    server.execute(
        "CREATE TABLE people AS SELECT 'town ' || i / 10 AS town, i % 10 = 0 AS member, i AS id"
        " FROM generate_series(0, 99) AS i"
    )


@pytest.fixture
def town_job(postgres_bench: Bench, people: None) -> Callable[..., dpsql.Job]:
    """A job over `people`, some words replaced."""
    towns = {"town": {"prefix": [5]}}
    return lambda **words: postgres_bench.job(
        towns,
        **{"public": "people", "private": {"where": "member"}, "delta": {"max": "1/10"}} | words,
    )


@pytest.fixture
def schema(server: psycopg.Connection[Any]) -> str:
    """The schema of the case."""
    return str(server.execute("SELECT current_schema()").fetchone()[0])


@pytest.fixture
def table_job(town_job: Callable[..., dpsql.Job], schema: str) -> Callable[..., dpsql.Job]:
    """A job that releases the table `released` of the case's schema, some words replaced."""
    return lambda **words: town_job(**{"release": {"table": f"{schema}.released"}} | words)


def rows(
    server: psycopg.Connection[Any], table: str = "released", order: str = "ctid"
) -> list[tuple[Any, ...]]:
    """The rows of a table as they lie there."""
    return server.execute(f"SELECT * FROM {table} ORDER BY {order}").fetchall()


def beside(job: dpsql.Job) -> list[str]:
    """What lies in the folder of a job."""
    return sorted(path.name for path in job.folder.iterdir())
