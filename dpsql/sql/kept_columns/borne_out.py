"""Counts whether a kept column is one of P under another name, where rows of T equal rows of P.

A spouse's sex has the values of a person's, but not beside the same birth and town.
"""

from sqlglot import exp

from dpsql.domain.found.other_names import Shared
from dpsql.engines.base import Engine
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render

#: So many of so many rows of T have an equal row of P with the same value, or the columns are two.
_LEAST, _OF_SO_MANY = 3, 4


def is_borne_out(engine: Engine, tables: Tables, found: Shared) -> bool:
    """Whether the rows of T allow that the kept column is the public one; reads P."""
    ((equal, same),) = engine.fetch(borne_out_rows_query(tables, found.kept, found.public))
    return _OF_SO_MANY * int(same) >= _LEAST * int(equal)


def borne_out_rows_query(tables: Tables, kept: str, public: str) -> exp.Query:
    """Return the query that counts rows of T by whether P has the kept value in an equal row."""
    names = [f"value_{j}" for j in range(len(tables.quasi_identifiers))]

    def select(table: str, value: exp.Expr, counts: tuple[int, int]) -> exp.Select:
        counted = zip(("private_rows", "public_rows"), counts, strict=True)
        return exp.select(
            *(
                exp.alias_(tables.text(one, table), name, quoted=True)
                for one, name in zip(tables.quasi_identifiers, names, strict=True)
            ),
            exp.alias_(exp.cast(value, "VARCHAR"), "found_value", quoted=True),
            *(exp.alias_(exp.Literal.number(count), name) for name, count in counted),
        ).from_(exp.to_table(table))

    own = column(kept, PRIVATE)
    of_private = select(PRIVATE, own, (1, 0)).where(own.is_(exp.null()).not_())
    of_public = select(PUBLIC, column(public, PUBLIC), (0, 1))
    return render(
        "count_borne_out_rows",
        quasi_identifiers=[identifier(name) for name in names],
        rows=exp.union(of_private, of_public, distinct=False).subquery("rows_of_both"),
    )
