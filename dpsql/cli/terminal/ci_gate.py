"""The JUnit XML file of a command, for CI; it is written on success and on failure.

The file first states that the command did not finish, and is replaced at the end. So after a kill
it does not show the result of an earlier run.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, Literal

from dpsql.domain.found.verdict import list_verdicts
from dpsql.errors import (
    ConfigError,
    DpsqlError,
    InputError,
    IntegrityError,
    NoSafeRelease,
    ResourceError,
    error_of,
)
from dpsql.files import private_file
from dpsql.job_files.read import read_job
from dpsql.report.junit import BEGINNING, Case, Suite, judge_cases, write_suite
from dpsql.session.description import tell_models
from dpsql.signals import holding_signals

_UNFINISHED = Case(
    "run", "error", "Unfinished", "the command did not come to its end: a signal or a crash"
)
#: What a command does besides judging models.
_WORK = {"verify": ("verification",), "anonymize": ("inputs", "release", "verification")}


@dataclass
class Gate:
    """The JUnit file of one command on one job; nothing is written where `file` is None."""

    command: str
    job: Path
    file: Path | None
    _is_begun: bool = field(default=False, init=False)
    _start: float = field(default_factory=perf_counter, init=False)

    def begin(self) -> None:
        """Write the initial file before any work; refuse a file that dpsql did not write."""
        if self.file is None:
            return
        name = self.file.name
        if self.file.suffix.lower() != ".xml":
            raise ConfigError(f"--junit: {name} must end in .xml")
        try:
            if self.file.is_symlink() or (self.file.exists() and not _is_ours(self.file)):
                raise ConfigError(
                    f"--junit: {name} exists and is no JUnit file of dpsql; remove it or name"
                    " another"
                )
            self._write(_UNFINISHED)
        except OSError as error:
            raise error_of(error, f"--junit: {name} cannot be written", ConfigError) from None
        self._is_begun = True

    def pass_on(self, found: Mapping[str, Any]) -> None:
        """Write the result of a command that finished; `found` is its JSON.

        Raises:
            ResourceError: the file cannot be written any more; the work of the command is kept.
        """
        done = [Case(name) for name in _WORK.get(self.command, ("inputs",))]
        if problem := found.get("release_problem"):
            done.append(Case("release", "error", "ReleaseProblem", problem))
        elif (problem := found.get("search_problem")) and self._is_refused(found):
            done.append(Case("search", "error", "SearchProblem", problem))
        try:
            self._write(*done, *judge_cases(found))
        except OSError as error:
            unwritten = "--junit: it cannot be written, though the command did its work"
            raise error_of(error, unwritten, ResourceError) from None

    def fail(self, error: DpsqlError, message: str) -> None:
        """Write the error that ended the command; `message` is safe to show."""
        if self._is_begun:
            # The exit code reports the error even if this file cannot be written.
            with suppress(OSError):
                self._write(*self._list_failed(error, message))

    def _list_failed(self, error: DpsqlError, message: str) -> Iterator[Case]:
        judged: Mapping[str, Any] = getattr(error, "summary", {})
        told = list(judge_cases(judged))
        if isinstance(error, NoSafeRelease) or not any(one.problem == "failure" for one in told):
            problem: Literal["failure", "error"] = "failure" if error.exit_code == 4 else "error"
            yield Case(self._name_work(error), problem, error.code, message)
        names = {case.name for case in told}
        yield from told
        for case in judge_cases({"models": self._list_asked()}):
            if case.name not in names:
                yield case

    def _name_work(self, error: DpsqlError) -> str:
        if isinstance(error, ConfigError | InputError):
            return "inputs"
        if isinstance(error, IntegrityError):
            return "verification"
        return "release" if error.exit_code == 4 else "run"

    def _is_refused(self, found: Mapping[str, Any]) -> bool:
        """Whether a job, whose lattice is too large, fails by that: one to measure does not."""
        return found["feasible"] is not False and read_job(self.job).release is not None

    def _list_asked(self) -> list[dict[str, Any]]:
        """List the models of the job as not judged; empty if the job cannot be read."""
        try:
            return list_verdicts(tell_models(read_job(self.job), holds=None))
        except DpsqlError:
            return []

    def _write(self, *cases: Case) -> None:
        if self.file is not None:
            seconds = perf_counter() - self._start
            suite = Suite(self.command, os.fspath(self.job), cases, seconds)
            with holding_signals(), private_file.replace(self.file) as file:
                file.write(write_suite(suite))


def find_gate(arguments: Sequence[str]) -> Gate | None:
    """Find the JUnit file in a command line that cannot be parsed; None if it names none."""
    for place, word in enumerate(arguments):
        option, _, name = word.partition("=")
        if option == "--junit" and (name := name or "".join(arguments[place + 1 : place + 2])):
            words = [one for one in arguments if not one.startswith("-")]
            jobs = [one for one in words if one.endswith((".yaml", ".yml"))]
            return Gate("".join(words[:1]), Path("".join(jobs[:1])), Path(name))
    return None


def _is_ours(file: Path) -> bool:
    """Whether this is a regular file that an earlier run wrote."""
    if not file.is_file():
        return False
    with file.open(encoding="utf-8", errors="replace", newline="") as text:
        return text.read(len(BEGINNING)) == BEGINNING
