"""Seconds per stage, and the peak memory of the process."""

import re
import resource
import sys
from contextlib import suppress
from pathlib import Path
from time import perf_counter, process_time


class Clock:
    """Seconds per stage, and the peak memory of the process."""

    def __init__(self) -> None:
        self._start = self._lap = perf_counter()
        self._worked = process_time()
        self._seconds: dict[str, float] = {}

    def stop(self, stage: str) -> None:
        """End a stage, which began when the one before ended."""
        now = perf_counter()
        self._seconds[stage] = round(now - self._lap, 4)
        self._lap = now

    def find_work(self, *, is_here: bool) -> float:
        """Return the seconds that the run has worked: of the processor, if all work `is_here`.

        They are at most those of the clock.
        """
        passed = perf_counter() - self._start
        return min(passed, process_time() - self._worked) if is_here else passed

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds of each stage and in total."""
        return self._seconds | {"total": round(perf_counter() - self._start, 4)}


def measure_peak_memory() -> int:
    """Greatest resident size of this process so far, in bytes.

    On Linux `ru_maxrss` includes what the parent process had used, VmHWM does not. Called after a
    release is published, so it never raises.
    """
    with suppress(OSError):
        status = Path("/proc/self/status").read_text(encoding="utf-8")
        if kilobytes := re.search(r"VmHWM:\s+(\d+) kB", status):
            return int(kilobytes[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
