"""The site of the documentation, built once for all tests of a run."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.made_once import make_once
from tests.pages.pages import REPOSITORY


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site; a named skip without mkdocs-material, and a failure in CI."""
    if importlib.util.find_spec("material") is None:
        problem = "no mkdocs-material here: pip install -e '.[docs]'"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(problem)
    return make_once(tmp_path_factory, "site", _build)


def _build(folder: Path) -> None:
    ended = subprocess.run(
        [
            *(sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"),
            *("--config-file", "docs/make/mkdocs.yml", "--site-dir", folder),
        ],
        cwd=REPOSITORY,
        # As CONTRIBUTING.md has it: the hooks find `docs` where the command is run.
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
