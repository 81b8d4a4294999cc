"""The progress of a long run on stderr: animated on a terminal, plain lines elsewhere.

Shows stages, seconds, and the state of a search: numbers of nodes and the metric's value, as in the
JSON; no value of a table. Elsewhere a run of less than ten seconds prints nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import monotonic

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from dpsql.cli.terminal.forecast import Forecast
from dpsql.domain.progress import CuttingProgress, FrontierProgress, Progress
from dpsql.report.progress_words import tell_progress, tell_stages

#: Seconds between plain lines, and before the first.
EVERY = 10.0
#: Seconds of a search after which a flag that would end it is offered.
_OFFERED_AFTER = 20.0
_BAR_WIDTH = 40


class Follower:
    """Shows the progress of one run: `enter` begins a stage, `update` is called by a search."""

    def __init__(
        self, console: Console, *, enabled: bool, clock: Callable[[], float] = monotonic
    ) -> None:
        self._console = console
        self._enabled = enabled
        self._clock = clock
        self._start = self._stage_start = self._last = clock()
        self._done: list[tuple[str, float]] = []
        self._stage = "load"
        self._progress: Progress | CuttingProgress | None = None
        self._forecast = Forecast()
        self._offered = ""
        self._live: Live | None = None
        self._ticker: _Ticker | None = None
        self._spinner = Spinner("dots")
        self._lock = Lock()

    def enter(self, stage: str) -> None:
        """Show that a stage begins."""
        now = self._clock()
        if self._live is not None or self._ticker is not None:
            self._done.append((self._stage, now - self._stage_start))
        self._stage, self._stage_start, self._progress = stage, now, None
        self._forecast = Forecast()
        self._show(begins=True)

    def offer_limit(self, flag: str) -> None:
        """Name the flag that ends a search with the best so far, once one takes long."""
        self._offered = flag

    def update(self, progress: Progress | CuttingProgress) -> None:
        """Show how far the search is."""
        self._progress = progress
        if isinstance(progress, Progress):
            self._forecast.note(self._clock(), progress.known)
        elif progress.open_people is not None:
            self._forecast.note(self._clock(), progress.people - progress.open_people)
        self._show(begins=False)

    def _show(self, *, begins: bool) -> None:
        if not self._enabled:
            return
        if self._moves():
            if self._live is None:
                self._live = Live(
                    get_renderable=self.picture, console=self._console, transient=True
                )
                with self._unless_nobody_reads():
                    self._live.start()
            return
        if self._ticker is None:
            self._ticker = _Ticker(self.tick)
        self.tick(begins=begins)

    def tick(self, *, begins: bool = False) -> None:
        """Write a plain line if it is time: ten seconds after the last, or when a stage begins."""
        # Writing to a pipe that nobody reads may block and hold the lock: do not wait for it.
        if not self._lock.acquire(blocking=False):
            return
        try:
            now = self._clock()
            if now - self._start < EVERY or (now - self._last < EVERY and not begins):
                return
            self._last = now
            with self._unless_nobody_reads():
                print(f"[{now - self._start:.0f} s] {self.tell()}", file=self._console.file)
                self._console.file.flush()
        finally:
            self._lock.release()

    def _moves(self) -> bool:
        """Whether stderr is a terminal that can animate; rich can be set to treat a log as one."""
        return self._console.file.isatty() and not self._console.is_dumb_terminal

    @contextmanager
    def _unless_nobody_reads(self) -> Iterator[None]:
        """Write no more progress once stderr fails; the run continues."""
        try:
            yield
        except (OSError, ValueError):
            self._enabled = False

    def tell(self) -> str:
        """Describe the current stage in words."""
        progress = self._progress
        return self._stage if progress is None else f"{self._stage}: {self._tell(progress)}"

    def picture(self) -> RenderableType:
        """Draw the finished stages, the current one, and the share of nodes that are decided."""
        seconds = self._clock() - self._stage_start
        done = f"{tell_stages(self._done)}, " if self._done else ""
        self._spinner.update(text=Text.assemble((done, "dim"), f"{self._stage} {seconds:.0f} s"))
        parts: list[RenderableType] = [self._spinner]
        progress = self._progress
        if isinstance(progress, Progress):
            bar = Table.grid()
            bar.add_row(
                ProgressBar(total=progress.nodes, completed=progress.known, width=_BAR_WIDTH)
            )
            parts.append(bar)
        if progress is not None:
            parts.append(Text(self._tell(progress)))
        return Group(*parts)

    def _tell(self, progress: Progress | CuttingProgress) -> str:
        """Say how far the search is; of starts and parts, also how long it goes on."""
        told = tell_progress(progress)
        if isinstance(progress, CuttingProgress):
            # Cuts of few people come last, so that the pace falls as a rule.
            rest = self._forecast.tell(progress.people, "at least")
        else:
            is_one_search = progress.unit == "start" and not isinstance(progress, FrontierProgress)
            rest = self._forecast.tell(progress.nodes) if is_one_search else ""
        return ", ".join(filter(None, (told, rest))) + self._offer(progress)

    def _offer(self, progress: Progress | CuttingProgress) -> str:
        """Offer to end a search: what is chosen from P alone, or cut, ends at no limit."""
        seconds = self._clock() - self._stage_start
        is_late = seconds >= _OFFERED_AFTER and self._stage.startswith("search")
        if isinstance(progress, CuttingProgress):
            return ""
        if progress.best is None and progress.unit != "start":
            return ""
        if not self._offered or not is_late:
            return ""
        return f"; {self._offered} ends a search with the best by then"

    def clear(self) -> None:
        """Remove the picture, and write no more lines."""
        live, self._live = self._live, None
        if live is not None:
            with self._unless_nobody_reads():
                live.stop()
        if self._ticker is not None:
            self._ticker.stop()
            self._ticker = None


class _Ticker:
    """Calls `tick` at intervals, also while the engine works on one long statement."""

    def __init__(self, tick: Callable[[], None]) -> None:
        self._tick = tick
        self._ended = Event()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ended.wait(EVERY):
            self._tick()

    def stop(self) -> None:
        self._ended.set()
        # Writing to a pipe that nobody reads may block; the run does not wait for it.
        self._thread.join(timeout=1)
