"""Runs a command in a fresh process; measures its seconds, peak memory and exit code."""

import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path


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


#: The peak memory of a process includes that of the process that started it: so a small process
#: starts the command. It writes seconds, peak and exit code to the file of its first argument.
_STARTER = """
import json, os, subprocess, sys, threading, time
start = time.perf_counter()
process = subprocess.Popen(sys.argv[3:])
limit = float(sys.argv[2])
timers = [threading.Timer(limit, process.terminate), threading.Timer(limit + 30, process.kill)]
for timer in timers:
    timer.daemon = True
    timer.start()
_, status, usage = os.wait4(process.pid, 0)
seconds = time.perf_counter() - start
told = [seconds, usage.ru_maxrss, os.waitstatus_to_exitcode(status)]
with open(sys.argv[1], "w") as file:
    json.dump(told, file)
os._exit(0)
"""


def run_process(command: Sequence[str], limit: float, folder: Path | None = None) -> Run:
    """Run a command in `folder` (default: the present one); end it after `limit` seconds.

    Raises:
        OSError: the command cannot be started.
    """
    with tempfile.TemporaryDirectory() as place:
        told, out, complaints = (Path(place) / name for name in ("told", "out", "complaints"))
        starter = [sys.executable, "-I", "-S", "-c", _STARTER, str(told), str(limit)]
        with out.open("w") as printed, complaints.open("w") as complained:
            subprocess.run(
                [*starter, *command], stdout=printed, stderr=complained, cwd=folder, check=False
            )
        last = (complaints.read_text(encoding="utf-8").strip().splitlines() or [""])[-1]
        if not told.exists():
            raise OSError(f"{command[0]} cannot be started: {last}")
        seconds, peak, exit_code = json.loads(told.read_text(encoding="utf-8"))
        peak *= 1 if sys.platform == "darwin" else 1024
        return Run(seconds, peak, exit_code, out.read_text(encoding="utf-8"), last)


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
