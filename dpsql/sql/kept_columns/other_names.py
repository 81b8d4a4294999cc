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
from dpsql.sql.kept_columns.borne_out import count_borne_out
from dpsql.sql.kept_columns.compared_values import COMPARED, as_compared
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import identifier, render

#: Kept columns, and columns of P, that are compared at most.
_MOST_KEPT, _MOST_PUBLIC = 50, 100
#: Pairs with the same values, but other names, whose rows are compared at most: each reads P.
_MOST_BY_ROWS = 16
_NUMBER = "^[0-9]{4,}$"


@dataclass(frozen=True)
class Compared:
    """The columns of T, and those that P alone has, whose values are compared, with their types."""

    kept: Mapping[str, ColumnType]
    public: Mapping[str, ColumnType]


def find_other_names(
    engine: Engine, tables: Tables, found: Sequence[KeptColumn], public: Mapping[str, ColumnType]
) -> Iterator[KeptColumn]:
    """Yield kept columns with the column of P that they are, by names, values or rows.

    `public`: the public columns that P alone has, by type. Columns that are found to have the
    values of a public one already stay as they are.
    """
    open_ = [one for one in found if one.distinct >= LEAST_VALUES and not one.public_column]
    read = {one.name: tables.types[one.name] for one in open_}
    asked = Compared(_take(read, _MOST_KEPT), _take(public, _MOST_PUBLIC))
    counted = _count(engine, tables, asked) if asked.kept and asked.public else {}
    alike: dict[str, Shared] = {}
    by_rows: list[list[Shared]] = []
    for one in open_:
        pairs = [
            counted.get((one.name, name), Shared(one.name, name, one.distinct, 0, 0, 0))
            for name in public
        ]
        chosen = choose_shared(pairs)
        if chosen and chosen.is_told_by_values:
            rows = count_borne_out(engine, tables, chosen, public)
            chosen = None if rows.is_refuted else replace(chosen, rows=rows)
        if chosen:
            alike[one.name] = chosen
        elif not one.link:
            # What follows from a column of both tables may have its value in any such row.
            by_rows.append(sorted((pair for pair in pairs if pair.has_values), key=_rank))
    alike |= {pair.kept: pair for pair in _find_by_rows(engine, tables, by_rows, public)}
    for one in found:
        yield replace(one, alike=alike[one.name]) if one.name in alike else one


def _find_by_rows(
    engine: Engine,
    tables: Tables,
    by_rows: Sequence[Sequence[Shared]],
    public: Mapping[str, ColumnType],
) -> Iterator[Shared]:
    """Yield of each kept column the pair that the rows of T and P show to be one column.

    `by_rows`: the pairs of each kept column, the likeliest first. Those come first of all columns.
    """
    asked = [(place, pair) for pairs in by_rows for place, pair in enumerate(pairs)]
    asked.sort(key=lambda one: (one[0], _rank(one[1])))
    shown: set[str] = set()
    left = _MOST_BY_ROWS
    for _, pair in asked:
        if pair.kept in shown or not left:
            continue
        left -= 1
        rows = count_borne_out(engine, tables, pair, public)
        if rows.is_shown:
            shown.add(pair.kept)
            yield replace(pair, rows=rows)


def _rank(pair: Shared) -> tuple[int, int]:
    """Of which values are rarest by chance comes first."""
    return -pair.telling, -pair.values


def _take(columns: Mapping[str, ColumnType], most: int) -> dict[str, ColumnType]:
    """Return so many columns at most whose values can be compared."""
    known = [(name, type_) for name, type_ in columns.items() if type_.family in COMPARED]
    return dict(known[:most])


def _count(engine: Engine, tables: Tables, asked: Compared) -> dict[tuple[str, str], Shared]:
    kept, public, found = [*asked.kept], [*asked.public], {}
    for row in engine.fetch(shared_values_query(tables, asked)):
        place, other, values, shared, telling, texts = map(int, row)
        names = kept[place], public[other]
        found[names] = Shared(*names, values, shared, telling, texts)
    return found


def shared_values_query(tables: Tables, asked: Compared) -> exp.Query:
    """Return the query that counts the values that columns of T and of P share."""

    def list_columns(columns: Mapping[str, ColumnType]) -> list[dict[str, exp.Expr]]:
        return [
            {
                "place": exp.Literal.number(i),
                "column": identifier(name),
                "value": as_compared(exp.column("own_value", "own_values"), type_),
            }
            for i, (name, type_) in enumerate(columns.items())
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
        kept=list_columns(asked.kept),
        public=list_columns(asked.public),
        rows=exp.to_table(rows),
        is_text=is_text,
        is_number=exp.RegexpLike(this=value.copy(), expression=exp.Literal.string(_NUMBER)),
    )
