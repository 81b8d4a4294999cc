"""A table that is a release, or is to be one: what each server does with it, or a folder of a lake.

The table is filled from a verified file under a name of its own, read back in the order in which
the server keeps it, and only then takes the name of the release. Assumes that the caller holds the
lock of the manifest.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal, Self

from dpsql.engines.base import Engine
from dpsql.inputs.places import EngineTable

#: The logical name under which `reading` shows the table.
PUBLISHED = "published"


class ReleaseTable(ABC):
    """One table, by its name in the job; use as a context manager."""

    name: str
    #: What the manifest calls it.
    kind: Literal["table", "delta", "iceberg", "parquet"] = "table"
    #: The folder that is the table; None for one of a server.
    folder: Path | None = None
    #: Whether its rows are read in the order in which they were written.
    keeps_order: bool = False
    #: Whether it is on this machine, so that looking at it costs nothing.
    is_local: bool = False

    @abstractmethod
    def name_types(self, types: Mapping[str, str]) -> dict[str, str]:
        """Return DuckDB's types that columns have once they were stored in such a table.

        Raises:
            InputError: the table cannot hold the values of a type unchanged.
        """

    @abstractmethod
    def connect(self) -> None:
        """Connect to the server, unless that is done: a server may let one wait for long."""

    @abstractmethod
    def lock(self) -> None:
        """Connect, and keep other runs off the table until `close`, wherever they run.

        Raises:
            Locked: another run holds it.
        """

    @abstractmethod
    def refuse_unfit(self, columns: Sequence[str]) -> None:
        """Raise TargetError unless a release with these columns can have this name."""

    @abstractmethod
    def refuse_inputs(self, inputs: Sequence[EngineTable]) -> None:
        """Raise TargetError if the table is an input, or would be found in place of one."""

    @abstractmethod
    def exists(self) -> bool:
        """Whether a table, or a folder, has the name now."""

    @abstractmethod
    def stage(self, file: Path, again: Path) -> None:
        """Load a Parquet file, and write what the server holds then, in its order, to `again`.

        Nobody else sees the rows under the name of the release.
        """

    @abstractmethod
    def swap(self) -> None:
        """Have all ready for `commit`, which then is one step and does not wait for others.

        Raises:
            TargetError: the table of this name is not the one that `refuse_unfit` saw.
        """

    @abstractmethod
    def commit(self) -> None:
        """Give what was staged the name of the release, in one step."""

    @abstractmethod
    def undo(self) -> None:
        """Drop what was staged and not committed, as far as the server answers."""

    @abstractmethod
    def reading(self, writable: Path) -> AbstractContextManager[Engine | None]:
        """Open a session of its own that shows the table as `PUBLISHED`; None if there is none.

        Raises:
            IntegrityError: it is no table as `stage` makes it.
        """

    @abstractmethod
    def close(self) -> None:
        """Give up the lock."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
