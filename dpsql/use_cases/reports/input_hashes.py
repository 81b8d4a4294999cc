"""SHA-256 of the files that a job reads, so that a later reader can tell which they were."""

import hashlib
from collections.abc import Iterable, Iterator
from os.path import relpath
from pathlib import Path

from dpsql.domain.job import Job
from dpsql.inputs.find import find_inputs
from dpsql.inputs.lake_table import LakeTable
from dpsql.inputs.places import EngineTable, Files, Place
from dpsql.release.manifest import hash_file

#: Files of one table that are named one by one; of more, the list of their digests has one.
_MOST_NAMED = 12


def hash_inputs(job: Job) -> dict[str, str]:
    """Return the SHA-256 of each file by its path in the job; tables of a server have none.

    Many files of one table have one digest: that of what ``sha256sum`` prints in the folder of the
    job for all of them, sorted by path. A file is read once more for it.

    Raises:
        InputChanged: a file changed meanwhile. As `hash_file`.
    """
    inputs = find_inputs(job)
    fingerprint = inputs.fingerprint()
    found: dict[str, str] = {}
    for place in inputs.places:
        found |= _hash_table([*_name(place.paths, job.folder)])
    found |= {
        name: hash_file(path)
        for name, path in _name(inputs.other_files, job.folder)
        if path.exists()
    }
    fingerprint.refuse_changes()
    return found


def name_unhashed(job: Job) -> list[str]:
    """Return which of P and T are in no local file: in memory, on a server, or at an address."""
    inside = name_in_database(job)
    return [
        name
        for name, place in _list_tables(job).items()
        if not isinstance(place, Files | LakeTable) and name not in inside
    ]


def name_in_database(job: Job) -> list[str]:
    """Return which of P and T are tables of the DuckDB file of the job, which has a digest."""
    if job.engine.duckdb is None or job.engine.duckdb.database is None:
        return []
    return [name for name, place in _list_tables(job).items() if isinstance(place, EngineTable)]


def _list_tables(job: Job) -> dict[str, Place]:
    inputs = find_inputs(job)
    given = {"T": inputs.public} if job.is_estimated else {"P": inputs.public, "T": inputs.private}
    return {name: place for name, place in given.items() if place is not None}


def _hash_table(files: list[tuple[str, Path]]) -> dict[str, str]:
    hashed = {name: hash_file(path) for name, path in sorted(files)}
    if len(hashed) <= _MOST_NAMED:
        return hashed
    listed = "".join(f"{digest}  {name}\n" for name, digest in hashed.items())
    first, *_, last = hashed
    title = f"{len(hashed):,} files, {first} to {last}: of their list by sha256sum"
    return {title: hashlib.sha256(listed.encode("utf-8", "surrogateescape")).hexdigest()}


def _name(paths: Iterable[Path], folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield each path as somebody in the folder of the job would write it."""
    home = folder.absolute()
    for path in paths:
        yield relpath(path, home), path
