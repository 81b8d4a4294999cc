"""File systems that are full: of the release, of what is spilled, of the journal."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dpsql

#: In a name space of its own this may mount; what it mounts goes with it.
INSIDE = """
import hashlib, json, logging, subprocess, sys, tempfile
from pathlib import Path
import duckdb
import dpsql

logging.disable(logging.ERROR)
root = Path(sys.argv[1])
tempfile.tempdir = str(root / "temporary")

def mount(folder, kilobytes):
    folder.mkdir(exist_ok=True)
    size = f"size={kilobytes}k"
    subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(folder)], check=True)
    return folder

def anonymize(people, small, rule=(1,), overwrite=False, **words):
    usual = {"public": f"{people}.parquet", "private": f"{people}.parquet", "delta": {"max": 1}}
    usual |= {"release": str(small / "r.csv"), "quasi_identifiers": {"zip": {"prefix": rule}}}
    job = dpsql.Job(folder=root, **usual | words)
    try:
        dpsql.anonymize(job, overwrite=overwrite)
    except dpsql.DpsqlError as error:
        return [error.exit_code, str(error)]
    return [0, ""]

def look(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}

for name, rows in (("few", 20), ("many", 200_000)):
    source = f"SELECT CAST(10000000 + 7 * range AS VARCHAR) AS zip FROM range({rows})"
    duckdb.sql(f"COPY ({source}) TO '{root}/{name}.parquet' (FORMAT parquet)")
found = {}
small = mount(root / "small", 400)
found["released"] = anonymize("few", small)
before = look(small)
found["full"] = anonymize("many", small, overwrite=True)
found["as before"] = look(small) == before
nearly = mount(root / "nearly", 4)  # as large as the lock and a folder
found["no room"] = anonymize("few", nearly)
found["left"] = sorted(look(nearly))
work = mount(root / "work", 1000)
engine = {"duckdb": {"memory": "30MB", "threads": "1", "work_dir": str(work)}}
found["spill"] = anonymize("many", mount(root / "roomy", 64_000), (7, 6, 5, 4, 3), engine=engine)
found["left of the spill"] = sorted(path.name for path in work.iterdir())
found["left beside"] = sorted(look(root / "roomy"))
print(json.dumps(found))
"""


@pytest.fixture
def alone():
    """Words before a command that lets it mount, where this machine does."""
    words = [shutil.which("unshare") or "unshare", "--map-root-user", "--mount"]
    tried = [*words, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    try:
        subprocess.run(tried, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this machine lets nobody mount a small file system")
    return words


def test_a_disk_that_fills_releases_nothing_and_keeps_what_was_there_E04(bench, alone):
    """Its size is in kilobytes; the page cache of tmpfs is not written back, but it is as full."""
    (bench.root / "small").mkdir()
    ended = subprocess.run(
        [*alone, sys.executable, "-c", INSIDE, str(bench.root)],
        env={**os.environ, "PYTHONPATH": str(Path(dpsql.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert found["released"] == [0, ""]
    for lack in ("full", "no room", "spill"):
        exit_code, message = found[lack]
        assert exit_code == 5, (lack, message)
        assert any(word in message for word in ("disk", "No space left", "memory is exhausted"))
    assert found["as before"]
    assert found["left"] == found["left of the spill"] == found["left beside"] == []
    bench.refuse_leftovers()
