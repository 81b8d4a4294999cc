"""How MPALM chooses its next cut: one of nine strategies of Nergiz et al. 2007, section 6.2."""

from dataclasses import dataclass
from typing import Literal

ColumnRule = Literal["next", "priority", "best"]
ValueRule = Literal["cardinality", "first", "distinct"]


@dataclass(frozen=True)
class Strategy:
    """Which column of a part is tried first, and which of its admissible values is the cut.

    Columns: `next` after the one whose cut made the part, in rotation; `priority`, in a fixed
    order; `best`, that with the most distinct values in the part. Values: sides as equal in people
    of P as can be (`cardinality`), the fewest people below (`first`), sides as equal in distinct
    values as can be (`distinct`). Ties go to the earlier column and the smaller value.
    """

    columns: ColumnRule = "next"
    values: ValueRule = "cardinality"
    #: Positions of all quasi-identifiers, in the order in which `priority` tries them.
    priority: tuple[int, ...] | None = None
