"""How MPALM chooses its next cut: nine strategies of Nergiz et al. 2007, section 6.2, and ours."""

from dataclasses import dataclass
from typing import Literal

ColumnRule = Literal["next", "priority", "best", "any"]
ValueRule = Literal["cardinality", "first", "distinct", "loss"]


@dataclass(frozen=True)
class Strategy:
    """Which column of a part is tried first, and which of its admissible values is the cut.

    Columns: `next` after the one whose cut made the part, in rotation; `priority`, in a fixed
    order; `best`, that with the most distinct values in the part; `any`, all at once, so that their
    values compete. Values: sides as equal in people of P as can be (`cardinality`), the fewest
    people below (`first`), sides as equal in distinct values as can be (`distinct`), sides whose
    boxes are expected to lose least in the end (`loss`, see `sql/expected_loss`). Ties go to the
    earlier column and the smaller value. `any` and `loss` are not of the paper.
    """

    columns: ColumnRule = "next"
    values: ValueRule = "cardinality"
    #: Positions of all quasi-identifiers, in the order in which `priority` tries them.
    priority: tuple[int, ...] | None = None
