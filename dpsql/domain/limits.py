"""When a search may end before its proof, or is given up without a result."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf
from time import monotonic, process_time

from dpsql.domain.progress import CuttingProgress, Progress

#: On a busy machine work may take so many times its seconds by the clock.
_MOST_WAITING = 8


@dataclass(frozen=True)
class Budget:
    """Seconds of work, from now on: other programs on the machine take none of them.

    If all of the work `is_here`, in this process, these are seconds of the processor, at most those
    of the clock, and at least an eighth of those. A server works elsewhere: then the clock counts.
    """

    seconds: float
    is_here: bool = True
    _began: float = field(default_factory=monotonic)
    _worked: float = field(default_factory=process_time)

    @property
    def used(self) -> float:
        """How much has been used."""
        passed = monotonic() - self._began
        if not self.is_here:
            return passed
        return max(min(passed, process_time() - self._worked), passed / _MOST_WAITING)

    @property
    def left(self) -> float:
        """How much is left; below 0 once it is used up."""
        return self.seconds - self.used


@dataclass(frozen=True)
class Limits:
    """When to end a search before its proof: at a gap, or when its time is over.

    `deadline`: a moment of `time.monotonic`.
    """

    gap: float = 0.0
    deadline: float = inf
    budget: Budget | None = None

    def reached(self, gap: float) -> bool:
        """Whether a search with this gap may end."""
        return 0 < self.gap >= gap or self.are_over

    @property
    def are_over(self) -> bool:
        """Whether the deadline has passed, or the budget is used up."""
        return monotonic() > self.deadline or (self.budget is not None and self.budget.left < 0)

    def halve(self) -> "Limits":
        """Return limits with half of the time that is left, for what is not to have all of it."""
        if self.deadline == inf:
            return self
        now = monotonic()
        return replace(self, deadline=now + (self.deadline - now) / 2)

    @property
    def are_by_time(self) -> bool:
        """Whether the search may be ended early by time."""
        return self.deadline < inf or self.budget is not None


def find_gap(best: float, bound: float) -> float:
    """How much better than the best value the bound is, as a share of the best value.

    It is infinite if the best value is 0 and could be better.
    """
    if best == bound:
        return 0.0
    return abs(best - bound) / abs(best) if best else inf


NO_LIMITS = Limits()


class TooLong(Exception):
    """A search took longer than it may, and is given up."""


def give_up_after(
    budget: Budget, watch: Callable[[Progress | CuttingProgress], None] | None = None
) -> Callable[[Progress | CuttingProgress], None]:
    """Return a watch that passes progress on to `watch`, and raises TooLong after the budget.

    A search that tells of no progress is not given up.
    """

    def limited(progress: Progress | CuttingProgress) -> None:
        if watch is not None:
            watch(progress)
        if budget.left < 0:
            raise TooLong

    return limited
