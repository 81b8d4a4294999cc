"""What others see of a released table: its rows, and no rights, runs or leftovers."""

from contextlib import closing
from threading import Thread
from uuid import uuid4

import psycopg
import pytest

import dpsql
from dpsql.engines.postgres.release_table import PostgresReleaseTable
from tests.postgres.conftest import VARIABLE, beside, rows


@pytest.fixture
def role(server, schema):
    """A role that may read `people` and make tables in the schema, and nothing else."""
    name = f"role_{uuid4().hex[:8]}"
    server.execute(f"CREATE ROLE {name} LOGIN")
    server.execute(f"GRANT USAGE, CREATE ON SCHEMA {schema} TO {name}")
    yield name
    server.execute(f"DROP OWNED BY {name} CASCADE")
    server.execute(f"DROP ROLE {name}")


def left(server, schema):
    """All that the database has in the schema, and of dpsql's own anywhere."""
    found = server.execute(
        "SELECT relname FROM pg_class WHERE relnamespace = %s::regnamespace"
        " UNION SELECT nspname FROM pg_namespace WHERE nspname LIKE 'dpsql%%'"
        " UNION SELECT proname FROM pg_proc WHERE pronamespace <> 'pg_catalog'::regnamespace"
        " AND proname IN ('text_of', 'try_number')"
        " UNION SELECT typname FROM pg_type WHERE typname LIKE '%%dpsql%%'",
        [schema],
    ).fetchall()
    return sorted(name for (name,) in found)


def test_nobody_else_is_granted_anything(table_job, server, schema, role):
    for grantee in (role, "PUBLIC"):
        server.execute(
            f"ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT ALL ON TABLES TO {grantee}"
        )
    job = table_job()
    dpsql.anonymize(job)
    found = server.execute(
        "SELECT DISTINCT grantee::regrole::text FROM pg_class, aclexplode(relacl)"
        " WHERE oid = 'released'::regclass"
    ).fetchall()
    assert found in ([], [("dpsql",)])
    assert left(server, schema) == ["people", "released"]
    server.execute("GRANT SELECT ON released TO PUBLIC")
    dpsql.anonymize(job, overwrite=True)
    assert not server.execute(
        "SELECT has_table_privilege(%s, 'released', 'SELECT')", [role]
    ).fetchone()[0]
    dpsql.verify(job)


def test_a_role_without_rights_on_the_database(table_job, server, schema, role, words, monkeypatch):
    server.execute(f"GRANT SELECT ON people TO {role}")
    monkeypatch.setenv(VARIABLE, f"{words} user={role}")
    job = table_job()
    dpsql.anonymize(job)
    dpsql.verify(job)
    owner = server.execute(
        "SELECT relowner::regrole::text FROM pg_class WHERE oid = 'released'::regclass"
    ).fetchone()[0]
    assert owner == role
    assert left(server, schema) == ["people", "released"]
    server.execute("ALTER TABLE released OWNER TO dpsql")
    with pytest.raises(dpsql.TargetError, match="belongs to another user"):
        dpsql.anonymize(job, overwrite=True)
    server.execute(f"REVOKE CREATE ON SCHEMA {schema} FROM {role}")
    with pytest.raises(dpsql.TargetError, match="GRANT it CREATE on the schema"):
        dpsql.anonymize(job, overwrite=True)


def test_a_database_that_alters_new_tables_gets_none(table_job, server, schema):
    server.execute(
        "CREATE FUNCTION remark() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN"
        " IF (SELECT bool_or(object_identity LIKE '%dpsql_staged%')"
        " FROM pg_event_trigger_ddl_commands()) THEN EXECUTE (SELECT"
        " format('COMMENT ON TABLE %s IS ''x''', object_identity)"
        " FROM pg_event_trigger_ddl_commands()); END IF; END $$"
    )
    server.execute(
        "CREATE EVENT TRIGGER remark ON ddl_command_end WHEN TAG IN ('CREATE TABLE')"
        " EXECUTE FUNCTION remark()"
    )
    try:
        job = table_job()
        with pytest.raises(dpsql.EngineError, match="alters new tables"):
            dpsql.anonymize(job)
    finally:
        server.execute("DROP EVENT TRIGGER remark; DROP FUNCTION remark()")
    assert left(server, schema) == ["people"]
    assert beside(job) == []


