"""Reads the text of a first job of tables in memory, which no file could name."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dpsql.domain.job import Job
from dpsql.domain.sections.source import InMemory
from dpsql.job_files.plain_yaml import parse_words

_TABLES = ("public", "private")


def read_in_memory(text: str, held: Mapping[str, InMemory], folder: Path) -> Job:
    """Return the job, with the tables `held` in place of their names, which shows its text."""
    words, _ = parse_words(text.encode(), "the first job", "job")
    tables = {key: _put(words[key], held) for key in _TABLES}
    return Job(**{**words, **tables, "folder": folder}).written_as(text)


def tell_indexes(held: Mapping[str, InMemory], public: str) -> Iterator[str]:
    """Say which names stand in the index of a frame of pandas; `public`: what P is called."""
    for name, one in held.items():
        index = getattr(getattr(one.table, "index", None), "names", None) or ()
        if named := ", ".join(str(part) for part in index if part is not None):
            title = "P" if name == public else "T"
            yield f"the index of {title} is no column ({named}): pass frame.reset_index() to use it"


def _put(place: Any, held: Mapping[str, InMemory]) -> Any:
    """Return a place with the table in place of its name, which stands there or at `table`."""
    if isinstance(place, Mapping):
        return {key: _put(one, held) if key == "table" else one for key, one in place.items()}
    return held[place].table if place in held else place
