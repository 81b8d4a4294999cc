"""How a first job names its tables, files and engine."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dpsql.domain.table_names import split_table_name
from dpsql.inputs.places import EngineTable
from dpsql.sql.tables.copies import Original


@dataclass(frozen=True)
class Places:
    """How the job names P, T, its engine and the release.

    Without `private`, T is the rows of P where `where` is true. `hierarchies`: the files of columns
    whose labels are listed in one. `in_memory`: the names of tables of the calling program.
    """

    public: Mapping[str, Any]
    private: Mapping[str, Any] | None
    release: str
    where: str | None = None
    hierarchies: Mapping[str, str] = field(default_factory=dict)
    engine: object = None
    in_memory: tuple[str, ...] = ()

    @property
    def public_original(self) -> Original:
        """What P is, for a statement of DuckDB that writes a copy of it."""
        return self._name_original(self.public)

    @property
    def originals(self) -> tuple[Original, Original]:
        """What P and T are."""
        return self.public_original, self.private_original

    @property
    def private_original(self) -> Original:
        """What T is, for such a statement; empty if it is rows of P."""
        return "" if self.private is None else self._name_original(self.private)

    def _name_original(self, place: Mapping[str, Any]) -> Original:
        if "table" not in place:
            return str(place.get("path", ""))
        if place["table"] in self.in_memory:
            return ""
        is_duckdb = self.engine in (None, "duckdb") or (
            isinstance(self.engine, Mapping) and "duckdb" in self.engine
        )
        return EngineTable(split_table_name(str(place["table"]))) if is_duckdb else ""
