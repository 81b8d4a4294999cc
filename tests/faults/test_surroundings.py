"""What surrounds a run, and what it may use: the bytes of a release follow from the job alone."""

import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

import dpsql
from dpsql.sql.templates import find_templates

_PARENT = str(Path(dpsql.__file__).parents[1])
_PEOPLE = [f"{zip_},{age}" for zip_ in ("aaaa", "abab", "bbbb", "Iİıi") for age in range(20)]


@pytest.fixture
def job(bench) -> Path:
    """A job whose release depends on orders, cases and texts, with room for several threads."""
    bench.csv("p.csv", "zip,age", _PEOPLE)
    bench.csv("t.csv", "zip,age", _PEOPLE[::3], secret=True)
    return bench.write(
        "job.yaml",
        "public: p.csv\nprivate: t.csv\ndelta: {max: 1/2}\nrelease: r.parquet\n"
        "quasi_identifiers: {zip: {prefix: [2, 1]}, age: {widths: [5, 10]}}\n"
        "engine: {duckdb: {threads: 1}}\n",
    )


def run(job: Path, *before: str, first: Callable[[], object] | None = None, **variables: str):
    """Anonymize in a process whose environment is this one alone."""
    return subprocess.run(
        [*before, sys.executable, "-m", "dpsql", "anonymize", str(job), "--overwrite", "--json"],
        cwd=job.parents[1] / "elsewhere",
        env={"PYTHONPATH": _PARENT, "TMPDIR": str(job.parents[1] / "temporary"), **variables},
        preexec_fn=first,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )


def digests(job: Path) -> list[str]:
    """What was published, which is its owner's alone."""
    files = [job.parent / "r.parquet", job.parent / "r.parquet.manifest.json"]
    assert [file.stat().st_mode & 0o777 for file in files] == [0o600, 0o600]
    return [sha256(file.read_bytes()).hexdigest() for file in files]


SURROUNDINGS = [
    {"umask": 0o000, "TZ": "Asia/Tokyo", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "1"},
    {"umask": 0o077, "TZ": "America/St_Johns", "LC_ALL": "C", "PYTHONHASHSEED": "2", "threads": 2},
    {"umask": 0o777, "LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONHASHSEED": "3", "threads": 16},
]


def test_the_surroundings_change_no_byte_E12(bench, job):
    assert run(job).returncode == 0
    expected = digests(job)
    text = job.read_text()
    for words in SURROUNDINGS:
        variables = {name: word for name, word in words.items() if isinstance(word, str)}
        job.write_text(text.replace("threads: 1", f"threads: {words.get('threads', 1)}"))
        ended = run(job, first=lambda words=words: os.umask(words["umask"]), **variables)
        assert (ended.returncode, ended.stderr) == (0, b"")
        assert digests(job) == expected
    bench.refuse_leftovers()


def test_no_clock_that_may_jump_is_asked_E12():
    """What lasts is measured by a clock that only goes on.

    The page to sign and a ledger have a day, and in a first job no day is after that of today.
    """
    asked = re.compile(r"\btime\.time\b|import time\b|\btime_ns\b|\bnow\(|\btoday\(|utcnow")
    sources = (Path(_PARENT) / "dpsql").rglob("*.py")
    paths = (*sources, *find_templates().rglob("*.j2"))
    found = {path for path in paths if asked.search(path.read_text("utf-8").lower())}
    assert {path.parent.name + "/" + path.name for path in found} == {
        "noise/ledger.py",
        "reports/sign_off.py",
        "texts/dates.py",
    }


def test_neither_a_network_nor_a_home_is_needed_D13(bench, job):
    """Nothing can be written in /proc, not even by root."""
    assert run(job).returncode == 0
    expected = digests(job)
    for home in ("/proc", "/nonexistent"):
        assert run(job, HOME=home).returncode == 0
        assert digests(job) == expected
    alone = [shutil.which("unshare") or "unshare", "--map-root-user", "--net"]
    try:
        subprocess.run([*alone, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this machine lets nobody leave its network")
    ended = run(job, *alone, HOME="/proc")
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert digests(job) == expected
    bench.refuse_leftovers()


def limit_address_space(size: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))


@pytest.mark.parametrize("megabytes", [400, 600, 1200])
def test_an_address_space_that_is_too_small_releases_nothing_E07(bench, job, megabytes):
    """DuckDB may then end the process itself, and leave its folders to the next run."""
    ended = run(job, first=limit_address_space(megabytes * 2**20))
    assert b"Traceback" not in ended.stderr or megabytes < 400  # Python's own, while it loads
    if ended.returncode:
        assert not (bench.folder / "r.parquet").exists()
        assert not (bench.folder / "r.parquet.manifest.json").exists()
    again = run(job)
    assert (again.returncode, again.stderr) == (0, b"")
    assert len(digests(job)) == 2


@pytest.fixture
def large(bench):
    """A job over 100,000 distinct tuples, half of them in T."""
    bench.parquet("p.parquet", "SELECT CAST(range AS VARCHAR) AS zip FROM range(100000)")
    bench.parquet("t.parquet", "SELECT CAST(range * 2 AS VARCHAR) AS zip FROM range(50000)")

    def with_memory(**options: str) -> dpsql.Job:
        return bench.job(
            {"zip": {"prefix": [5, 4, 3, 2, 1]}},
            public="p.parquet",
            private="t.parquet",
            delta={"max": "3/4"},
            engine={"duckdb": {"threads": "1", **options}},
        )

    return with_memory


def test_a_memory_that_is_too_small_is_a_lack_of_resources_E06(bench, large):
    message = bench.refuse(dpsql.ResourceError, 5, large(memory="10MB"))
    assert "memory is exhausted; raise engine.duckdb.memory" in message


def test_a_run_that_may_not_spill_enough_says_what_to_raise_E06(bench, large):
    message = bench.refuse(dpsql.ResourceError, 5, large(memory="50MB", max_spill="1MB"))
    assert "raise engine.duckdb.max_spill or memory" in message
    message = bench.refuse(dpsql.ResourceError, 5, large(memory="50MB", max_spill="0KB"))
    assert "raise engine.duckdb.max_spill or memory" in message


def test_a_run_that_spills_releases_the_same_E06(bench, large):
    dpsql.anonymize(large(memory="50MB", max_spill="1GB"))
    spilled = sha256((bench.folder / "r.parquet").read_bytes()).hexdigest()
    dpsql.anonymize(large(), overwrite=True)
    assert sha256((bench.folder / "r.parquet").read_bytes()).hexdigest() == spilled
    bench.refuse_leftovers()


@pytest.mark.parametrize("work_dir", ["nowhere", "p.parquet"])
def test_a_work_folder_that_takes_no_spill_is_refused_E06(bench, large, work_dir):
    message = bench.refuse(dpsql.ConfigError, 2, large(work_dir=work_dir))
    assert "work_dir: not writable" in message
