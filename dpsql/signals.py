"""Holds back the signals that stop a run, while a few steps must be done together or not at all.

The handler of a signal may raise anywhere, also on the way to where something is to be removed. To
remove it is therefore promised when it is made; the end of the program keeps the promises left.

Python runs the handler once the main thread is back from an engine, which may look up only after
many seconds. So a thread hears of the signal, too, and ends the program in place of a main thread
that does not come back: it keeps the promises, says the last words, and leaves. What it may not
interrupt is what signals may not: it waits for that.

What a caller's handler raises while an engine runs is lost: the engine raises an error of its own
in its place. So it is noted where it is raised, and raised again.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType
from typing import Any, TypeVar

#: What ends a program unless it is handled, and is no fault of the program's own.
STOPPING = (
    *(signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT),
    *(signal.SIGALRM, signal.SIGXCPU, signal.SIGUSR1, signal.SIGUSR2),
)
#: Those that a caller may handle by raising: also the ends of other timers.
_HANDLED = (*STOPPING, signal.SIGVTALRM, signal.SIGPROF)
#: Seconds that the main thread has to end after a signal, and the steps that it then leaves over.
_PATIENCE, _LEFT_OVER = 1.0, 3.0
#: What is said of a signal that comes before a command begins.
_ENDED_EARLY = b"dpsql: Interrupted; nothing was written\n"
#: Held by whoever takes steps that must be done together.
_steps = threading.RLock()
#: What is said before the program ends without its main thread.
_last_words: list[Callable[[], None]] = []
#: Signals whose handler was `stop`.
_stopped_by: list[int] = []
#: Steps that are still to be taken, in the order in which they were promised.
_promises: dict[object, Callable[[], None]] = {}
_Found = TypeVar("_Found")


@dataclass(frozen=True)
class _Noting:
    """A handler of a signal that is noted to have raised."""

    handler: Callable[[int, FrameType | None], object]

    def __call__(self, number: int, frame: FrameType | None) -> None:
        try:
            self.handler(number, frame)
        except BaseException as error:
            _raised.append(error)
            raise


#: What handlers raised since the outermost `call_noting` began.
_raised: list[BaseException] = []
#: Those of them that were raised again in place of another exception.
_passed: list[BaseException] = []


def is_to_be_ignored(number: int) -> bool:
    """Whether it was ignored at the start on purpose: hanging up, by nohup.

    A shell without jobs also has Ctrl-C ignored by what it runs in the background, though whoever
    sends that to a process by its number means it to stop.
    """
    return number == signal.SIGHUP and signal.getsignal(number) == signal.SIG_IGN


def end_at_once(number: int, _: object) -> None:
    """Handle a signal while the program is loaded: an exception could be swallowed there."""
    with suppress(OSError):
        os.write(2, _ENDED_EARLY)
    os._exit(128 + number)


def take_over() -> None:
    """Let `end_at_once` handle the signals that stop a program, until a command begins."""
    for number in STOPPING:
        if not is_to_be_ignored(number):
            signal.signal(number, end_at_once)


def begin_to_stop() -> None:
    """Let `stop` handle what `end_at_once` does: from here on there may be something to remove."""
    for number in STOPPING:
        if signal.getsignal(number) is end_at_once:
            signal.signal(number, stop)


def stop(number: int, _: object) -> None:
    """Handle a signal: leave by an exception, so that private folders are removed on the way."""
    _stopped_by.append(number)
    raise SystemExit(128 + number)


def leave(number: int, _: object) -> None:
    """Handle a signal once all is removed and said: an exception would end in a traceback now."""
    # What is being written when the signal comes cannot be flushed again.
    with suppress(RuntimeError, OSError, ValueError):
        sys.stdout.flush()
    os._exit(find_stop() or 128 + number)


def find_stop() -> int | None:
    """The exit code by which `stop` ends the program; None if no signal came."""
    return 128 + _stopped_by[0] if _stopped_by else None


def raise_stop_again() -> None:
    """Raise SystemExit again if `stop` has raised it.

    Call it where an exception is caught that may have taken its place: an engine that calls Python,
    to convert a value say, reports any exception there as an error of its own.
    """
    if (code := find_stop()) is not None:
        raise SystemExit(code) from None


def call_noting(step: Callable[[], _Found]) -> _Found:
    """Return what `step` returns; raise what the handler of a signal raises meanwhile, as it is.

    Also where another exception took its place, or none, on the way. Of what was handled meanwhile
    nothing is shown with it: the text of an engine may have values of T.
    """
    if threading.current_thread() is not threading.main_thread():
        return step()
    begun, noting = len(_raised), dict[int, _Noting]()
    handled = sys.exc_info()[1]
    try:
        _note_handlers(noting)
        found = step()
    except BaseException as error:
        raised = _choose_raised(error, _raised[begun:])
        if raised is None:
            raise
        if raised is error:
            error.__context__ = handled
            raise
    else:
        raised = _choose_raised(None, _raised[begun:])
    finally:
        _give_back(noting, begun)
    # Outside of the except: Python would show the exception that took its place above it.
    if raised is not None:
        raised.__context__ = handled
        raise raised
    return found


def _note_handlers(noting: dict[int, _Noting]) -> None:
    """Exchange the handlers; those of a call around this one are noted already.

    `stop` is asked by `raise_stop_again`.
    """
    for number in _HANDLED:
        handler = signal.getsignal(number)
        if callable(handler) and handler is not stop and not isinstance(handler, _Noting):
            noted = noting[number] = _Noting(handler)
            signal.signal(number, noted)


def _give_back(noting: dict[int, _Noting], begun: int) -> None:
    """Let the handlers be as they were, but for those that were set meanwhile."""
    try:
        for number, noted in noting.items():
            found: object = signal.getsignal(number)
            if found is noted:
                signal.signal(number, noted.handler)
        del _raised[begun:]
        if not begun:
            _passed.clear()
    except BaseException:
        # A signal came in between, whose handler is given back, or not.
        _give_back(noting, begun)
        raise


def _choose_raised(
    error: BaseException | None, raised: list[BaseException]
) -> BaseException | None:
    """Return what is to leave a call in place of `error`; None if that is to, or nothing."""
    cause = error
    while cause is not None:
        for one in raised:
            if one is cause:
                return one if cause is error else None
        cause = cause.__cause__
    return raised[-1] if raised else None


def find_raised(error: Exception) -> BaseException | None:
    """Return what a handler raised if `error` is that or took its place; None if there is none."""
    if threading.current_thread() is not threading.main_thread():
        return None
    for one in reversed(_raised):
        if one is error or not any(one is other for other in _passed):
            _passed.append(one)
            return one
    return None


def is_ctrl_c_alone() -> bool:
    """Whether no handler of a signal raises but Python's own, which raises KeyboardInterrupt."""
    others = (signal.getsignal(number) for number in STOPPING if number != signal.SIGINT)
    own = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return own and not any(map(callable, others))


