"""Tests of Ctrl-C hear it wherever they run."""

import signal
import subprocess
import sys

import pytest

from dpsql.engines.duckdb.errors import raise_ctrl_c_again
from dpsql.errors import Interrupted
from tests.ctrl_c import hear_signals, raising_ctrl_c


@pytest.fixture
def deaf():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("deaf")
def test_a_process_hears_what_this_one_ignores():
    command = [sys.executable, "-c", "import signal; signal.raise_signal(signal.SIGINT)"]
    ended = subprocess.run(command, preexec_fn=hear_signals, stderr=subprocess.DEVNULL, check=False)
    assert ended.returncode == -signal.SIGINT


@pytest.mark.usefixtures("deaf")
def test_this_process_hears_it_for_a_while():
    with raising_ctrl_c(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN


def test_ctrl_c_in_a_statement_is_a_keyboard_interrupt():
    """DuckDB raises a RuntimeError in its place, which a loop that goes on after errors hides."""
    error = RuntimeError("Query interrupted")
    with raising_ctrl_c():
        with pytest.raises(KeyboardInterrupt):
            raise_ctrl_c_again(error)
        before = signal.signal(signal.SIGALRM, lambda *_: None)
        try:
            with pytest.raises(Interrupted):
                raise_ctrl_c_again(error)
        finally:
            signal.signal(signal.SIGALRM, before)
    raise_ctrl_c_again(RuntimeError("another"))
