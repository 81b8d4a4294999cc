"""Finds few columns of P, whatever they are called, that name people with rows of several times.

That rows of two times are the same people's is known, as they are alike. Of columns that hardly two
rows of one time share, though chance would let many, those are taken that name the fewest people.
"""

from collections.abc import Sequence
from itertools import combinations

from dpsql.domain.several_rows import may_repeat_people
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.rows_of_people import FEW_TWICE, count_differing
from dpsql.first_job.people.together.designed_names import (
    FIRST,
    LEAST_PEOPLE,
    LEAST_SHARED,
    SIZES,
    list_naming,
    order_names,
)
from dpsql.first_job.people.together.namesakes import count_equal
from dpsql.sql.templates import column

#: Of ten rows, one is another of its person at least; of so many people, few differ in what lasts.
_OF_ROWS, _FEW_WRONG = 10, 100
#: Columns that may last for people, of which each is compared.
_MOST_LASTING = 8


def find_panel_at_times(
    engine: Engine, columns: Sequence[ColumnProfile], time: ColumnProfile
) -> Panel | None:
    """Return two or three columns that name people with several rows of P, at times; or None.

    As few as are enough, in their order in P. It is never certain.
    """
    naming = list_naming(columns, with_days=True)
    tried = [one for one in naming if one.name != time.name]
    for size in SIZES:
        sets = _keep_apart(engine, [*combinations(tried, size)], time)
        named = [(people, each) for each in sets for people in _count_people(engine, each, time)]
        if not named:
            continue
        _, chosen = min(named, key=lambda one: one[0])
        kept = _drop_needless(engine, columns, chosen, time)
        chosen = _add_telling(engine, chosen, tried, time)
        kept = chosen if len(chosen) > size else kept
        *within, name = order_names(columns, kept)
        ((people, rows, _),) = count_equal(engine, [[*map(column, [*within, name])]])
        # Without what was needless, somebody has several rows of one time.
        is_told = len(kept) == len(chosen)
        return Panel(
            name,
            rows,
            people,
            is_certain=False,
            time=time if is_told else None,
            within=tuple(within),
            moment=None if is_told else time,
        )
    return None


def _keep_apart(
    engine: Engine, sets: Sequence[tuple[ColumnProfile, ...]], time: ColumnProfile
) -> list[tuple[ColumnProfile, ...]]:
    """Return the sets that hardly two of the first rows share, of those of one time."""
    groups = [[column(one.name) for one in (*each, time)] for each in sets]
    counted = zip(sets, count_equal(engine, groups, FIRST), strict=True)
    return [each for each, (tuples, rows, _) in counted if FEW_TWICE * (rows - tuples) <= rows]


def _count_people(engine: Engine, names: Sequence[ColumnProfile], time: ColumnProfile) -> list[int]:
    """Return how many people columns name, if they have several rows each, of several times."""
    named, at = [column(one.name) for one in names], column(time.name)
    (people, rows, equal), (timed, _, _), (_, _, of_times) = count_equal(
        engine, [named, [*named, at], [at]]
    )
    are_several = people >= LEAST_PEOPLE and _OF_ROWS * people <= (_OF_ROWS - 1) * rows
    if not are_several or not may_repeat_people("id", rows, people):
        return []
    expected = (equal - rows) / 2 * of_times / rows**2
    is_told = expected >= LEAST_SHARED and FEW_TWICE * (rows - timed) <= rows
    return [people] if is_told else []


def _add_telling(
    engine: Engine,
    names: tuple[ColumnProfile, ...],
    tried: Sequence[ColumnProfile],
    time: ColumnProfile,
) -> tuple[ColumnProfile, ...]:
    """Return the columns with one more that tells people apart who share these, if one does.

    Fewer rows of one time are then alike, half of them at least, and rows of one person stay so: it
    makes no more people than such rows.
    """
    if len(names) >= max(SIZES):
        return names
    sets = [names, *((*names, one) for one in tried if one not in names)]
    at = column(time.name)
    named = [[column(one.name) for one in each] for each in sets]
    counted = count_equal(engine, [group for one in named for group in (one, [*one, at])])
    (few, of_rows, _), (timed, _, _) = counted[:2]
    twice = of_rows - timed
    better = []
    for each, one, at_times in zip(sets[1:], counted[2::2], counted[3::2], strict=True):
        (people, rows, _), left = one, at_times[1] - at_times[0]
        is_same = people - few <= twice and _FEW_WRONG * (of_rows - rows) <= of_rows
        better += [(left, each)] if is_same and 2 * left < twice else []
    return min(better, key=lambda one: one[0])[1] if better else names


def _drop_needless(
    engine: Engine,
    columns: Sequence[ColumnProfile],
    names: Sequence[ColumnProfile],
    time: ColumnProfile,
) -> Sequence[ColumnProfile]:
    """Return the columns without those that nothing depends on, as a product that people rate."""
    others = [one for one in columns if one not in names and one is not time]
    others = [one for one in others if 1 < one.distinct < one.rows][:_MOST_LASTING]
    while len(names) > min(SIZES):
        lasting = _list_lasting(engine, names, others)
        fewer = [[one for one in names if one is not left_out] for left_out in names]
        found = [one for one in fewer if lasting and lasting <= _list_lasting(engine, one, others)]
        if not found:
            break
        names = found[0]
    return names


def _list_lasting(
    engine: Engine, names: Sequence[ColumnProfile], others: Sequence[ColumnProfile]
) -> set[str]:
    """Return the columns in which hardly any rows of those whom columns name differ."""
    repeated, differing = count_differing(engine, [one.name for one in names], others)
    counted = zip(others, differing, strict=True)
    return {one.name for one, wrong in counted if _FEW_WRONG * wrong <= repeated}
