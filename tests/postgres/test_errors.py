"""What Postgres raises is told by its state; its text, which quotes rows, is gone."""

import psycopg
import pytest
from psycopg import errors

import dpsql
from dpsql.engines.postgres.errors import map_error

ROW = "Key (town)=(canary) already exists"


@pytest.mark.parametrize(
    ("raised", "kind", "told"),
    [
        (errors.DiskFull, dpsql.ResourceError, "disk of the Postgres server is full"),
        (errors.OutOfMemory, dpsql.ResourceError, "lower engine.postgres.work_mem"),
        (errors.TooManyConnections, dpsql.ResourceError, "no more connections"),
        (errors.ConfigurationLimitExceeded, dpsql.ResourceError, "temp_file_limit"),
        (errors.StatementTooComplex, dpsql.ResourceError, "more columns, levels or values"),
        (errors.IoError, dpsql.ResourceError, "refuses Postgres a file"),
        (errors.DeadlockDetected, dpsql.EngineError, "broke the transaction off"),
        (errors.SerializationFailure, dpsql.EngineError, "broke the transaction off"),
        (errors.LockNotAvailable, dpsql.EngineError, "locks a table"),
        (errors.AdminShutdown, dpsql.EngineError, "shuts down"),
        (errors.ConnectionFailure, dpsql.EngineError, "connection to Postgres is lost"),
        (errors.QueryCanceled, dpsql.EngineError, "told to stop"),
        (errors.ReadOnlySqlTransaction, dpsql.EngineError, "only read"),
        (errors.InvalidTextRepresentation, dpsql.InputError, "cannot be read as the type"),
        (errors.CharacterNotInRepertoire, dpsql.InputError, "NUL"),
        (errors.UniqueViolation, dpsql.EngineError, "UniqueViolation 23505; its text is withheld"),
        (psycopg.OperationalError, dpsql.EngineError, "connection to Postgres is lost"),
        (psycopg.DataError, dpsql.InputError, "such as NUL"),
        (MemoryError, dpsql.ResourceError, "memory is exhausted"),
        (ZeroDivisionError, dpsql.EngineError, "ZeroDivisionError; its text is withheld"),
    ],
)
def test_errors(raised, kind, told):
    known = map_error(raised(ROW), reads_release=False)
    assert type(known) is kind or kind is dpsql.EngineError
    assert isinstance(known, kind)
    assert told in str(known)
    assert "canary" not in str(known)
    assert "\n" not in str(known)


def test_values_that_do_not_fit_are_the_fault_of_a_release_that_is_read():
    known = map_error(errors.InvalidTextRepresentation(ROW), reads_release=True)
    assert isinstance(known, dpsql.IntegrityError)


def test_a_server_that_goes_away(town_job, words, server):
    """Its connection is ended in the middle of a session."""
    from contextlib import closing

    job = town_job()
    with closing(psycopg.connect(words)) as mine:
        server.execute("SELECT pg_terminate_backend(%s)", [mine.info.backend_pid])
        with pytest.raises(dpsql.EngineError, match=r"run again|Run again"):
            dpsql.measure(job, connection=mine)
