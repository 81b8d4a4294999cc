"""dbt, imported once by a process of its own environment that forks for each command.

dbt takes two seconds to import, and a command leaves settings behind in its process. Run as a
program, this file is that process: it imports nothing of the tests.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

#: A command that takes longer is ended by a signal.
_SECONDS = 300


@dataclass(frozen=True)
class Ended:
    """How a command ended, and all that it printed."""

    code: int
    output: str


class DbtServer:
    """A process that runs commands of dbt, and Python beside dbt, each in a fork."""

    def __init__(self, dbt: Path) -> None:
        beside = dbt.resolve().parent / "python"
        python = beside if beside.exists() else dbt.parent / "python"
        self._process = subprocess.Popen(
            [python, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, folder: Path, words: Sequence[str]) -> Ended:
        """Run a command of dbt in a folder."""
        return self._ask(folder, {"words": list(words)})

    def run_python(self, folder: Path, code: str, text: str) -> Ended:
        """Run Python code in a folder; it finds the text as `given`."""
        return self._ask(folder, {"code": code, "given": text})

    def close(self) -> None:
        """End the process."""
        self._process.communicate(timeout=60)

    def _ask(self, folder: Path, asked: Mapping[str, object]) -> Ended:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with tempfile.NamedTemporaryFile(suffix=".dbt") as output:
            words = {**asked, "folder": str(folder), "output": output.name}
            self._process.stdin.write(f"{json.dumps(words)}\n")
            self._process.stdin.flush()
            code = self._process.stdout.readline()
            assert code, "the process of dbt ended"
            return Ended(int(code), Path(output.name).read_text(encoding="utf-8"))


def _serve() -> None:
    """Answer each line of stdin, a command in JSON, with the exit code of a fork that ran it."""
    import dbt.adapters.duckdb  # noqa: F401 - the fork needs it
    from dbt.cli.main import dbtRunner

    for line in sys.stdin:
        asked = json.loads(line)
        fork = os.fork()
        if fork == 0:
            code = 1
            signal.alarm(_SECONDS)
            try:
                os.chdir(asked["folder"])
                os.environ.clear()
                os.environ.update(PATH="/usr/bin:/bin", HOME=asked["folder"], DO_NOT_TRACK="1")
                descriptor = os.open(asked["output"], os.O_WRONLY)
                os.dup2(descriptor, 1)
                os.dup2(descriptor, 2)
                if "code" in asked:
                    exec(asked["code"], {"given": asked["given"]})
                    code = 0
                else:
                    code = 0 if dbtRunner().invoke(asked["words"]).success else 1
            except BaseException:
                traceback.print_exc()
            finally:
                # A fork must not go on as the parent.
                sys.stdout.flush()
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1])
        sys.stdout.write(f"{code}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _serve()
