"""Which files take the time: processor seconds of each, its finished children included.

In every tier but the first, the last lines before pytest's closing line name the ten slowest. A
server that outlives a test is not among its children: the seconds by the clock show it.
"""

import os
from collections import defaultdict
from collections.abc import Iterator

import pytest

from tests.tiers import TIERS, find_tier

_PROPERTY = "processor_seconds"
_SHOWN = 10


def _processor_seconds() -> float:
    return sum(os.times()[:4])


class SlowestFiles:
    """Sums what each phase of each test took, in workers too."""

    def __init__(self) -> None:
        self._processor: defaultdict[str, float] = defaultdict(float)
        self._clock: defaultdict[str, float] = defaultdict(float)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._began = _processor_seconds()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Iterator[None]:
        report = yield
        now = _processor_seconds()
        report.user_properties = [(_PROPERTY, now - self._began)]
        self._began = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        file = report.nodeid.partition("::")[0]
        self._clock[file] += report.duration
        self._processor[file] += sum(s for name, s in report.user_properties if name == _PROPERTY)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name the slowest files."""
        if find_tier() == TIERS[0]:
            return
        terminalreporter.section("slowest files: processor seconds, seconds by the clock")
        order = sorted(self._processor, key=self._processor.__getitem__, reverse=True)
        for file in order[:_SHOWN]:
            spent, clock = self._processor[file], self._clock[file]
            terminalreporter.write_line(f"{spent:8.1f} {clock:8.1f}  {file}")
