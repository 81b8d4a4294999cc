"""The tests of the core, run in forks of a process that has imported all they need but dpsql.

First under coverage, once: which test runs which line, and how long it takes. Then those of some
lines until one fails, in the order of `ForkedTests.find`.
"""

import ctypes
import json
import os
import resource
import select
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from typing import Any

import coverage
import pytest

from tests.campaign import core
from tests.campaign.core import TESTS, core_files

OPTIONS = (
    *("--import-mode=importlib", "--doctest-modules", "-o", "addopts=", "-q", "-x"),
    *core.OPTIONS,
)
QUIET = ("-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
#: Tests that may notice a mutant: so many, and more while all need no more seconds than this. One
#: that survives them counts as not noticed.
FEWEST_TESTS, MOST_SECONDS = 150, 40.0
#: A test that needs so many times its seconds, and so many more, would go on for ever: of the
#: processor for one test, of the clock for all.
FACTOR, ALLOWANCE = 5, 20
_PR_SET_PDEATHSIG = 1  # of Linux


def die_with_parent() -> None:
    """Have the system kill this process when its parent ends: a mutant may hold back signals."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


class Watch:
    """Notes which lines of the core each test runs, and how long it takes."""

    def __init__(self, files: list[str]) -> None:
        self._coverage = coverage.Coverage(
            data_file=None, config_file=False, include=[str(Path(file).resolve()) for file in files]
        )
        self._files = files
        self._seconds: dict[str, float] = {}
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Lines run from here on are those of this test."""
        self._coverage.switch_context(item.nodeid)
        begin = time.monotonic()
        result = yield
        self._seconds[item.nodeid] = time.monotonic() - begin
        self._coverage.switch_context("")
        return result

    def end(self) -> dict[str, Any]:
        """The seconds of each test; by file and line the tests, "" for an import."""
        self._coverage.stop()
        found = self._coverage.get_data()
        lines = {file: found.contexts_by_lineno(str(Path(file).resolve())) for file in self._files}
        return {"seconds": self._seconds, "lines": lines}


class Choice:
    """Lets only some tests run, in this order, and notes the first that fails."""

    def __init__(self, seconds: dict[str, float], note: Path) -> None:
        self._seconds = seconds
        self._place = {test: place for place, test in enumerate(seconds)}
        self._note = note

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Choose and sort."""
        items[:] = sorted(
            (item for item in items if item.nodeid in self._place),
            key=lambda item: self._place[item.nodeid],
        )

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """The system ends a test that goes on for ever, whatever became of its signals."""
        used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
        limit = int(used + ALLOWANCE + FACTOR * self._seconds[nodeid])
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.getrlimit(resource.RLIMIT_CPU)[1]))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """With ``-x`` there is one that fails."""
        if report.failed:
            self._note.write_text(report.nodeid, encoding="utf-8")


class ForkedTests:
    """What is known of the tests of the core, and how they are run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._note, self._output = folder / "noticed.txt", folder / "output.txt"
        self._noticed: Counter[str] = Counter()
        self._seconds: dict[str, float] = {}
        self._lines: dict[str, dict[int, list[str]]] = {}
        self._files_run: Counter[str] = Counter()

    def measure(self, digest: str) -> None:
        """Which test runs what; asked again only where something of the repository changed."""
        kept = self._folder / "tests.json"
        found = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
        if found.get("digest") != digest:
            kept.unlink(missing_ok=True)
            self._fork(lambda: self._watch(kept, digest), None)
            if not kept.exists():
                raise SystemExit(f"the tests fail as they are: see {self._output}")
            found = json.loads(kept.read_text(encoding="utf-8"))
        self._seconds = found["seconds"]
        self._lines = {
            file: {int(line): tests for line, tests in lines.items()}
            for file, lines in found["lines"].items()
        }
        self._files_run = Counter(
            test
            for lines in self._lines.values()
            for test in {test for tests in lines.values() for test in tests}
        )

    def _watch(self, kept: Path, digest: str) -> int:
        watch = Watch(core_files())
        code = pytest.main([*OPTIONS, *QUIET, *TESTS], plugins=[watch])
        if code == 0:
            kept.write_text(json.dumps(watch.end() | {"digest": digest}), encoding="utf-8")
        return code

    def find(self, file: str, lines: tuple[int, int]) -> list[str]:
        """The tests that run one of the lines; where an import does, all beside such tests.

        Where they are many: those named for the file, then those that noticed most so far, then
        those that run few files of the core, the quickest of each file of tests in turn.
        """
        own = (file, f"test_{Path(file).stem}.py")
        run = self._lines[file]
        tests = {test for line in range(lines[0], lines[1] + 1) for test in run.get(line, [])}
        if "" in tests:
            files = {test.partition("::")[0] for some in run.values() for test in some}
            tests = {test for test in self._seconds if test.partition("::")[0] in files}
        place: Counter[str] = Counter()
        ranked = []
        for test in sorted(tests, key=self._seconds.__getitem__):
            file = test.partition("::")[0]
            is_whole = 2 * self._files_run[test] > len(self._lines)
            is_own, noticed = file.endswith(own), self._noticed[test]
            ranked.append((not is_own, -noticed, is_whole, place[file], test))
            place[file] += 1
        ranked.sort()
        seconds = accumulate(self._seconds[test] for *_, test in ranked)
        chosen = zip(ranked, seconds, strict=True)
        return [
            test
            for number, ((*_, test), passed) in enumerate(chosen)
            if number < FEWEST_TESTS or passed <= MOST_SECONDS
        ]

    def attempt(self, tests: list[str]) -> tuple[str, str]:
        """Run tests in a fork: killed, survived or timeout; and the test that noticed."""
        if not tests:
            return "survived", ""
        self._note.unlink(missing_ok=True)
        files = sorted({test.partition("::")[0] for test in tests})
        words = [*OPTIONS, *QUIET, *files]
        seconds = {test: self._seconds[test] for test in tests}
        limit = 3 * ALLOWANCE + FACTOR * sum(seconds.values())
        code = self._fork(lambda: pytest.main(words, plugins=[Choice(seconds, self._note)]), limit)
        if code in (None, -signal.SIGXCPU):
            return "timeout", ""
        if not code:
            return "survived", ""
        # Without a note no test was begun: a mutant that cannot be imported.
        noticed = self._note.read_text(encoding="utf-8") if self._note.exists() else "import"
        self._noticed[noticed] += 1
        return "killed", noticed

    def _fork(self, run: Callable[[], int], limit: float | None) -> int | None:
        """Exit code of a function in a fork of its own session; None after `limit` seconds."""
        child = os.fork()
        if not child:
            with suppress(BaseException):
                os.setsid()
                die_with_parent()
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
                output = os.open(self._output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
                for descriptor in (1, 2):
                    os.dup2(output, descriptor)
                os._exit(run())
            os._exit(70)
        ended = os.pidfd_open(child)
        try:
            in_time = select.select([ended], [], [], limit)[0]
        finally:
            os.close(ended)
            # Also whatever a test had started and a mutant kept from ending.
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
        status = os.waitpid(child, 0)[1]
        return os.waitstatus_to_exitcode(status) if in_time else None
