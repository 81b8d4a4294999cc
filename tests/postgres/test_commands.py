"""The command line with a job whose tables lie in Postgres: output, exit codes, nothing secret."""

import json
import os
import subprocess
import sys

import pytest

import dpsql
from tests.postgres.conftest import VARIABLE

JOB = f"""
public: people
private: {{where: member}}
quasi_identifiers:
  town: {{prefix: [5]}}
delta: {{max: 1/10}}
release: r.parquet
engine: {{postgres: {{dsn_env: {VARIABLE}}}}}
"""


@pytest.fixture
def run(tmp_path, people):
    (tmp_path / "job.yaml").write_text(JOB, encoding="utf-8")

    def command(*arguments, **environment):
        return subprocess.run(
            [sys.executable, "-m", "dpsql", *arguments, "job.yaml", "--json"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    return command


def test_release_and_verification(run, tmp_path):
    made = run("anonymize")
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout)["levels"] == {"town": 0}
    assert sorted(path.name for path in tmp_path.iterdir() if "people" not in path.name) == [
        "job.yaml",
        "r.parquet",
        "r.parquet.manifest.json",
    ]
    verified = run("verify")
    assert verified.returncode == 0, verified.stderr


@pytest.mark.parametrize(
    ("given", "code"), [("", 2), ("host=/nowhere password=hunter2", 6), ("hunter2", 2)]
)
def test_no_connection(run, given, code):
    told = run("anonymize", **{VARIABLE: given})
    assert told.returncode == code
    assert "hunter2" not in told.stdout + told.stderr
    assert json.loads(told.stdout)["status"] == "error"


def test_dumped_statements_hold_no_connection(run, tmp_path, words):
    assert run("measure", "--dump-sql", str(tmp_path / "sql")).returncode == 0
    texts = [path.read_text(encoding="utf-8") for path in (tmp_path / "sql").rglob("*.sql")]
    assert texts
    assert not any("host=" in text for text in texts)


def test_a_missing_driver_is_told(town_job, monkeypatch):
    job = town_job()
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(dpsql.ConfigError, match=r"pip install '\.\[postgres\]'"):
        dpsql.measure(job)
