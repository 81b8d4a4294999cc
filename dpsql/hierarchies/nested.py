"""A hierarchy as a tree from the root down, for display and for job files."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import yaml

from dpsql.domain.levels.hierarchy import ROOT, LabelHierarchy, Leaf
from dpsql.errors import HierarchyError


@dataclass
class Branch:
    """A label, its branches, and how many leaves and rows of a table it has."""

    label: Leaf
    leaves: int = 0
    rows: int = 0
    below: dict[Leaf, "Branch"] = field(default_factory=dict)


def grow(paths: Iterable[tuple[Leaf, ...]], rows: Mapping[Leaf, int] | None = None) -> Branch:
    """Build the tree of leaf-to-root paths that end in one root; `rows` of a table by leaf.

    >>> root = grow([("35", "[30, 40)", "*"), ("42", "[40, 50)", "*")])
    >>> root.label, root.leaves, list(root.below)
    ('*', 2, ['[30, 40)', '[40, 50)'])
    """
    root: Branch | None = None
    for path in paths:
        count = (rows or {}).get(path[0], 0)
        branch = root = root or Branch(path[-1])
        branch.leaves, branch.rows = branch.leaves + 1, branch.rows + count
        for label in reversed(path[:-1]):
            branch = branch.below.setdefault(label, Branch(label))
            branch.leaves, branch.rows = branch.leaves + 1, branch.rows + count
    if root is None:
        raise HierarchyError("the hierarchy has no rows; give one per leaf")
    return root


def write_tree(hierarchy: LabelHierarchy) -> str:
    """Write the ``tree:`` of a quasi-identifier, in YAML; texts that YAML could misread are quoted.

    The root ``*`` is left out where the loader adds it.

    Raises:
        HierarchyError: NULL is a label or a leaf, which a tree cannot express; or there are no
            levels.
    """
    paths = [(leaf, *path) for leaf, path in hierarchy.paths.items()]
    if any(cell is None for path in paths for cell in path):
        raise HierarchyError("a tree has no word for NULL; keep the CSV, or write nulls: own_leaf")
    if hierarchy.height and hierarchy.root == ROOT and len({path[-2] for path in paths}) > 1:
        paths = [path[:-1] for path in paths]
    if len(paths[0]) < 2:
        raise HierarchyError("the hierarchy has no level between its leaves and *; no tree is due")
    nested: dict[str, object] = {}
    for leaf, *labels in paths:
        place = nested
        for label in reversed(labels[1:]):
            below = place.setdefault(str(label), {})
            assert isinstance(below, dict)  # noqa: S101 - all paths are as long
            place = below
        leaves = place.setdefault(str(labels[0]), [])
        assert isinstance(leaves, list)  # noqa: S101 - all paths are as long
        leaves.append(str(leaf))
    text = yaml.safe_dump({"tree": nested}, allow_unicode=True, sort_keys=False, width=100)
    if all(c.isprintable() or c == "\n" for c in text):
        return text
    # For YAML some characters are printable that control a terminal, such as U+202E.
    return yaml.safe_dump({"tree": nested}, allow_unicode=False, sort_keys=False, width=100)


def walk(branch: Branch, depth: int = 0) -> Iterator[tuple[int, Branch]]:
    """Yield every branch with its depth, from the root down, in the order of the hierarchy."""
    yield depth, branch
    for below in branch.below.values():
        yield from walk(below, depth + 1)
