"""Signals as a terminal sends them, also where whoever started the tests has them ignored.

A shell without jobs has SIGINT ignored by what it runs in the background, and so do some CI; nohup
has SIGHUP ignored. A process inherits that, and Python then raises no KeyboardInterrupt.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


def hear_signals() -> None:
    """Take the system's handlers; for `preexec_fn` of a process that is sent SIGINT or SIGHUP."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@contextmanager
def raising_ctrl_c() -> Iterator[None]:
    """Let SIGINT raise KeyboardInterrupt in this process, as Python does by default."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
