"""Where a session cannot be opened or set, that is the engine's fault: no input was read yet."""

import duckdb
import pytest

from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.engines.duckdb import engine as module
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.engines.duckdb.errors import map_opening_error
from dpsql.errors import EngineError, Interrupted, ResourceError


class Connection:
    """A session of DuckDB whose statements that start so raise."""

    def __init__(self, start, error):
        self._usual = duckdb.connect()
        # On where another test of this process has loaded IPython.
        self._usual.execute("SET enable_progress_bar = false")
        self._start, self._error = start, error

    def execute(self, sql, *values):
        if sql.startswith(self._start):
            raise self._error
        return self._usual.execute(sql, *values)

    def __getattr__(self, name):
        return getattr(self._usual, name)


@pytest.mark.parametrize(
    "start",
    ["SET temp", "SET allowed", "SET enable_external", "SET TimeZone", "SELECT current_setting"],
)
def test_a_setting_that_is_refused_blames_no_input(tmp_path, monkeypatch, start):
    refused = Connection(start, duckdb.InvalidInputException("no 'secret'"))
    monkeypatch.setattr(module.duckdb, "connect", lambda **_: refused)
    with pytest.raises(EngineError) as caught:
        DuckDBEngine(DuckDBOptions(), tmp_path)
    assert type(caught.value) is EngineError
    assert "input" not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_session_that_does_not_open(tmp_path, monkeypatch):
    def fail(**_):
        raise duckdb.IOException("no")

    monkeypatch.setattr(module.duckdb, "connect", fail)
    with pytest.raises(EngineError, match="does not open a session"):
        DuckDBEngine(DuckDBOptions(), tmp_path)


def test_a_closed_connection_of_the_caller_is_called_so(tmp_path):
    connection = duckdb.connect()
    connection.close()
    with DuckDBEngine(DuckDBOptions(), tmp_path, connection=connection) as engine:  # noqa: SIM117
        with pytest.raises(EngineError, match="is closed; pass an open one"):
            engine.preflight()


def test_a_progress_bar_that_cannot_be_changed_and_is_off_is_left(tmp_path, monkeypatch):
    """As in a notebook without ipywidgets, where any change of it is refused."""
    refused = Connection("SET enable_progress_bar", duckdb.InvalidInputException("no ipywidgets"))
    monkeypatch.setattr(module.duckdb, "connect", lambda **_: refused)
    with DuckDBEngine(DuckDBOptions(), tmp_path) as engine:
        engine.preflight()


def test_each_setting_is_shut_in_the_end(tmp_path):
    with DuckDBEngine(DuckDBOptions(), tmp_path) as engine:
        rows = engine._connection.execute("SELECT name, value FROM duckdb_settings()").fetchall()
    assert {dict(rows)[name] for name in module.configure.__globals__["_SHUT"]} == {"false"}


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (duckdb.InterruptException("x"), Interrupted),
        (duckdb.OutOfMemoryException("x"), ResourceError),
        (MemoryError(), ResourceError),
        (duckdb.IOException("x: Too many open files"), ResourceError),
        (duckdb.CatalogException("x"), EngineError),
        (RuntimeError("x"), EngineError),
    ],
)
def test_errors_of_opening(error, kind):
    assert type(map_opening_error(error)) is kind
