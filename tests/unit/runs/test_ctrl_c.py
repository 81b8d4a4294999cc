"""Tests of Ctrl-C hear it wherever they run."""

import signal
import subprocess
import sys

import pytest

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
