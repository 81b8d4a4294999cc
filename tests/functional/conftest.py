"""The command line, called in this process or started as one, over the packaged example."""

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import dpsql
from dpsql.cli.app import make_app

_TABLES = Path(dpsql.__file__).parent / "demo" / "tables"
_PARENT = str(Path(dpsql.__file__).parents[1])


@dataclass(frozen=True)
class Finished:
    """A finished command."""

    exit_code: int
    stdout: str
    stderr: str

    @property
    def found(self) -> dict[str, Any]:
        """The JSON object on stdout, which must be one line and nothing else."""
        assert self.stdout.endswith("\n")
        assert self.stdout.count("\n") == 1
        return json.loads(self.stdout)

    @property
    def complaint(self) -> str:
        """The one message on stderr; its pieces, which stand on lines of their own, as one line."""
        lines = self.stderr.splitlines()
        assert all(line.startswith("  ") for line in lines[1:]), self.stderr
        assert lines[0].startswith("dpsql: ")
        return " ".join(map(str.strip, lines))


@pytest.fixture
def run():
    """Call a command in this process."""

    def call(*arguments: object) -> Finished:
        words = [str(argument) for argument in arguments]
        result = CliRunner().invoke(make_app(words), words)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Finished(result.exit_code, result.stdout, result.stderr)

    return call


def command_line(*arguments: object) -> dict[str, Any]:
    """Arguments of Popen for a command as a user starts it."""
    return {
        "args": [sys.executable, "-m", "dpsql", *map(str, arguments)],
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "text": True,
    }


@pytest.fixture
def start(tmp_path):
    """Start a command as a process of its own, in an empty folder, and wait for its end."""
    (tmp_path / "elsewhere").mkdir()

    def call(*arguments: object) -> Finished:
        words = command_line(*arguments)
        environment = {"PYTHONPATH": _PARENT, "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
        ended = subprocess.run(
            **words, cwd=tmp_path / "elsewhere", env=environment, timeout=120, check=False
        )
        assert list((tmp_path / "elsewhere").iterdir()) == []
        return Finished(ended.returncode, ended.stdout, ended.stderr)

    return call


@pytest.fixture
def example(tmp_path) -> Path:
    """The job file of the paper's example, its tables beside it."""
    shutil.copytree(_TABLES, tmp_path / "example")
    return tmp_path / "example" / "job.yaml"


@pytest.fixture
def edit():
    """Replace text of a job file, which must hold it."""

    def replace(job: Path, old: str, new: str) -> Path:
        text = job.read_text(encoding="utf-8")
        assert old in text
        job.write_text(text.replace(old, new), encoding="utf-8")
        return job

    return replace
