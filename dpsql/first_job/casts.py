"""Tells which columns are left out for types that differ, and how they get one type.

A CSV in place of a typed file is why most shared columns differ, or Parquet that was written of a
CSV; a job cannot cast. By key it need not: the values of P count.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sqlglot import exp

from dpsql.domain.words.kinds import DEMOGRAPHIC
from dpsql.engines.base import ColumnType
from dpsql.engines.sql_text import write
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.kinds import name_kind
from dpsql.first_job.people.keys import agree, find_key
from dpsql.first_job.profile import Profile
from dpsql.first_job.tables import Asked
from dpsql.sql.tables.cast_mends import null_texts
from dpsql.sql.tables.column_types import tell_casts_of, tell_nulled
from dpsql.sql.tables.copies import DelimitedFile, is_delimited, is_file_of_duckdb, read_rows
from dpsql.sql.tables.folders import Folder
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column, identifier

#: Columns that are named before the statement.
_MOST_NAMED = 3
#: What a path of many files has; the statement is for one.
_PATTERN = {"*", "?", "["}


@dataclass(frozen=True)
class CastFile:
    """A file with columns of texts, and the types that they get.

    `delimiter`: of a CSV, if DuckDB may not find it itself. `commas`: columns of numbers with a
    decimal comma. `are_texts`: all columns are texts, and not numbers or times. `missing`: by
    column, the texts that become NULL.
    """

    path: str
    casts: Mapping[str, ColumnType]
    delimiter: str = ""
    commas: tuple[str, ...] = ()
    are_texts: bool = True
    missing: Mapping[str, Sequence[str]] = field(default_factory=dict)


def tell_casts(asked: Asked, found: Profile) -> Iterator[str]:
    """Yield what is left out for its type, and how to mend that: columns of texts, then others.

    Of the others, those that people know. What is told has names of files and columns, and types.
    """
    if asked.private is None or find_key(found) is not None:
        return
    told: set[str] = set()
    for copy in _find_casts(asked, found):
        told |= {*copy.casts}
        is_csv = is_delimited(copy.path)
        file, place = Path(copy.path).name, "the CSV" if is_csv else "it"
        differ = f"as text in {file}{', a CSV,' * is_csv} and not in the other table"
        if not copy.are_texts:
            differ = f"as of another type in {file} than in the other table"
        nulls = sorted({text for texts in copy.missing.values() for text in texts})
        yield (
            f"{_name_some([*copy.casts])}: left out, {differ}. DuckDB casts them"
            f" so{tell_nulled(nulls, ', and ')}; name the file that it writes in place of {place}:"
            f" {write_cast(copy)}"
        )
    for one in _list_known(found, told):
        private = found.private[one.name]
        types = f"{one.type.title} in P, {private.title} in T"
        lost = "is no key" if _is_key(one, found) else "is left out"
        yield f"{one.name} {lost}: {types}; give both one type{tell_cast(one, found)}"


def _list_known(found: Profile, told: Collection[str]) -> Iterator[ColumnProfile]:
    """Yield other columns whose types differ: those that people know, and keys."""
    for one in found.public if not _will_have_key(found) else ():
        private = found.private.get(one.name)
        is_known = name_kind(one, found) in DEMOGRAPHIC or _is_key(one, found)
        if private is None or one.name in told or one.distinct < 2 or not is_known:
            continue
        if not agree(one.type, private):
            yield one


def _is_key(one: ColumnProfile, found: Profile) -> bool:
    return name_kind(one, found) == "identifier" and one.distinct == one.rows


def tell_cast(one: ColumnProfile, found: Profile) -> str:
    """Say how a column gets the same type in P and T, as `tell_casts_of` does, by its texts."""
    table = PUBLIC if one.type.family == "text" else PRIVATE
    return tell_casts_of(
        one.name,
        one.type,
        found.private[one.name],
        missing=found.missing.get((table, one.name), ()),
        has_others=(table, one.name) in found.unread,
    )


def has_casts(asked: Asked, found: Profile) -> bool:
    """Whether `tell_casts` has a statement, which is to run before any other one.

    What others write of a CSV has texts.
    """
    return find_key(found) is None and any(_find_casts(asked, found))


def name_unlike(asked: Asked, found: Profile) -> str:
    """Name the columns that `tell_casts` says are left out for their types, or some of many."""
    if asked.private is None or find_key(found) is not None:
        return ""
    cast = dict.fromkeys(name for copy in _find_casts(asked, found) for name in copy.casts)
    others = [one.name for one in _list_known(found, cast) if not _is_key(one, found)]
    return _name_some([*cast, *others])


def _will_have_key(found: Profile) -> bool:
    """Whether T is matched by a key once P has one row of each person, as statements write both."""
    panel = found.panel
    if panel is None or not panel.is_certain or not {*panel.names} <= {*found.own}:
        return False
    types = {one.name: one.type for one in found.public}
    return all(agree(types[name], found.private[name]) for name in panel.names)


def _name_some(names: Sequence[str]) -> str:
    """Name some columns, of which the statement has all.

    >>> _name_some(["age", "sex"]), _name_some(["age", "sex", "race", "educ", "zip"])
    ('age, sex', 'age, sex, race and 2 others')
    """
    others = len(names) - _MOST_NAMED
    if others < 2:
        return ", ".join(names)
    return f"{', '.join(names[:_MOST_NAMED])} and {others} others"


def _find_casts(asked: Asked, found: Profile) -> Iterator[CastFile]:
    """Yield each table that is a file with its columns that get the types of the other table.

    Texts and numbers that DuckDB could not cast, or only by rounding, are none of them. Nor is T,
    if it is matched by a key in the end.
    """
    if asked.has_tables or asked.private is None:
        return
    public = {one.name: one.type for one in found.public}
    sides = ((asked.public, public, found.private), (asked.private, found.private, public))
    for table, original, (path, own, other) in zip(
        (PUBLIC, PRIVATE), found.originals, sides, strict=True
    ):
        casts = {
            name: other[name]
            for name, type_ in own.items()
            if name in other and _may_cast(type_, other[name])
            if (table, name) not in found.unread
            if not _may_round(type_, other[name]) or (table, name) in found.whole
            if not _may_round(other[name], type_) or (_other(table), name) not in found.whole
        }
        if table == PRIVATE and _will_have_key(found):
            # P's values count then.
            continue
        is_file = is_file_of_duckdb(path) and not _PATTERN & {*path}
        if casts and is_file and not isinstance(original, Folder):
            delimiter = original.delimiter if isinstance(original, DelimitedFile) else ""
            commas = tuple(name for name in casts if (table, name) in found.commas)
            are_texts = all(own[name].family == "text" for name in casts)
            missing = {
                name: found.missing[table, name] for name in casts if (table, name) in found.missing
            }
            yield CastFile(path, casts, delimiter, commas, are_texts, missing)


def _may_cast(own: ColumnType, other: ColumnType) -> bool:
    """Whether a column gets the type of the other table, and not the other way round.

    Times become days, as others hardly know more. Whole numbers become others only where those of
    the other table are not whole.
    """
    if own.family == "text":
        return other.family != "text"
    families = (own.family, other.family)
    is_day = families == ("timestamp", "date")
    return is_day or _may_round(own, other) or families == ("integer", "float")


def _may_round(own: ColumnType, other: ColumnType) -> bool:
    return own.family in ("float", "decimal") and other.family == "integer"


def _other(table: str) -> str:
    return PRIVATE if table == PUBLIC else PUBLIC


def write_cast(copy: CastFile) -> str:
    """Return the statement of DuckDB that writes a file to Parquet with other types.

    All other columns of a CSV stay text, so that codes keep the zeros before them.
    """
    path, delimiter = copy.path, copy.delimiter
    source = read_rows(DelimitedFile(path, delimiter) if delimiter else path)
    replaced = []
    for name, type_ in copy.casts.items():
        text = null_texts(column(name), copy.missing.get(name, ()))
        if name in copy.commas:
            text = exp.func("REPLACE", text, exp.Literal.string(","), exp.Literal.string("."))
        cast = exp.Cast(this=text, to=exp.DataType.build(type_.title, "duckdb", udt=True))
        replaced.append(exp.alias_(cast, identifier(name)))
    rows = exp.Select(expressions=[exp.Star(replace=replaced)]).from_(source)
    target = exp.Literal.string(str(Path(path).with_name(f"{Path(path).stem}-typed.parquet")))
    return f"COPY ({write(rows, 'duckdb')}) TO {write(target, 'duckdb')} (FORMAT parquet);"
