"""The words the oracle is written in: values, rows, ladders and nodes.

A ladder is a domain generalization hierarchy spelled out: for each leaf the labels from level 0
(the leaf itself) to the root (paper, section 2, the mapping psi).
"""

from collections.abc import Mapping
from datetime import date

Value = None | bool | int | float | str | date
"""A cell: None is NULL, a value of its own."""

Row = tuple[Value, ...]
"""The quasi-identifier values of one row, in the order of the quasi-identifiers."""

Ladder = Mapping[Value, tuple[Value, ...]]
"""Leaf -> its label at each level, level 0 first, root last."""

Node = tuple[int, ...]
"""One level for each quasi-identifier."""


def find_height(ladder: Ladder) -> int:
    """Return the level of the root: the number of labels of any leaf, minus one."""
    lengths = {len(labels) for labels in ladder.values()}
    if len(lengths) != 1:
        raise ValueError(f"a ladder needs rows of one length, got lengths {sorted(lengths)}")
    return lengths.pop() - 1


def generalize(row: Row, ladders: tuple[Ladder, ...], node: Node) -> Row:
    """Return the row with each value replaced by its label at the node's level (paper, Def. 2)."""
    return tuple(
        ladder[value][level] for value, ladder, level in zip(row, ladders, node, strict=True)
    )
