"""Small releases of every kind, to be corrupted: how a job makes them, how they are rewritten."""

import csv
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

import dpsql

_ZIPS = {f"{a}{b}": a for a in "ab" for b in "123"}
KINDS: tuple[dict[str, Any], ...] = tuple(
    {"release": f"r.{form}", **words}
    for form in ("csv", "parquet")
    for words in (
        {},
        {"keep": ["note"]},
        {"choose": "from_public"},
        {"algorithm": {"mpalm": {"columns": "any", "values": "loss"}}},
        {"algorithm": "mondrian", "constraints": {"k_anonymity": 2}, "keep": ["note"]},
    )
)


@dataclass(frozen=True)
class Published:
    """A job whose release stands in its folder, and the bytes that it was published with."""

    job: dpsql.Job
    path: Path
    content: bytes
    manifest: bytes

    @property
    def manifest_path(self) -> Path:
        """Where the manifest lies."""
        return self.path.with_name(self.path.name + ".manifest.json")

    @property
    def claims(self) -> dict[str, Any]:
        """What its manifest said when it was published."""
        found: dict[str, Any] = json.loads(self.manifest)
        return found

    def restore(self) -> None:
        """Put the release and its manifest back as they were."""
        self.path.write_bytes(self.content)
        self.manifest_path.write_bytes(self.manifest)

    def read_rows(self) -> list[list[Any]]:
        """The names of the columns, and the rows of the file as it is now."""
        if self.path.suffix == ".csv":
            with self.path.open(encoding="utf-8", newline="") as file:
                return list(csv.reader(file))
        try:
            columns = pq.read_table(self.path).to_pydict()
        except (pa.ArrowException, OSError):
            return self._read_rows_otherwise()
        return [list(columns), *(list(row) for row in zip(*columns.values(), strict=True))]

    def _read_rows_otherwise(self) -> list[list[Any]]:
        """A file that one reader refuses may mean something to another."""
        with duckdb.connect() as connection:
            found = connection.execute("SELECT * FROM read_parquet(?)", [str(self.path)])
            names = [column[0] for column in found.description]
            return [names, *map(list, found.fetchall())]

    def write_rows(self, rows: list[list[Any]]) -> None:
        """Rewrite the file as the engine would: no quotes where none are needed."""
        if self.path.suffix == ".csv":
            with self.path.open("w", encoding="utf-8", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows(rows)
            return
        schema = pq.read_schema(self.path)
        columns = zip(*rows[1:], strict=True)
        arrays = [pa.array(c, f.type) for c, f in zip(columns, schema, strict=True)]
        pq.write_table(pa.Table.from_arrays(arrays, schema=schema), self.path)

    def edit_manifest(self, edit: Callable[[dict[str, Any]], None]) -> None:
        """Change the manifest as it stands now."""
        words = json.loads(self.manifest_path.read_bytes())
        edit(words)
        self.manifest_path.write_text(json.dumps(words, indent=2) + "\n", encoding="utf-8")

    def forge(self) -> None:
        """Make the manifest name the bytes and the number of rows that the file has now."""

        def adopt(words: dict[str, Any]) -> None:
            words["release"]["sha256"] = hashlib.sha256(self.path.read_bytes()).hexdigest()
            if (rows := self._count_rows()) is not None:
                words["release"]["rows"] = rows

        self.edit_manifest(adopt)

    def _count_rows(self) -> int | None:
        """Rows of the file; None where it cannot be read any more."""
        try:
            return len(self.read_rows()) - 1
        except (duckdb.Error, UnicodeError, ValueError, csv.Error):
            return None


def publish(folder: Path, kind: dict[str, Any], seed: int) -> Published:
    """Publish a release of this kind in an empty folder."""
    random = Random(seed)
    people = [(zip_, str(age), random.choice("xyz")) for zip_ in _ZIPS for age in range(20, 28)] * 2
    for name, rows in (("p.csv", people), ("t.csv", random.sample(people, 40))):
        lines = "".join(",".join(row) + "\n" for row in rows)
        (folder / name).write_text(f"zip,age,note\n{lines}", encoding="utf-8")
    tree = {a: [zip_ for zip_, parent in _ZIPS.items() if parent == a] for a in "ab"}
    job = dpsql.Job(
        public="p.csv",
        private="t.csv",
        quasi_identifiers={"zip": {"tree": tree}, "age": {"widths": [2, 4]}},
        public_columns=["zip", "age"],
        **({"delta": {"min": "1/10", "max": "4/5"}} | kind),
        engine={"duckdb": {"threads": "1"}},
        folder=folder,
    )
    dpsql.anonymize(job)
    path = folder / kind["release"]
    manifest = path.with_name(path.name + ".manifest.json")
    return Published(job, path, path.read_bytes(), manifest.read_bytes())
