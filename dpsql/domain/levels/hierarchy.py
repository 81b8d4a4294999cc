"""Domain generalization hierarchies: for a leaf and a level, the label that is released.

Source: Nergiz, Atzori & Clifton 2007, Definition 1 and Figure 1. Level 0 is the raw value, the last
level is one label, the root. NULL is a leaf like any other. Labels belong to their level: a label
that occurs on two levels is two different generalizations.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dpsql.errors import HierarchyError

Leaf = str | None
ROOT = "*"
#: Most levels above the raw value; each level is counted, and no useful hierarchy has so many.
MOST_LEVELS = 100


class Hierarchy(ABC):
    """The interface of a hierarchy for the searches, the SQL and the verifier."""

    nulls_are_leaves: bool

    @property
    @abstractmethod
    def height(self) -> int:
        """Number of levels above the raw value."""

    @property
    @abstractmethod
    def root(self) -> str:
        """The one label of the last level."""

    @property
    def whole(self) -> Leaf:
        """What stands for all leaves: the root, or NULL where that is the only leaf."""
        return self.root

    @abstractmethod
    def covers(self, leaf: Leaf) -> bool:
        """Whether the hierarchy has a place for this value."""

    @abstractmethod
    def label(self, leaf: Leaf, level: int) -> Leaf:
        """Generalize `leaf`, which the hierarchy covers, to `level`."""


class LabelHierarchy(Hierarchy):
    """A hierarchy given leaf by leaf, by a file, a tree or a mapping table."""

    def __init__(self, paths: Mapping[Leaf, tuple[Leaf, ...]], *, nulls_are_leaves: bool) -> None:
        """Take `paths`: for each leaf its labels on levels 1 to the root, checked by `nest`."""
        self.paths = paths
        self.nulls_are_leaves = nulls_are_leaves

    @property
    def height(self) -> int:
        """Number of labels above each leaf."""
        return len(next(iter(self.paths.values())))

    @property
    def root(self) -> str:
        """The last label of any path; the leaf itself where there is only one leaf."""
        leaf, path = next(iter(self.paths.items()))
        return str(path[-1] if path else leaf)

    @property
    def whole(self) -> Leaf:
        """The root, or the only leaf, which may be NULL."""
        leaf, path = next(iter(self.paths.items()))
        return path[-1] if path else leaf

    def covers(self, leaf: Leaf) -> bool:
        """Whether the leaf has a row."""
        return leaf in self.paths

    def label(self, leaf: Leaf, level: int) -> Leaf:
        """Return the leaf's label at `level`."""
        return leaf if level == 0 else self.paths[leaf][level - 1]

    def count_unchanged(self, leaf: Leaf) -> int:
        """Number of levels between the raw value and the root that leave `leaf` as it is."""
        return self.paths[leaf][:-1].count(leaf)

    def list_ambiguous(self) -> tuple[str, ...]:
        """Return labels that are also leaves, and stand for other leaves than themselves."""
        return tuple(
            dict.fromkeys(
                label
                for leaf, path in self.paths.items()
                for label in path
                if label is not None and label != leaf and label in self.paths
            )
        )

    def leaf_counts(self, level: int) -> Counter[Leaf]:
        """Number of leaves of the hierarchy under each label of `level`."""
        return Counter(self.label(leaf, level) for leaf in self.paths)


#: What is numbered where a job has the hierarchy as a tree: its paths, which nobody sees.
TREE = "path"
Paths = dict[Leaf, tuple[Leaf, ...]]


def nest(
    rows: Iterable[tuple[int, tuple[Leaf, ...]]],
    name: str,
    *,
    nulls_are_leaves: bool,
    unit: str = "line",
) -> tuple[LabelHierarchy, list[int]]:
    """Build a hierarchy from numbered leaf-to-root rows; also return the rows that repeat one.

    A level ``*`` is added if the last one has several labels. With `nulls_are_leaves`, NULL becomes
    a leaf that stays NULL below the root, unless the rows have one for it. `unit` names what is
    numbered.

    Raises:
        HierarchyError: no row, rows of different length, two rows for a leaf, or a label with two
            parents; names the quasi-identifier `name` and the row.
    """
    paths, numbers, repeated = _collect(rows, name, unit)
    if nulls_are_leaves and None not in paths:
        paths[None] = _place_null(paths)
    _refuse_two_parents(paths, numbers, name, unit)
    if len(_find_roots(paths)) > 1:
        paths = {leaf: (*path, ROOT) for leaf, path in paths.items()}
    if any(path and path[-1] is None for path in paths.values()):
        raise HierarchyError(f"hierarchy of {name}: the last level is empty; write a label, e.g. *")
    hierarchy = LabelHierarchy(paths, nulls_are_leaves=nulls_are_leaves or None in paths)
    return hierarchy, repeated


