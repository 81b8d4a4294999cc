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
#: Rows of P, or of T.
RowRule = Literal["P", "T"]
MondrianColumnRule = Literal["widest", "best", "next", "priority"]
MondrianValueRule = Literal["median", "cardinality", "first", "distinct"]


@dataclass(frozen=True)
class Strategy:
    """Which column of a part is tried first, and which of its admissible values is the cut.

    Columns: `next` after the one whose cut made the part, in rotation; `priority`, in a fixed
    order; `best`, that with the most distinct values in the part; `widest`, that whose range in the
    part costs most; `any`, all at once, so that their values compete. Values: sides as equal in
    people as can be (`cardinality`), the fewest people below (`first`), sides as equal in distinct
    values as can be (`distinct`), sides that are expected to lose least once all cuts are made
    (`loss`, see `sql/expected_loss`); `median`, only the least value that half of the people do not
    exceed, which lies below. Ties go to the earlier column and the smaller value.
    """

    columns: ColumnRule | MondrianColumnRule = "next"
    values: ValueRule | MondrianValueRule = "cardinality"
    #: Positions of all quasi-identifiers, in the order in which `priority` tries them.
    priority: tuple[int, ...] | None = None
    #: Whose rows are meant by people and values: cuts divide those of P, or those of T.
    rows: RowRule = "P"


def find_positions(priority: Sequence[str] | None, names: Sequence[str]) -> tuple[int, ...] | None:
    """Where the columns of a priority stand among all `names`; None where there is none."""
    return None if priority is None else tuple(names.index(name) for name in priority)
