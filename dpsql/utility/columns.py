"""The columns of a job as their counts see them: those of T once, those of each candidate."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy, LabelHierarchy, Leaf
from dpsql.generalize.generalized import Generalized
from dpsql.release.manifest import Boxes, HierarchyParts, PooledLevels
from dpsql.session.load import Loaded
from dpsql.sql.axes import order_name
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.partition.boxes import BOXES, high_name, low_name
from dpsql.sql.partition.orders import walk_leaves
from dpsql.sql.templates import column, identifier
from dpsql.utility.cells import MOST_TEXTS, Cells
from dpsql.utility.meanings import Meanings
from dpsql.utility.numbers import Numbers, find_numbers

#: Values that the labels of a column stand for in all: a value may have many labels.
MOST_MEANT = 2_000_000
#: Texts of a kept column whose pairs with other columns are looked at.
MOST_KEPT = 100


@dataclass(frozen=True)
class ReleasedColumn:
    """A column of a candidate: what its labels stand for, its rows, and the numbers of values."""

    name: str
    own: Counter[Leaf]
    released: Counter[Leaf]
    meanings: Meanings
    numbers: Numbers | None
    is_kept: bool = False


def read_kept(loaded: Loaded, cells: Cells, name: str) -> ReleasedColumn | None:
    """Return a kept column, which is released as it is; None if it has many texts."""
    texts, _ = cells.measure_kept(name)
    counted = cells.count(name) if texts <= MOST_KEPT else None
    if not counted:
        return None
    meanings = Meanings.of_values(sorted(counted, key=_by_text))
    numbers = find_numbers(meanings.values, loaded.tables.types[name])
    return ReleasedColumn(name, counted, counted, meanings, numbers, is_kept=True)


def read_column(
    loaded: Loaded,
    found: Generalized,
    j: int,
    own: Counter[Leaf] | None,
    released: Counter[Leaf] | None,
    *,
    in_tree: bool = False,
) -> ReleasedColumn | str:
    """Return a quasi-identifier of a candidate, or why it is too large, as the end of a sentence.

    `own`, `released`: its rows in T and in the candidate; None if their texts are too many.
    `in_tree`: its hierarchy is a tree of the job.
    """
    name, hierarchy = [*loaded.hierarchies.items()][j]
    if own is None:
        return f"has more than {MOST_TEXTS:,} values in T"
    if released is None:
        return f"has more than {MOST_TEXTS:,} labels"
    meanings = _find_meanings(loaded, found, j, hierarchy, released)
    if meanings is None:
        return f"has more than {MOST_TEXTS:,} values"
    if meanings.size > MOST_MEANT:
        labels = len(meanings.by_label)
        return f"has {labels:,} labels that stand for more than {MOST_MEANT:,} values in all"
    type_ = loaded.tables.types[name]
    numbers = find_numbers(meanings.values, type_, hierarchy, in_tree=in_tree)
    return ReleasedColumn(name, own, released, meanings, numbers)


def _find_meanings(
    loaded: Loaded, found: Generalized, j: int, hierarchy: Hierarchy, released: Counter[Leaf]
) -> Meanings | None:
    if isinstance(found.shape, Boxes):
        order = loaded.engine.fetch(_order_query(j))
        if len(order) > MOST_TEXTS:
            return None
        values = [leaf for _, leaf in sorted(order, key=lambda row: int(row[0]))]
        ranges = ((int(low), int(high)) for low, high in loaded.engine.fetch(_ranges_query(j)))
        return Meanings.of_ranges(values, ranges)
    domain: Sequence[Leaf]
    if isinstance(hierarchy, LabelHierarchy):
        domain = walk_leaves(hierarchy)
    else:
        domain = sorted((leaf for (leaf,) in loaded.engine.fetch(_leaves_query(j))), key=_by_text)
    if len(domain) > MOST_TEXTS:
        return None
    levels = list_levels(found, loaded.tables.quasi_identifiers[j], hierarchy)
    return Meanings.of_levels(hierarchy, levels, domain, released)


def list_levels(found: Generalized, name: str, hierarchy: Hierarchy) -> list[int]:
    """Return the levels that the labels of a column may have."""
    if isinstance(found.shape, PooledLevels):
        return sorted({step[name] for step in found.shape.steps})
    if isinstance(found.shape, HierarchyParts):
        return list(range(hierarchy.height + 1))
    return [found.shape[name]] if isinstance(found.shape, dict) else []


def _by_text(leaf: Leaf) -> tuple[bool, str]:
    return leaf is not None, leaf or ""


def _order_query(j: int) -> exp.Query:
    """The statement that lists the values of a quasi-identifier in the order of its ranges."""
    order = exp.Table(this=identifier(order_name(j)))
    return exp.select(column("position"), column("leaf")).from_(order).limit(MOST_TEXTS + 1)


def _ranges_query(j: int) -> exp.Query:
    """The statement that lists the distinct ranges of boxes in one column."""
    ends = [exp.Column(this=name(j)) for name in (low_name, high_name)]
    return exp.select(*ends).distinct().from_(exp.Table(this=identifier(BOXES)))


def _leaves_query(j: int) -> exp.Query:
    """The statement that lists the values of a quasi-identifier whose leaves are those of P."""
    leaves = exp.Table(this=identifier(leaves_name(j)))
    return exp.select(column("leaf")).from_(leaves).limit(MOST_TEXTS + 1)
