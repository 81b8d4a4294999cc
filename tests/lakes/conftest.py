"""Reads a source as the engine does, in a session that may touch its files and nothing else."""

from dataclasses import replace
from pathlib import Path

import pytest
from sqlglot import exp

from dpsql.domain.sections.engine_options import DuckDBOptions, EngineOptions
from dpsql.domain.sections.source import Source
from dpsql.engines.connect import connect
from dpsql.inputs.places import find_place


class Lake:
    """A folder, and what is read of the sources in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, **words):
        return find_place(Source(**words), self.folder)

    def types(self, place) -> dict[str, str]:
        return self._read(place)[0]

    def rows(self, place) -> list[tuple]:
        """The rows as texts, sorted."""
        return self._read(place)[1]

    def _read(self, place):
        options = EngineOptions(duckdb=DuckDBOptions())
        with connect(options, self.folder, readable=[*place.paths]) as engine:
            engine.register("people", place)
            types = {name: type_.name for name, type_ in engine.columns("people").items()}
            cells = [exp.cast(exp.column(name, quoted=True), "VARCHAR") for name in types]
            query = exp.select(*cells).from_("people")
            first, again = engine.fetch(query), engine.fetch(query)
            assert sorted(first, key=repr) == sorted(again, key=repr)
            return types, sorted(first, key=repr)

    def assert_holds(self, place, table) -> None:
        """The rows are those of the Arrow table, read as Parquet; whether by files or streamed."""
        import pyarrow.parquet as pq

        path = self.folder / "plain.parquet"
        pq.write_table(table, path)
        plain = self.find(path="plain.parquet")
        assert self.types(place) == self.types(plain)
        assert self.rows(place) == self.rows(plain)
        if not place.partition_columns:
            assert self.rows(replace(place, by_files=False)) == self.rows(plain)


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    """An empty folder."""
    return Lake(tmp_path)
