"""How parts are cut along the hierarchies, and the names of what their tables hold."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.levels.cut_tree import Label
from dpsql.domain.levels.lattice import Lattice
from dpsql.domain.sections.strategy import HierarchyCuts
from dpsql.privacy.model import PrivacyModel
from dpsql.sql.hierarchy_cuts.labels import count_parts_of_cell, count_parts_of_leaf
from dpsql.sql.hierarchy_cuts.packed import PackedCodes
from dpsql.sql.lattice.frequency_set import LabelCounts, node_codes
from dpsql.sql.templates import identifier


@dataclass(frozen=True)
class CutRules:
    """How parts are cut: by which rule, and what their sides must satisfy.

    `rows`: of P, and of T. `whole`: the label of all of P in each quasi-identifier, and the leaves
    under it without one. `label_counts`: how many labels each has on every level. `lists_tuples`:
    the tuples of T are listed with their parts, for columns that are kept. `weights`: how much each
    quasi-identifier counts; none: all alike. No label is finer than the lattice allows.
    """

    lattice: Lattice
    rule: HierarchyCuts
    models: Sequence[PrivacyModel]
    rows: tuple[int, int]
    whole: Sequence[tuple[Label, int]]
    label_counts: LabelCounts
    lists_tuples: bool
    weights: Sequence[int] = ()

    @property
    def axes(self) -> list[int]:
        """Quasi-identifiers that have a level to cut."""
        lattice = self.lattice
        limits = zip(lattice.lowest.levels, lattice.heights, strict=True)
        return [j for j, (least, height) in enumerate(limits) if least < height]

    @property
    def raw_codes(self) -> list[exp.Identifier]:
        """Columns of the tuples with the codes of their values, if these are needed."""
        return node_codes(self.lattice.raw, self.lattice) if self.lists_tuples else []

    @property
    def packed(self) -> PackedCodes:
        """The lower codes of the tuples."""
        return PackedCodes(self.label_counts)

    @property
    def width(self) -> int:
        """What a row of all of P loses, in parts of a cell."""
        leaves = [lost for _, lost in self.whole]
        parts = count_parts_of_leaf([lost + 1 for lost in leaves], self.weights)
        return sum(lost * part for lost, part in zip(leaves, parts, strict=True))

    @property
    def parts_of_cell(self) -> int:
        """In how many parts of a cell losses are counted."""
        return count_parts_of_cell([lost + 1 for _, lost in self.whole], self.weights)

    @property
    def counted(self) -> exp.Identifier:
        """Column of the rows whose losses count."""
        return identifier("private_count" if self.rule.rows == "T" else "public_count")


def child_name(j: int) -> exp.Identifier:
    """Column of the tuples with the code by which quasi-identifier `j` may be cut."""
    return identifier(f"child_{j}")


def open_name(j: int) -> exp.Identifier:
    """Column of the parts with the level from which quasi-identifier `j` is cut."""
    return identifier(f"open_{j}")


def label_name(j: int) -> exp.Identifier:
    """Column of the parts with the number of their label in quasi-identifier `j`."""
    return identifier(f"label_{j}")


def lost_name(j: int) -> exp.Identifier:
    """Column of the parts with the leaves under the label of quasi-identifier `j`, without one."""
    return identifier(f"lost{j}")
