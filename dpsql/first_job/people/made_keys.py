"""Tells whether the key of P is two of its columns as one text, as a statement of dpsql writes it.

Such a key is no chance, whatever it is called: somebody made it of a household and a member, say.
"""

from collections.abc import Sequence
from itertools import permutations

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier

#: Columns that are tried, those of most values first.
_MOST_TRIED = 6
_ONE = exp.Literal.number(1)


def is_made_of_two(engine: Engine, columns: Sequence[ColumnProfile], key: str) -> bool:
    """Whether all keys of P are the values of two of these columns with one sign between."""
    possible = [
        one
        for one in columns
        if one.name != key and 1 < one.distinct < one.present == one.rows and not one.is_measured
    ]
    tried = sorted(possible, key=lambda one: -one.distinct)[:_MOST_TRIED]
    pairs = [*permutations(tried, 2)]
    if not pairs:
        return False
    counts = [_count_unlike(key, first.name, last.name) for first, last in pairs]
    return 0 in engine.fetch(exp.select(*counts).from_(exp.Table(this=identifier(PUBLIC))))[0]


def _count_unlike(key: str, first: str, last: str) -> exp.Expr:
    """Return how many keys are other texts than two columns have."""
    text, start, end = (exp.cast(column(name), "VARCHAR") for name in (key, first, last))
    place = exp.Add(this=exp.Length(this=start.copy()), expression=_ONE.copy())
    sign = exp.Substring(this=text.copy(), start=place, length=_ONE.copy())
    joined = exp.DPipe(this=exp.DPipe(this=start, expression=sign), expression=end)
    return exp.Count(this=exp.Case(ifs=[exp.If(this=text.neq(joined), true=_ONE.copy())]))
