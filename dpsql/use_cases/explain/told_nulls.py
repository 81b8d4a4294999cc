"""What `explain` says where people without a value are all that a level of a column fails by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpsql.domain.plurals import name_count

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
    people = sum(one.public_rows for one in below.worst)
    without = name_count(people, "person of P has", "people of P have")
    return (
        f"NULL alone forces this: {without} no {floor.name}. Write another value there in P and T;"
        " or give NULL a label that others have, on a level below the last: in a CSV hierarchy, a"
        " row with an empty first field, in place of nulls: own_leaf."
    )
