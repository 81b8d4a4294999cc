"""Finds rows of T that no row of P is equal to, where T has no key: no job by them runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from sqlglot import exp

from dpsql.domain.plurals import name_count
from dpsql.engines.base import Engine
from dpsql.sql.templates import column, identifier, render


@dataclass(frozen=True)
class Unmatched:
    """Rows of T without an equal row in P; without `column`, which they differ in, they have one.

    `column` is empty if they differ in several, or if nothing is known. `time`: says when rows of T
    were, where people may have several.
    """

    rows: int
    column: str = ""
    time: str = ""

    def tell(self) -> str:
        """Return what is wrong and how to mend it.

        >>> Unmatched(1, "age").tell().partition(":")[0]
        '1 row of T has no equal row in P, but would without age'
        >>> Unmatched(9, time="year").tell().partition(":")[2].partition(";")[0]
        " if P has rows of these people of another year, keep in T one row of each, of P's time"
        """
        has = name_count(self.rows, "row of T has", "rows of T have")
        without = f", but would without {self.column}" if self.column else ""
        if self.time:
            return (
                f"{has} no equal row in P{without}: if P has rows of these people of another"
                f" {self.time}, keep in T one row of each, of P's time; else write values alike in"
                " both (spaces, case, dates), or drop the column or the rows"
            )
        return (
            f"{has} no equal row in P{without}: write values alike in both (spaces, case, dates),"
            " or drop the column or the rows"
        )


def find_unmatched(engine: Engine, names: Sequence[str]) -> Unmatched:
    """Count rows of T that no row of P of their own is equal to in columns that both have.

    Rows that T merely repeats may have one without any of several columns: then none is told.
    """
    rows = _count(engine, names)
    if not rows or len(names) == 1:
        return Unmatched(rows)
    found = (name for name in names if not _count(engine, [one for one in names if one != name]))
    first = [*islice(found, 2)]
    return Unmatched(rows, first[0] if len(first) == 1 else "")


def _count(engine: Engine, names: Sequence[str]) -> int:
    return int(engine.fetch(unmatched_query(names))[0][0])


def unmatched_query(names: Sequence[str]) -> exp.Query:
    """Return the query that counts rows of T without an equal row in P, by some columns."""
    return render(
        "count_unmatched_rows",
        columns=[
            {"text": exp.cast(column(name), "VARCHAR"), "name": identifier(f"c{j}")}
            for j, name in enumerate(names)
        ],
    )
