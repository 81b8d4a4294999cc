"""The source of rows, as a job states it: a path, a lake table, an address, a table, memory.

These are the keys only; `inputs.places` finds what they refer to.
"""

from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, ConfigDict, model_validator
from pydantic.json_schema import SkipJsonSchema

from dpsql.domain.arguments import name_type, tell_unread
from dpsql.domain.job_section import TEXT, JobSection, Name, Number, PathName, Short
from dpsql.domain.words.yaml_words import as_yaml
from dpsql.faces import name_by_face

_FILE_SUFFIXES = (".parquet", ".pq", ".csv", ".tsv", ".txt")
#: Keys of a source that only one format has.
_BELONGS = {
    "version": "delta",
    "snapshot": "iceberg",
    "missing_columns": "parquet",
    "delimiter": "csv",
}
#: What else the key path is called.
_OF_FILES = ("file", "filename", "file_path", "csv", "parquet", "source", "src", "location")
_OF_PATHS = ("format", *_BELONGS)


def is_path(text: str) -> bool:
    """Return whether a text looks like a path or glob, and not like the name of a table."""
    return "/" in text or "\\" in text or text.lower().endswith(_FILE_SUFFIXES) or "*" in text


class InMemory:
    """A table of the calling program, which may be T: no text about it contains a row."""

    def __init__(self, table: Any) -> None:
        self.table = table

    @property
    def title(self) -> str:
        """Its kind, such as pandas DataFrame."""
        kind = type(self.table)
        return f"{kind.__module__.partition('.')[0]} {kind.__name__}"

    @property
    def names(self) -> list[str]:
        """The names of its columns, those that are texts."""
        names: Any = getattr(self.table, "column_names", None)
        if names is None:
            names = getattr(self.table, "columns", ())
        return [name for name in names if isinstance(name, str)]

    def __repr__(self) -> str:
        return f"<{self.title}>"

    def __eq__(self, other: object) -> bool:
        """Whether it is the same table; rows are not compared."""
        return isinstance(other, InMemory) and self.table is other.table

    def __hash__(self) -> int:
        return id(self.table)


def _hold(value: object) -> object:
    return value if value is None or isinstance(value, InMemory) else InMemory(value)


