"""The places a job reads from, found once, and whether any of them changed meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dpsql.domain.job import Job
from dpsql.engines.places import Files, Place, find_place
from dpsql.errors import DpsqlError, InputChanged


@dataclass(frozen=True)
class Inputs:
    """P, T, mapping tables by quasi-identifier, and the files that hierarchies lie in."""

    public: Place
    private: Place | None
    mappings: dict[str, Place]
    hierarchy_files: tuple[Path, ...]

    @property
    def table_files(self) -> tuple[Path, ...]:
        """All files that an engine reads."""
        places = (self.public, self.private, *self.mappings.values())
        return tuple(path for place in places if isinstance(place, Files) for path in place.paths)

    def fingerprint(self) -> "Fingerprint":
        """State of every file; take it before the first byte is read."""
        return Fingerprint(tuple(_states((*self.table_files, *self.hierarchy_files))))


@dataclass(frozen=True)
class Fingerprint:
    """Path, size, times of modification and change (ns) and inode of each input file."""

    states: tuple[tuple[Path, int, int, int, int], ...]

    @contextmanager
    def guarding(self) -> Iterator[None]:
        """Where work on the inputs fails, blame a change of them first."""
        try:
            yield
        except DpsqlError:
            self.refuse_changes()
            raise

    def refuse_changes(self) -> None:
        """Raise InputChanged if a file is not what it was."""
        paths = tuple(state[0] for state in self.states)
        for before, after in zip(self.states, _states(paths), strict=True):
            if before != after:
                raise InputChanged(
                    f"{before[0].name} changed while it was read; nothing was released, run again"
                )


def find_inputs(job: Job) -> Inputs:
    """Find every place; errors are those of `find_place`."""
    source = job.private.source
    words = job.quasi_identifiers.items()
    return Inputs(
        public=find_place(job.public, job.folder),
        private=find_place(source, job.folder) if source is not None else None,
        mappings={name: find_place(word.table, job.folder) for name, word in words if word.table},
        hierarchy_files=tuple(
            (job.folder / word.hierarchy).absolute() for _, word in words if word.hierarchy
        ),
    )


def _states(paths: tuple[Path, ...]) -> Iterator[tuple[Path, int, int, int, int]]:
    for path in paths:
        try:
            state = path.stat()
            yield path, state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino
        except OSError:
            yield path, -1, -1, -1, -1
