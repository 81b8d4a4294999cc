"""A signal may come between any two lines: what was made beside a target is gone nevertheless."""

import signal
import sys

import pytest

from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.files.private_folder import PrivateFolder
from dpsql.release.lock import locked
from dpsql.release.staging import staging_folder
from dpsql.release.target import Target
from dpsql.signals import holding_signals, keep_promises

OURS = ("signals.py", "private_folder.py", "lock.py", "staging.py", "contextlib.py", __file__)
#: The lines at which a run is stopped: every so many of them.
STEP = 4


class Stopped(Exception):
    """What the handler raises, as that of the command line raises SystemExit."""


@pytest.fixture(autouse=True)
def stopping():
    def stop(*_):
        raise Stopped

    before = signal.signal(signal.SIGTERM, stop)
    yield
    signal.signal(signal.SIGTERM, before)


def work_beside(target):
    """Make and remove all that a run makes, as a run does."""
    with locked(target), staging_folder(target) as staging:
        (staging / "rows").touch()
        folder = None
        try:
            with holding_signals():
                folder = PrivateFolder(target.path.parent, "dpsql-work-")
            (folder.path / "spilled").touch()
        finally:
            if folder is not None:
                folder.remove()


def stop_at(line, call, *arguments):
    """Call it with a signal before the line of that number; whether there is such a line."""
    seen = 0

    def trace(frame, event, _):
        nonlocal seen
        if not frame.f_code.co_filename.endswith(OURS) or frame.f_code is stop_at.__code__:
            return None
        seen += event == "line"
        if event == "line" and seen == line:
            signal.raise_signal(signal.SIGTERM)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call(*arguments)
    except Stopped:
        pass
    finally:
        sys.settrace(before)
    keep_promises()
    return seen >= line


def test_nothing_is_left_wherever_a_signal_comes_E05(tmp_path):
    target = Target(tmp_path / "r.csv", overwrite=True)
    line = 1
    while stop_at(line, work_beside, target):
        assert list(tmp_path.iterdir()) == [], line
        line += STEP
    assert line > 300


def test_a_signal_while_an_engine_closes_leaves_no_folder_E05(tmp_path):
    """DuckDB closes for as long as it takes to free its memory."""

    class Closing:
        def close(self):
            connection.close()
            signal.raise_signal(signal.SIGTERM)

    engine = DuckDBEngine(DuckDBOptions(work_dir="."), tmp_path)
    connection, engine._connection = engine._connection, Closing()
    with pytest.raises(Stopped):
        engine.close()
    assert list(tmp_path.iterdir()) == []


def test_a_promise_is_kept_once(tmp_path):
    with holding_signals():
        folder = PrivateFolder(tmp_path, "dpsql-work-")
    keep_promises()
    assert list(tmp_path.iterdir()) == []
    folder.path.parent.mkdir()
    folder.remove()
    assert folder.path.parent.exists()
