"""The wheel carries all that runs: templates, the demo's tables, the report's assets."""

import importlib.util
import json
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import dpsql

CHECKOUT = Path(dpsql.__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    if not (CHECKOUT / "pyproject.toml").is_file():
        pytest.skip("dpsql is installed, not checked out: there is nothing to build a wheel from")
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "-w", folder]
    if importlib.util.find_spec("hatchling") is not None:
        command.append("--no-build-isolation")
    subprocess.run([*command, CHECKOUT], check=True, capture_output=True, text=True)
    (built,) = folder.glob("dpsql-*.whl")
    return built


def test_the_wheel_holds_every_file_of_the_package(wheel):
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    package = {
        path.relative_to(CHECKOUT).as_posix()
        for path in (CHECKOUT / "dpsql").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    templates = {
        f"dpsql/{path.relative_to(CHECKOUT)}" for path in (CHECKOUT / "sql_templates").rglob("*.j2")
    }
    assert len(templates) > 20
    assert package | templates | {"dpsql/py.typed"} <= held
    assert not [name for name in held if name.startswith(("tests/", "benchmarks/"))]


def test_dpsql_runs_from_the_wheel_alone(wheel, tmp_path):
    """A fresh environment that sees this one's dependencies, but not the checkout."""
    venv.create(tmp_path / "venv", with_pip=False)
    (site,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    install = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet"]
    subprocess.run([*install, "--target", site, wheel], check=True, capture_output=True)
    dependencies = Path(importlib.util.find_spec("duckdb").origin).parents[1]
    (site / "dependencies.pth").write_text(f"{dependencies}\n", encoding="utf-8")
    python = tmp_path / "venv" / "bin" / "python"
    where = "import dpsql.sql.templates as t; print(t.__file__); print(t.find_templates())"
    found = subprocess.run(
        [python, "-c", where], check=True, capture_output=True, text=True, cwd=tmp_path
    ).stdout.splitlines()
    assert found == [
        str(site / "dpsql" / "sql" / "templates.py"),
        str(site / "dpsql" / "sql_templates"),
    ]
    demo = subprocess.run(
        [python, "-m", "dpsql", "demo", "--json"],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert json.loads(demo.stdout)["levels"] == {"zip": 2, "age": 2, "nationality": 2}
    assert demo.stderr == ""


def test_the_extra_of_the_tests_has_all_that_they_collect():
    """Doctests import every file, also those of an engine: with one missing, nothing would run."""
    extras = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = extras["project"]["optional-dependencies"]
    (ours,) = (one for one in extras["test"] if one.startswith("dpsql["))
    users = set(extras) - {"test", "docs", "dev", "mutants", "paper"}
    assert set(ours.removeprefix("dpsql[").removesuffix("]").split(",")) == users
