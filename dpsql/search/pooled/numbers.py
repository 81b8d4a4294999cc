"""Which numbers of people that settle together a job tries by itself at a start.

The same ones for every δmax. So the releases from which a search takes the best are those of all
δmax that satisfy the given one: a lower δmax never leads to one of less cost, and the best releases
of all δmax are the frontier.

They are 2, 5, 10, 20, 50, … up to half of P; and for any δmax one more than the people of the
largest class of the start that violates the job then. It is 1 where none does. A class violates the
job without δmax, or has more presence; so that number is one of these:

- one more than the largest class that violates the job without δmax, nor known absence;
- one more than the largest of all classes above some presence. Sort the classes with rows of T by
  presence, the greatest first: these are the sizes that exceed all before them.

Where people are known to be absent, the number for the job's own δmax is tried besides; such a job
has no frontier.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.pooling import list_candidates
from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.known_absence import KnownAbsence
from dpsql.privacy.model import PrivacyModel
from dpsql.privacy.presence import PresenceModel
from dpsql.search.class_tables.class_table import ClassTable
from dpsql.search.pooled.settling import Settling


def list_numbers(settling: Settling, table: ClassTable, violating: int) -> list[int]:
    """List the numbers for a start; `violating`: people of its largest class that violates the job.

    Where no texts are shared, those with which that class settles are left out: they fail.
    """
    numbers = {*list_candidates(settling.table.public_rows), violating + 1}
    numbers.update(size + 1 for size in list_largest(table))
    if not settling.texts_are_shared:
        return sorted(number for number in numbers if number > violating)
    free = replace(settling, models=leave_out_delta_max(settling.models))
    return sorted({*numbers, free.find_greatest_violating(table) + 1})


def list_largest(table: ClassTable) -> list[int]:
    """List the people of each class with rows of T that is larger than all of more presence.

    >>> from dpsql.domain.levels.lattice import Node
    >>> public, private = np.array([4, 2, 9, 6, 3]), np.array([2, 2, 1, 1, 0])
    >>> list_largest(ClassTable(Node(()), {}, {}, public, private))
    [2, 4, 6, 9]
    """
    has_rows = table.private > 0
    public, private = table.public[has_rows], table.private[has_rows]
    # Where presence ties, the largest class comes first: it hides the others.
    order = np.lexsort((-public, -(private / public)))
    largest: NDArray[np.int64] = np.unique(np.maximum.accumulate(public[order]))
    return [int(size) for size in largest]


def leave_out_delta_max(models: Sequence[PrivacyModel]) -> list[PrivacyModel]:
    """Return the models without what they bound presence by from above."""
    return [
        replace(model, bounds=PresenceBounds(model.bounds.minimum, Fraction(1)))
        if isinstance(model, PresenceModel)
        else model
        for model in models
        if not isinstance(model, KnownAbsence)
    ]