@dataclass(frozen=True)
class _Fault:
    """What is wrong with a numbered row; a tree of a job has no rows, and its labels are named.

    Leaves are not: they are values that T may have, too.
    """

    name: str
    unit: str
    number: int

    @property
    def _is_tree(self) -> bool:
        return self.unit == TREE

    def of_leaf(self, first: int, parents: tuple[Leaf, Leaf]) -> HierarchyError:
        """A leaf has other labels than in the `first` row of it; `parents`: the lowest of both."""
        if self._is_tree:
            one, other = parents
            where = f"twice below {one!r}" if one == other else f"below {one!r} and {other!r}"
            return self._tell(f"a leaf stands {where}; keep it once")
        return self._tell(
            f"the leaf has other labels on {self.unit} {first}; keep one row per leaf"
        )

    def of_depth(self, levels: int, before: int, parent: Leaf) -> HierarchyError:
        """A row has so many levels, and those before another number."""
        if self._is_tree:
            return self._tell(
                f"the leaves of {parent!r} are {levels} levels deep, and those before are {before};"
                " give all the same depth: a label may stand below itself, as Europe: {Europe:"
                " [Spain, France]}"
            )
        return self._tell(
            f"{levels} levels where the {self.unit}s before have {before}; repeat a label to fill"
            " the gap"
        )

    def of_label(self, column: int, first: int, label: Leaf) -> HierarchyError:
        """A label has another parent than in the `first` row of it."""
        if self._is_tree:
            return self._tell(
                f"the label {label!r} stands below two labels; give each label one parent"
            )
        return self._tell(
            f"the label in column {column} has another parent than on {self.unit} {first}; give"
            " each label one parent"
        )

    def _tell(self, problem: str) -> HierarchyError:
        row = "" if self._is_tree else f", {self.unit} {self.number}"
        return HierarchyError(f"hierarchy of {self.name}{row}: {problem}")


def _collect(
    rows: Iterable[tuple[int, tuple[Leaf, ...]]], name: str, unit: str
) -> tuple[Paths, dict[Leaf, int], list[int]]:
    """Return the path and the first row of each leaf, and the rows that repeat one."""
    paths: Paths = {}
    numbers: dict[Leaf, int] = {}
    repeated = []
    for number, (leaf, *labels) in rows:
        path = tuple(labels)
        if len(path) > MOST_LEVELS:
            raise HierarchyError(
                f"hierarchy of {name}, {unit} {number}: {len(path)} levels above the leaf; at most"
                f" {MOST_LEVELS} are read, drop some"
            )
        first = numbers.setdefault(leaf, number)
        if paths.setdefault(leaf, path) == path:
            if first != number:
                repeated.append(number)
        elif len(paths[leaf]) == len(path):
            raise _Fault(name, unit, number).of_leaf(first, (paths[leaf][0], path[0]))
        width = _measure_height(paths) + 1
        if len(path) + 1 != width:
            parent = path[0] if path else None
            raise _Fault(name, unit, number).of_depth(len(path) + 1, width, parent)
    if not paths:
        raise HierarchyError(f"hierarchy of {name}: it has no rows; give one row per leaf")
    return paths, numbers, repeated


def _measure_height(paths: Mapping[Leaf, tuple[Leaf, ...]]) -> int:
    return len(next(iter(paths.values())))


def _find_roots(paths: Mapping[Leaf, tuple[Leaf, ...]]) -> set[Leaf]:
    """Labels of the last level; if there is no level, the leaves."""
    return {path[-1] if path else leaf for leaf, path in paths.items()}


def _place_null(paths: Mapping[Leaf, tuple[Leaf, ...]]) -> tuple[Leaf, ...]:
    """NULL stays NULL up to the root, if there already is a single one."""
    height, roots = _measure_height(paths), _find_roots(paths)
    if height and len(roots) == 1:
        return (None,) * (height - 1) + (roots.pop(),)
    return (None,) * height


def _refuse_two_parents(
    paths: Mapping[Leaf, tuple[Leaf, ...]], numbers: Mapping[Leaf, int], name: str, unit: str
) -> None:
    """Raise unless each label has one parent: only then do classes merge as levels rise."""
    for level in range(1, _measure_height(paths)):
        parents: dict[Leaf, tuple[Leaf, Leaf]] = {}
        for leaf, path in paths.items():
            child, parent = path[level - 1], path[level]
            known, first = parents.setdefault(child, (parent, leaf))
            if known != parent:
                fault = _Fault(name, unit, numbers.get(leaf, 0))
                raise fault.of_label(level + 1, numbers.get(first, 0), child)
