"""Runs a statement that somebody else wrote, for no longer than some seconds.

It runs in a thread of its own. DuckDB looks for signals only between tasks of the thread that
called it, and a join of many tables can be one endless task; a thread that waits hears them all.
"""

from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from contextvars import copy_context
from threading import Thread
from time import monotonic
from typing import TypeVar

from dpsql.errors import EngineError, ResourceError

#: Seconds between two interruptions, and after which an engine is given up.
_PAUSE, _PATIENCE = 0.1, 10
#: Seconds between two looks for signals.
_LOOK = 0.5
T = TypeVar("T")


class TookTooLong(ResourceError):
    """A statement took longer than it may; whoever set the limit says what to do."""


def run_within(step: Callable[[], T], interrupt: Callable[[], None], seconds: float) -> T:
    """Return what `step` returns; `interrupt` makes it end, and may be called more than once.

    A signal interrupts it, too, and goes on to be raised here.

    Raises:
        TookTooLong: it took longer. EngineError: it did, and does not end.
    """
    future = Future[T]()
    # Messages name options as whoever called has them.
    thread = Thread(target=copy_context().run, args=(_run, step, future), daemon=True)
    try:
        thread.start()
        is_done = _wait(future, seconds)
    except BaseException:
        _end(thread, interrupt)
        raise
    if is_done:
        return future.result()
    if not _end(thread, interrupt):
        raise EngineError("the engine does not stop a statement that takes too long; run again")
    raise TookTooLong(f"a statement took longer than {seconds:g} seconds")


def _wait(future: Future[T], seconds: float) -> bool:
    """Wait until the future is done, for so many seconds; whether it is.

    A signal that comes right before Python waits for a lock does not end the wait, and would be
    heard after all the seconds.
    """
    end = monotonic() + seconds
    while (left := end - monotonic()) > 0:
        if wait([future], min(left, _LOOK)).done:
            return True
    return future.done()


def _run(step: Callable[[], T], future: Future[T]) -> None:
    try:
        future.set_result(step())
    except BaseException as error:
        future.set_exception(error)


def _end(thread: Thread, interrupt: Callable[[], None]) -> bool:
    """Interrupt until the thread has ended; whether it has."""
    begun = monotonic()
    # A statement that is about to begin does not hear the first one.
    while thread.is_alive() and monotonic() - begun < _PATIENCE:
        with suppress(Exception):
            interrupt()
        thread.join(_PAUSE)
    return not thread.is_alive()
