"""Cuts along the hierarchies: parts of P are divided by the labels of a column, one level down.

Top-down specialization (Fung, Wang & Yu 2005) with the users' own labels, for models that judge
classes by their people of P and rows of T. A part has a label for each column. The children of a
cut are its people by their labels on the next level. The cut is admissible if each child satisfies
the models, as a class. With a kept rest, children that do not, and those without rows, stay
together under the label of the part; good children join them until the rest satisfies the models,
too: those of the fewest people, or those of the presence that the rest needs. A cut with one child
divides nobody, and is taken at once. Of the others, the one of the least expected loss is taken
(`sql/expected_loss`), or, if the models bound no presence, the one by which the rows lose least.
Losses count by the weights of their columns; a column of weight 0 is not cut, unless that
divides nobody. A column at its least level is not cut at all. Neither decides what is admissible.

The column that left a rest may cut it again, above all after a cut by another column: other people
of the same labels are then together. Cutting ends: a side is one level lower than its part, or, as
the rest of a cut, has fewer tuples.

Every part satisfies the models at any time: the whole does, and so does each side of every cut. So
cutting may end early. Everybody in P is in exactly one part, since each cut sends each person of
its part to one side; whoever has the cuts and P can repeat that. Two parts whose labels have equal
texts are one class to a reader. A union of classes that satisfy monotone models satisfies them, and
what is published is judged once more. No least loss is claimed: other cuts may lead to less.

The cut of a part depends on its own people only, so all parts are cut in the same round.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dpsql.domain.levels.cut_tree import CutTree
from dpsql.domain.limits import NO_LIMITS, Limits
from dpsql.domain.progress import CuttingProgress
from dpsql.errors import EngineError
from dpsql.sql.hierarchy_cuts.rounds import Rounds


@dataclass(frozen=True)
class Divided:
    """All cuts in their order, and how far P is cut; the parts are in the engine."""

    cuts: CutTree
    progress: CuttingProgress


def divide_all(
    rounds: Rounds,
    names: Sequence[str],
    *,
    is_open: bool,
    most_rounds: int,
    watch: Callable[[CuttingProgress], None] | None = None,
    limits: Limits = NO_LIMITS,
) -> Divided:
    """Cut the parts of P until none with rows has an admissible cut by which they lose less.

    P as a whole must satisfy the models; it `is_open` if rows that count are in it. Parts that are
    open when the time of the `limits` is over are cut no further. `names` are those of the
    quasi-identifiers. No part can be the result of more cuts than `most_rounds`.
    """
    progress = CuttingProgress(1, int(is_open), 0)
    while progress.open_parts and not limits.are_over:
        if progress.rounds > most_rounds:
            raise EngineError("cutting P along the hierarchies does not end; please report it")
        made = rounds.cut()
        parts = progress.parts + made.parts - made.cuts
        progress = CuttingProgress(parts, made.open_parts, progress.rounds + 1)
        if watch:
            watch(progress)
    return Divided(rounds.close(list(names)), progress)
