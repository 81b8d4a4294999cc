"""The folder of kept counts that a job names: P is counted file by file, and once for all runs.

A later run counts the files that are new. A kept file holds the counts of one file of P. Its name
is made of two digests: one of all that decides its content (the bytes of the file of P, how they
are read, names and types of the columns), one of its own bytes. So no other state of P and no
damaged file is ever read. The folder belongs to this user alone. It is never tidied: who removes it
loses time, and nothing else.
"""

import hashlib
import logging
import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import duckdb

from dpsql.domain.job import Job
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.errors import ConfigError, InputChanged, InputError, ResourceError, error_of
from dpsql.files.absolute import make_absolute
from dpsql.files.durable import sync
from dpsql.inputs.find import Fingerprint
from dpsql.inputs.lake_table import LakeTable
from dpsql.session.counted_file import COUNTED, Asked, FilesOfP, read_file, take_file

#: What a kept file means; another meaning gets another name.
_FORMAT = "dpsql-counts/1"
_log = logging.getLogger("dpsql")


def open_cache(job: Job) -> list[Path]:
    """Create the folder of kept counts if the job names one; return it in a list, else none.

    Raises:
        ConfigError: others can read it, or it cannot be made.
    """
    if job.cache is None:
        return []
    folder = make_absolute(job.folder / job.cache.path)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = folder.lstat()
    except OSError as error:
        raise error_of(error, f"cache: {job.cache.path} cannot be made", ConfigError) from None
    if state.st_uid != os.geteuid() or not folder.is_dir() or folder.is_symlink():
        raise ConfigError(f"cache: {job.cache.path} is no folder of this user; name another")
    if state.st_mode & 0o077:
        raise ConfigError(
            f"cache: others may read {job.cache.path}, and kept counts tell as much as P; run chmod"
            " 700 on it, or name another folder"
        )
    return [folder]


def keep_in_cache(
    engine: DuckDBEngine, public: FilesOfP, asked: Asked, folder: Path
) -> Iterator[Path]:
    """Yield the kept file of each file of P; those that there are not yet are counted."""
    # One list for all: a lake may have thousands of files.
    known = {_key(path): path for path in folder.glob("*-*.parquet")}
    counted = 0
    for number, path in enumerate(public.paths):
        file = take_file(public, number)
        before = Fingerprint.of((path,))
        key = _digest(file, asked)
        found = known.get(key)
        if found is None or _is_damaged(found):
            found = _count(engine, file, asked, folder / key)
            counted += 1
            try:
                before.refuse_changes()
            except InputChanged:
                found.unlink(missing_ok=True)
                raise
        yield found
    _log.info("kept counts: %d of %d files of P were counted", counted, len(public.paths))


def _digest(file: FilesOfP, asked: Asked) -> str:
    """Digest all that decides the counts of a file."""
    try:
        with file.paths[0].open("rb") as content:
            digest = hashlib.file_digest(content, "sha256")
    except OSError as error:
        raise error_of(error, f"{file.paths[0].name}: it cannot be read", InputError) from None
    form: tuple[object, ...]
    if isinstance(file, LakeTable):
        # What else the table declares, and in which order, decides nothing.
        declared = {column.name: column for column in file.columns}
        counts = [] if asked.count is None else [asked.count]
        form = ("lake", [declared[name] for name in (*asked.types, *counts)])
    else:
        form = (file.format, file.delimiter, file.columns)
    read = (_FORMAT, duckdb.__version__, *form, file.partition_columns)
    columns = [(name, type_.name) for name, type_ in asked.types.items()]
    counted = (columns, asked.people, *([] if asked.count is None else [asked.count]))
    digest.update(repr((read, file.partition_values, *counted)).encode())
    return digest.hexdigest()


def _key(path: Path) -> str:
    """Return the digest of what a kept file counts."""
    return path.name.partition("-")[0]


def _is_damaged(path: Path) -> bool:
    """Whether the bytes of a kept file differ from its name, or are gone; then it is removed."""
    with suppress(OSError):
        if path.name == _name(_key(path), path):
            return False
    _log.warning("cache: %s is damaged and is counted again", path.name)
    with suppress(OSError):
        path.unlink()
    return True


def _name(key: str, path: Path) -> str:
    with path.open("rb") as content:
        return f"{key}-{hashlib.file_digest(content, 'sha256').hexdigest()}.parquet"


def _count(engine: DuckDBEngine, file: FilesOfP, asked: Asked, start: Path) -> Path:
    """Count one file of P into a new file whose path begins with `start`; returns its path."""
    query = read_file(engine, file, asked)
    new = start.with_name(f".{start.name}.{secrets.token_hex(6)}.parquet")
    try:
        engine.export(query, new)
        engine.forget(COUNTED)
        new.chmod(0o600)
        sync(new)
        target = start.with_name(_name(start.name, new))
        new.replace(target)
    except OSError as error:
        raise error_of(error, "cache: the counts cannot be kept", ResourceError) from None
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)
    return target
