"""Tells which columns are left out for types that differ, and how those of a CSV get types.

A CSV in place of a typed file is why most shared columns differ, and a job cannot cast. By key it
need not: the values of P count.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sqlglot import exp

from dpsql.domain.words.kinds import DEMOGRAPHIC
from dpsql.engines.base import ColumnType
from dpsql.engines.sql_text import write
from dpsql.first_job.kinds import name_kind
from dpsql.first_job.people.keys import agree, find_key
from dpsql.first_job.profile import Profile
from dpsql.first_job.tables import Asked
from dpsql.sql.tables.copies import DelimitedFile, name_delimiter
from dpsql.sql.templates import column, identifier

#: Columns that are named before the statement.
_MOST_NAMED = 3
#: What a path of many files has; the statement is for one.
_PATTERN = {"*", "?", "["}


def tell_casts(asked: Asked, found: Profile) -> Iterator[str]:
    """Yield what is left out for its type, and how to mend that: columns of CSVs, then others.

    Of the others, those that people know. What is told has names of files and columns, and types.
    """
    if asked.private is None or find_key(found) is not None:
        return
    told: set[str] = set()
    originals = dict(zip((asked.public, asked.private), found.originals, strict=True))
    for path, casts in _find_casts(asked, found):
        told |= {*casts}
        original = originals[path]
        delimiter = original.delimiter if isinstance(original, DelimitedFile) else ""
        yield (
            f"{_name_some([*casts])}: left out, as text in {Path(path).name}, a CSV, and not in the"
            " other table. DuckDB casts them so; name the file that it writes in place of the CSV:"
            f" {write_cast(path, casts, delimiter)}"
        )
    for one in found.public:
        private = found.private.get(one.name)
        kind = name_kind(one, found)
        is_key = kind == "identifier" and one.distinct == one.rows
        is_known = one.distinct > 1 and (kind in DEMOGRAPHIC or is_key)
        if private is None or one.name in told or not is_known or agree(one.type, private):
            continue
        types = f"{one.type.title} in P, {private.title} in T"
        lost = "is no key" if is_key else "is left out"
        yield f"{one.name} {lost}: {types}; cast one of them"


def _name_some(names: Sequence[str]) -> str:
    """Name some columns, of which the statement has all.

    >>> _name_some(["age", "sex"]), _name_some(["age", "sex", "race", "educ", "zip"])
    ('age, sex', 'age, sex, race and 2 others')
    """
    others = len(names) - _MOST_NAMED
    if others < 2:
        return ", ".join(names)
    return f"{', '.join(names[:_MOST_NAMED])} and {others} others"


def _find_casts(asked: Asked, found: Profile) -> Iterator[tuple[str, dict[str, ColumnType]]]:
    """Yield each table that is a CSV with its columns that the other has as no text."""
    if asked.has_tables or asked.private is None:
        return
    public = {one.name: one.type for one in found.public}
    for path, own, other in (
        (asked.public, public, found.private),
        (asked.private, found.private, public),
    ):
        casts = {
            name: other[name]
            for name, type_ in own.items()
            if type_.family == "text" and name in other and other[name].family != "text"
        }
        if casts and path.lower().endswith(".csv") and not _PATTERN & {*path}:
            yield path, casts


def write_cast(path: str, casts: Mapping[str, ColumnType], delimiter: str = "") -> str:
    """Return the statement of DuckDB that writes a CSV to Parquet, with the types of `casts`.

    All other columns stay text, so that codes keep the zeros before them. `delimiter`: if DuckDB
    may not find it itself.
    """
    text = exp.PropertyEQ(this=exp.to_identifier("all_varchar"), expression=exp.true())
    words = [text, name_delimiter(delimiter)] if delimiter else [text]
    read = exp.Anonymous(this="read_csv", expressions=[exp.Literal.string(path), *words])
    replaced = [
        exp.alias_(
            exp.Cast(this=column(name), to=exp.DataType.build(type_.title, "duckdb", udt=True)),
            identifier(name),
        )
        for name, type_ in casts.items()
    ]
    rows = exp.Select(expressions=[exp.Star(replace=replaced)]).from_(read)
    target = exp.Literal.string(str(Path(path).with_name(f"{Path(path).stem}-typed.parquet")))
    return f"COPY ({write(rows, 'duckdb')}) TO {write(target, 'duckdb')} (FORMAT parquet);"
