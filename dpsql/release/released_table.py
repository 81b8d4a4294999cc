"""Releases into a table: what may be replaced, and that it holds what was verified.

The verified file is loaded under a name that nobody reads, and read back in the order in which the
server keeps the rows: a heap that was filled in another order would tell of T. What comes back must
have the bytes of the file. `publish` then commits where it would move a file.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from dpsql.errors import DpsqlError, IntegrityError, TargetError
from dpsql.faces import name_option
from dpsql.inputs.find import Inputs
from dpsql.inputs.places import EngineTable
from dpsql.release.manifest import hash_file, read_claims
from dpsql.release.target import Target

_log = logging.getLogger("dpsql")


def refuse_table(target: Target, columns: Sequence[str], inputs: Inputs) -> None:
    """Raise TargetError unless a release with these columns may have the name of the table.

    Called under the lock. A table is replaced only with --overwrite, and only if the manifest that
    lies there names it. One that merely has the columns of a release may be what a view of the
    keeper shows as P or T.
    """
    table = target.table
    if table is None:
        return
    table.refuse_unfit(columns)
    table.refuse_inputs([one for one in inputs.all_places if isinstance(one, EngineTable)])
    if not table.exists():
        return
    if not target.overwrite:
        replaces = name_option("overwrite", True)
        raise TargetError(f"release: {table.name} exists; pass {replaces} or name another")
    if not _is_described(target):
        how = "remove the folder" if target.is_folder else "drop it"
        raise TargetError(
            f"release: {table.name} is no release that dpsql knows: {target.manifest_path.name}"
            f" does not name it; {how} yourself, or name another"
        )
    _log.warning("%s is replaced once its new rows are verified", table.name)


def _is_described(target: Target) -> bool:
    with suppress(DpsqlError):
        claims = read_claims(target.manifest_path)
        stated = claims.release
        kinds = ("delta", "iceberg", "parquet") if target.is_folder else ("table",)
        return stated.kind in kinds and stated.name == target.name
    return False


@contextmanager
def loading(target: Target, file: Path) -> Iterator[None]:
    """Have the table hold the rows of a verified file, ready to be published; a file is ready.

    Raises:
        IntegrityError: the table returns other rows, or in another order. TargetError: the table
            was created or replaced meanwhile.
    """
    table = target.table
    if table is None:
        yield
        return
    again = file.with_name("again.parquet")
    try:
        table.stage(file, again)
        if hash_file(again) != hash_file(file):
            raise IntegrityError(
                f"release: {table.name} would not hold what was verified; nothing was released"
            )
        table.swap()
        yield
    finally:
        table.undo()
