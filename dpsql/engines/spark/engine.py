"""Apache Spark 4.0 or later, over Spark Connect or in a session of the caller.

Work tables are Parquet in a private folder that Spark and this machine share: Spark would compute
a temporary view again at each use. Parquet files are read in place if Spark sees the same files;
all else is carried in, so that a file is the same table on every engine. Spark sorts and writes the
release, which is then streamed into its one file.
"""

import secrets
import shutil
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlglot import exp

from dpsql.domain.batch_size import BatchSize
from dpsql.domain.sections.engine_options import DuckDBOptions, SparkOptions
from dpsql.engines.base import ColumnType, Engine, Row
from dpsql.engines.debug import Debug
from dpsql.engines.file_carrier import Carried, FileCarrier
from dpsql.engines.round_trip import refuse_changed_texts
from dpsql.engines.spark import files as spark_files
from dpsql.engines.spark.dialect import adapt
from dpsql.engines.spark.errors import ServerLost, map_error
from dpsql.engines.spark.remote import refuse_silent
from dpsql.engines.spark.session import Settings
from dpsql.engines.spark.staging import Staging, address
from dpsql.engines.spark.tables import WorkTables, find_table, save
from dpsql.engines.spark.types import carry, name_type
from dpsql.errors import DpsqlError
from dpsql.inputs.addresses import Addresses
from dpsql.inputs.places import EngineTable, Files, Place


