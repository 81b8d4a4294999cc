"""The progress of a long run in a notebook: one line below the cell, with a bar.

It needs no widgets: the line is HTML that Jupyter replaces, and plain text where HTML is not shown.
A short run shows nothing, and a script, a terminal or a test never does.
"""

import sys
from contextvars import copy_context
from html import escape
from importlib import import_module
from threading import Event, Thread
from time import monotonic
from typing import Any

from dpsql.domain.progress import CuttingProgress, Progress
from dpsql.report.progress_words import tell_progress, tell_stages

#: Seconds before the line is shown, and between two of its states.
AFTER, EVERY = 1.0, 0.5


def is_in_notebook() -> bool:
    """Whether the code runs in the kernel of a notebook."""
    # Not imported: where nobody did, there is no notebook.
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None


class NotebookProgress:
    """The line of one run: `enter` and `update` note where it is, and a thread shows it."""

    def __init__(self) -> None:
        self._began = self._stage_began = monotonic()
        self._done: list[tuple[str, float]] = []
        self._stage = ""
        self._progress: Progress | CuttingProgress | None = None
        self._handle: Any = None
        self._ended = Event()
        self._ticker: Thread | None = None

    def enter(self, stage: str) -> None:
        """Note that a stage begins."""
        now = monotonic()
        if self._stage:
            self._done.append((self._stage, now - self._stage_began))
        self._stage, self._stage_began, self._progress = stage, now, None
        if self._ticker is None:
            self._began = now
            self._ended.clear()
            # A kernel knows by the context which cell an output belongs to.
            self._ticker = Thread(target=copy_context().run, args=(self._show,), daemon=True)
            self._ticker.start()

    def update(self, progress: Progress | CuttingProgress) -> None:
        """Note how far the search is."""
        self._progress = progress

    def close(self) -> None:
        """End the line: what is left says how long each stage took."""
        ticker, self._ticker = self._ticker, None
        if ticker is None:
            return
        self._ended.set()
        ticker.join()
        took = [*self._done, (self._stage, monotonic() - self._stage_began)]
        self._done, self._stage = [], ""
        if self._handle is not None:
            self._draw(f"dpsql: {tell_stages(took)}", "")
            self._handle = None

    def _show(self) -> None:
        """Draw the line again and again until the run ends."""
        wait = AFTER
        while not self._ended.wait(wait):
            wait = EVERY
            progress, seconds = self._progress, monotonic() - self._began
            told = "" if progress is None else f": {tell_progress(progress)}"
            bar = ""
            if isinstance(progress, Progress):
                bar = f'<progress max="{progress.nodes}" value="{progress.known}"></progress> '
            self._draw(f"dpsql: {self._stage} {seconds:.0f} s{told}", bar)

    def _draw(self, text: str, bar: str) -> None:
        shown = {"text/plain": text, "text/html": f"<div>{bar}{escape(text)}</div>"}
        if self._handle is None:
            # Not a package that dpsql needs, but this is its kernel.
            display = import_module("IPython.display").display
            self._handle = display(shown, raw=True, display_id=True)
        else:
            self._handle.update(shown, raw=True)
