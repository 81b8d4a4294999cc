"""Warns of columns that alone show who is in T, from the values that were counted."""

import logging
from collections.abc import Iterator

from sqlglot import exp

from dpsql.domain.found.telling_columns import TellingColumn, tell_columns
from dpsql.domain.levels.lattice import Node
from dpsql.domain.names import find_same
from dpsql.session.load import Loaded
from dpsql.sql.counting.column_values import column_values_query, find_few_valued
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.counting.telling_values import find_telling
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import identifier

_log = logging.getLogger("dpsql")
#: Public columns that are no quasi-identifiers: how many values they may have, and how many of them
#: are looked at, as each reads P once.
_MOST_VALUES, _MOST_COLUMNS = 60, 40


def warn_of_telling_columns(
    loaded: Loaded, node: Node | None = None, *, reads_public: bool = True
) -> tuple[TellingColumn, ...]:
    """Find columns whose raw values show who is in T, log a warning, and return them.

    `node`: quasi-identifiers that it suppresses are left out. `reads_public`: also look at public
    columns of few values; each reads P once, while quasi-identifiers are counted already. None
    where P is statistics.
    """
    if loaded.statistics:
        return ()
    root = loaded.lattice.root.levels
    levels = (0,) * len(root) if node is None else node.levels
    values: dict[str, exp.Expr] = {
        name: exp.Table(this=identifier(leaves_name(j)))
        for j, name in enumerate(loaded.hierarchies)
        if levels[j] < root[j]
    }
    if reads_public:
        values |= _count_public(loaded)
    sizes = loaded.sizes
    found = find_telling(loaded.engine, values, sizes.public_rows, sizes.private_rows)
    for line in tell_columns(found, sizes.private_rows):
        _log.warning(line)
    return found


def _count_public(loaded: Loaded) -> dict[str, exp.Expr]:
    """Return the values of public columns that are no quasi-identifiers, by column."""
    tables, engine = loaded.tables, loaded.engine
    few = find_few_valued(engine, list(_list_comparable(loaded)), _MOST_VALUES)
    one = exp.Literal.number(1)
    of_public = one if tables.people is None else tables.people.of_row
    of_private = one if tables.private_people is None else tables.private_people.of_row
    rows = tables.private_rows
    if rows.mark is not None:
        of_private = of_public
    return {
        name: column_values_query(name, rows, of_public, of_private).subquery("counted")
        for name in few[:_MOST_COLUMNS]
    }


def _list_comparable(loaded: Loaded) -> Iterator[str]:
    """Yield the public columns that no hierarchy covers, and whose values in T are known.

    Where counts are kept in place of P, it has no such columns.
    """
    tables, engine = loaded.tables, loaded.engine
    present = engine.columns(PUBLIC)
    private = present if tables.private_rows.mark is not None else engine.columns(PRIVATE)
    for name in tables.public_columns:
        if find_same(name, tables.quasi_identifiers) or name == tables.private_rows.key:
            continue
        if name in present and name in private:
            yield name
