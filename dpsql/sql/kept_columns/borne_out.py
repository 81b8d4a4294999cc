"""Counts whether a kept column is one of P under another name, where rows of T equal rows of P.

A spouse's sex has the values of a person's, but not beside the same birth and town.
"""

from collections.abc import Mapping
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.found.borne_out import BorneOut
from dpsql.domain.found.other_names import Shared
from dpsql.engines.base import ColumnType, Engine
from dpsql.sql.kept_columns.compared_values import as_compared
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render

#: Different rows of T that are compared: so many decide, and P is not grouped as a whole.
_MOST_ROWS = 1000


def count_borne_out(
    engine: Engine, tables: Tables, found: Shared, public: Mapping[str, ColumnType]
) -> BorneOut:
    """Count the rows of T that bear out that the kept column is the public one; reads P."""
    type_ = public[found.public]
    query = borne_out_rows_query(tables, found.kept, found.public, type_)
    ((equal, same, by_chance, people),) = engine.fetch(query)
    return BorneOut(int(equal), int(same), Fraction(int(by_chance), int(people) or 1))


def borne_out_rows_query(
    tables: Tables, kept: str, public: str, public_type: ColumnType
) -> exp.Query:
    """Return the query that counts rows of T by whether P has the kept value in an equal row."""
    keys = [f"key_{j}" for j in range(len(tables.quasi_identifiers))]

    def select(table: str, value: exp.Expr) -> exp.Select:
        texts = [
            exp.DPipe(this=exp.Literal.string("="), expression=tables.text(one, table))
            for one in tables.quasi_identifiers
        ]
        columns = [exp.func("COALESCE", text, exp.Literal.string("")) for text in texts]
        named = zip([*columns, value], [*keys, "found_value"], strict=True)
        return exp.select(*(exp.alias_(one, name, quoted=True) for one, name in named)).from_(
            exp.to_table(table)
        )

    own = as_compared(column(kept, PRIVATE), tables.types[kept])
    of_private = select(PRIVATE, own).where(column(kept, PRIVATE).is_(exp.null()).not_())
    of_public = select(PUBLIC, as_compared(column(public, PUBLIC), public_type))
    return render(
        "count_borne_out_rows",
        keys=[identifier(key) for key in keys],
        rows=of_private.subquery("rows_of_t"),
        people=of_public.subquery("people"),
        most=exp.Literal.number(_MOST_ROWS),
    )