class Source(JobSection):
    """Where rows come from: a path, a table of the engine, or a table in memory.

    `words` is the short form, a folder beside the job or else the name of a table.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "description": (
                "A file, glob, address, Hive-partitioned folder or lake table, or a table of the"
                " engine."
            ),
            "oneOf": [{"required": ["path"]}, {"required": ["table"]}],
            "dependentRequired": {word: ["path"] for word in _OF_PATHS},
        }
    )

    path: PathName | None = None
    """A file, glob, address, Hive-partitioned folder or lake table."""
    table: Name | None = None
    """A table or view of the engine."""
    words: SkipJsonSchema[Name | None] = None
    memory: SkipJsonSchema[Annotated[InMemory | None, BeforeValidator(_hold)]] = None
    format: Literal["parquet", "csv", "delta", "iceberg"] | None = None
    """What the path holds; default: found by its name and content."""
    delimiter: Literal[",", ";", "\t", "|"] | None = None
    """What separates the cells of a CSV; default: found in its first line."""
    version: Number | None = None
    """The version of a Delta table to read; default: the latest."""
    snapshot: Number | None = None
    """The snapshot of an Iceberg table to read; default: the current one."""
    missing_columns: Literal["nulls"] | None = None
    """`nulls`: columns that some Parquet files lack are NULL there; else an error."""

    @property
    def _places(self) -> tuple[object, ...]:
        return self.path, self.table, self.words, self.memory

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        self._refuse_other_places()
        for word in _OF_PATHS:
            if getattr(self, word) is not None and self.path is None:
                raise ValueError(f"{word} is for a path; drop it")
        for word, format_ in _BELONGS.items():
            if getattr(self, word) is not None and self.format not in (None, format_):
                raise ValueError(f"{word} is for format: {format_}; drop it")
        return self

    @property
    def stated(self) -> str:
        """How the job names the place, quoted, for errors."""
        name = self.path or self.table or self.words
        return "a table in memory" if name is None else repr(name)

    def _refuse_other_places(self) -> None:
        """Raise ValueError unless there is one place to read from."""
        if sum(place is not None for place in self._places) != 1:
            raise ValueError("give one of: path, table")


class PeopleSource(Source):
    """Where P or T comes from: a row is a person, or as many people as `count` has in it."""

    count: Name | None = None
    """The column with the number of people that a row stands for; default: one each."""


def as_source(value: object) -> object:
    """Read the short forms: text is a path or a table's name, a table in memory is itself."""
    if isinstance(value, str):
        return {"path": value} if is_path(value) else {"words": value}
    if isinstance(value, Path):
        return {"path": str(value)}
    if isinstance(value, Source):
        return dict(value)
    if isinstance(value, dict):
        for word in {"words", "memory"}.intersection(value):
            raise ValueError(f"{word} is not a key of the job file; write path or table")
        if is_table(value.get("path")):
            raise ValueError("path is the name of a file; write {table: …} for a table in memory")
        if is_table(value.get("table")):
            return {"memory" if key == "table" else key: one for key, one in value.items()}
        words = list(PeopleSource.model_fields)
        # A misspelt key is reported as unknown, which is the better message.
        if not any(get_close_matches(str(key), words, cutoff=0.65) for key in value):
            raise ValueError(_tell_other_keys(value))
        return value
    # Before anything is asked of it, which would run the query.
    if unread := tell_unread(value):
        raise ValueError(unread)
    if _is_mask(value):
        raise ValueError(
            "a mask has no rows; pass the rows that it marks, as people[mask] in pandas or"
            " people.filter(mask) in polars"
        )
    if isinstance(value, list | tuple):
        raise ValueError("a list is no table; build an Arrow, pandas or polars table of it")
    if hasattr(value, "collect") and not _is_rereadable(value):
        raise ValueError("it is a plan that has not run; pass its table: .collect()")
    if hasattr(value, "to_frame"):
        raise ValueError(
            f"{name_type(value)} is one column; pass its table: .to_frame(); or the rows that it"
            " marks, as people[column == 1]"
        )
    if type(value).__name__ == "ndarray":
        raise ValueError("an array is no table; build an Arrow, pandas or polars table of it")
    if is_table(value):
        return {"memory": value}
    places = "a path, a glob, a folder or the name of a table"
    in_memory = "; or an Arrow, pandas or polars table"
    raise ValueError(name_by_face(f"write {places}", f"give {places}{in_memory}"))


def _tell_other_keys(value: dict[Any, Any]) -> str:
    """Say what to write in place of a mapping without a key of a source.

    Its keys may be the columns of T, and its values the rows: a value is told if it is a path.
    """
    for key, written in value.items():
        if str(key).lower() in _OF_FILES and isinstance(written, str) and is_path(written):
            return f"write {{path: {as_yaml(written)}}}; {key} is not a key of a table"
    if all(isinstance(one, str) for one in value.values()):
        return "write {path: FILE} or {table: NAME}"
    return (
        "write {path: …} or {table: …}; a dict is no table: build an Arrow, pandas or polars table"
        " of it"
    )


def _is_mask(value: object) -> bool:
    """Whether a value is a column, an array or a list of booleans, or an expression of polars."""
    if isinstance(value, list | tuple):
        return bool(value) and all(isinstance(one, bool) for one in value)
    if type(value).__name__ == "Expr":
        return True
    if len(getattr(value, "shape", (0,))) > 1:
        # A table, whose attributes may be columns, of any name.
        return False
    kind = getattr(value, "dtype", getattr(value, "type", None))
    return str(kind).lower() in ("bool", "boolean", "bool[pyarrow]")


def _is_rereadable(value: object) -> bool:
    return hasattr(value, "shape") or hasattr(value, "num_rows")


def is_table(value: object) -> bool:
    """Whether a value is a table of Arrow, pandas or polars."""
    has_rows = hasattr(value, "__arrow_c_stream__") or hasattr(value, "iloc")
    return _is_rereadable(value) and has_rows


AnySource = Annotated[Source, BeforeValidator(as_source), Short(TEXT)]
AnyPeople = Annotated[PeopleSource, BeforeValidator(as_source), Short(TEXT)]
