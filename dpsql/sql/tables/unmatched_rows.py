"""Finds rows of T that P lacks, or has less often, where T has no key: no job by them runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from sqlglot import exp

from dpsql.domain.plurals import join_names, name_count
from dpsql.engines.base import Engine
from dpsql.faces import name_page
from dpsql.sql.tables.key_writings import VALUE_WRITINGS, Writing
from dpsql.sql.templates import column, identifier, render

#: Of columns that differ, so many are named.
_MOST_SHOWN = 4


@dataclass(frozen=True)
class Unmatched:
    """Rows of T without an equal row in P, and `surplus` rows that P has, but less often than T.

    `column`: without it, those that P lacks have an equal row; empty if several differ, or if
    nothing is known. `lacking`: the columns in which T has values that P lacks. `written`: how P
    has values of some of them, and `left` the rows without an equal row if these are so written.
    `time`: says when rows of T were, where people may have several.
    """

    rows: int
    column: str = ""
    time: str = ""
    surplus: int = 0
    lacking: tuple[str, ...] = ()
    written: tuple[tuple[str, str], ...] = ()
    left: int = 0

    def list_faults(self) -> tuple[str, ...]:
        """Return what is wrong, and how to mend each; nothing if P has all rows as often as T."""
        told = [self._tell_rows()] if self.rows else []
        return (*told, self._tell_surplus()) if self.surplus else (*told,)

    def tell(self) -> str:
        """Return what is wrong and how to mend it.

        >>> Unmatched(1, "age").tell().partition(":")[0]
        '1 row of T has no equal row in P, but would without age'
        >>> Unmatched(9, time="year").tell().partition(":")[2].partition(";")[0]
        " if P has rows of these people of another year, keep in T one row of each, of P's time"
        >>> Unmatched(7, lacking=("age", "sex"), written=(("sex", "in lower case"),), left=2).tell()
        "7 rows of T have no equal row in P, which lacks values of age and sex: P has T's values of\
 sex in lower case; write values alike in both (2 rows still have none then), or drop the column or\
 the rows"
        >>> Unmatched(0, surplus=59).tell().partition("?")[0]
        '59 rows of T occur more often in T than in P: does T have several rows of somebody'
        """
        return ". ".join(self.list_faults())

    def _tell_rows(self) -> str:
        has = name_count(self.rows, "row of T has", "rows of T have")
        without = ""
        if self.column:
            without = f", but would without {self.column}"
        elif self.lacking:
            without = f", which lacks values of {_name(self.lacking)}"
        mend = "write values alike in both (spaces, case, dates)"
        if self.written:
            ways = [f"of {name} {said}" for name, said in self.written]
            left = name_count(self.left, "row still has", "rows still have")
            then = f"{left} none then" if self.left else "all rows have one then"
            mend = f"P has T's values {join_names(ways)}; write values alike in both ({then})"
        several = len(self.lacking) > 1 and not self.column
        mend += f", or drop the column{'s' if several and not self.written else ''} or the rows"
        if self.time:
            return (
                f"{has} no equal row in P{without}: if P has rows of these people of another"
                f" {self.time}, keep in T one row of each, of P's time; else {mend}"
            )
        return f"{has} no equal row in P{without}: {mend}"

    def _tell_surplus(self) -> str:
        occur = name_count(self.surplus, "row of T occurs", "rows of T occur")
        rows = "this row" if self.surplus == 1 else "these rows"
        return (
            f"{occur} more often in T than in P: does T have several rows of somebody? Then keep"
            f" one row of each, as {name_page('panels')} shows. If {rows} of T are of other people,"
            " add their rows to P"
        )


def _name(names: Sequence[str]) -> str:
    shown = [*names[:_MOST_SHOWN], *(["others"] if len(names) > _MOST_SHOWN else [])]
    return join_names(shown)


def find_unmatched(engine: Engine, names: Sequence[str]) -> Unmatched:
    """Count rows of T that P lacks, or has less often, by columns that both have; say where."""
    rows, surplus = count_unmatched(engine, names)
    if not rows:
        return Unmatched(0, surplus=surplus)
    return tell_where(engine, names, rows, surplus)


def tell_where(engine: Engine, names: Sequence[str], rows: int, surplus: int) -> Unmatched:
    """Return the rows that P lacks, or has less often, with the columns in which they differ."""
    lacking = {name: count for name in names if (count := count_unmatched(engine, [name])[0])}
    written = {
        name: way for name, count in lacking.items() if (way := _find_writing(engine, name, count))
    }
    left = count_unmatched(engine, names, written)[0] if written else rows
    told = tuple((name, way.said) for name, way in written.items())
    one = _find_only_column(engine, names) if len(names) > 1 and len(lacking) <= 1 else ""
    return Unmatched(rows, one, "", surplus, (*lacking,), told, left)


def _find_only_column(engine: Engine, names: Sequence[str]) -> str:
    """Return the column without which all rows have an equal row; empty if none or several are."""
    found = (
        name
        for name in names
        if not count_unmatched(engine, [one for one in names if one != name])[0]
    )
    first = [*islice(found, 2)]
    return first[0] if len(first) == 1 else ""


def _find_writing(engine: Engine, name: str, lacking: int) -> Writing | None:
    """Return how P has most values of T that it lacks as they are; None if it has none of them."""
    found = [
        (one, lacking - count_unmatched(engine, [name], {name: one})[0]) for one in VALUE_WRITINGS
    ]
    way, more = max(found, key=lambda one: one[1])
    return way if more > 0 else None


def count_unmatched(
    engine: Engine, names: Sequence[str], written: Mapping[str, Writing] | None = None
) -> tuple[int, int]:
    """Count rows of T that no row of P is equal to, and those beyond the equal rows of P.

    `written`: how some columns are written in both before they are compared.
    """
    rows, surplus = engine.fetch(unmatched_query(names, written or {}))[0]
    return int(rows), int(surplus)


def unmatched_query(
    names: Sequence[str], written: Mapping[str, Writing] | None = None
) -> exp.Query:
    """Return the query that counts rows of T without an equal row in P, and those beyond these."""
    ways = written or {}
    return render(
        "count_unmatched_rows",
        columns=[
            {
                "text": ways[name].fold(column(name))
                if name in ways
                else exp.cast(column(name), "VARCHAR"),
                "name": identifier(f"c{j}"),
            }
            for j, name in enumerate(names)
        ],
    )
