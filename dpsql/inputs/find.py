"""The places that a job reads, found once, and a check whether they changed meanwhile."""

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Self

from dpsql.domain.job import Job
from dpsql.domain.sections.source import Source
from dpsql.errors import DpsqlError, InputChanged, TargetError
from dpsql.files.absolute import make_absolute
from dpsql.files.beside import name_manifest
from dpsql.inputs.addresses import Addresses
from dpsql.inputs.lake_table import LakeTable
from dpsql.inputs.places import EngineTable, Files, Place, find_place
from dpsql.inputs.released import find_released


@dataclass(frozen=True)
class Inputs:
    """P, T, mapping tables by quasi-identifier, and files of hierarchies and of the database.

    `statistics`: what is known of P in place of its rows; then `public` is T. `prior`: the table of
    rates, if there is one. `earlier`: earlier releases.
    """

    public: Place
    private: Place | None
    mappings: dict[str, Place]
    other_files: tuple[Path, ...]
    statistics: tuple[Place, ...] = ()
    prior: Place | None = None
    earlier: tuple[Files, ...] = ()

    @property
    def all_places(self) -> tuple[Place | None, ...]:
        """P, T, mapping tables, statistics, rates and earlier releases."""
        return (
            *(self.public, self.private, *self.mappings.values()),
            *(*self.statistics, self.prior, *self.earlier),
        )

    @property
    def name_tables(self) -> bool:
        """Whether a table of the engine's catalogue is an input."""
        return any(isinstance(place, EngineTable) for place in self.all_places)

    @property
    def places(self) -> tuple[Files | LakeTable, ...]:
        """The places that consist of local files."""
        return tuple(place for place in self.all_places if isinstance(place, Files | LakeTable))

    @property
    def addresses(self) -> tuple[Addresses, ...]:
        """The remote places, whose state is unknown."""
        return tuple(place for place in self.all_places if isinstance(place, Addresses))

    @property
    def table_files(self) -> tuple[Path, ...]:
        """All files that an engine reads."""
        return tuple(path for place in self.places for path in place.paths)

    def refuse_reading(self, target: Path, *, in_folder: bool = False) -> None:
        """Raise TargetError if the next run would read the release as a part of an input.

        `in_folder`: the release is a folder with Parquet files.
        """
        if self.would_read(target) or (in_folder and self.would_read(target / "part.parquet")):
            raise TargetError(
                f"release: {target.name} would lie among the files of an input; name another folder"
            )

    def would_read(self, path: Path) -> bool:
        """Whether a file at the path would be a part of an input."""
        # `**` also matches no folder; the `*` of fnmatch also matches separators.
        patterns = (
            pattern
            for place in self.places
            if place.pattern
            for pattern in (place.pattern, place.pattern.replace("/**/", "/"))
        )
        return any(fnmatch(str(path), pattern) for pattern in patterns)

    def refuse_other_files(self, job: Job) -> None:
        """Raise InputChanged if the paths of the job now match other files or headers."""
        if find_inputs(job).places != self.places:
            raise InputChanged("files were added to an input or changed; run again")

    @contextmanager
    def held(self, job: Job) -> Iterator[None]:
        """Guard reading the inputs; at any end, raise InputChanged if they have changed."""
        fingerprint = self.fingerprint()
        with fingerprint.guarding():
            yield
        fingerprint.refuse_changes()
        self.refuse_other_files(job)

    def fingerprint(self) -> "Fingerprint":
        """Return the state of every file; call it before the first byte is read.

        The files that define the state of a lake table are included.
        """
        lakes = [place for place in self.places if isinstance(place, LakeTable)]
        watched = [path for lake in lakes for path in lake.watched]
        return Fingerprint.of((*self.table_files, *watched, *self.other_files))


@dataclass(frozen=True)
class Fingerprint:
    """Path, size, times of modification and change (ns) and inode of each input file."""

    states: tuple[tuple[Path, int, int, int, int], ...]

    @classmethod
    def of(cls, paths: tuple[Path, ...]) -> Self:
        """Return the present state of files."""
        return cls(tuple(_states(paths)))

    @contextmanager
    def guarding(self) -> Iterator[None]:
        """On an error, raise InputChanged instead if an input has changed."""
        try:
            yield
        except DpsqlError:
            self.refuse_changes()
            raise

    def refuse_changes(self) -> None:
        """Raise InputChanged if the state of a file differs, whatever else it was the cause of."""
        paths = tuple(state[0] for state in self.states)
        for before, after in zip(self.states, _states(paths), strict=True):
            if before != after:
                raise InputChanged(
                    f"{before[0].name} changed while it was read; nothing was released, run again"
                ) from None


def find_inputs(job: Job) -> Inputs:
    """Find every place; errors are those of `find_place`, behind the line of the job."""
    source = None if job.is_estimated else job.private.source
    words = job.quasi_identifiers.items()
    known = job.population.sources if job.population and job.is_estimated else ()
    # Whoever repeats a choice from statistics has no T.
    needs_no_private = job.is_estimated and job.private.source is None
    prior = job.prior if job.prior and job.prior.has_table else None
    earlier = tuple(find_released(path, job.folder) for path in job.earlier)
    manifests = (name_manifest(path) for place in earlier for path in place.paths)

    def find(word: Source, *keys: str) -> Place:
        # A table in memory has no name of its own.
        in_memory = word.memory is not None
        with job.origin.naming(*keys) if in_memory else job.origin.locating(*keys):
            return find_place(word, job.folder)

    def find_public() -> Place:
        if needs_no_private:
            return find(known[0], "population")
        return find(job.everybody, "private" if job.is_estimated else "public")

    return Inputs(
        public=find_public(),
        private=find(source, "private") if source is not None else None,
        mappings={
            name: find(word.table, "quasi_identifiers", name) for name, word in words if word.table
        },
        other_files=(*_find_other_files(job), *manifests),
        statistics=tuple(find(one, "population") for one in known),
        prior=find(prior, "prior") if prior else None,
        earlier=earlier,
    )


def _find_other_files(job: Job) -> Iterator[Path]:
    for words in job.quasi_identifiers.values():
        if words.hierarchy is not None:
            yield make_absolute(job.folder / words.hierarchy)
    for asked in (job.constraints.t_closeness or {}).values():
        if asked.hierarchy is not None:
            yield make_absolute(job.folder / asked.hierarchy)
    if job.engine.duckdb is not None and job.engine.duckdb.database is not None:
        database = make_absolute(job.folder / job.engine.duckdb.database)
        yield database
        # The write-ahead log: committed rows that are not yet in the file; it may appear later.
        yield database.with_name(f"{database.name}.wal")


def _states(paths: tuple[Path, ...]) -> Iterator[tuple[Path, int, int, int, int]]:
    for path in paths:
        try:
            state = path.stat()
            if stat.S_ISDIR(state.st_mode):
                # The reader refuses a folder. A release written into it would change its times.
                yield path, -2, 0, 0, state.st_ino
            else:
                yield path, state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino
        except OSError:
            yield path, -1, -1, -1, -1
