"""How the next cut of a part is chosen: by MPALM, or by Mondrian.

MPALM's nine strategies are those of Nergiz et al. 2007, section 6.2; `any` and `loss` are ours.
Mondrian (LeFevre, DeWitt & Ramakrishnan 2006, strict) looks at the rows of T where MPALM looks at
those of P, and by default cuts the widest column at its median.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

ColumnRule = Literal["next", "priority", "best", "any"]
ValueRule = Literal["cardinality", "first", "distinct", "loss"]
#: What divides a part: a value in the order of its column, or the labels of its hierarchy.
CutKind = Literal["order", "hierarchy"]
#: What becomes of labels whose people fail: they stay together, or there is no cut.
RestRule = Literal["kept", "refused"]
#: Rows of P, or of T.
RowRule = Literal["P", "T"]
MondrianColumnRule = Literal["widest", "best", "next", "priority"]
MondrianValueRule = Literal["median", "cardinality", "first", "distinct"]


@dataclass(frozen=True)
class Strategy:
    """Which column of a part is tried first, and which of its admissible values is the cut.

    Columns: `next`, the one after the column whose cut made the part, in rotation; `priority`, in a
    fixed order; `best`, the one with the most distinct values in the part; `widest`, the one whose
    range in the part costs most; `any`, all at once, so that their values compete. Values: the
    sides are as equal in people as possible (`cardinality`), the fewest people are below (`first`),
    the sides are as equal in distinct values as possible (`distinct`), the sides are expected to
    lose least after all further cuts (`loss`, see `sql/expected_loss`); `median`, only
    after the least value that half of the people do not exceed. Ties go to the earlier column and
    the smaller value.
    """

    columns: ColumnRule | MondrianColumnRule = "next"
    values: ValueRule | MondrianValueRule = "cardinality"
    #: Positions of all quasi-identifiers, in the order in which `priority` tries them.
    priority: tuple[int, ...] | None = None
    #: Whose rows count as people and values: cuts divide those of P, or those of T.
    rows: RowRule = "P"


def find_positions(priority: Sequence[str] | None, names: Sequence[str]) -> tuple[int, ...] | None:
    """Return the positions of the columns of a priority among all `names`; None without one."""
    return None if priority is None else tuple(names.index(name) for name in priority)


@dataclass(frozen=True)
class HierarchyCuts:
    """How the cut of a part along the hierarchies is chosen.

    Columns as of `Strategy`: `best` has the most labels in the part, and `widest` the label that
    stands for the greatest share of its leaves. Those that tie, and all columns with `any`, compete
    by what the sides are expected to lose after all further cuts, then by how much less the rows
    lose now; then the earlier column is taken. A cut that divides nobody comes first, by the
    earliest column, and does not move the rotation of `next`. `rows`: whose losses count.
    """

    columns: ColumnRule | MondrianColumnRule = "any"
    keeps_rest: bool = True
    priority: tuple[int, ...] | None = None
    rows: RowRule = "T"
