"""Runs a command in a fresh process and tells its seconds, peak memory and exit code."""

import os
import platform
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from time import perf_counter


@dataclass(frozen=True)
class Run:
    """One run: seconds from process start to exit, greatest resident bytes, what it printed.

    `exit_code` is negative where a signal ended the process, as it does after the time limit.
    """

    seconds: float
    peak_bytes: int
    exit_code: int
    printed: str
    complaint: str


def run_process(command: Sequence[str], limit: float, folder: Path | None = None) -> Run:
    """Run a command in `folder` (default: the present one); kill it after `limit` seconds."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as complaints:
        start = perf_counter()
        process = subprocess.Popen(command, stdout=out, stderr=complaints, cwd=folder)
        timer = threading.Timer(limit, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = perf_counter() - start
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        complaints.seek(0)
        peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        last = (complaints.read().strip().splitlines() or [""])[-1]
        return Run(seconds, peak, process.returncode, out.read(), last)


def describe_machine() -> str:
    """Return one line: processor, cores, memory, versions of what runs, kernel."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{_read_processor()}, {os.cpu_count()} cores, {memory:.0f} GiB,"
        f" DuckDB {version('duckdb')}, Python {platform.python_version()},"
        f" {platform.system()} {platform.release()}"
    )


def _read_processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()


def print_row(*cells: str) -> None:
    """Print a row of a Markdown table."""
    print(f"| {' | '.join(cells)} |")
