"""Counts the values that kept columns of T share with columns that P alone has.

Only counts leave the engine, no value of T.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from dpsql.domain.found.kept_columns import LEAST_VALUES, KeptColumn
from dpsql.domain.found.other_names import Shared, choose_shared
from dpsql.domain.words.answers import ANSWERS
from dpsql.engines.base import ColumnType, Engine
from dpsql.sql.kept_columns.borne_out import is_borne_out
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, render

#: Texts of columns with values that may be compared; a share of a number may be written in ways.
_COMPARED = ("text", "uuid", "integer")
#: Kept columns, and columns of P, that are compared at most.
_MOST_KEPT, _MOST_PUBLIC = 50, 100
_NUMBER = "^[0-9]{4,}$"


@dataclass(frozen=True)
class Compared:
    """The columns of T, and those that P alone has, whose values are compared."""

    kept: Sequence[str]
    public: Sequence[str]


def find_other_names(
    engine: Engine, tables: Tables, found: Sequence[KeptColumn], public: Mapping[str, ColumnType]
) -> Iterator[KeptColumn]:
    """Yield kept columns with the column of P that they look like, unless they have its values.

    `public`: the public columns that P alone has, by type.
    """
    open_ = [one for one in found if one.distinct >= LEAST_VALUES and not one.public_column]
    read = [one.name for one in open_ if tables.types[one.name].family in _COMPARED]
    known = [name for name, type_ in public.items() if type_.family in _COMPARED]
    asked = Compared(read[:_MOST_KEPT], known[:_MOST_PUBLIC])
    counted = _count(engine, tables, asked) if asked.kept and asked.public else {}
    for one in found:
        pairs = [
            counted.get((one.name, name), Shared(one.name, name, one.distinct, 0, 0, 0))
            for name in public
        ]
        alike = choose_shared(pairs) if one in open_ else None
        if alike and alike.is_told_by_values and not is_borne_out(engine, tables, alike):
            alike = None
        yield one if alike is None else replace(one, alike=alike)


def _count(engine: Engine, tables: Tables, asked: Compared) -> dict[tuple[str, str], Shared]:
    found = {}
    for row in engine.fetch(shared_values_query(tables, asked)):
        place, public, *counts = map(int, row)
        names = asked.kept[place], asked.public[public]
        found[names] = Shared(*names, *counts)
    return found


def shared_values_query(tables: Tables, asked: Compared) -> exp.Query:
    """Return the query that counts the values that columns of T and of P share."""

    def list_columns(names: Sequence[str], table: str) -> list[dict[str, exp.Expr]]:
        return [
            {"place": exp.Literal.number(i), "value": exp.cast(column(name, table), "VARCHAR")}
            for i, name in enumerate(names)
        ]

    value = exp.column("found_value", "own")
    small = exp.Lower(this=value.copy())
    is_text = exp.and_(
        exp.NEQ(this=small, expression=exp.Upper(this=value.copy())),
        exp.GTE(this=exp.Length(this=value.copy()), expression=exp.Literal.number(LEAST_VALUES)),
        small.isin(*map(exp.Literal.string, ANSWERS)).not_(),
    )
    rows = tables.private_rows.home
    return render(
        "count_shared_values",
        kept=list_columns(asked.kept, rows),
        public=list_columns(asked.public, PUBLIC),
        rows=exp.to_table(rows),
        is_text=is_text,
        is_number=exp.RegexpLike(this=value.copy(), expression=exp.Literal.string(_NUMBER)),
    )
