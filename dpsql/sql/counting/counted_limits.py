"""Counts the people up to and from limits of T, of columns whose values are counted already.

Of millions of rows that takes a fraction of reading P once more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.found.telling_columns import Parts
from dpsql.engines.base import Engine
from dpsql.sql.templates import render

#: Of T's values in order, in percent: each is a limit. The outermost have a twentieth of them.
PERCENTS = (5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95)
#: Tenths of T's values: any range of nearly all of T has what lies between them.
_FIRST, _LAST = PERCENTS.index(10), PERCENTS.index(90)
#: Of a column of which T has no value.
_NO_PARTS = ((0, 0),) * 2 * len(PERCENTS)
#: Columns of one statement: of more, Spark's driver takes more memory than it has.
_MOST_AT_ONCE = 3


@dataclass(frozen=True)
class CountedValues:
    """The table of a column's values with `public_count` and `private_count`.

    `value`: the number that orders them; NULL for a text that is none.
    """

    value: exp.Expr
    source: exp.Expr


@dataclass(frozen=True)
class LimitCounts:
    """The people of P and T up to each limit of a column and from each on; those with a value."""

    parts: Parts
    public: int
    private: int

    @property
    def public_of_core(self) -> int:
        """The people of P between the first and the last tenth of T.

        >>> LimitCounts(((5, 1), (97, 9)) * 11, 100, 10).public_of_core
        2
        """
        upto_last, from_first = self.parts[2 * _LAST], self.parts[2 * _FIRST + 1]
        return upto_last[0] + from_first[0] - self.public


def count_by_limits(engine: Engine, counted: Mapping[str, CountedValues]) -> dict[str, LimitCounts]:
    """Return, by column, how many people of P and T limits of T's values divide.

    Limits are found and used in one statement, so that none is in its text or comes out of it.
    """
    found, names = {}, [*counted]
    for start in range(0, len(names), _MOST_AT_ONCE):
        some = names[start : start + _MOST_AT_ONCE]
        rows = engine.fetch(by_limits_query([counted[name] for name in some]))
        for number, name in enumerate(some):
            own = sorted([*map(int, row)][1:] for row in rows if int(row[0]) == number)
            found[name] = _read(own) if own else LimitCounts(_NO_PARTS, 0, 0)
    return found


def _read(rows: Sequence[Sequence[int]]) -> LimitCounts:
    """Read the rows of a column, one for each limit; the last two numbers are of the column."""
    parts: list[tuple[int, int]] = []
    for _, public_upto, private_upto, public_from, private_from, *_ in rows:
        parts += (public_upto, private_upto), (public_from, private_from)
    return LimitCounts(tuple(parts), *rows[0][-2:])


def by_limits_query(columns: Sequence[CountedValues]) -> exp.Query:
    """Return the query that counts people by limits of some columns."""
    return render(
        "count_by_limits",
        columns=[
            {"number": exp.Literal.number(j), "value": one.value, "source": one.source}
            for j, one in enumerate(columns)
        ],
        percents=[exp.Literal.number(percent) for percent in PERCENTS],
    )
