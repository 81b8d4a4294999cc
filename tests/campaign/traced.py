"""Runs a command of dpsql in a fork of this process, below strace, which makes system calls fail.

A fork has everything imported and each template read: the calls that are counted are those of the
run. One thread of the engine makes their order the same each time.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from dpsql.cli.app import main

#: Calls that write, or that what is written depends on.
CALLS = (
    *("openat", "write", "pwrite64", "read", "pread64", "close", "fsync", "fdatasync", "rename"),
    *("renameat", "renameat2", "link", "linkat", "unlink", "unlinkat", "rmdir", "mkdir", "mkdirat"),
    *("chmod", "fchmod", "ftruncate", "flock"),
)


@dataclass(frozen=True)
class Fault:
    """What happens at call number `number` of this name: KILL, TERM, or an error.

    An error with a plus happens at each call from then on.
    """

    call: str
    number: int
    kind: str

    @property
    def options(self) -> list[str]:
        """Arguments of strace. Its --seccomp-bpf would lose signals."""
        kind, on = self.kind.rstrip("+"), "+" * self.kind.endswith("+")
        what = f"signal={kind}" if kind in ("KILL", "TERM") else f"error={kind}"
        return [
            "-e",
            f"trace={self.call}",
            "-e",
            f"inject={self.call}:{what}:when={self.number}{on}",
        ]


@dataclass(frozen=True)
class Ended:
    """Exit code, 128 + the number of a signal; and what was said."""

    exit_code: int
    stderr: str


def is_possible() -> bool:
    """Whether there is a strace that may trace children here."""
    if shutil.which("strace") is None:
        return False
    tried = subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, check=False)
    return tried.returncode == 0


def run(arguments: list[str], temporary: Path, fault: Fault | None = None) -> Ended:
    """Run a command; `temporary` is its folder for temporary files, and for what it says."""
    return _run(arguments, temporary, fault.options if fault else None)


def trace(arguments: list[str], temporary: Path, file: Path) -> list[str]:
    """The calls that a run makes, one a line: name, arguments, result."""
    ended = _run(arguments, temporary, ["-y", "-e", f"trace={','.join(CALLS)}"], file)
    assert ended.exit_code == 0, ended
    lines = (line.partition(" ")[2].lstrip() for line in file.read_text().splitlines())
    return [line for line in lines if re.match(r"\w+\(", line)]


def _run(
    arguments: list[str], temporary: Path, options: list[str] | None, file: Path | None = None
) -> Ended:
    said = temporary.parent / "said"
    ready, go = os.pipe()
    child = os.fork()
    if not child:
        os.close(go)
        _become(arguments, temporary, said, ready)
    os.close(ready)
    tracer = None
    if options is not None:
        command = ["strace", "-f", "-qq", "-o", file or os.devnull, "-p", str(child), *options]
        tracer = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        _wait_until_traced(child, tracer)
    os.write(go, b"!")
    os.close(go)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if tracer is not None:
        tracer.communicate(timeout=60)
    return Ended(128 - status if status < 0 else status, said.read_text(errors="replace"))


def _become(arguments: list[str], temporary: Path, said: Path, ready: int) -> None:
    """Be the command, in the child; never returns."""
    code: object = 1
    try:
        file = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(file, 1)
        os.dup2(file, 2)
        os.close(file)
        sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115
        tempfile.tempdir = str(temporary)
        sys.argv = ["dpsql", *arguments]
        if os.read(ready, 1):  # else the campaign was ended
            main()
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except OSError:
                code = code or 1
        os._exit(int(str(code or 0)))


def _wait_until_traced(child: int, tracer: "subprocess.Popen[bytes]") -> None:
    status = Path(f"/proc/{child}/status")
    while "TracerPid:\t0" in status.read_text():
        if tracer.poll() is not None:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            assert tracer.stderr is not None
            raise RuntimeError(f"strace: {tracer.stderr.read().decode()}")
        time.sleep(0.005)
