"""Finds columns of which nearly all of T has one range of values, and hardly anybody else does.

So is a column that decides by a limit, such as a weight at birth below 2,500, though none of its
values need be that of many people. A few rows of T may lie elsewhere or have no value.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from types import MappingProxyType

from sqlglot import exp

from dpsql.domain.found.telling_columns import NEARLY_ALL, RANGE, TellingColumn, find_least_people
from dpsql.engines.base import ColumnType, Engine
from dpsql.sql.counting.counted_limits import LimitCounts
from dpsql.sql.counting.ordered_values import as_ordered
from dpsql.sql.tables.private_table import PUBLIC, PrivateRows
from dpsql.sql.templates import column, identifier, render

#: The share of T that has a value, at least, and lies in the range.
_MOST_OF_T = Fraction(9, 10)
#: Fewer rows may be neighbors by chance.
_FEWEST = 10
#: How improbable a range is where people are in T by chance; of more people, each is.
_CHANCE, _MOST_COUNTED = 10**6, 2_000
#: Tenths of T's values, in order: any range of nearly all of T has what lies between them.
_CORE = ("0.1", "0.9")
#: Values of T that an engine has in memory for one statement, and columns of it.
_MOST_VALUES, _MOST_AT_ONCE = 10_000_000, 200
_Types = Mapping[str, Mapping[str, ColumnType]]


def find_telling_ranges(
    engine: Engine,
    ordered: Sequence[str],
    types: _Types,
    rows: PrivateRows,
    sizes: tuple[int, int],
    counted: Mapping[str, LimitCounts] = MappingProxyType({}),
) -> tuple[TellingColumn, ...]:
    """Return those of some columns that decide who is in T by a limit, or by two.

    `ordered`: columns of numbers or moments, or of texts that are such. `types`: of the columns of
    the logical tables. `sizes`: the people of P and T, one per row. Values of T are found and used
    in one statement, so that none is in its text. A second statement looks closer at what the first
    finds. `counted`: columns of which the first needs not read P.
    """
    if not ordered or sizes[1] < _FEWEST or find_least_people(*sizes) is None:
        return ()
    possible = _find_possible(engine, ordered, types, rows, sizes[1], counted)
    if not possible:
        return ()
    query = rows_within_limits_query(possible, types, rows)
    found = []
    for number, filled, below, above, *ranges, known in sorted(engine.fetch(query)):
        inside = [(_bound_public(int(most or 0)), int(most or 0)) for most in (below, above)]
        counts = [int(count or 0) for count in ranges]
        inside += [*zip(counts[::2], counts[1::2], strict=True)]
        least = NEARLY_ALL * int(filled or 0)
        if int(known or 0) < least:
            # T writes its values otherwise than P, where they would lie elsewhere.
            continue
        most = max((t for p, t in inside if t >= least and _is_range(p, t, sizes)), default=0)
        if most:
            found.append(TellingColumn(possible[int(number)], most, decides=True, content=RANGE))
    return tuple(found)


def _find_possible(
    engine: Engine,
    names: Sequence[str],
    types: _Types,
    rows: PrivateRows,
    members: int,
    counted: Mapping[str, LimitCounts],
) -> list[str]:
    """Return the columns of which few of P have what most of T has."""
    cores = {name: (one.public_of_core, one.private) for name, one in counted.items()}
    unread = [name for name in names if name not in counted]
    at_once = min(_MOST_AT_ONCE, max(1, _MOST_VALUES // members))
    for start in range(0, len(unread), at_once):
        some = unread[start : start + at_once]
        counts = [int(n or 0) for n in engine.fetch(core_of_private_query(some, types, rows))[0]]
        cores |= zip(some, zip(counts[::2], counts[1::2], strict=True), strict=True)
    most = _bound_public(members)
    return [
        name for name in names if cores[name][1] >= _MOST_OF_T * members and cores[name][0] <= most
    ]


def _bound_public(private: int) -> int:
    """Return the most people of P in a range where so many of T are nearly all."""
    return private * NEARLY_ALL.denominator // NEARLY_ALL.numerator


def _is_range(public: int, private: int, sizes: tuple[int, int]) -> bool:
    """Whether a range with so many people of P and T has nearly all of T, and not by chance.

    >>> _is_range(21, 20, (100, 20)), _is_range(22, 20, (100, 20)), _is_range(10, 10, (20, 10))
    (True, False, False)
    """
    everybody, members = sizes
    if private < max(_MOST_OF_T * members, NEARLY_ALL * public):
        return False
    if everybody > _MOST_COUNTED:
        return True
    within = comb(public, private) * comb(everybody - public, members - private)
    # As many ranges as there are pairs of values.
    return _CHANCE * everybody**2 * within <= comb(everybody, members)


def core_of_private_query(names: Sequence[str], types: _Types, rows: PrivateRows) -> exp.Query:
    """Return the query that counts, by column, P's rows between two values of T, and T's values."""
    ends: list[exp.Expr] = []
    counts: list[exp.Expr] = []
    for number, name in enumerate(names):
        public, private = (as_ordered(name, table, types) for table in (PUBLIC, rows.home))
        least, greatest, filled = (f"{word}_{number}" for word in ("least", "greatest", "filled"))
        for end, share in zip((least, greatest), _CORE, strict=True):
            tenth = exp.PercentileDisc(this=exp.Literal.number(share))
            order = exp.Order(expressions=[exp.Ordered(this=private.copy(), nulls_first=False)])
            ends.append(exp.alias_(exp.WithinGroup(this=tenth, expression=order), identifier(end)))
        ends.append(exp.alias_(exp.Count(this=private.copy()), identifier(filled)))
        within = exp.Between(this=public, low=column(least, "ends"), high=column(greatest, "ends"))
        one, none = exp.Literal.number(1), exp.Literal.number(0)
        counts.append(exp.Sum(this=exp.Case(ifs=[exp.If(this=within, true=one)], default=none)))
        counts.append(exp.Max(this=column(filled, "ends")))
    source = exp.Table(this=identifier(PUBLIC))
    of_private = rows.select(ends).subquery("ends")
    return exp.select(*counts).from_(source).join(of_private, join_type="cross")


def rows_within_limits_query(names: Sequence[str], types: _Types, rows: PrivateRows) -> exp.Query:
    """Return the query that counts the rows of P and T below or above a limit, and in a range."""
    columns = []
    for number, name in enumerate(names):
        public, private = (as_ordered(name, table, types) for table in (PUBLIC, rows.home))
        of_private = rows.select([exp.alias_(private, "found_value")]).subquery("rows_of_t")
        numbered = exp.Literal.number(number)
        columns.append({"number": numbered, "value": public, "private": of_private})
    return render(
        "count_rows_within_limits",
        columns=columns,
        num=exp.Literal.number(NEARLY_ALL.numerator),
        den=exp.Literal.number(NEARLY_ALL.denominator),
    )
