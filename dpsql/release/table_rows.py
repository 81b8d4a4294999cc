"""The rows of a released table as a file: the bytes that dpsql writes for them in their own order.

They are a function of the rows and of the types of the columns, so that their SHA-256 stands for
the content of the table, in whatever order the server keeps it.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlglot import exp

from dpsql.engines.release_table import PUBLISHED, ReleaseTable
from dpsql.errors import ConfigError, IntegrityError, SchemaError, TargetError, error_of
from dpsql.files.private_folder import PrivateFolder
from dpsql.release.manifest import hash_file
from dpsql.release.release_format import PLAIN
from dpsql.release.write import write_release
from dpsql.signals import holding_signals
from dpsql.sql.templates import column


def take_out(table: ReleaseTable, file: Path) -> bool:
    """Write the rows to a new Parquet file; false if there is no table.

    They are sorted as a release is, unless the table has an order, which is then to be verified.

    Raises:
        IntegrityError: the table is not as a release is stored.
    """
    try:
        with table.reading(file.parent) as engine:
            if engine is None:
                return False
            types = {name: type_.name for name, type_ in engine.columns(PUBLISHED).items()}
            if not types:
                raise IntegrityError(f"{table.name}: it has no column")
            query = exp.select(*map(column, types)).from_(exp.to_table(PUBLISHED))
            if table.keeps_order:
                engine.export(query, file, types)
                return True
            order = [exp.Literal.number(i) for i in range(1, len(types) + 1)]
            write_release(engine, query.order_by(*order), file, types, PLAIN)
    except SchemaError as error:
        raise IntegrityError(str(error)) from None
    return True


def hash_table(table: ReleaseTable) -> str | None:
    """Return the SHA-256 of these bytes; None if there is no table that a run has published."""
    with private_folder() as folder:
        file = folder / "published.parquet"
        try:
            return hash_file(file) if take_out(table, file) else None
        except (IntegrityError, TargetError):
            # Something else has its name: no release.
            return None


@contextmanager
def private_folder() -> Iterator[Path]:
    """Create a private folder for the rows of a table, and remove it at the end."""
    with holding_signals():
        try:
            folder = PrivateFolder(Path(tempfile.gettempdir()), "dpsql-work-")
        except OSError as error:
            problem = "the temporary folder is not writable"
            raise error_of(error, problem, ConfigError) from None
    try:
        yield folder.path
    finally:
        folder.remove()
