"""Profiles the columns of P and T for a first job.

Of T only names, types and the number of its people are read: its values do not influence the job.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlglot import exp

from dpsql.domain.engine_options import EngineOptions
from dpsql.domain.hierarchy import Leaf
from dpsql.domain.names import find_same
from dpsql.domain.rules import DATE_PATTERN, NUMBER_PATTERN
from dpsql.domain.source import Source
from dpsql.engines.base import ColumnType, Engine
from dpsql.engines.connect import connect
from dpsql.errors import ConfigError, InputError, SchemaError
from dpsql.first_job.counts import find_count
from dpsql.hierarchies.column_values import paths_query
from dpsql.inputs.lake_table import LakeTable
from dpsql.inputs.places import Files, find_place
from dpsql.sql.counting.generalization import matches
from dpsql.sql.tables.people import PeopleColumn
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC, marked_by_predicate
from dpsql.sql.tables.public_and_private import count_rows
from dpsql.sql.templates import column, identifier, render

#: Categories of at most so many values are listed in the job.
MOST_LISTED = 60
_CODE_PATTERN = "^[0-9A-Za-z]*[0-9][0-9A-Za-z]*$"


@dataclass(frozen=True)
class ColumnProfile:
    """A column of P: its rows with a value, its distinct values, and how many have which form.

    `codes`: rows whose value consists of letters and digits, with a digit. `least` and `greatest`:
    of the values that are numbers. `values`: all of them, if they are few.
    """

    name: str
    type: ColumnType
    rows: int
    present: int
    distinct: int
    numbers: int
    dates: int
    codes: int
    shortest: int
    longest: int
    least: float | None
    greatest: float | None
    values: tuple[Leaf, ...] = ()

    @property
    def has_nulls(self) -> bool:
        """Whether some row has no value."""
        return self.present < self.rows


@dataclass(frozen=True)
class Profile:
    """P column by column, the columns of T by type, and how many people both have.

    If rows stand for several people, `public_count` and `private_count` are the columns with their
    number, which are not among the others.
    """

    public: tuple[ColumnProfile, ...]
    private: Mapping[str, ColumnType]
    public_rows: int
    private_rows: int
    public_count: str | None = None
    private_count: str | None = None


def profile(public: str, private: str | None, folder: Path, where: str | None = None) -> Profile:
    """Profile the tables at two paths, which start from `folder`; or P, of which T is a part.

    `where`, in place of `private`: a column of P, or a predicate, that is true for the rows of T.
    What it reads is no column of the job.

    Raises:
        ConfigError, InputError: a table does not exist or cannot be read; P has no rows, or fewer
            than T. SchemaError: a CSV has no header.
    """
    if private is None:
        return _profile_marked(public, folder, where or "")
    places = [_find(path, folder) for path in (public, private)]
    readable = [path for place in places for path in place.paths]
    with connect(EngineOptions(), folder, readable=readable) as engine:
        for name, place in zip((PUBLIC, PRIVATE), places, strict=True):
            engine.register(name, place)
        counts = [count_rows(engine, name, exp.true()) for name in (PUBLIC, PRIVATE)]
        if not counts[0]:
            raise InputError("P has no rows; presence is measured against a population")
        types = [engine.columns(name) for name in (PUBLIC, PRIVATE)]
        columns = _profile_columns(engine, types[0])
        for place, names in zip(places, types, strict=True):
            _refuse_rows_for_names(place, list(names), columns)
        people = [
            find_count(engine, name, of_table, rows) or (None, rows)
            for name, of_table, rows in zip((PUBLIC, PRIVATE), types, counts, strict=True)
        ]
        (public_count, all_people), (private_count, members) = people
        if members > all_people:
            raise InputError(
                f"T has {members:,} people, and P {all_people:,}, but T is a part of P: name P"
                " first, or mend T if the order is right"
            )
        taken = [name for name in (public_count, private_count) if name is not None]
        return Profile(
            tuple(one for one in columns if not find_same(one.name, taken)),
            {name: type_ for name, type_ in types[1].items() if name != private_count},
            all_people,
            members,
            public_count,
            private_count,
        )


def _profile_marked(public: str, folder: Path, where: str) -> Profile:
    """Profile P, some rows of which are T's."""
    place = _find(public, folder)
    with connect(EngineOptions(), folder, readable=place.paths) as engine:
        engine.register(PUBLIC, place)
        types = engine.columns(PUBLIC)
        rows = marked_by_predicate(where, types)
        assert rows.mark is not None  # noqa: S101 - a predicate marks
        for demand in rows.demands:
            if strange := count_rows(engine, PUBLIC, demand.strange):
                raise InputError(f"private.where: {strange} {demand.complaint}")
        all_rows = count_rows(engine, PUBLIC, exp.true())
        if not all_rows:
            raise InputError("P has no rows; presence is measured against a population")
        columns = _profile_columns(engine, types)
        _refuse_rows_for_names(place, list(types), columns)
        count, people = find_count(engine, PUBLIC, types, all_rows) or (None, all_rows)
        members = count_rows(engine, PUBLIC, rows.mark)
        if count is not None:
            of_rows = PeopleColumn(count, PUBLIC, types[count]).of_rows
            query = exp.select(of_rows).from_(exp.Table(this=identifier(PUBLIC))).where(rows.mark)
            members = int(engine.fetch(query)[0][0] or 0)
        taken = [*rows.marking, *([count] if count is not None else [])]
        return Profile(
            tuple(one for one in columns if not find_same(one.name, taken)),
            {name: type_ for name, type_ in types.items() if name not in taken},
            people,
            members,
            count,
        )


