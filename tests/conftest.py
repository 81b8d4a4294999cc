"""What spec, conformance and functional cases share: the engines there are, and a bench for each.

A new engine is one function and one line in `_ENGINES`; every spec and conformance case then runs
on it.
"""

import csv
import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import settings

import dpsql
from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.engines.base import Engine
from dpsql.engines.connect import connect
from tests.postgres_server import running_postgres
from tests.shared_server import share_between_workers
from tests.slowest_files import SlowestFiles
from tests.spark_server import find_spark
from tests.tiers import TIERS, Tiers, find_tier

# A busy machine is no failure.
settings.register_profile("patient", settings.default, deadline=None)
settings.load_profile("patient")

# Nergiz, Atzori & Clifton 2007, Tables 1 and 2: name, zip, age, nationality, in T.
PEOPLE = [
    ("Alice", "47906", "35", "USA", False),
    ("Bob", "47903", "59", "Canada", True),
    ("Christine", "47906", "42", "USA", True),
    ("Dirk", "47630", "18", "Brazil", False),
    ("Eunice", "47630", "22", "Brazil", False),
    ("Frank", "47633", "63", "Peru", True),
    ("Gail", "48973", "33", "Spain", False),
    ("Harry", "48972", "47", "Bulgaria", True),
    ("Iris", "48970", "52", "France", True),
]
NATIONALITIES = {
    "America": {"N. America": ["USA", "Canada"], "S. America": ["Brazil", "Peru"]},
    "Europe": {"Europe": ["Spain", "Bulgaria", "France"]},
}


@dataclass(frozen=True)
class EngineUnderTest:
    """An engine as a job names it, and what the caller hands in besides."""

    name: str
    choice: dict[str, Any]
    options: dict[str, Any] = field(default_factory=dict)


@contextmanager
def _own_duckdb_session() -> Iterator[EngineUnderTest]:
    yield EngineUnderTest("duckdb", {"duckdb": {"threads": "1"}})


@contextmanager
def _duckdb_connection_of_the_caller() -> Iterator[EngineUnderTest]:
    with duckdb.connect(config={"threads": 1}) as connection:
        yield EngineUnderTest("duckdb_connection", {"duckdb": {}}, {"connection": connection})


@contextmanager
def _own_postgres_session() -> Iterator[EngineUnderTest]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DPSQL_TEST_PGDSN", running_postgres())
        yield EngineUnderTest("postgres", {"postgres": {"dsn_env": "DPSQL_TEST_PGDSN"}})


@contextmanager
def _spark_connect() -> Iterator[EngineUnderTest]:
    yield EngineUnderTest("spark", {"spark": {"remote": find_spark()}})


_ENGINES: dict[str, Callable[[], AbstractContextManager[EngineUnderTest]]] = {
    "duckdb": _own_duckdb_session,
    "duckdb_connection": _duckdb_connection_of_the_caller,
    "postgres": _own_postgres_session,
    "spark": _spark_connect,
}


def pytest_configure(config: pytest.Config) -> None:
    """Choose the tier, count the seconds of files, and share servers between workers."""
    # As the command does, see `dpsql/__main__.py`: a tenth of the time went into collections.
    gc.set_threshold(100_000)
    config.addinivalue_line("markers", "tier(name): of a test that runs later than its file")
    config.pluginmanager.register(Tiers(config))
    config.pluginmanager.register(SlowestFiles())
    if hasattr(config, "workerinput"):
        share_between_workers(Path(config.option.basetemp).parent)


def pytest_collection_finish() -> None:
    """Modules and collected tests are no garbage: do not look through them again and again."""
    gc.freeze()


