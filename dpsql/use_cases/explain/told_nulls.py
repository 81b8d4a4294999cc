"""What `explain` says where people without a value are all that a level of a column fails by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpsql.report.suppressed import tell_forcing_nulls

if TYPE_CHECKING:  # an explanation is shown by what follows
    from dpsql.use_cases.explain.explanation import Floor


def tell_nulls(floor: Floor) -> str:
    """Say that NULL alone forces a level, and how it gets a label that others have; else empty.

    On a level where NULL stays NULL its people are one class, whatever the other values become.
    """
    below = floor.below
    if below is None or not below.worst or below.broken_classes != len(below.worst):
        return ""
    if any(one.labels[floor.name] is not None for one in below.worst):
        return ""
    return tell_forcing_nulls(floor.name, sum(one.public_rows for one in below.worst))
