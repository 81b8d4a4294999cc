"""Runs the product on a case in a folder of its own, and reads back what it published."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow.parquet as pq

import dpsql
from tests.generative.instances.cases import Case
from tests.generative.instances.columns import text_of
from tests.generative.instances.files import read_csv
from tests.generative.instances.jobs import Setting, make_job
from tests.oracle.tables.table import Node

Record = tuple[str | None, ...]


@dataclass(frozen=True)
class Found:
    """What one command said: the levels in the order of the quasi-identifiers, and all the rest."""

    node: Node
    said: dict[str, Any]

    @property
    def metrics(self) -> dict[str, float]:
        """The five metrics."""
        metrics: dict[str, float] = self.said["metrics"]
        return metrics


@dataclass(frozen=True)
class Published(Found):
    """What `anonymize` said, and the release as a plain reader sees it."""

    header: list[str]
    records: Counter[Record]


def measure(case: Case, setting: Setting, node: Node) -> Found:
    """Measure the case at a node."""
    with TemporaryDirectory() as folder:
        job = make_job(case, setting, Path(folder))
        levels = dict(zip(setting.names, node, strict=True))
        return _found(dpsql.measure(job, levels=levels).to_dict(), setting)


def find_minimal(case: Case, setting: Setting) -> list[Found]:
    """Return the minimal nodes in the order in which the product lists them."""
    with TemporaryDirectory() as folder:
        listed = dpsql.lattice(make_job(case, setting, Path(folder))).to_dict()
        return [_found(said, setting) for said in listed["minimal_nodes"]]


def find_frontier(case: Case, setting: Setting, **options: Any) -> dict[str, Any]:
    """Return all that the product says of the frontier; `options` as of `dpsql.frontier`."""
    with TemporaryDirectory() as folder:
        return dpsql.frontier(make_job(case, setting, Path(folder)), **options).to_dict()


def anonymize(case: Case, setting: Setting) -> Published | None:
    """Publish a release and read it; None where no release satisfies the case."""
    with TemporaryDirectory() as folder:
        job = make_job(case, setting, Path(folder))
        try:
            said = dpsql.anonymize(job, csv_formulas="quote").to_dict()
        except dpsql.NoSafeRelease:
            assert not list(Path(folder).glob("release*"))
            return None
        header, records = read_release(Path(folder) / f"release.{setting.release_format}")
        found = _found(said, setting)
        return Published(found.node, found.said, header, records)


def read_release(path: Path) -> tuple[list[str], Counter[Record]]:
    """Return the column names and the rows, as text, with how often each occurs."""
    if path.suffix == ".csv":
        header, *rows = read_csv(path)
        return [str(name) for name in header], Counter(tuple(row) for row in rows)
    table = pq.ParquetFile(path).read()
    cells = [[text_of(cell) for cell in column.to_pylist()] for column in table.columns]
    return table.column_names, Counter(zip(*cells, strict=True))


def _found(said: dict[str, Any], setting: Setting) -> Found:
    assert list(said["levels"]) == list(setting.names)
    return Found(tuple(said["levels"].values()), said)
