"""Finds columns with a limit below or above which most people of P are in T.

So a measurement tells much though nearly all of T is in no one range: some of T have the value of
all others, or none. Limits are quantiles of T.
"""

from collections.abc import Mapping
from dataclasses import replace

from dpsql.domain.found.leaning_columns import SIZEABLE, LeaningColumn, count_leaning, find_most
from dpsql.domain.found.telling_columns import (
    NEARLY_ALL,
    RANGE,
    TellingColumn,
    count_telling,
    find_least_people,
    judge_column,
)
from dpsql.sql.counting.counted_limits import LimitCounts


def find_by_limits(
    counted: Mapping[str, LimitCounts], sizes: tuple[int, int]
) -> tuple[tuple[TellingColumn, ...], tuple[LeaningColumn, ...]]:
    """Return the columns that show rows of T by a limit, and those that tell much so.

    `counted`: the people by limits of each column. `sizes`: the people of P and T, one per row.
    """
    least = find_least_people(*sizes)
    if least is None:
        return (), ()
    most, many = find_most(*sizes), SIZEABLE * sizes[1]
    telling, leaning = [], []
    for name, counts in counted.items():
        if any(least <= t and NEARLY_ALL * t > p for p, t in counts.parts):
            # T writes its values otherwise than P, which would have nearly all of these people.
            continue
        shown = max((count_telling((part,), least) for part in counts.parts), default=(0, 0))
        if (one := judge_column(name, *shown, sizes[1])) is not None:
            content = RANGE if one.decides else ""
            telling.append(replace(one, content=content, least=least, by_limit=True))
        of_most = max((count_leaning((part,), most) for part in counts.parts), default=(0, 0))
        if of_most[0] >= many:
            leaning.append(LeaningColumn(name, *of_most, most, by_limit=True))
    return tuple(telling), tuple(leaning)