@contextmanager
def holding_signals() -> Iterator[None]:
    """Let signals wait until the block is left; only the main thread runs handlers of signals.

    Handlers are exchanged rather than signals masked: a mask binds one thread, and any other of the
    process, of an engine or of numpy, would take the signal and have its handler run here.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    # What ignores signals goes on doing so; a handler that is not Python's cannot be given back.
    found = {number: signal.getsignal(number) for number in STOPPING}
    handlers = {n: h for n, h in found.items() if h not in (None, signal.SIG_IGN)}
    try:
        _steps.acquire()
        for number in handlers:
            signal.signal(number, lambda number, _: came.append(number))
        yield
    finally:
        try:
            _exchange_back([*handlers.items()])
        finally:
            # A signal may have come before the steps were taken, by whoever holds no others.
            with suppress(RuntimeError):
                _steps.release()
            for late in came:
                signal.raise_signal(late)


def _exchange_back(left: list[tuple[int, Any]]) -> None:
    """Let all handlers be as they were, also where one that is back raises in between."""
    try:
        while left:
            signal.signal(*left[-1])
            left.pop()
    except BaseException:
        _exchange_back(left)
        raise


def promise(step: Callable[[], None]) -> Callable[[], None]:
    """Promise a step; what is returned takes it once, however often it is called.

    Promise it in the block that makes what it removes, with signals held back.
    """
    key = object()

    def keep() -> None:
        with holding_signals():
            if key in _promises:
                _promises.pop(key)()

    _promises[key] = step
    return keep


def keep_promises() -> None:
    """Take the steps that are left, the last that was promised first: the program is at its end."""
    with holding_signals():
        while _promises:
            _promises.popitem()[1]()


@contextmanager
def saying_at_last(words: Callable[[], None]) -> Iterator[None]:
    """Have this said if a signal ends the program while the main thread is in the block."""
    _last_words.append(words)
    try:
        yield
    finally:
        _last_words.remove(words)


def end_in_time() -> None:
    """Let no signal of `stop` wait for the main thread for long; for the program itself only."""
    heard, rung = os.pipe()
    os.set_blocking(rung, False)
    signal.set_wakeup_fd(rung, warn_on_full_buffer=False)
    threading.Thread(target=_listen, args=(heard,), daemon=True).start()


def _listen(heard: int) -> None:
    """End the program some time after the first signal that stops it; it seldom comes so far."""
    while (number := os.read(heard, 1)[0]) not in STOPPING:
        pass
    threading.Event().wait(_PATIENCE)
    with _steps:
        leaving = threading.Thread(target=_leave_over, daemon=True)
        leaving.start()
        # A step that needs what the main thread holds would wait for ever.
        leaving.join(_LEFT_OVER)
        os._exit(128 + number)


def _leave_over() -> None:
    """Take the steps that were promised, the last first, and say what the main thread would."""
    while _promises:
        _promises.popitem()[1]()
    for words in reversed(_last_words[-1:]):
        words()
