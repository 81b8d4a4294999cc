"""The floor of a lattice whose truth is known."""

from dpsql.domain.levels.lattice import Lattice, Node


def find_floor(lattice: Lattice, holds, monotone: bool) -> Node:
    """Node of the least level per axis that holds while all others are at the root."""
    if not monotone:
        return lattice.raw
    return Node(tuple(_least(lattice, holds, j) for j in range(len(lattice.heights))))


def _least(lattice, holds, j):
    height = lattice.heights[j]
    for level in range(height):
        levels = (*lattice.heights[:j], level, *lattice.heights[j + 1 :])
        if holds[lattice.position(Node(levels))]:
            return level
    return height
