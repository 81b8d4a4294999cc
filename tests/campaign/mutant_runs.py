"""Runs tests on mutants, in a copy of the repository that the command ``mutants`` has made.

    python -m tests.campaign.mutant_runs FOLDER

in the copy, and from nowhere else: the files of the core are overwritten. Which tests run which
line is measured first. Then each mutant is written in place of its file, and a fork of this
process, which has all imported but dpsql, runs the tests of the changed statement until one fails:
those that noticed most so far, then the quickest. A line per mutant goes to FOLDER/mutants.jsonl.
"""

import hashlib
import importlib
import json
import os
import select
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import coverage
import pytest

from tests.campaign.core import TESTS, core_files
from tests.campaign.mutations import Mutant, find_mutants

#: What is imported before the forks, so that none of them has to.
IMPORTED = (
    "duckdb",
    "hypothesis",
    "jinja2",
    "numpy",
    "pydantic",
    "rich",
    "sqlglot",
    "typer",
    "yaml",
)
OPTIONS = ("--import-mode=importlib", "--doctest-modules", "-o", "addopts=", "-q", "-x")
QUIET = ("-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
#: A mutant that needs so many times the seconds of its tests, and so many more, goes on for ever.
FACTOR, ALLOWANCE = 10, 60


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

    def __init__(self, tests: list[str], note: Path) -> None:
        self._place = {test: place for place, test in enumerate(tests)}
        self._note = note

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Choose and sort."""
        items[:] = sorted(
            (item for item in items if item.nodeid in self._place),
            key=lambda item: self._place[item.nodeid],
        )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """With ``-x`` there is one that fails."""
        if report.failed:
            self._note.write_text(report.nodeid, encoding="utf-8")


class Runs:
    """The tests of the core, run in forks."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._note, self._output = folder / "noticed.txt", folder / "output.txt"
        self._noticed: Counter[str] = Counter()
        self._seconds: dict[str, float] = {}
        self._lines: dict[str, dict[int, list[str]]] = {}

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

    def _watch(self, kept: Path, digest: str) -> int:
        watch = Watch(core_files())
        code = pytest.main([*OPTIONS, *QUIET, *TESTS], plugins=[watch])
        if code == 0:
            kept.write_text(json.dumps(watch.end() | {"digest": digest}), encoding="utf-8")
        return code

    def tests_of(self, file: str, lines: tuple[int, int]) -> list[str]:
        """The tests that run one of the lines; where an import does, all of the file."""
        run = self._lines[file]
        tests = {test for line in range(lines[0], lines[1] + 1) for test in run.get(line, [])}
        if "" in tests:
            tests = {test for some in run.values() for test in some} - {""}
        return sorted(tests, key=lambda test: (-self._noticed[test], self._seconds[test]))

    def attempt(self, tests: list[str]) -> tuple[str, str]:
        """Run tests in a fork: killed, survived or timeout; and the test that noticed."""
        if not tests:
            return "survived", ""
        self._note.unlink(missing_ok=True)
        files = sorted({test.partition("::")[0] for test in tests})
        words = [*OPTIONS, *QUIET, *files]
        limit = ALLOWANCE + FACTOR * sum(self._seconds[test] for test in tests)
        code = self._fork(lambda: pytest.main(words, plugins=[Choice(tests, self._note)]), limit)
        if not code:
            return "timeout" if code is None else "survived", ""
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


def main() -> None:
    """Run every mutant that has no result yet; survivors again where anything changed.

    The results of the mutants that there are now go to FOLDER/mutants.json, a line each.
    """
    folder = Path(sys.argv[1])
    for name in IMPORTED:
        importlib.import_module(name)
    runs, digest = Runs(folder), _digest_all()
    runs.measure(digest)
    kept = _read_results(folder / "mutants.jsonl")
    keys = {
        (file, mutant): (file, _digest([Path(file)]), mutant.operator, mutant.occurrence)
        for file in core_files()
        for mutant in find_mutants(_read(file))
    }
    todo = [place for place, key in keys.items() if _is_open(kept.get(key), digest)]
    _refuse_failing(runs, {file for file, _ in todo})
    for number, (file, mutant) in enumerate(todo, 1):
        result = _run(runs, file, mutant) | {"source": keys[file, mutant][1], "digest": digest}
        kept[keys[file, mutant]] = result
        with (folder / "mutants.jsonl").open("a", encoding="utf-8") as results:
            results.write(f"{json.dumps(result)}\n")
        told = f"{result['found']}: {file}: {mutant.operator}: {mutant.text}"
        print(f"{number} of {len(todo)} {told}", flush=True)
    lines = [json.dumps(kept[key]) for key in keys.values()]
    (folder / "mutants.json").write_text("\n".join([*lines, ""]), encoding="utf-8")


def _refuse_failing(runs: Runs, files: set[str]) -> None:
    """Exit unless a test of each kind passes on each file as it is.

    This also leaves the compiled tests for the forks to come. What was compiled of the core goes:
    it might be taken for a mutant that is as long, and was written in the same second.
    """
    for file in sorted(files):
        tests = runs.tests_of(file, (1, len(_read(file).splitlines())))
        found, noticed = runs.attempt([*{test.partition("::")[0]: test for test in tests}.values()])
        if found != "survived":
            raise SystemExit(f"the tests of {file} fail as they are: {noticed}")
    for file in files:
        for compiled in Path(file).parent.glob(f"__pycache__/{Path(file).stem}.*.pyc"):
            compiled.unlink()
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def _run(runs: Runs, file: str, mutant: Mutant) -> dict[str, Any]:
    original, text = _read(file), mutant.make()
    if text is None or text == original:
        raise SystemExit(f"{file}: {mutant.operator} {mutant.occurrence} changes nothing")
    begin = time.monotonic()
    try:
        Path(file).write_text(text, encoding="utf-8")
        found, noticed = runs.attempt(runs.tests_of(file, mutant.lines))
    finally:
        Path(file).write_text(original, encoding="utf-8")
    return {
        "file": file,
        "operator": mutant.operator,
        "occurrence": mutant.occurrence,
        "line": mutant.line,
        "text": mutant.text,
        "found": found,
        "noticed": noticed,
        "seconds": round(time.monotonic() - begin, 1),
    }


def _read_results(results: Path) -> dict[tuple[str, str, str, int], dict[str, Any]]:
    """The last result of each mutant, by file, digest of the file, operator and place."""
    if not results.exists():
        return {}
    lines = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]
    return {
        (line["file"], line["source"], line["operator"], line["occurrence"]): line for line in lines
    }


def _is_open(result: dict[str, Any] | None, digest: str) -> bool:
    return result is None or (result["found"] == "survived" and result["digest"] != digest)


def _read(file: str) -> str:
    return Path(file).read_text(encoding="utf-8")


def _digest_all() -> str:
    """Of all that decides what a test finds; campaigns are not among the tests."""
    files = (*Path("dpsql").rglob("*.py"), *Path("tests").rglob("*.py"))
    return _digest(file for file in files if "campaign" not in file.parts)


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(f"{file} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


if __name__ == "__main__":
    main()
