"""Releases of ARX's example tables as ARX writes them: their presence is that of their node.

DPSQL_REFERENCE_DATA names a folder that holds the tables, as for test_reference_vectors.py. A
release is made here from the hierarchy files alone: `;`, no quotes, all columns, rows shuffled.
"""

import csv
import json
import os
import random
from pathlib import Path

import pytest

import dpsql
from dpsql.errors import IntegrityError

FOLDER = os.environ.get("DPSQL_REFERENCE_DATA")
if not FOLDER:
    pytest.skip("DPSQL_REFERENCE_DATA names no folder with ARX's tables", allow_module_level=True)
ADULT = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass"]
COLUMNS = {
    "adult": [*ADULT, "salary-class"],
    "cup": ["ZIP", "AGE", "GENDER", "INCOME", "STATE", "NGIFTALL", "MINRAMNT"],
    "fars": ["iage", "irace", "ideathmon", "ideathday", "isex", "ihispanic", "iinjury"],
}
#: Nodes that ARX's own tests expect, nodes below them, and the raw table.
NODES = [
    ("adult", (1, 4, 1, 1, 0, 2, 2, 0)),
    ("adult", (0, 2, 0, 1, 1, 1, 1, 0)),
    ("adult", (0, 0, 0, 0, 0, 0, 0, 0)),
    ("cup", (5, 1, 1, 1, 1, 3, 4)),
    ("cup", (2, 2, 0, 1, 1, 2, 2)),
    ("fars", (3, 2, 3, 0, 1, 2, 0)),
    ("fars", (1, 1, 2, 1, 0, 1, 1)),
]


def read(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter=";"))


def make_job(tables: str, **words: object) -> dpsql.Job:
    return dpsql.Job(
        public=f"{tables}/{tables}.csv",
        private=f"{tables}/{tables}_subset.csv",
        quasi_identifiers={
            name: f"{tables}/{tables}_hierarchy_{name}.csv" for name in COLUMNS[tables]
        },
        delta={"max": "0.2"},
        folder=Path(str(FOLDER)),
        **words,
    )


def generalize(tables: str, levels: dict[str, int]) -> list[list[str]]:
    """Header and rows of T with all its columns, by the hierarchy files."""
    folder = Path(str(FOLDER)) / tables
    header, *rows = read(folder / f"{tables}_subset.csv")
    for name, level in levels.items():
        ladder = {row[0]: row for row in read(folder / f"{tables}_hierarchy_{name}.csv")}
        j = header.index(name)
        for row in rows:
            row[j] = ladder[row[j]][level]
    random.Random(7).shuffle(rows)
    return [header, *rows]


def write(path: Path, rows: list[list[str]]) -> Path:
    path.write_text("".join(";".join(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.parametrize(("tables", "node"), NODES)
def test_a_release_as_arx_writes_it(tables: str, node: tuple[int, ...], tmp_path: Path) -> None:
    job, levels = make_job(tables), dict(zip(COLUMNS[tables], node, strict=True))
    rows = generalize(tables, levels)
    found = dpsql.measure(job, release=write(tmp_path / "arx.csv", rows)).to_dict()
    expected = dpsql.measure(job, levels).to_dict()
    for name in ("presence", "people_by_presence", "satisfied", "public_rows", "private_rows"):
        assert found[name] == expected[name], name
    for name, value in found["metrics"].items():
        assert value == expected["metrics"][name], name
    spoiled = write(tmp_path / "spoiled.csv", rows[:-1])
    with pytest.raises(IntegrityError, match="rows"):
        dpsql.measure(job, release=spoiled)


def test_a_release_with_suppressed_rows_has_no_presence(tmp_path: Path) -> None:
    rows = generalize("adult", {"age": 2})
    columns = [rows[0].index(name) for name in COLUMNS["adult"]]
    for row in rows[1:6]:
        for j in columns:
            row[j] = "*"
    with pytest.raises(IntegrityError, match="5 of its rows are suppressed"):
        dpsql.measure(make_job("adult"), release=write(tmp_path / "arx.csv", rows))


@pytest.mark.parametrize("algorithm", ["spalm", "mpalm"])
def test_a_release_of_dpsql_counts_as_foreign_without_its_manifest(
    tmp_path: Path, algorithm: str
) -> None:
    file = tmp_path / "release.parquet"
    job = make_job("adult", algorithm=algorithm, release=str(file))
    published = dpsql.anonymize(job).to_dict()
    claims = json.loads((tmp_path / "release.parquet.manifest.json").read_text())
    (tmp_path / "release.parquet.manifest.json").unlink()
    with pytest.raises(IntegrityError, match="foreign=True"):
        dpsql.verify(job)
    found = dpsql.verify(job, foreign=True).to_dict()
    assert found["presence"] == published["presence"] == claims["presence"]
    measured = dpsql.measure(job, release=file).to_dict()
    assert measured["people_by_presence"] == published["people_by_presence"]
    assert measured["release"]["rows"] == claims["release"]["rows"]
