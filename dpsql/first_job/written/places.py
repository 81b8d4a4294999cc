"""How a first job names its tables, files and engine."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


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
