"""A release as a lake table in a folder: Delta, Iceberg, or plain Parquet for readers of folders.

Its one data file is the verified file, byte for byte, with its SHA-256 in its name. The folder is
made beside the target, read back by the reader of lake tables, and renamed. One that is replaced is
exchanged as a whole: a log that went on would keep the rows of earlier releases readable.
"""

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from sqlglot import exp

from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.domain.sections.release_options import FolderFormat
from dpsql.engines.base import Engine
from dpsql.engines.debug import Debug
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.engines.release_table import PUBLISHED, ReleaseTable
from dpsql.errors import ResourceError, TargetError, error_of
from dpsql.files.beside import name_data, name_staging
from dpsql.files.durable import sync
from dpsql.inputs.places import EngineTable, Files
from dpsql.inputs.released import find_released_folder
from dpsql.release.data_file import DataFile
from dpsql.release.lakes.folder_formats import FORMATS
from dpsql.release.lakes.folder_layout import find_data, name_strangers, refuse_other_files
from dpsql.release.manifest import hash_file
from dpsql.release.publish import close_to_others, exchange
from dpsql.sql.templates import column

#: The verified file, as what describes it is written for it.
_DATA = "data_file"


class FolderTable(ReleaseTable):
    """A table in the folder of this path; see the module's docstring."""

    keeps_order = True
    is_local = True
    folder: Path
    kind: FolderFormat

    def __init__(
        self,
        folder: Path,
        kind: FolderFormat,
        options: DuckDBOptions,
        home: Path,
        debug: Debug | None = None,
        location: str | None = None,
    ) -> None:
        """`options`: the limits of the sessions that read; `home`: the folder of the job.

        `location`: the address that readers are to find the folder at; its own if None.
        """
        self.folder, self.kind, self.name = folder, kind, folder.name
        self._format = FORMATS[kind]
        self._location = location or f"file://{folder}"
        self._options, self._home, self._debug = options, home, debug
        self._staged = name_staging(folder) / "table"
        self._replaced = name_staging(folder) / "replaced"
        #: Device and inode of the folder that had the name at the start; None if there was none.
        self._seen: tuple[int, int] | None = None

    def name_types(self, types: Mapping[str, str]) -> dict[str, str]:
        """Return DuckDB's types of the columns once they were stored."""
        return {name: self._format.name_once_stored(name, type_) for name, type_ in types.items()}

    def connect(self) -> None:
        """Look whether the library is there that reads such a table."""
        self._format.refuse_missing_extra()

    def lock(self) -> None:
        """Give a folder that a dead run moved its name again: the lock itself is the target's."""
        self.connect()
        self._put_back()

    def refuse_unfit(self, columns: Sequence[str]) -> None:
        """Raise TargetError if files would be replaced that dpsql did not write."""
        self._format.refuse_unfit(columns, self._staged, self._location)
        self._seen = self._identify()
        if self._seen is not None and (strangers := name_strangers(self.folder)):
            raise TargetError(
                f"release: {self.name} holds {strangers[0]!r}, which dpsql did not write; remove"
                " the folder yourself, or name another"
            )

    def refuse_inputs(self, inputs: Sequence[EngineTable]) -> None:
        """No table of an engine is in the folder; its files were compared with those of inputs."""

    def exists(self) -> bool:
        """Whether there is such a folder."""
        return self._identify() is not None

    def stage(self, file: Path, again: Path) -> None:
        """Make the folder in that of the run; write what the reader of lake tables finds there."""
        try:
            self._make(file)
            with self._shown(self._staged, again.parent) as engine:
                rows = exp.select(*map(column, engine.columns(PUBLISHED))).from_(PUBLISHED)
                types = {name: type_.name for name, type_ in engine.columns(PUBLISHED).items()}
                engine.export(rows, again, types)
        except OSError as error:
            problem = f"release: the folder {self.name} cannot be written"
            raise error_of(error, problem, ResourceError) from None

    def swap(self) -> None:
        """Have the staged folder on the disk, and check that nobody else changed the target."""
        if self._identify() != self._seen:
            state = "created" if self._seen is None else "replaced"
            raise TargetError(f"release: {self.name} was {state} meanwhile; run again")
        try:
            for path in (*self._staged.rglob("*"), self._staged, self._staged.parent):
                sync(path)
        except OSError as error:
            problem = f"release: the folder {self.name} cannot be written"
            raise error_of(error, problem, ResourceError) from None

    def commit(self) -> None:
        """Rename the folder, or exchange it for the old one, which the run then removes."""
        if self._seen is None:
            self._place()
        elif not exchange(self._staged, self.folder):
            self.folder.rename(self._replaced)
            self._place()
        for folder in (self.folder.parent, self._staged.parent):
            sync(folder)

    def undo(self) -> None:
        """Give a folder that was moved its name again; the rest goes with the run's folder."""
        self._put_back()

    @contextmanager
    def reading(self, writable: Path) -> Iterator[Engine | None]:
        """Open a session that shows the table as `PUBLISHED`; None if there is none."""
        if not os.path.lexists(self.folder):
            yield None
            return
        with self._shown(self.folder, writable) as engine:
            yield engine

    def close(self) -> None:
        """Nothing is held."""

    def _make(self, file: Path) -> None:
        """Make the folder of the table, with the file itself where the system knows links."""
        self._staged.mkdir(mode=0o700)
        data = self._staged / name_data(hash_file(file))
        try:
            os.link(file, data)
        except OSError:
            shutil.copyfile(file, data)
        close_to_others(data)
        with self._open(data, []) as engine:
            files = self._format.write_files(self._describe(engine, data))
        for name, content in files.items():
            place = self._staged / name
            place.parent.mkdir(mode=0o700, exist_ok=True)
            place.touch(mode=0o600)
            place.write_bytes(content)

    @contextmanager
    def _shown(self, folder: Path, writable: Path) -> Iterator[Engine]:
        """Open a session on a folder as dpsql makes it; IntegrityError if it is another."""
        data = find_data(folder, self.kind)
        with self._open(data, [writable]) as engine:
            refuse_other_files(folder, self._format.write_files(self._describe(engine, data)))
            engine.register(PUBLISHED, find_released_folder(folder, self.kind, self._location))
            yield engine

    @contextmanager
    def _open(self, data: Path, writable: Sequence[Path]) -> Iterator[Engine]:
        """Open a session that may read the data file and nothing else, and shows it."""
        with DuckDBEngine(
            self._options, self._home, readable=[data], writable=writable, debug=self._debug
        ) as engine:
            engine.preflight()
            engine.register(_DATA, Files((data,), "parquet", is_release=True))
            yield engine

    def _describe(self, engine: Engine, data: Path) -> DataFile:
        """Return what is known of the data file, which the session shows."""
        types = {name: type_.name for name, type_ in engine.columns(_DATA).items()}
        counted = engine.fetch(exp.select(exp.Count(this=exp.Star())).from_(_DATA))
        size, rows = data.stat().st_size, int(counted[0][0])
        return DataFile(data.name, size, hash_file(data), rows, types, self._location)

    def _place(self) -> None:
        try:
            # A folder replaces no file, and no folder that holds anything.
            self._staged.rename(self.folder)
        except OSError as error:
            if os.path.lexists(self.folder):
                raise FileExistsError from error
            raise

    def _put_back(self) -> None:
        if os.path.lexists(self._replaced) and not os.path.lexists(self.folder):
            self._replaced.rename(self.folder)
            sync(self.folder.parent)

    def _identify(self) -> tuple[int, int] | None:
        try:
            state = self.folder.lstat()
        except FileNotFoundError:
            return None
        return state.st_dev, state.st_ino
