"""What a server refuses is told in one line: what to grant, what to mend, and no secret."""

from contextlib import closing
from uuid import uuid4

import psycopg
import pytest

import dpsql
from tests.postgres.conftest import VARIABLE

SECRET = "hunter2"


@pytest.fixture
def role(server, words):
    """A role that may look into the schema, and its connection's words."""
    name = f"role_{uuid4().hex[:8]}"
    schema = server.execute("SELECT current_schema()").fetchone()[0]
    server.execute(f"CREATE ROLE {name} LOGIN PASSWORD '{SECRET}'")
    server.execute(f"GRANT USAGE ON SCHEMA {schema} TO {name}")
    yield name
    server.execute(f"DROP OWNED BY {name}")
    server.execute(f"DROP ROLE {name}")


@pytest.fixture
def as_role(monkeypatch, words, role):
    monkeypatch.setenv(VARIABLE, f"{words} user={role} password={SECRET}")


@pytest.mark.usefixtures("as_role")
def test_no_right_to_read(town_job):
    with pytest.raises(dpsql.EngineError, match="GRANT it SELECT") as caught:
        dpsql.measure(town_job())
    assert SECRET not in str(caught.value)


@pytest.mark.usefixtures("as_role")
def test_temporary_tables_do_where_no_schema_may_be_made(town_job, server, role):
    server.execute(f"GRANT SELECT ON people TO {role}")
    assert dpsql.anonymize(town_job()).levels == {"town": 0}


@pytest.mark.usefixtures("as_role")
def test_neither_schema_nor_temporary_tables(town_job, server, role):
    server.execute(f"GRANT SELECT ON people TO {role}")
    server.execute(f"REVOKE TEMP ON DATABASE {server.info.dbname} FROM PUBLIC")
    try:
        with pytest.raises(dpsql.EngineError, match="CREATE or TEMP on the database"):
            dpsql.measure(town_job())
    finally:
        server.execute(f"GRANT TEMP ON DATABASE {server.info.dbname} TO PUBLIC")


@pytest.mark.usefixtures("as_role")
def test_rows_that_a_policy_hides_are_not_silently_missing(town_job, server, role):
    server.execute(f"GRANT SELECT ON people TO {role}")
    server.execute("ALTER TABLE people ENABLE ROW LEVEL SECURITY")
    server.execute("CREATE POLICY half ON people USING (id < 50)")
    with pytest.raises(dpsql.EngineError, match="not all of its rows"):
        dpsql.measure(town_job())


def test_functions_and_operators_of_users_hide_none_of_postgres(town_job, server):
    schema = server.execute("SELECT current_schema()").fetchone()[0]
    server.execute(
        f"CREATE FUNCTION {schema}.never(text, text) RETURNS boolean LANGUAGE sql"
        " AS $$ SELECT false $$"
    )
    server.execute(
        f"CREATE OPERATOR {schema}.= (LEFTARG = text, RIGHTARG = text, FUNCTION = {schema}.never)"
    )
    assert dpsql.measure(town_job()).private_rows == 10


def test_no_variable(town_job, monkeypatch):
    monkeypatch.delenv(VARIABLE)
    with pytest.raises(dpsql.ConfigError, match=f"variable {VARIABLE} is not set"):
        dpsql.measure(town_job())


@pytest.mark.parametrize(
    ("given", "told", "error"),
    [
        (f"password={SECRET} host", "is no connection of Postgres", dpsql.ConfigError),
        (f"postgresql://me:{SECRET}@localhost:1/x", "no Postgres answers", dpsql.EngineError),
        (f"host=/nowhere user=me password={SECRET}", "no Postgres answers", dpsql.EngineError),
        (f"host=no-such.invalid password={SECRET}", "no Postgres answers", dpsql.EngineError),
        ("{} dbname=no_such", "no database of this name", dpsql.EngineError),
        ("{} user=nobody_at_all", "refuses this user or password", dpsql.EngineError),
    ],
)
def test_connections_that_are_not_had(town_job, monkeypatch, words, given, told, error):
    job = town_job()
    monkeypatch.setenv(VARIABLE, given.format(words))
    with pytest.raises(error, match=told) as caught:
        dpsql.measure(job)
    assert SECRET not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_session_that_may_only_read(town_job, words):
    with closing(psycopg.connect(words)) as mine:
        mine.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        with pytest.raises(dpsql.EngineError, match="only read"):
            dpsql.measure(town_job(), connection=mine)


def test_a_server_that_reads_only_by_default_is_asked_to_write(town_job, monkeypatch, words):
    monkeypatch.setenv(
        VARIABLE, words.replace("options='", "options='-c default_transaction_read_only=on ")
    )
    assert dpsql.measure(town_job()).public_rows == 100


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_of_another_encoding(town_job, server, monkeypatch, words, encoding):
    other = f"other_{uuid4().hex[:8]}"
    server.execute(
        f"CREATE DATABASE {other} ENCODING '{encoding}' LOCALE_PROVIDER libc LOCALE 'C'"
        " TEMPLATE template0"
    )
    try:
        job = town_job()
        monkeypatch.setenv(VARIABLE, f"{words} dbname={other}")
        with pytest.raises(dpsql.EngineError, match=f"encoding is {encoding}"):
            dpsql.measure(job)
    finally:
        server.execute(f"DROP DATABASE {other}")


@pytest.mark.parametrize(
    "setting",
    [
        "standard_conforming_strings=off",
        "TimeZone=Asia/Tokyo",
        "DateStyle=German",
        "bytea_output=escape",
        "extra_float_digits=-15",
        "transform_null_equals=on",
        "array_nulls=off",
        "client_encoding=LATIN1",
    ],
)
def test_settings_of_the_session_change_nothing(town_job, server, monkeypatch, words, setting):
    job = town_job()
    monkeypatch.setenv(VARIABLE, words.replace("options='", f"options='-c {setting} "))
    assert dpsql.anonymize(job).levels == {"town": 0}


def test_work_mem_that_is_no_size(town_job):
    job = town_job(engine={"postgres": {"dsn_env": VARIABLE, "work_mem": "much"}})
    with pytest.raises(dpsql.ConfigError, match="work_mem takes a size"):
        dpsql.measure(job)


def test_another_connection_than_the_jobs(town_job):
    import duckdb

    with closing(duckdb.connect()) as mine, pytest.raises(dpsql.ConfigError, match="it is of duck"):
        dpsql.measure(town_job(), connection=mine)
