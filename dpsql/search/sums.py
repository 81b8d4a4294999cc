"""Sums of costs per quasi-identifier and level, for all nodes of a lattice at once."""

from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.levels.lattice import Lattice

#: Sums below this fit int64; larger sums are Python's integers, which are exact.
LARGEST_INT64 = 2**62


def sum_levels(lattice: Lattice, level_costs: Sequence[Sequence[int]]) -> NDArray[Any]:
    """Sum one cost per quasi-identifier and level over the whole lattice, exactly."""
    largest = sum(max(costs) for costs in level_costs)
    dtype = np.int64 if largest < LARGEST_INT64 else object
    constant = sum(costs[0] for j, costs in enumerate(level_costs) if j not in lattice.axes)
    axes = [np.array(level_costs[j], dtype=dtype) for j in lattice.axes]
    return np.asarray(reduce(np.add.outer, axes) + constant)


def sum_heights(lattice: Lattice) -> NDArray[Any]:
    """Sum of levels of every node."""
    return sum_levels(lattice, [range(height + 1) for height in lattice.heights])
