"""A bench for fault tests: files in, a release or a refusal out, and what must hold after either.

After every run, whatever its end: the target is absent, as it was, or a verified release (U1); no
other file was left anywhere (U2); no value of T is in a message, a log or an output (U3); class and
exit code are the stated ones (U4); a release is mode 0600 (U5).
"""

import io
import json
import logging
import os
import resource
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import duckdb
import pytest

import dpsql

#: Shorter cells of T occur in any text by chance and prove nothing.
_SHORTEST_SECRET = 4
#: pytest keeps the folders of its last runs; files of more bytes are not worth it.
_LARGEST_KEPT = 2**20
_PACKAGE_PARENT = str(Path(dpsql.__file__).parents[1])


@dataclass(frozen=True)
class Released:
    """A published release: what dpsql said, and the rows of the file as text."""

    outcome: dpsql.Outcome
    rows: list[tuple[str | None, ...]]

    @property
    def levels(self) -> tuple[int, ...]:
        return tuple(self.outcome.levels.values())

    @property
    def presence(self) -> tuple[str, str]:
        return str(self.outcome.presence.minimum), str(self.outcome.presence.maximum)


@dataclass(frozen=True)
class Finished:
    """A finished command line."""

    exit_code: int
    found: dict[str, Any]
    stderr: str


