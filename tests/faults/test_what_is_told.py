"""What is told to others: no password, no value of T, nothing but what the release says."""

import csv
import json
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest
from sqlglot import exp

import dpsql
from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.engines.duckdb.engine import DuckDBEngine

CANARY = "CANARY777"
SECRET = f"postgresql://me:{CANARY}@host/db"
PLACES = {
    "public": {"public": SECRET},
    "path": {"public": {"path": f"s3://me:{CANARY}@host/p.csv"}},
    "table": {"private": {"table": SECRET}},
    "hierarchy": {"quasi_identifiers": {"zip": SECRET}},
    "engine": {"engine": {"postgres": {"dsn": SECRET}}},
    "engine alone": {"engine": SECRET},
    "database": {"engine": {"duckdb": {"database": SECRET}}},
    "work_dir": {"engine": {"duckdb": {"work_dir": SECRET}}},
    "release": {"release": SECRET},
}


@pytest.mark.parametrize("place", PLACES)
def test_no_password_is_told_D14(bench, place):
    """No engine takes one yet; who gives one nevertheless finds it nowhere."""
    bench.tables("zip", ["aaaa", "bbbb"], ["aaaa"])
    bench.keep_secret(CANARY)
    words = {"public": "p.csv", "private": "t.csv", "quasi_identifiers": {"zip": {"prefix": [1]}}}
    words |= {"delta": {"max": 1}, "release": "r.csv", **PLACES[place]}
    job = bench.write("job.yaml", json.dumps(words))
    with bench.refusing(dpsql.DpsqlError, 2, subclass=True):
        dpsql.anonymize(job)


def test_nothing_that_debugs_python_prints_a_value_F03(bench):
    """Development mode, all warnings, faulthandler, over a T that fails."""
    bench.csv("p.csv", "zip,b", ["aaaa,1", "bbbb,1"])
    bench.csv("t.csv", "zip,b", ["aaaa,1", f"aaaa,{CANARY},9"], secret=True)
    job = bench.write(
        "job.yaml",
        "public: p.csv\nprivate: t.csv\ndelta: {max: 1}\nquasi_identifiers: {zip: {prefix: [1]}}\n",
    )
    command = [sys.executable, "-X", "dev", "-X", "faulthandler", "-W", "always", "-m", "dpsql"]
    ended = subprocess.run(
        [*command, "check", job],
        env={"PYTHONPATH": str(Path(dpsql.__file__).parents[1]), "PYTHONFAULTHANDLER": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 3
    bench.refuse_secrets(ended.stdout + ended.stderr)


def test_rows_lie_in_no_database_file_F08(bench):
    """What is dropped from a file stays in it; an own session has none."""
    with DuckDBEngine(DuckDBOptions(), bench.folder) as engine:
        engine.materialize("kept", exp.select(exp.alias_(exp.Literal.string(CANARY), "v")))
        found = engine._connection.execute("SELECT path FROM duckdb_databases()").fetchall()
        assert {path for (path,) in found} == {None}
        files = [path for path in bench.root.rglob("*") if path.is_file()]
        assert [path.name for path in files] == ["dpsql-owner"]
    bench.refuse_leftovers()


def test_what_is_spilled_is_its_owners_alone_F09(bench):
    """Rows of a table larger than the memory, while the session is open, whatever the umask."""
    before = os.umask(0)
    try:
        with DuckDBEngine(DuckDBOptions(memory="30MB", threads=1), bench.folder) as engine:
            engine._connection.execute(
                "CREATE TEMP TABLE big AS"
                f" SELECT '{CANARY}' || hash(range) AS v FROM range(3000000)"
            )
            (folder,) = (bench.root / "temporary").iterdir()
            # DuckDB spreads what it spills over files of several sizes.
            spilled = [path for path in folder.rglob("*") if path.is_file()]
            assert sum(path.stat().st_size for path in spilled) > 2**20
            assert all(folder in path.parents for path in spilled)
            assert folder.stat().st_mode & 0o777 == 0o700
            assert list((bench.root / "elsewhere").iterdir()) == []
    finally:
        os.umask(before)
    bench.refuse_leftovers()


def test_a_manifest_follows_from_p_and_the_release_F10(bench):
    """Computed anew from P, the job and the release alone, it is the same, and says no more."""
    people = [f"{zip_},{i}" for i, zip_ in enumerate(["aaaa", "abab", "bbbb", "bcbc"] * 4)]
    bench.tables("zip,b", people, people[::3])
    job = bench.job({"zip": {"prefix": [2, 1]}}, delta={"max": "1/2"}, release="r.csv")
    bench.release(job)
    content = (bench.folder / "r.csv").read_bytes()
    released = Counter(row["zip"] for row in csv.DictReader(content.decode().splitlines()))
    zips = [person.partition(",")[0] for person in people]
    labels = [lambda z: z, lambda z: f"{z[:2]}*", lambda z: f"{z[:1]}*", lambda _: "*"]
    (level,) = (i for i, label in enumerate(labels) if set(map(label, zips)) >= set(released))
    classes = Counter(map(labels[level], zips))
    presences = [Fraction(released[label], people) for label, people in classes.items()]
    assert json.loads((bench.folder / "r.csv.manifest.json").read_bytes()) == {
        "schema": "dpsql-manifest/1",
        "release": {
            "name": "r.csv",
            "sha256": sha256(content).hexdigest(),
            "rows": released.total(),
        },
        "levels": {"zip": level},
        "keep": [],
        "public_columns": ["zip", "b"],
        "delta": {"min": "0", "max": "1/2"},
        "constraints": {},
        "public_rows": len(people),
        "presence": {"min": str(min(presences)), "max": str(max(presences))},
        "csv_formulas": "refuse",
    }
