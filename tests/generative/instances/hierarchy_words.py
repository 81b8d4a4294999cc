"""How a job states a column's hierarchy: a rule, a CSV file, a nested tree, a mapping table."""

from pathlib import Path
from typing import Any

from tests.generative.instances.columns import Column, text_of
from tests.generative.instances.files import UNIX_LINES, Lines, make_arrow_table, write_csv


def state_hierarchy(column: Column, path: Path, lines: Lines = UNIX_LINES) -> Any:
    """Return the job's words for the hierarchy; a file is written to `path` if need be."""
    words = _state_leaves(column, path, lines)
    if column.own_leaf:
        words["nulls"] = "own_leaf"
    return words["hierarchy"] if list(words) == ["hierarchy"] else words


def _state_leaves(column: Column, path: Path, lines: Lines) -> dict[str, Any]:
    if column.rule is not None:
        name, arguments = column.rule
        start, end = column.tails
        ends = {"from": start, "to": end}
        stated = {word: edge for word, edge in ends.items() if edge is not None}
        return {name: list(arguments), **stated}
    if column.form == "tree":
        return {"tree": _nest(column)}
    if column.form == "mapping table":
        names = [f"level {level}" for level in range(len(column.rows[0]))]
        cells = zip(names, zip(*column.rows, strict=True), strict=True)
        return {"table": make_arrow_table(dict(cells)), "columns": names}
    return {"hierarchy": str(write_csv(path, column.rows, column.form[-1], lines))}


def _nest(column: Column) -> dict[str, Any]:
    """Return the rows as nested mappings, root outside, with lists of leaves inside."""
    tree: dict[str, Any] = {}
    for leaf, *labels in column.rows:
        below: Any = tree
        for label in reversed(labels[1:]):
            below = below.setdefault(label, {})
        below.setdefault(labels[0], []).append(text_of(leaf))
    return tree