def _refuse_rows_for_names(
    place: Files | LakeTable, names: Sequence[str], public: Sequence[ColumnProfile]
) -> None:
    """Raise SchemaError if a CSV's names look like a row of values, which a job must not state."""
    if not isinstance(place, Files) or place.format != "csv":
        return
    values = {value for one in public for value in one.values}
    for position, name in enumerate(names, 1):
        if name in values or name[:1].isdigit():
            raise SchemaError(
                f"{place.paths[0].name}: the name of column {position} looks like a value; is the"
                " first line a header? Names start with no digit, and are no values of P"
            )


def _find(path: str, folder: Path) -> Files | LakeTable:
    place = find_place(Source(path=path), folder)
    if not isinstance(place, Files | LakeTable):
        raise ConfigError(f"{path}: name a file, glob or folder")
    return place


def _profile_columns(engine: Engine, types: Mapping[str, ColumnType]) -> tuple[ColumnProfile, ...]:
    names = list(types)
    rows = sorted(engine.fetch(profile_query(names)))
    found = []
    for number, *counts, least, greatest in rows:
        name = names[int(number)]
        values: tuple[Leaf, ...] = ()
        if int(counts[2]) <= MOST_LISTED:
            values = tuple(value for value, _ in engine.fetch(paths_query([name])))
        found.append(ColumnProfile(name, types[name], *_as_ints(counts), least, greatest, values))
    return tuple(found)


def _as_ints(counts: Sequence[int]) -> tuple[int, int, int, int, int, int, int, int]:
    """Return the counts of a row as integers; engines return sums as decimals."""
    rows, present, distinct, numbers, dates, codes, shortest, longest = map(int, counts)
    return rows, present, distinct, numbers, dates, codes, shortest, longest


def profile_query(names: Sequence[str]) -> exp.Query:
    """Return the query that profiles some columns of P."""
    texts = [exp.cast(column(name), "VARCHAR") for name in names]
    return render(
        "profile_columns",
        columns=[
            {
                "number": exp.Literal.number(i),
                "text": text,
                "is_number": matches(text, NUMBER_PATTERN),
                "is_date": matches(text, DATE_PATTERN),
                "is_code": matches(text, _CODE_PATTERN),
            }
            for i, text in enumerate(texts)
        ],
    )
