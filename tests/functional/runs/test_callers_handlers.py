"""Tests what the handler of a signal raises: it leaves a call as it is, wherever it comes.

A call is repeated until the signal comes, so that what leaves the loop is what the handler raised.
"""

import signal
import sys

import pandas as pd
import pytest

import dpsql

#: Seconds until a signal: within opening a session, reading, counting, and between two calls.
DELAYS = [0.003 + 0.009 * n for n in range(8)]


class TooLong(Exception):
    """As Celery and others raise; no error of dpsql."""


class Stopped(BaseException):
    """As a program raises that `except Exception` must not catch."""


def ticking(number, raise_it):
    """Return the handlers before, and let this one be called at the next signal."""
    before = signal.signal(number, raise_it)
    assert before is not None
    return before


def make_job(kind, folder):
    """Return a job of some thousand rows, of a frame or of a file."""
    people = pd.DataFrame({"age": [str(n % 90) for n in range(20_000)], "n": range(20_000)})
    people["age"] = people["age"].astype(object)
    public = people
    if kind == "file":
        public = str(folder / "p.csv")
        people.to_csv(public, index=False)
    ages = {"age": {"widths": [10, 30]}}
    private = people[:500]
    return dpsql.Job(public=public, private=private, quasi_identifiers=ages, delta={"max": "1/5"})


@pytest.mark.parametrize("kind", ["frame", "file"])
def test_what_a_handler_raises_leaves_the_call(tmp_path, kind):
    job = make_job(kind, tmp_path)
    # Else its modules would be loaded meanwhile.
    dpsql.check(job)
    raised = [TooLong("5 s"), TimeoutError("5 s"), Stopped(), SystemExit(7)]
    heard = []

    def raise_it(*_):
        heard.append(raised[len(heard) % len(raised)])
        raise heard[-1]

    before = ticking(signal.SIGALRM, raise_it)
    try:
        for delay in DELAYS:
            with pytest.raises(BaseException) as caught:
                # Set here: a machine that pauses may let the signal come at the very next line.
                signal.setitimer(signal.ITIMER_REAL, delay)
                for _ in range(100):
                    dpsql.check(job)
            assert caught.value is heard[-1]
            # Whatever was handled meanwhile: the text of an engine may have values of T.
            assert caught.value.__context__ is None
            assert caught.value.__cause__ is None
            assert signal.getsignal(signal.SIGALRM) is raise_it
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert len(heard) == len(DELAYS)


def test_a_handler_that_raises_nothing_stops_nothing(tmp_path):
    job = make_job("file", tmp_path)
    heard = []
    before = ticking(signal.SIGALRM, lambda *_: heard.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
        found = dpsql.check(job)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert found.public_rows == 20_000
    assert heard


def test_an_error_of_the_job_is_told_as_without_handlers(tmp_path):
    before = ticking(signal.SIGALRM, lambda *_: sys.exit(7))
    try:
        with pytest.raises(dpsql.ConfigError, match="no such file"):
            dpsql.check(make_job("frame", tmp_path).replace(public=str(tmp_path / "none.csv")))
    finally:
        signal.signal(signal.SIGALRM, before)
