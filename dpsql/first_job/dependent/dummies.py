"""Finds flags of 0 and 1 that are values of one column: northcen, south and west of a region.

Of the same kind of what others know, no row has two of them. One column would keep more of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from sqlglot import exp

from dpsql.domain.words.kinds import DEMOGRAPHIC
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.kinds import name_kind
from dpsql.first_job.profile import Profile
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier

#: In fewer rows two rare flags may miss each other by chance.
_LEAST_ROWS = 100
#: Flags of a kind that are looked at, of which each pair is counted, in one pass for all.
_MOST_FLAGS = 10
_FLAG = ("0", "1")


def with_dummies(engine: Engine, found: Profile) -> Profile:
    """Return the profile with, by flag, the flags that are values of one column with it."""
    kinds: dict[str, list[str]] = {}
    for one in found.public:
        if _is_flag(one) and (kind := name_kind(one, found)) in DEMOGRAPHIC:
            kinds.setdefault(kind, []).append(one.name)
    groups = [names[:_MOST_FLAGS] for names in kinds.values() if len(names) > 1]
    pairs = [pair for names in groups for pair in combinations(names, 2)]
    if not pairs or found.public_rows < _LEAST_ROWS:
        return found
    counts = engine.fetch(_count_query(pairs))[0]
    apart = {pair for pair, both in zip(pairs, counts, strict=True) if not int(both or 0)}
    dummies: dict[str, tuple[str, ...]] = {}
    for names in groups:
        for group in _group(names, apart):
            dummies |= dict.fromkeys(group, tuple(group))
    return replace(found, dummies=dummies)


def _is_flag(one: ColumnProfile) -> bool:
    return tuple(sorted(value for value in one.values if value is not None)) == _FLAG


def _group(names: Sequence[str], apart: set[tuple[str, str]]) -> list[list[str]]:
    """Return the names in groups of two and more, of which every pair is apart.

    >>> _group(["south", "west", "smsa"], {("south", "west")})
    [['south', 'west']]
    """
    groups: list[list[str]] = []
    for name in names:
        for group in groups:
            if all((other, name) in apart for other in group):
                group.append(name)
                break
        else:
            groups.append([name])
    return [group for group in groups if len(group) > 1]


def _count_query(pairs: Sequence[tuple[str, str]]) -> exp.Query:
    """Return the query that counts, for each pair of flags, the rows that have both."""
    one, none = exp.Literal.number(1), exp.Literal.number(0)
    counts = []
    for number, names in enumerate(pairs):
        both = exp.and_(
            *(exp.cast(column(name), "VARCHAR").eq(exp.Literal.string(_FLAG[1])) for name in names)
        )
        case = exp.Case(ifs=[exp.If(this=both, true=one.copy())], default=none.copy())
        counts.append(exp.alias_(exp.Sum(this=case), f"both_{number}"))
    return exp.select(*counts).from_(exp.Table(this=identifier(PUBLIC)))


def tell_dummies(name: str, dummies: Mapping[str, tuple[str, ...]]) -> str:
    """Say which flags are values of one column with this one; empty if none are.

    >>> tell_dummies("south", {"south": ("south", "west", "east")})
    'no row has it and west or east: one column of these would keep more'
    """
    others = [other for other in dummies.get(name, ()) if other != name]
    if not others:
        return ""
    *first, last = others
    listed = f"{', '.join(first)} or {last}" if first else last
    return f"no row has it and {listed}: one column of these would keep more"