def test_another_run_elsewhere_holds_the_table(table_job, words, schema, tmp_path):
    """Its manifest may lie on another machine: the server's lock is on the name."""
    other = PostgresReleaseTable(f"{schema}.released", table_job().engine.postgres, tmp_path)
    job = table_job()
    with other:
        other.lock()
        with pytest.raises(dpsql.Locked, match=r"another run is working on .*\.released"):
            dpsql.anonymize(job)
        assert beside(job) == []
    dpsql.anonymize(job)


def test_two_runs_at_once_make_one_release(table_job, server, tmp_path):
    ended = []

    def release(folder):
        (tmp_path / folder).mkdir()
        job = table_job(folder=tmp_path / folder)
        try:
            ended.append(dpsql.anonymize(job).status)
        except dpsql.DpsqlError as error:
            ended.append(error.code)

    threads = [Thread(target=release, args=[name]) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ended) in (["Locked", "released"], ["TargetError", "released"])
    assert len(rows(server)) == 10


def test_a_connection_of_the_caller_commits_the_release(table_job, words, server, schema):
    job = table_job()
    for autocommit in (True, False):
        with closing(psycopg.connect(words, autocommit=autocommit)) as mine:
            made = dpsql.anonymize(job, connection=mine, overwrite=not autocommit)
            assert mine.info.transaction_status == 0
            assert rows(server) == [(f"town {i}",) for i in range(10)]
            assert dpsql.verify(job, connection=mine).release == made.release
            assert mine.execute("SHOW TimeZone").fetchone() != ("nowhere",)
            mine.rollback()
            assert left(server, schema) == ["people", "released"]
            locks = (
                "SELECT count(*) FROM pg_locks JOIN pg_database AS d ON d.oid = database"
                " WHERE locktype = 'advisory' AND datname = current_database()"
            )
            assert server.execute(locks).fetchone() == (0,)


def test_an_open_transaction_of_the_caller_is_not_committed(table_job, words, schema, server):
    job = table_job()
    with closing(psycopg.connect(words)) as mine:
        mine.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        mine.execute("CREATE TABLE half_done ()")
        with pytest.raises(dpsql.TargetError, match="has a transaction of yours open"):
            dpsql.anonymize(job, connection=mine)
        mine.execute("TABLE half_done")
    assert left(server, schema) == ["people"]


def test_a_table_made_meanwhile_stays(table_job, server, monkeypatch):
    swap = PostgresReleaseTable.swap

    def be_late(table):
        server.execute("CREATE TABLE released (other integer)")
        swap(table)

    monkeypatch.setattr(PostgresReleaseTable, "swap", be_late)
    job = table_job()
    with pytest.raises(dpsql.TargetError, match="was created meanwhile"):
        dpsql.anonymize(job)
    assert rows(server, order="1") == []
    assert beside(job) == []


def test_a_table_replaced_meanwhile_stays(table_job, server, monkeypatch, schema):
    job = table_job()
    dpsql.anonymize(job)
    stated = (job.folder / f"{schema}.released.manifest.json").read_bytes()
    swap = PostgresReleaseTable.swap

    def be_late(table):
        server.execute("DROP TABLE released; CREATE TABLE released (other integer)")
        swap(table)

    monkeypatch.setattr(PostgresReleaseTable, "swap", be_late)
    with pytest.raises(dpsql.TargetError, match="was replaced meanwhile"):
        dpsql.anonymize(job, overwrite=True)
    assert rows(server, order="1") == []
    assert (job.folder / f"{schema}.released.manifest.json").read_bytes() == stated


def test_rows_that_the_server_changes_are_not_released(table_job, server, monkeypatch, schema):
    """Before they are read back, by who may: here through the connection of the run itself."""
    write_again = PostgresReleaseTable._write_again

    def change(table, session, carrying, again):
        session.run(
            f'UPDATE "{schema}"."{table._staged.name}" SET town = town WHERE town < \'town 3\''
        )
        write_again(table, session, carrying, again)

    monkeypatch.setattr(PostgresReleaseTable, "_write_again", change)
    job = table_job()
    with pytest.raises(dpsql.IntegrityError, match="would not hold what was verified"):
        dpsql.anonymize(job)
    assert left(server, schema) == ["people"]
    assert beside(job) == []
