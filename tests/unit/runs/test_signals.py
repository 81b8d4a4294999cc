"""Signals wait where they must, and are not lost."""

import os
import signal
import threading

import pytest

from dpsql import signals
from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.signals import (
    STOPPING,
    end_in_time,
    holding_signals,
    is_to_be_ignored,
    keep_promises,
    promise,
    saying_at_last,
    stop,
)


class Stopped(Exception):
    """What a handler raises."""


@pytest.fixture
def stopping():
    def stop(*_):
        raise Stopped

    before = signal.signal(signal.SIGTERM, stop)
    yield stop
    signal.signal(signal.SIGTERM, before)


def test_a_signal_after_the_end_leaves_by_the_code_of_the_first(monkeypatch):
    codes = []
    monkeypatch.setattr(signals.os, "_exit", codes.append)
    signals.leave(signal.SIGTERM, None)
    monkeypatch.setattr(signals, "_stopped_by", [signal.SIGINT])
    signals.leave(signal.SIGTERM, None)
    assert codes == [143, 130]


def test_a_main_thread_that_does_not_come_back_is_replaced(monkeypatch):
    done, ended = [], threading.Event()
    monkeypatch.setattr(signals.os, "_exit", lambda code: (done.append(code), ended.set()))
    monkeypatch.setattr(signals, "_PATIENCE", 0)
    numbers = signal.SIGCHLD, signal.SIGTERM
    handlers = {number: signal.signal(number, lambda *_: None) for number in numbers}
    before = signal.set_wakeup_fd(-1)
    end_in_time()
    try:
        promise(lambda: done.append("first"))
        promise(lambda: done.append("second"))
        with (
            saying_at_last(lambda: done.append("words of another block")),
            saying_at_last(lambda: done.append("last words")),
        ):
            signal.raise_signal(signal.SIGCHLD)
            assert not ended.wait(0.02), "it stops no program"
            signal.raise_signal(signal.SIGTERM)
            assert ended.wait(10)
    finally:
        os.close(signal.set_wakeup_fd(before))
        for number, handler in handlers.items():
            signal.signal(number, handler)
    assert done == ["second", "first", "last words", 143]


def test_a_signal_waits_for_the_end(stopping):
    steps = []
    with pytest.raises(Stopped), holding_signals():
        signal.raise_signal(signal.SIGTERM)
        steps.append("done")
    assert steps == ["done"]
    assert signal.getsignal(signal.SIGTERM) is stopping


def test_blocks_may_be_nested(stopping):
    steps = []
    with pytest.raises(Stopped), holding_signals():
        with holding_signals():
            signal.raise_signal(signal.SIGTERM)
        steps.append("done")
    assert steps == ["done"]


def test_a_signal_waits_also_where_the_block_fails(stopping):
    with pytest.raises(Stopped) as caught, holding_signals():
        signal.raise_signal(signal.SIGTERM)
        raise KeyError
    assert isinstance(caught.value.__context__, KeyError)


def test_all_promises_are_kept_though_a_signal_comes_among_them(stopping):
    kept = []

    def interrupted():
        signal.raise_signal(signal.SIGTERM)
        kept.append("last")

    promise(lambda: kept.append("first"))
    promise(interrupted)
    with pytest.raises(Stopped):
        keep_promises()
    assert kept == ["last", "first"]


def test_what_is_ignored_stays_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with holding_signals():
            signal.raise_signal(signal.SIGHUP)
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_other_threads_do_not_touch_handlers(stopping):
    seen = []

    def work():
        with holding_signals():
            seen.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [stopping]


@pytest.mark.parametrize("number", STOPPING)
@pytest.mark.parametrize("handler", [signal.SIG_IGN, signal.SIG_DFL, lambda *_: None])
def test_only_hanging_up_is_ignored_on_purpose(number, handler):
    before = signal.signal(number, handler)
    try:
        asked = number == signal.SIGHUP and handler == signal.SIG_IGN
        assert is_to_be_ignored(number) is asked
    finally:
        signal.signal(number, before)


def test_an_error_of_an_engine_that_replaced_a_stop_is_the_stop_again(tmp_path, monkeypatch):
    monkeypatch.setattr(signals, "_stopped_by", [])
    with DuckDBEngine(DuckDBOptions(), tmp_path) as engine:
        with pytest.raises(SystemExit):
            stop(signal.SIGTERM, None)
        with pytest.raises(SystemExit) as caught, engine.mapping_errors("fetch"):
            raise RuntimeError("what the engine says of an exception in a callback")
    assert caught.value.code == 128 + signal.SIGTERM


def test_all_handlers_are_given_back_where_one_raises_in_between(stopping, monkeypatch):
    """A signal comes as soon as its handler is back, before those of the others are."""
    before = {number: signal.getsignal(number) for number in STOPPING}
    exchange, sent = signal.signal, []

    def exchange_and_send(number, handler):
        exchange(number, handler)
        if handler is stopping and not sent:
            sent.append(number)
            signal.raise_signal(number)

    def hold():
        with holding_signals():
            monkeypatch.setattr(signals.signal, "signal", exchange_and_send)

    with pytest.raises(Stopped):
        hold()
    monkeypatch.undo()
    assert {number: signal.getsignal(number) for number in STOPPING} == before
    done = []

    def take_steps():
        if signals._steps.acquire(blocking=False):
            signals._steps.release()
            done.append(True)

    other = threading.Thread(target=take_steps)
    other.start()
    other.join()
    assert done == [True]


def test_a_signal_before_the_steps_are_taken_leaves_the_block(stopping, monkeypatch):
    class Late:
        release = threading.RLock().release

        def acquire(self):
            raise Stopped

    monkeypatch.setattr(signals, "_steps", Late())
    with pytest.raises(Stopped), holding_signals():
        pass
    assert signal.getsignal(signal.SIGTERM) is stopping
