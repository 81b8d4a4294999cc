"""What is made once for all workers of a run of tests: the first that needs it makes it."""

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


def make_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """The folder that `make` fills; workers that need it meanwhile wait, and nobody changes it."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    folder, new = base / name, base / f"{name}.new"
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            shutil.rmtree(new, ignore_errors=True)
            new.mkdir()
            make(new)
            new.rename(folder)
    return folder
