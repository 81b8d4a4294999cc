"""Warns of columns that alone show who is in T, from the values that were counted."""

import logging
from collections.abc import Mapping, Sequence

from sqlglot import exp

from dpsql.domain.column_words import find_kind
from dpsql.domain.found.telling_columns import (
    Parts,
    TellingColumn,
    find_least_people,
    join_limits,
    join_ranges,
    tell_columns,
)
from dpsql.domain.levels.lattice import Node
from dpsql.domain.names import find_same
from dpsql.engines.base import ColumnType
from dpsql.session.load import Loaded
from dpsql.sql.counting.column_values import column_values_query, find_few_valued
from dpsql.sql.counting.counted_limits import CountedValues, LimitCounts, count_by_limits
from dpsql.sql.counting.filled_cells import count_filled
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.counting.likely_columns import find_likely, list_partings
from dpsql.sql.counting.limits_of_rows import count_rows_by_limits
from dpsql.sql.counting.ordered_values import drop_unread, list_ordered, order_value
from dpsql.sql.counting.telling_limits import find_by_limits
from dpsql.sql.counting.telling_ranges import find_telling_ranges
from dpsql.sql.counting.telling_values import find_telling
from dpsql.sql.tables.people import count_of_rows
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier

_log = logging.getLogger("dpsql")
#: Public columns that are no quasi-identifiers: how many values they may have, and how many of them
#: are looked at, as each reads P once.
_MOST_VALUES, _MOST_COLUMNS = 60, 40


def warn_of_telling_columns(
    loaded: Loaded, node: Node | None = None, *, by_ranges: bool = True, by_limits: bool = False
) -> tuple[TellingColumn, ...]:
    """Find columns whose raw values show who is in T, log a warning, and return them.

    Looks at quasi-identifiers, which are counted already, and at public columns of few values, each
    of which reads P once. `node`: quasi-identifiers that it suppresses are left out. `by_ranges`:
    also at ranges of numbers and days, at those that P alone has, if T has no key, by tuples, and
    at whether T alone has something in any of these columns. `by_limits`: also at numbers and days
    below or above which most are in T, which takes several times as long. None where P is
    statistics.
    """
    sizes = loaded.sizes
    if loaded.statistics or find_least_people(sizes.public_rows, sizes.private_rows) is None:
        return ()
    root = loaded.lattice.root.levels
    levels = (0,) * len(root) if node is None else node.levels
    values: dict[str, exp.Expr] = {
        name: exp.Table(this=identifier(leaves_name(j)))
        for j, name in enumerate(loaded.hierarchies)
        if levels[j] < root[j]
    }
    others = _list_others(loaded)
    filled = _count_filled(loaded, [*values, *others]) if by_ranges else {}
    values |= _count_public(loaded, others)
    people = sizes.public_rows, sizes.private_rows
    found = find_telling(loaded.engine, values, filled, *people)
    if by_ranges:
        ordered = _list_ordered(loaded, [*filled])
        counted = _count_by_limits(loaded, [name for name in ordered if name in values])
        types, rows = _list_types(loaded), loaded.tables.private_rows
        if by_limits:
            uncounted = [name for name in ordered if name not in counted]
            counted |= count_rows_by_limits(loaded.engine, uncounted, types, rows)
        of_ranges = find_telling_ranges(loaded.engine, ordered, types, rows, people, counted)
        found = join_ranges(found, of_ranges)
        if by_limits:
            found = join_limits(found, find_by_limits(counted, people)[0])
        found += _find_likely(loaded)
    for line in tell_columns(found, sizes.private_rows):
        _log.warning(line)
    return found


def _list_ordered(loaded: Loaded, names: Sequence[str]) -> list[str]:
    """Return those of these columns with an order; none where rows are several people."""
    tables, rows = loaded.tables, loaded.tables.private_rows
    if tables.people is not None or tables.private_people is not None:
        return []
    if rows.mark is None:
        # T may number its own rows.
        names = [name for name in names if find_kind(name) not in ("identifier", "record")]
    types = _list_types(loaded)
    ordered = list_ordered(names, names, types, rows)
    # What is counted already tells whether it has numbers.
    unread = [name for name in ordered if name not in loaded.hierarchies]
    return [name for name in ordered if name in loaded.hierarchies] + drop_unread(
        loaded.engine, unread, types, rows
    )


def _count_by_limits(loaded: Loaded, names: Sequence[str]) -> dict[str, LimitCounts]:
    """Return the people by limits of those of these columns that are quasi-identifiers.

    Their values are counted already.
    """
    counted = {}
    for j, name in enumerate(loaded.hierarchies):
        if name in names:
            # A text may be an ENUM there.
            is_text = loaded.tables.is_text(name)
            value = column("leaf") if is_text else column("value")
            family = "text" if is_text else loaded.engine.columns(PUBLIC)[name].family
            source = exp.Table(this=identifier(leaves_name(j)))
            counted[name] = CountedValues(order_value(value, family), source)
    return count_by_limits(loaded.engine, counted)


def _list_types(loaded: Loaded) -> dict[str, Mapping[str, ColumnType]]:
    home = loaded.tables.private_rows.home
    return {table: loaded.engine.columns(table) for table in {PUBLIC, home}}


def _find_likely(loaded: Loaded) -> tuple[TellingColumn, ...]:
    """Return the public columns that P alone has and that are likely the secret; none by key."""
    tables, engine = loaded.tables, loaded.engine
    if tables.private_rows.mark is not None:
        return ()
    present, private = engine.columns(PUBLIC), engine.columns(PRIVATE)
    names = [name for name in tables.public_columns if name in present and name not in private]
    types = {name: present[name] for name in names[:_MOST_COLUMNS]}
    partings = list_partings(types, find_few_valued(engine, [*types], _MOST_VALUES))
    sizes = loaded.sizes.public_rows, loaded.sizes.private_rows
    people = _count_people(tables)
    return find_likely(engine, partings, tables.quasi_identifiers, people, sizes)


def _count_public(loaded: Loaded, names: Sequence[str]) -> dict[str, exp.Expr]:
    """Return the values of those of these public columns that have few, by column."""
    few = find_few_valued(loaded.engine, names, _MOST_VALUES)
    rows = loaded.tables.private_rows
    return {
        name: column_values_query(name, rows, *_count_people(loaded.tables)).subquery("counted")
        for name in few[:_MOST_COLUMNS]
    }


def _count_filled(loaded: Loaded, names: Sequence[str]) -> dict[str, list[Parts]]:
    """Return the people of P and T by what they have in these columns, in one pass."""
    engine, rows = loaded.engine, loaded.tables.private_rows
    types = {table: engine.columns(table) for table in {PUBLIC, rows.home}}
    known = [name for name in names if all(name in of_table for of_table in types.values())]
    return count_filled(engine, known, types, rows, *_count_people(loaded.tables))


def _count_people(tables: Tables) -> tuple[exp.Expr, exp.Expr]:
    return count_of_rows(tables.people, tables.private_people, tables.private_rows)


def _list_others(loaded: Loaded) -> list[str]:
    """Return the public columns that no hierarchy covers, and whose values in T are known.

    Where counts are kept in place of P, it has no such columns.
    """
    tables, engine = loaded.tables, loaded.engine
    present = engine.columns(PUBLIC)
    private = present if tables.private_rows.mark is not None else engine.columns(PRIVATE)
    return [
        name
        for name in tables.public_columns
        if not find_same(name, tables.quasi_identifiers)
        and name != tables.private_rows.key
        and name in present
        and name in private
    ]
