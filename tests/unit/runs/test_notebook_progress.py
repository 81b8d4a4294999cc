"""Progress in a notebook: one line that is replaced, and none anywhere else."""

import sys
import time
from types import SimpleNamespace

import pytest

from dpsql.domain.progress import Progress
from dpsql.report.notebook import progress as notebook_progress
from dpsql.session.options import Options


class Displays:
    """Stands for IPython: a shell, and a display that keeps each state of its line."""

    def __init__(self, *, kernel: object) -> None:
        self.states: list[dict[str, str]] = []
        self._shell = SimpleNamespace(kernel=kernel)
        self.display = self

    def get_ipython(self) -> object:
        return self._shell

    def __call__(self, shown, *, raw, display_id):
        assert raw
        assert display_id
        self.states.append(shown)
        return SimpleNamespace(update=lambda shown, raw: self.states.append(shown))


@pytest.fixture
def put(monkeypatch):
    def put(kernel: object) -> Displays:
        displays = Displays(kernel=kernel)
        monkeypatch.setitem(sys.modules, "IPython", displays)
        monkeypatch.setitem(sys.modules, "IPython.display", displays)
        monkeypatch.setattr(notebook_progress, "AFTER", 0.02)
        monkeypatch.setattr(notebook_progress, "EVERY", 0.02)
        return displays

    return put


def wait_for(states, number):
    until = time.monotonic() + 5
    while len(states) < number and time.monotonic() < until:
        time.sleep(0.005)
    return states[number - 1]


def test_a_line_says_stage_and_search_and_at_the_end_how_long_each_took(put):
    displays = put(kernel=object())
    options = Options()
    with options.shown():
        options.enter("load")
        assert wait_for(displays.states, 1)["text/plain"] == "dpsql: load 0 s"
        options.enter("search")
        assert options.watch is not None
        options.watch(Progress(48, 20, 7, 0.5))
        number = len(displays.states)
        later = wait_for(displays.states, number + 2)
        assert "search 0 s: 20 of 48 nodes decided, 7 counted" in later["text/plain"]
        assert '<progress max="48" value="20">' in later["text/html"]
    assert displays.states[-1]["text/plain"].startswith("dpsql: load 0.")
    assert "<progress" not in displays.states[-1]["text/html"]
    number = len(displays.states)
    time.sleep(0.1)
    assert len(displays.states) == number


def test_a_short_run_shows_nothing(put, monkeypatch):
    displays = put(kernel=object())
    monkeypatch.setattr(notebook_progress, "AFTER", 60)
    options = Options()
    with options.shown():
        options.enter("load")
    assert displays.states == []


@pytest.mark.parametrize(
    ("kernel", "words"),
    [
        (None, {}),
        (object(), {"progress": False}),
        (object(), {"watch": lambda progress: None}),
        (object(), {"on_stage": lambda stage: None}),
    ],
)
def test_nothing_is_shown_outside_of_notebooks_or_if_nobody_wants_it(put, kernel, words):
    """IPython on a terminal has a shell without a kernel."""
    displays = put(kernel=kernel)
    options = Options(**words)
    with options.shown():
        options.enter("load")
        time.sleep(0.1)
    assert displays.states == []


def test_a_script_shows_nothing(monkeypatch):
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    options = Options()
    assert (options.watch, options.on_stage) == (None, None)
