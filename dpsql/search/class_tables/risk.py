"""How hard rows of T are to link to their people, from the counts of classes in memory."""

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.found.explored import LinkRisk
from dpsql.domain.found.risks import REPORTED, find_least_people

_LEAST_PEOPLE = find_least_people(REPORTED)


def measure_risk(public: NDArray[np.int64], private: NDArray[np.int64]) -> LinkRisk | None:
    """Measure classes, of so many people of P and rows of T each; None if T has no rows.

    >>> measure_risk(np.array([30, 12, 10, 4]), np.array([9, 3, 2, 0]))
    LinkRisk(k_map=10, rows=2, people=52)
    """
    present = private > 0
    if not present.any():
        return None
    rows = private[present & (public < _LEAST_PEOPLE)].sum()
    return LinkRisk(int(public[present].min()), int(rows), int(public[present].sum()))
