"""The scheduled jobs of docs/examples, their commands run as they stand there."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.functional.commands.junit import read_cases

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
ROOT = EXAMPLES.parents[1]


@pytest.fixture
def shell(example, tmp_path):
    """Run a script by a shell in the folder of the example, where dpsql is on the PATH."""
    found = tmp_path / "bin"
    found.mkdir()
    (found / "dpsql").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m dpsql "$@"\n')
    (found / "dpsql").chmod(0o755)
    words = {"PATH": f"{found}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}

    def run(*command):
        return subprocess.run(
            command,
            cwd=example.parent,
            env=os.environ | words,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run


def list_steps():
    """The steps of the workflow that run commands, but the one that installs."""
    workflow = yaml.safe_load((EXAMPLES / "presence-gate.yml").read_text(encoding="utf-8"))
    assert workflow[True]["schedule"] == [{"cron": "17 4 * * *"}]  # YAML 1.1 reads `on` so
    (job,) = workflow["jobs"].values()
    first, install, *steps, last = job["steps"]
    assert first["uses"].startswith("actions/checkout@")
    assert install["name"] == "Install dpsql"
    assert (last["if"], last["with"]["report_paths"]) == ("always()", "reports/*.xml")
    assert ["dpsql" in step["run"] for step in steps] == [True, True]
    return [step["run"] for step in steps]


def run_steps(shell):
    """Run the steps until one fails, as GitHub does."""
    for step in list_steps():
        ended = shell("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step)
        if ended.returncode:
            break
    return ended


def test_the_workflow_passes_where_the_job_holds(shell, example):
    ended = run_steps(shell)
    assert (ended.returncode, ended.stderr) == (0, "")
    reports = example.parent / "reports"
    assert {name for file in reports.glob("*.xml") for name in read_cases(file)} == {
        "inputs",
        "delta min 1/2",
        "delta max 2/3",
    }
    assert json.loads((reports / "measure.json").read_text())["satisfied"] is True


def test_the_workflow_fails_where_it_does_not(shell, example, edit):
    edit(example, "max: 2/3", "max: 3/5")
    assert run_steps(shell).returncode == 4
    assert read_cases(example.parent / "reports" / "measure.xml")["delta max 3/5"][0] == "failure"


def test_the_script_says_nothing_where_the_job_holds(shell, example, tmp_path):
    """With the PATH of cron, on which no environment is."""
    shutil.copy(EXAMPLES / "presence-gate.sh", example.parent)
    shutil.copytree(tmp_path / "bin", example.parent / ".venv" / "bin")
    ended = shell("env", "PATH=/usr/bin:/bin", "./presence-gate.sh")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert set(read_cases(example.parent / "gate.xml").values()) == {("", "")}


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("max: 2/3", "max: 3/5", 4, "presence gate: the job is not satisfied any more"),
        ("public.csv", "census.csv", 2, "not measured, exit code 2: dpsql: "),
    ],
)
def test_the_script_tells_what_is_wrong(shell, example, edit, old, new, code, said):
    edit(example, old, new)
    shutil.copy(EXAMPLES / "presence-gate.sh", example.parent)
    ended = shell("./presence-gate.sh")
    assert (ended.returncode, ended.stdout) == (code, "")
    assert said in ended.stderr
    assert any(problem for problem, _ in read_cases(example.parent / "gate.xml").values())
