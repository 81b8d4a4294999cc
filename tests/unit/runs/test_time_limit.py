"""A step that takes too long is interrupted, by a limit or by a signal."""

import os
import signal
from threading import Event, Timer

import pytest

from dpsql.engines.time_limit import TookTooLong, run_within
from tests.ctrl_c import raising_ctrl_c


def test_what_ends_in_time_is_returned_and_not_interrupted():
    interrupted = Event()
    assert run_within(lambda: [1], interrupted.set, 60) == [1]
    assert not interrupted.is_set()


def test_an_error_of_the_step_is_raised_as_it_is():
    with pytest.raises(ZeroDivisionError):
        run_within(lambda: 1 // 0, lambda: None, 60)


def test_what_takes_too_long_is_interrupted_and_over():
    interrupted, ended = Event(), Event()

    def wait_for_it():
        interrupted.wait()
        ended.set()

    with pytest.raises(TookTooLong, match=r"longer than 0\.01 seconds"):
        run_within(wait_for_it, interrupted.set, 0.01)
    assert ended.is_set()


def test_a_step_that_does_not_hear_the_first_interruption_is_interrupted_again():
    times, ended = [], Event()

    def interrupt():
        times.append(1)
        if len(times) == 1:
            raise OSError
        ended.set()

    with pytest.raises(TookTooLong):
        run_within(ended.wait, interrupt, 0.01)
    assert len(times) >= 2


def test_a_signal_interrupts_the_step_and_is_raised():
    interrupted, running = Event(), Event()

    def wait_for_it():
        running.set()
        interrupted.wait()

    def press_ctrl_c():
        running.wait()
        os.kill(os.getpid(), signal.SIGINT)

    timer = Timer(0, press_ctrl_c)
    with raising_ctrl_c(), pytest.raises(KeyboardInterrupt):
        timer.start()
        run_within(wait_for_it, interrupted.set, 60)
    assert interrupted.is_set()
