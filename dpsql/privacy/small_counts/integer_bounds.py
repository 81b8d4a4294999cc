"""The exact bounds of groups that are parts of several totals, by integer programming."""

from collections.abc import Mapping

import numpy as np

from dpsql.errors import InputError
from dpsql.privacy.small_counts.groups import TOTAL, Group, PublishedTable
from dpsql.privacy.small_counts.rule import Interval

#: Two programs are solved for each group.
MOST_GROUPS = 400
#: The solver computes in doubles, with a tolerance: larger counts might be rounded.
_MOST_PEOPLE = 10**6
#: Of the solver.
_INFEASIBLE = 2


def find_integer_bounds(
    table: PublishedTable, bounds: Mapping[Group, Interval]
) -> dict[Group, Interval] | None:
    """Return the least and the greatest count of each group over all tables that fit.

    None if there are too many groups or people, or scipy is not installed.

    Raises:
        InputError: no table fits.
    """
    leaves = table.leaves
    if len(leaves) > MOST_GROUPS or max(table.people.values()) > _MOST_PEOPLE:
        return None
    try:
        from scipy.optimize import Bounds, LinearConstraint, milp
    except ImportError:
        return None
    place = {group: number for number, group in enumerate(leaves)}
    totals = sorted(set(bounds) - set(leaves), key=str)
    rows = np.zeros((len(totals), len(leaves)))
    for number, total in enumerate(totals):
        for leaf in leaves:
            same = zip(total, leaf, strict=True)
            rows[number, place[leaf]] = all(a in (TOTAL, b) for a, b in same)
    ends = [[getattr(bounds[one], end) for one in totals] for end in ("least", "greatest")]
    sums = LinearConstraint(rows, *ends)
    own = Bounds(
        [bounds[leaf].least for leaf in leaves], [bounds[leaf].greatest for leaf in leaves]
    )
    found = dict(bounds)
    for leaf in leaves:
        if bounds[leaf].is_exact:
            continue
        reached = []
        for sign in (1, -1):
            aim = np.zeros(len(leaves))
            aim[place[leaf]] = sign
            solved = milp(
                aim,
                constraints=sums,
                bounds=own,
                integrality=np.ones(len(leaves)),
                options={"mip_rel_gap": 0},
            )
            if solved.status == _INFEASIBLE:
                raise InputError(
                    "the published counts and totals contradict each other: no table fits them all"
                )
            if not solved.success:
                return None
            reached.append(round(float(solved.x[place[leaf]])))
        found[leaf] = Interval(*reached)
    return found
