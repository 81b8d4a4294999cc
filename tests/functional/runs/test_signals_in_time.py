"""A signal ends the program though its main thread is in a call that never looks up."""

import signal
import subprocess
import sys
import time

import pytest

from tests.functional.conftest import _PARENT

#: Locks a mutex twice: no signal ends that, and other threads go on.
STUCK = "libc = ctypes.CDLL(None); lock = ctypes.create_string_buffer(256); " + (
    "libc.pthread_mutex_lock(lock); libc.pthread_mutex_lock(lock)"
)
PROGRAM = """
import ctypes, signal, sys, time
from pathlib import Path
from dpsql.cli.terminal.command_output import command_output
from dpsql.signals import end_in_time, holding_signals, promise, stop

signal.signal(signal.SIGINT, stop)
signal.signal(signal.SIGTERM, stop)
end_in_time()
made = Path(sys.argv[1])
with command_output(as_json=False, quiet=True) as output:
    with holding_signals():
        made.touch()
        promise(made.unlink)
    print("ready", flush=True)
    {body}
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_main_thread_that_is_stuck_is_not_waited_for(tmp_path, number):
    made = tmp_path / "made"
    started = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(body=STUCK), str(made)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": _PARENT, "PATH": "/usr/bin:/bin"},
    )
    assert started.stdout.readline() == "ready\n"
    time.sleep(0.3)
    started.send_signal(number)
    _, said = started.communicate(timeout=60)
    assert started.returncode == 128 + number
    assert said == "dpsql: Interrupted; nothing was written\n"
    assert not made.exists()


def test_what_signals_may_not_interrupt_is_waited_for(tmp_path):
    body = """
    with holding_signals():
        for _ in range(60):
            time.sleep(.05)
        print("done", flush=True)
    """
    started = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(body=body), str(tmp_path / "made")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": _PARENT, "PATH": "/usr/bin:/bin"},
    )
    assert started.stdout.readline() == "ready\n"
    time.sleep(0.3)
    started.send_signal(signal.SIGTERM)
    printed, said = started.communicate(timeout=60)
    assert started.returncode == 128 + signal.SIGTERM
    assert (printed, said) == ("done\n", "dpsql: Interrupted; nothing was written\n")
