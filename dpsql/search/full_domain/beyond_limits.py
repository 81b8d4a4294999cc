"""Finds columns that nodes within the job's limits all suppress, though they could be kept alone.

If a column one level below its last fails even with all others at the highest level that the job
allows, then every node that keeps some of it fails, as every model allows pruning.
"""

from dpsql.domain.levels.lattice import Node
from dpsql.search.checker import Checker


def find_beyond_limits(checker: Checker, node: Node) -> tuple[int, ...]:
    """Return the columns at their last level of which no node within the limits keeps any.

    `node`: one that holds. Columns that need their last level whatever the others have are left
    out; so are all where no limit keeps a column from its last level, and those whose limits say
    so themselves. One statement counts a node for each column that is left.
    """
    lattice, highest = checker.lattice, checker.lattice.highest.levels
    if highest == lattice.heights or not checker.monotone:
        return ()
    ends = zip(node.levels, lattice.heights, checker.base.levels, strict=True)
    asked = [j for j, (level, height, floor) in enumerate(ends) if floor < level == height]
    if not asked:
        return ()
    finest = [Node((*highest[:j], highest[j] - 1, *highest[j + 1 :])) for j in asked]
    counted = zip(asked, checker.count(finest), strict=True)
    return tuple(j for j, found in counted if not found.holds)
