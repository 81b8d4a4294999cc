"""A Postgres server of the tests' own: a private cluster in a temporary folder, gone at the end.

It listens on a socket in that folder alone. A guard waits beside it on a pipe: should the tests be
killed, the pipe breaks, and the guard stops the server and removes the folder.
"""

import atexit
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from pathlib import Path

import pytest

from tests.shared_server import find_shared

_SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "listen_addresses": "",
    "shared_buffers": "64MB",
    "max_connections": "40",
    "log_min_messages": "fatal",
    "autovacuum": "off",
}
#: Read by the guard: a line tells that all is well, the end of the pipe that the tests are gone.
_GUARD = """
import shutil, subprocess, sys
if not sys.stdin.readline():
    subprocess.run(sys.argv[2:], capture_output=True)
    shutil.rmtree(sys.argv[1], ignore_errors=True)
"""


@cache
def find_binaries() -> Path | None:
    """Folder of initdb and pg_ctl: of the PATH, or of Debian's newest version."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    versions = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(versions, key=lambda path: int(path.parts[-3]), default=None)
    return newest.parent if newest else None


def require_postgres() -> None:
    """Skip a test where there is no Postgres to start; in CI that is a failure."""
    problem = None
    if find_binaries() is None:
        problem = "no Postgres here: apt-get install postgresql"
    else:
        try:
            import psycopg  # noqa: F401
        except ImportError:
            problem = "no psycopg here: pip install '.[postgres]'"
    if problem:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(problem)


@cache
def running_postgres() -> str:
    """The words of a connection to a database of this process alone, which no other has.

    The server is started when it is first asked for, one for all workers of a run.
    """
    require_postgres()
    if shared := find_shared("postgres"):
        return _make_database(shared, f"worker_{os.getpid()}")
    running = ExitStack()
    words = running.enter_context(start_postgres())
    atexit.register(running.close)
    return words


def _make_database(words: str, name: str) -> str:
    import psycopg

    with closing(psycopg.connect(words, autocommit=True)) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{words} dbname={name}"


@contextmanager
def start_postgres(**settings: str) -> Iterator[str]:
    """Start a server and yield the words of its connection; `settings` go beyond the usual ones."""
    binaries = find_binaries()
    assert binaries is not None
    folder = Path(tempfile.mkdtemp(prefix="dpsql-postgres-"))
    # Postgres refuses to run as root.
    user = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
    identity = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
    if user:
        os.chown(folder, user.pw_uid, user.pw_gid)
    options = " ".join(f"-c {name}={value!r}" for name, value in (_SETTINGS | settings).items())
    control = [str(binaries / "pg_ctl"), "-D", str(folder / "cluster"), "-w"]

    def run(*command: str) -> None:
        subprocess.run(command, check=True, capture_output=True, cwd=folder, **identity)

    stop = [*control, "-m", "immediate", "stop"]
    guard = subprocess.Popen(
        ["/usr/bin/env", "python3", "-c", _GUARD, str(folder), *stop],
        stdin=subprocess.PIPE,
        start_new_session=True,
        cwd=folder,
        **identity,
    )
    assert guard.stdin is not None
    try:
        run(
            str(binaries / "initdb"),
            *("-D", str(folder / "cluster"), "-U", "dpsql", "-A", "trust"),
            *("-E", "UTF8", "--locale-provider=icu", "--icu-locale=en-US", "--locale=C.UTF-8"),
            "-N",
        )
        log = str(folder / "log")
        # Not captured: the server would keep the pipe open, and this would wait for it.
        subprocess.run(
            [*control, "-l", log, "-o", f"{options} -k {folder}", "start"],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            **identity,
        )
        try:
            yield f"host={folder} dbname=postgres user=dpsql"
        finally:
            run(*stop)
    finally:
        guard.stdin.write(b"\n")
        guard.stdin.close()
        guard.wait()
        shutil.rmtree(folder, ignore_errors=True)