class Bench:
    """A folder of tables, and the jobs over them, run on one engine."""

    def __init__(self, folder: Path, engine: EngineUnderTest) -> None:
        self.folder = folder
        self.engine = engine

    def write(
        self, name: str, rows: Iterable[Iterable[Any]], header: Iterable[str] = (), delimiter=","
    ) -> Path:
        """Write a CSV; None is an empty field, the empty text is quoted."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [delimiter.join(map(_as_cell, row)) for row in ([header] if header else [])]
        lines += [delimiter.join(map(_as_cell, row)) for row in rows]
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="")
        return path

    def job(self, quasi_identifiers: Mapping[str, Any], **words: Any) -> dpsql.Job:
        """A job over p.csv and t.csv that releases r.parquet, unless told otherwise.

        P is often the keeper's own wide table, of which the public has the quasi-identifiers.
        """
        usual = {
            "public": "p.csv",
            "private": "t.csv",
            "release": "r.parquet",
            "engine": self.engine.choice,
            "folder": self.folder,
            **({"public_columns": list(quasi_identifiers)} if words.get("keep") else {}),
        }
        return dpsql.Job(quasi_identifiers=dict(quasi_identifiers), **usual | words)

    def measure(self, job: dpsql.Job, levels: Mapping[str, int] | None = None) -> dpsql.Outcome:
        return dpsql.measure(job, levels, **self.engine.options)

    def lattice(self, job: dpsql.Job) -> list[tuple[int, ...]]:
        """Level vectors of the minimal nodes."""
        found = dpsql.lattice(job, **self.engine.options)
        return [tuple(levels.values()) for levels, _ in found.nodes]

    def anonymize(self, job: dpsql.Job, **options: Any) -> dpsql.Outcome:
        """Anonymize, then verify what was published with the public command.

        On Spark in the last tier only: the run has verified it already, in seconds.
        """
        outcome = dpsql.anonymize(job, **options, **self.engine.options)
        if self.engine.name == "spark" and find_tier() != TIERS[-1]:
            return outcome
        verified = dpsql.verify(job, **self.engine.options)
        assert verified.release.sha256 == outcome.release.sha256
        return outcome

    def read_release(self, name: str = "r.parquet") -> list[tuple[Any, ...]]:
        """Rows of a release in the order of the file, by code that is not dpsql's."""
        path = self.folder / name
        if path.suffix == ".csv":
            with path.open(encoding="utf-8", newline="") as file:
                return [tuple(row) for row in csv.reader(file)][1:]
        with duckdb.connect() as connection:
            return connection.execute("SELECT * FROM read_parquet(?)", [str(path)]).fetchall()

    @contextmanager
    def open_engine(self) -> Iterator[Engine]:
        """The engine itself, for cases below the commands."""
        options = EngineOptions.model_validate(self.engine.choice)
        with connect(options, self.folder, **self.engine.options) as engine:
            yield engine


def _as_cell(value: Any) -> str:
    if value is None:
        return ""
    text = str(value)
    plain = text and not set(text) & set('",;\t|\r\n')
    return text if plain else '"' + text.replace('"', '""') + '"'


@pytest.fixture(params=_ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[EngineUnderTest]:
    """Every engine there is."""
    with _ENGINES[request.param]() as made:
        yield made


@pytest.fixture
def bench(tmp_path: Path, engine: EngineUnderTest) -> Bench:
    """A bench on every engine there is."""
    return Bench(tmp_path, engine)


@pytest.fixture
def duckdb_bench(tmp_path: Path) -> Bench:
    """A bench on the embedded engine alone, for what only it offers."""
    return Bench(tmp_path, EngineUnderTest("duckdb", {"duckdb": {"threads": "1"}}))


@pytest.fixture
def paper_job(bench: Bench) -> Callable[..., dpsql.Job]:
    """Writes the running example of the paper and returns its job, some words replaced."""
    return lambda **words: write_paper_job(bench, **words)


def write_paper_job(bench: Bench, **words: Any) -> dpsql.Job:
    """Write the paper's P and T and the hierarchies of its Figure 1; return the job over them.

    ``p.csv`` holds everybody with a column ``sen`` that is true for T, ``t.csv`` T alone.
    """
    header = ("name", "zip", "age", "nationality", "sen")
    rows = [(*row[:-1], str(row[-1]).lower()) for row in PEOPLE]
    bench.write("p.csv", rows, header)
    bench.write("t.csv", [row[:-1] for row in rows if row[-1] == "true"], header[:-1])
    zips = sorted({row[1] for row in PEOPLE})
    bench.write("zip.csv", [(z, z[:4] + "*", z[:2] + "*", "4*") for z in zips], delimiter=";")
    ages = sorted({row[2] for row in PEOPLE})
    bench.write("age.csv", [(age, "≤40" if int(age) <= 40 else ">40", "*") for age in ages])
    quasi_identifiers = {
        "zip": "zip.csv",
        "age": "age.csv",
        "nationality": {"tree": NATIONALITIES},
    }
    return bench.job(words.pop("quasi_identifiers", quasi_identifiers), **words)