class SparkEngine(Engine):
    """A session of Spark; the module's docstring describes where rows are."""

    dialect = "spark"
    reads_texts_its_own_way = True
    batch_size = BatchSize(64, 1)

    def __init__(
        self,
        options: SparkOptions,
        folder: Path,
        session: Any,
        *,
        owned: bool,
        readable: Sequence[Path | Addresses] = (),
        writable: Sequence[Path] = (),
        dump_folder: Path | None = None,
        debug: Debug | None = None,
    ) -> None:
        """Use a session, which is stopped with the engine if it is `owned`.

        Raises:
            ConfigError: an option is not understood.
        """
        super().__init__(dump_folder, debug)
        self._options = options
        self._session = session
        self._owned = owned
        self._settings = Settings(session)
        self._prefix = f"dpsql_{secrets.token_hex(6)}_"
        self._columns: dict[str, dict[str, ColumnType]] = {}
        self._answers = False
        self._resources = ExitStack()
        try:
            self._staging = Staging(folder, options.staging, options.host if owned else None)
            self._resources.callback(self._staging.remove)
            self._tables = WorkTables(session, self._staging, self._prefix)
            self._resources.callback(self._leave)
            carrier = FileCarrier(
                DuckDBOptions(memory=options.memory, work_dir=options.work_dir),
                folder,
                readable=[*readable, self._staging.path],
                writable=[*writable, self._staging.path],
                debug=debug,
            )
            self._carrier = self._resources.enter_context(carrier)
        except BaseException:
            self.close()
            raise

    @property
    def session(self) -> Any:
        """The session itself."""
        return self._session

    def preflight(self) -> None:
        """Configure the session; check that hostile values survive and that the folder is shared.

        The server is first contacted here, after all options were checked: opening a session sends
        it nothing.

        Raises:
            ServerLost: the server does not listen.
        """
        if self._owned:
            refuse_silent(self._options)
        with self._sent("preflight"):
            self._session.addTag(self._prefix)
            self._settings.make()
            self._answers = True
            self._staging.refuse_unshared(self._session)
        refuse_changed_texts(self.fetch, "Spark")

    def register(self, name: str, place: Place) -> None:
        """Make the rows at `place` readable as the logical table `name`."""
        if isinstance(place, Files) and place.is_release:
            self._releases.add(name)
        with self._sent(f"register_{name}", reads=exp.to_table(name)):
            match place:
                case EngineTable():
                    frame, self._columns[name] = find_table(self._session, place)
                case Files() if not place.is_release:
                    found = self._read_in_place(name, place)
                    frame = self._carry_in(name, place) if found is None else found
                case _:
                    frame = self._carry_in(name, place)
            self._places[name] = self._tables.view(name, frame)

    def _read_in_place(self, name: str, files: Files) -> Any | None:
        """Read files in place; None if Spark would not see the same table."""
        columns = self._carrier.columns(files)
        frame = spark_files.read_in_place(self._session, files, columns)
        if frame is not None:
            self._columns[name] = dict(columns)
        return frame

    def _carry_in(self, name: str, place: Carried) -> Any:
        """Write the rows to a file that Spark reads; those of a release with their positions."""
        path = self._staging.name(name)
        path.mkdir(mode=0o700)

        carried: dict[str, ColumnType] = {}

        def cell(column: str, type_: ColumnType) -> exp.Expr:
            known = carry(column, type_)
            carried[column] = known.type_
            return known.cell

        with self._carrier.reading(place, cell) as (_, batches):
            spark_files.write_parquet(batches, path, numbered=name in self._releases)
        self._columns[name] = carried
        names = list(self._columns[name])
        if name in self._releases:
            names.append(_position_name(names))
        return self._session.read.parquet(address(path)).toDF(*names)

    def columns(self, name: str) -> dict[str, ColumnType]:
        """Columns of a logical table, in order; without the position that is added to a release."""
        return dict(self._columns[name])

    def position_in(self, name: str) -> exp.Expr | None:
        """Return the column of positions that a release got when it was carried in, else None."""
        if name not in self._releases:
            return None
        return exp.column(_position_name(list(self._columns[name])), quoted=True)

    def _adapt(self, physical: exp.Query) -> exp.Query:
        return adapt(physical, self._columns)

    def _fetch(self, sql: str) -> Sequence[Row]:
        with self._interruptible():
            table = self._session.sql(sql).toArrow()
        return list(zip(*(column.to_pylist() for column in table.columns), strict=True))

    def _fetch_in_thread(self, sql: str) -> Sequence[Row]:
        # Each thread has tags of its own.
        self._session.addTag(self._prefix)
        return self._fetch(sql)

    def _interrupt(self) -> None:
        self._session.interruptTag(self._prefix)

    def _fetch_integers(self, sql: str) -> list[NDArray[np.int64]]:
        with self._interruptible():
            table = self._session.sql(sql).toArrow()
        return [column.to_numpy().astype(np.int64) for column in table.columns]

    def _store(self, name: str, sql: str) -> exp.Table:
        with self._interruptible():
            return self._tables.store(name, self._session.sql(sql))

    def _append(self, table: exp.Table, sql: str) -> None:
        with self._interruptible():
            self._tables.append(table, self._session.sql(sql))

    def _create(self, name: str, columns: Mapping[str, str]) -> exp.Table:
        return self._tables.create(name, columns)

    def _insert(self, table: exp.Table, types: Sequence[str], rows: Sequence[Row]) -> None:
        self._tables.insert(table, types, rows)

    def _drop(self, table: exp.Table) -> None:
        self._tables.drop(table)

    def _export(self, query: exp.Query, target: Path, types: Mapping[str, str]) -> None:
        with self._interruptible():
            frame = self._session.sql(self.render(query))
        self._write_out(frame, query.named_selects, target, types)

    def _write_out(
        self, frame: Any, names: Sequence[str], target: Path, types: Mapping[str, str]
    ) -> None:
        """Write the rows of a frame, in its order, to a new file."""
        path = self._staging.name("release")
        cells = [f"c{i}" for i in range(len(names))]
        with self._interruptible():
            save(frame.toDF(*cells), path)
        rows = spark_files.read_in_order(path, names)
        self._carrier.write(rows, target, types=_plain_types(types))
        shutil.rmtree(path, ignore_errors=True)

    def store_in_catalog(self, file: Files, table: str, again: Path) -> None:
        """Make a table of Spark's catalogue with the rows of a Parquet file, in their order.

        `table` is a name as SQL has it. What Spark reads back, in the order of its one file, is
        written to `again`.
        """
        with self._sent("store_in_catalog"):
            # One task writes one file, so that the order of rows is that of the release.
            self._carry_in("stored", file).coalesce(1).write.format("parquet").saveAsTable(table)
            frame = self._session.table(table)
            types = {one.name: name_type(one.dataType.simpleString()) for one in frame.schema}
        named = {name: type_.name for name, type_ in types.items()}
        with self.mapping_errors("read_back"):
            self._write_out(frame, list(named), again, named)

    @contextmanager
    def _sent(self, purpose: str, reads: exp.Expr | None = None) -> Iterator[None]:
        with self.mapping_errors(purpose, reads=reads), self._interruptible():
            yield

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Have Spark cancel our jobs if this run is interrupted; hide warnings of its client."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)
                yield
        except Exception:
            raise
        except BaseException:
            with suppress(Exception):
                self._session.interruptTag(self._prefix)
            raise

    def close(self) -> None:
        """Drop the views, stop dpsql's own session, remove the folder."""
        if self._owned:
            # Stopping a server that does not answer would take as long as connecting to it.
            stop = self._session.stop if self._answers else self._session.client.close
            self._resources.callback(stop)
        self._resources.close()

    def _leave(self) -> None:
        """Restore the caller's session, as far as it still answers."""
        if not self._owned:
            self._tables.forget()
            self._settings.restore()
            with suppress(Exception):
                self._session.removeTag(self._prefix)
        self._settings.listen_again()

    def _error(self, error: Exception, *, reads_release: bool) -> DpsqlError:
        known = map_error(error, self._options.host or "its address", reads_release=reads_release)
        self._answers = self._answers and not isinstance(known, ServerLost)
        return known


def _plain_types(types: Mapping[str, str]) -> dict[str, str]:
    """Return the stored types, without integers of 128 bits: they stay the decimals they are."""
    return {name: type_ for name, type_ in types.items() if "HUGE" not in type_}


def _position_name(names: Sequence[str]) -> str:
    """Return a name that no column has, in upper or lower case."""
    name = "dpsql_position"
    while name in {other.casefold() for other in names}:
        name += "_"
    return name