class Bench:
    """A folder with a job's files; `release` and `refuse` run it and look around afterwards."""

    def __init__(self, root: Path, read_output: Callable[[], str]) -> None:
        self.root = root
        self.folder = root / "job"
        self.secrets: set[str] = set()
        self._read_output = read_output
        for name in ("job", "temporary", "elsewhere"):
            (root / name).mkdir()

    # Files

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def csv(self, name: str, header: str, rows: list[str], *, secret: bool = False) -> Path:
        """Write lines as they are; the cells of a secret table may appear nowhere."""
        if secret:
            self.keep_secret(*(cell.strip('"') for row in rows for cell in row.split(",")))
        return self.write(name, "".join(f"{line}\n" for line in [header, *rows]))

    def tables(self, header: str, public: list[str], private: list[str]) -> None:
        """Write P and T as p.csv and t.csv."""
        self.csv("p.csv", header, public)
        self.csv("t.csv", header, private, secret=True)

    def parquet(self, name: str, query: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with duckdb.connect() as connection:
            connection.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
        return path

    def keep_secret(self, *values: str) -> None:
        self.secrets |= {value for value in values if len(value) >= _SHORTEST_SECRET}

    def job(self, quasi_identifiers: dict[str, Any], **words: Any) -> dpsql.Job:
        """Build a job over p.csv and t.csv that any release satisfies, unless told otherwise."""
        usual = {
            "public": "p.csv",
            "private": "t.csv",
            "delta": {"min": "0", "max": "1"},
            "release": "r.parquet",
        }
        return dpsql.Job(quasi_identifiers=quasi_identifiers, folder=self.folder, **usual | words)

    # Runs

    def release(self, job: dpsql.Job, **options: Any) -> Released:
        """Anonymize; the release must stand, verify, and be all that was written."""
        before = self._files()
        outcome = dpsql.anonymize(job, **options)
        target = self.folder / str(job.release_path)
        manifest = target.with_name(target.name + ".manifest.json")
        assert set(self._files()) - set(before) == {target, manifest} - set(before)
        verified = dpsql.verify(job, connection=options.get("connection"))
        assert verified.release.rows == outcome.private_rows
        for file in (target, manifest):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
        self.refuse_leftovers()
        self.refuse_secrets(self._read_output())
        return Released(outcome, self.read(target))

    def measure(self, job: dpsql.Job, levels: dict[str, int] | None = None) -> tuple[str, str]:
        """Return least and greatest presence; nothing may be written."""
        before = self._files()
        presence = dpsql.measure(job, levels).presence
        assert self._files() == before
        return str(presence.minimum), str(presence.maximum)

    def refuse(
        self, error: type[dpsql.DpsqlError], exit_code: int, job: dpsql.Job, **options: Any
    ) -> str:
        """Anonymize; it must fail with exactly this class. Return the message."""
        with self.refusing(error, exit_code) as messages:
            dpsql.anonymize(job, **options)
        return messages[0]

    @contextmanager
    def refusing(
        self, error: type[dpsql.DpsqlError], exit_code: int, *, subclass: bool = False
    ) -> Iterator[list[str]]:
        """Run the block, which must fail as stated and leave every file as it was."""
        before = self._files()
        messages: list[str] = []
        with pytest.raises(dpsql.DpsqlError) as caught:
            yield messages
        found = caught.value
        assert isinstance(found, error), (type(found), str(found))
        assert subclass or type(found) is error or error is dpsql.ConfigError, type(found)
        assert found.exit_code == exit_code
        assert found.code == type(found).__name__
        assert self._files() == before
        self.refuse_leftovers()
        messages.append(str(found))
        assert len(messages[0].splitlines()) == 1, messages[0]
        shown: BaseException | None = found
        while shown is not None:
            self.refuse_secrets(str(shown))
            shown = shown.__cause__ or (None if shown.__suppress_context__ else shown.__context__)
        self.refuse_secrets(self._read_output())

    def run(
        self, *arguments: str, timeout: float = 60, memory: int | None = None, **variables: str
    ) -> Finished:
        """Run the command line with --json; a hang fails. Check what it prints."""

        def limit() -> None:
            if memory is not None:
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

        command = [sys.executable, "-m", "dpsql", *arguments, "--json"]
        environment = {
            **os.environ,
            "PYTHONPATH": _PACKAGE_PARENT,
            "TMPDIR": str(self.root / "temporary"),
            **variables,
        }
        with subprocess.Popen(
            command,
            cwd=self.root / "elsewhere",
            env=environment,
            preexec_fn=limit,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                stdout, stderr = process.communicate(timeout=timeout)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.communicate()
                pytest.fail(f"{' '.join(arguments)} did not end within {timeout} seconds")
        self.refuse_leftovers()
        found = json.loads(stdout)
        # What levels mean is shown by a value of P, which T may have as well.
        told = {key: value for key, value in found.items() if key != "becomes"}
        self.refuse_secrets(json.dumps(told, ensure_ascii=False) + stderr)
        assert found["schema"] == "dpsql/1"
        if process.returncode:
            assert len(stderr.splitlines()) == 1, stderr
            assert found["error"].keys() == {"code", "message"}
        return Finished(process.returncode, found, stderr)

    # What must hold

    def read(self, path: Path) -> list[tuple[str | None, ...]]:
        """Read a release back as sorted rows of text, by means that are not dpsql's."""
        reader = "read_parquet(?)"
        if path.suffix == ".csv":
            reader = "read_csv(?, all_varchar = true, header = true, nullstr = '',"
            reader += " delim = ',', quote = '\"', escape = '\"', allow_quoted_nulls = false)"
        with duckdb.connect() as connection:
            rows = connection.execute(
                f"SELECT CAST(COLUMNS(*) AS VARCHAR) FROM {reader}", [str(path)]
            ).fetchall()
        return sorted(rows, key=lambda row: [(cell is not None, cell or "") for cell in row])

    def _files(self) -> dict[Path, str]:
        return {
            path: sha256(path.read_bytes()).hexdigest()
            for path in self.root.rglob("*")
            if path.is_file()
        }

    def refuse_leftovers(self) -> None:
        assert list((self.root / "temporary").iterdir()) == []
        assert list((self.root / "elsewhere").iterdir()) == []
        assert [path for path in self.folder.rglob("*") if "dpsql-" in path.name] == []

    def refuse_secrets(self, text: str) -> None:
        assert [secret for secret in self.secrets if secret in text] == []


@pytest.fixture
def bench(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Iterator[Bench]:
    """A bench whose temporary folder and working directory are its own, with all logs read."""
    log = logging.getLogger("dpsql")
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    level = log.level

    def read_output() -> str:
        return "".join([*capfd.readouterr(), stream.getvalue()])

    made = Bench(tmp_path, read_output)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.chdir(tmp_path / "elsewhere")
    log.addHandler(handler)
    log.setLevel(logging.DEBUG)
    yield made
    log.removeHandler(handler)
    log.setLevel(level)
    for path in tmp_path.rglob("*"):
        if path.is_file() and path.stat().st_size > _LARGEST_KEPT:
            path.unlink()
