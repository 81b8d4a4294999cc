"""Finds columns of which T has one range of values, and hardly anybody else a value in it.

So is a column that decides by a limit, such as a weight at birth below 2,500, though none of its
values need be that of many people.
"""

from collections.abc import Collection, Mapping, Sequence

from sqlglot import exp

from dpsql.domain.found.telling_columns import NEARLY_ALL, RANGE, TellingColumn, find_least_people
from dpsql.engines.base import ColumnType, Engine
from dpsql.sql.tables.differing_rows import read_number
from dpsql.sql.tables.private_table import PUBLIC, PrivateRows
from dpsql.sql.templates import column, identifier

_NUMBERS, _MOMENTS = ("integer", "decimal", "float"), ("date", "timestamp")
#: Fewer rows may be neighbors by chance.
_FEWEST = 10
_Types = Mapping[str, Mapping[str, ColumnType]]


def find_telling_ranges(
    engine: Engine,
    names: Sequence[str],
    texts: Collection[str],
    types: _Types,
    rows: PrivateRows,
    sizes: tuple[int, int],
) -> tuple[TellingColumn, ...]:
    """Return those of some columns that decide who is in T by a limit, or by two.

    `texts`: those of P whose texts are numbers. `types`: of the columns of the logical tables.
    `sizes`: the people of P and T, one per row. The
    range of T is found and used in one statement, so that no value of T is in its text.
    """
    ordered = [
        name
        for name in names
        if _is_ordered(types[PUBLIC][name], types[rows.home].get(name), name in texts)
    ]
    if not ordered or sizes[1] < _FEWEST or find_least_people(*sizes) is None:
        return ()
    counts = [
        int(number or 0) for number in engine.fetch(telling_ranges_query(ordered, types, rows))[0]
    ]
    found = []
    for name, of_public, of_private in zip(ordered, counts[::2], counts[1::2], strict=True):
        if of_private >= NEARLY_ALL * sizes[1] and of_private >= NEARLY_ALL * of_public:
            found.append(TellingColumn(name, of_private, decides=True, content=RANGE))
    return tuple(found)


def _is_ordered(public: ColumnType, private: ColumnType | None, has_numbers: bool) -> bool:
    families = {public.family, private.family if private is not None else ""}
    of_numbers = {*_NUMBERS, "text"} if has_numbers else {*_NUMBERS}
    return families <= of_numbers or (families <= {*_MOMENTS} and len(families) == 1)


def telling_ranges_query(names: Sequence[str], types: _Types, rows: PrivateRows) -> exp.Query:
    """Return the query that counts P's rows within T's range of each column, and T's rows."""
    ends: list[exp.Expr] = []
    counts: list[exp.Expr] = []
    for number, name in enumerate(names):
        public, private = (
            _as_ordered(column(name, table), types[table][name]) for table in (PUBLIC, rows.home)
        )
        least, greatest, filled = (f"{word}_{number}" for word in ("least", "greatest", "filled"))
        ends += [
            exp.alias_(exp.Min(this=private.copy()), identifier(least)),
            exp.alias_(exp.Max(this=private.copy()), identifier(greatest)),
            exp.alias_(exp.Count(this=private.copy()), identifier(filled)),
        ]
        within = exp.Between(this=public, low=column(least, "ends"), high=column(greatest, "ends"))
        one, none = exp.Literal.number(1), exp.Literal.number(0)
        counts.append(exp.Sum(this=exp.Case(ifs=[exp.If(this=within, true=one)], default=none)))
        counts.append(exp.Max(this=column(filled, "ends")))
    source = exp.Table(this=identifier(PUBLIC))
    of_private = rows.select(ends).subquery("ends")
    return exp.select(*counts).from_(source).join(of_private, join_type="cross")


def _as_ordered(value: exp.Expr, type_: ColumnType) -> exp.Expr:
    """Return a number or a moment; NULL for a text that is no number."""
    if type_.family in _MOMENTS:
        return value
    return read_number(value) if type_.family == "text" else exp.cast(value, "DOUBLE")
