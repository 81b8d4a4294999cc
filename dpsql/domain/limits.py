"""When a search may end before its proof, or is given up without a result."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from time import monotonic, process_time

from dpsql.domain.progress import CuttingProgress, Progress


@dataclass(frozen=True)
class Limits:
    """When to end a search before its proof: at a gap, or at a moment of `time.monotonic`."""

    gap: float = 0.0
    deadline: float = inf

    def reached(self, gap: float) -> bool:
        """Whether a search with this gap may end."""
        return 0 < self.gap >= gap or self.are_over

    @property
    def are_over(self) -> bool:
        """Whether the deadline has passed."""
        return monotonic() > self.deadline


def find_gap(best: float, bound: float) -> float:
    """How much better than the best value the bound is, as a share of the best value.

    It is infinite if the best value is 0 and could be better.
    """
    if best == bound:
        return 0.0
    return abs(best - bound) / abs(best) if best else inf


NO_LIMITS = Limits()


@dataclass(frozen=True)
class Budget:
    """Seconds of work, from now on: other programs on the machine take none, up to as many again.

    What a server or other threads work is counted by the clock.
    """

    seconds: float
    _began: float = field(default_factory=monotonic)
    _worked: float = field(default_factory=process_time)

    @property
    def left(self) -> float:
        """How much is left; below 0 once it is used up."""
        passed, worked = monotonic() - self._began, process_time() - self._worked
        return self.seconds - max(min(passed, worked), passed / 2)


class TooLong(Exception):
    """A search took longer than it may, and is given up."""


def give_up_after(
    seconds: float, watch: Callable[[Progress | CuttingProgress], None] | None = None
) -> Callable[[Progress | CuttingProgress], None]:
    """Return a watch that passes progress on to `watch`, and raises TooLong after so many seconds.

    The seconds count from now. A search that tells of no progress is not given up.
    """
    deadline = monotonic() + seconds

    def limited(progress: Progress | CuttingProgress) -> None:
        if watch is not None:
            watch(progress)
        if monotonic() > deadline:
            raise TooLong

    return limited
