"""Finds numbers that two others decide: experience is age less schooling less six, in all rows.

Beside the two others such a column tells nothing, and a search with it takes longer.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from sqlglot import exp

from dpsql.domain.words.kinds import DEMOGRAPHIC
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile, may_be_codes
from dpsql.first_job.kinds import name_kind
from dpsql.first_job.profile import Profile
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier

#: Columns of fewer values may agree by chance, and so may fewer rows.
_LEAST_VALUES, _LEAST_ROWS = 6, 50
#: What a DOUBLE adds exactly.
_GREATEST = 1e12
#: Columns that are looked at: all sums of three in one pass.
_MOST_COLUMNS = 8
#: Of three numbers, up to the sign of all, which are added and which are taken away.
_SIGNS = ((1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1))


def with_sums(engine: Engine, found: Profile) -> Profile:
    """Return the profile with the columns of which any two decide the third."""
    names = [one.name for one in found.public if _may_be_summed(one, found)][:_MOST_COLUMNS]
    triples = [*combinations(names, 3)]
    if not triples or found.public_rows < _LEAST_ROWS:
        return found
    ends = engine.fetch(_ends_query(triples))[0]
    of_each = len(_SIGNS)
    is_same = [least == most for least, most in zip(ends[::2], ends[1::2], strict=True)]
    sums = [
        triple
        for number, triple in enumerate(triples)
        if any(is_same[of_each * number : of_each * (number + 1)])
    ]
    return replace(found, sums=tuple(sums))


def _may_be_summed(one: ColumnProfile, found: Profile) -> bool:
    """Whether a column has whole numbers that others know, of many values, in all rows."""
    if one.name not in found.private or one.name in (*found.repeated, *found.follows):
        return False
    is_whole = one.form is None and one.reads_as_number and may_be_codes(one) and not one.has_nulls
    is_own = 2 * one.distinct > one.rows
    is_many = one.distinct >= _LEAST_VALUES and not is_own
    ends = (one.least or 0, one.greatest or 0)
    is_exact = all(abs(end) <= _GREATEST for end in ends)
    return is_whole and is_many and is_exact and name_kind(one, found) in DEMOGRAPHIC


def _ends_query(triples: Sequence[tuple[str, ...]]) -> exp.Query:
    """Return the query of the least and the greatest of the sums of three columns, by sign."""
    ends: list[exp.Expr] = []
    for triple in triples:
        for signs in _SIGNS:
            total: exp.Expr = exp.Literal.number(0)
            for name, sign in zip(triple, signs, strict=True):
                number = exp.cast(exp.cast(column(name), "VARCHAR"), "DOUBLE")
                join = exp.Add if sign > 0 else exp.Sub
                total = join(this=total, expression=number)
            for end in (exp.Min, exp.Max):
                ends.append(exp.alias_(end(this=total.copy()), f"end_{len(ends)}"))
    return exp.select(*ends).from_(exp.Table(this=identifier(PUBLIC)))


def find_sum(name: str, chosen: Sequence[str], sums: Sequence[tuple[str, ...]]) -> str:
    """Say by which two of the chosen columns another is decided; empty if by none.

    >>> find_sum("exper", ["age", "educ"], [("age", "educ", "exper")])
    'it follows from age and educ, by adding or subtracting'
    """
    for triple in sums:
        others = [other for other in triple if other != name]
        if name in triple and all(other in chosen for other in others):
            return f"it follows from {' and '.join(others)}, by adding or subtracting"
    return ""
