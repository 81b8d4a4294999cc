"""One server for all workers of a run of tests: the first that needs it has it started.

A keeper, a process of its own, starts the server and waits for a lock that every worker shares for
as long as it lives. When the last of them is gone, however it ended, the keeper stops the server.
"""

import fcntl
import importlib
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

_SECONDS_TO_START = 180
#: Open for as long as this process lives.
_used: list[IO[Any]] = []
#: The folder of this run that all its workers share; None in a run without workers.
_folder: Path | None = None


def share_between_workers(folder: Path) -> None:
    """Let the servers of this process be those of all workers, which meet in the folder."""
    global _folder
    _folder = folder


def find_shared(name: str) -> str | None:
    """What the context manager ``tests.NAME_server.start_NAME`` yields, for all workers at once.

    None where there are no workers. Raises RuntimeError if the server does not start.
    """
    if _folder is None:
        return None
    with _locked(_folder / f"{name}.starting"):
        users = (_folder / f"{name}.users").open("w")
        # Waits for a keeper that is about to stop its server.
        fcntl.flock(users, fcntl.LOCK_SH)
        _used.append(users)
        words = _folder / f"{name}.words"
        if not words.exists():
            _start_keeper(name, words)
        return words.read_text(encoding="utf-8")


def _start_keeper(name: str, words: Path) -> None:
    log = words.with_suffix(".log")
    with log.open("wb") as output:
        keeper = subprocess.Popen(
            [sys.executable, "-m", "tests.shared_server", name, str(words)],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=Path(__file__).parents[1],
            start_new_session=True,
        )
    end = time.monotonic() + _SECONDS_TO_START
    while not words.exists():
        if keeper.poll() is not None or time.monotonic() > end:
            keeper.kill()
            raise RuntimeError(f"{name} does not start:\n{log.read_text(errors='replace')[-3000:]}")
        time.sleep(0.05)
    # It outlives this process; nobody waits for it.
    keeper.returncode = 0


@contextmanager
def _locked(path: Path):
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _keep(name: str, words: Path) -> None:
    """Run the server until no worker is left."""
    start = getattr(importlib.import_module(f"tests.{name}_server"), f"start_{name}")
    with start() as found:
        written = words.with_suffix(".new")
        written.write_text(found, encoding="utf-8")
        written.rename(words)
        with _locked(words.with_suffix(".users")):
            words.unlink()


if __name__ == "__main__":
    os.umask(0o077)
    _keep(sys.argv[1], Path(sys.argv[2]))
