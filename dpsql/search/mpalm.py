"""MPALM: P cut in two, part by part, while both sides satisfy the models (Nergiz et al. 2007, 6.2).

A cut t[C] < v is admissible if people of P lie on both of its sides and both satisfy the models, as
classes. Parts with rows of T are cut until none has an admissible cut. Then no further cuts lead to
a partition that holds: if all pieces of a part satisfied monotone models, so would the two sides of
its first cut, which are unions of pieces (Corollary 1). This does not bound the cost: a strategy
decides which cuts are taken, and others may have led to a cheaper partition.

All parts are cut in the same round. The cut of a part depends only on its own people and on the
column of the cut that made it, so the order of the parts in the paper's queue changes nothing.
Every part satisfies the models at any time, so cutting may end early.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic

from dpsql.domain.limits import NO_LIMITS, Limits
from dpsql.domain.progress import CuttingProgress
from dpsql.domain.sections.algorithm import MpalmOptions
from dpsql.domain.sections.strategy import Strategy, find_positions
from dpsql.engines.base import Engine
from dpsql.privacy.model import PrivacyModel
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.partition.orders import COORDINATES, place_coordinates, place_spots
from dpsql.sql.partition.parts import PARTED_SPOTS, Partition
from dpsql.sql.partition.refused_cuts import SensitiveCuts

_FIRST_SPOTS = "spots_0"
#: For who watches, people are counted no more often: a round may be shorter than the count.
_SECONDS_BETWEEN_COUNTS = 2.0


def find_strategy(options: MpalmOptions, names: Sequence[str]) -> Strategy:
    """Return the strategy of the job's options, over quasi-identifiers of these names."""
    priority = find_positions(options.priority, names)
    return Strategy(options.columns or "next", options.values or "cardinality", priority)


def begin_partition(
    engine: Engine,
    columns: int,
    strategy: Strategy,
    models: tuple[PrivacyModel, ...],
    sizes: TableSizes,
    sensitive: SensitiveCuts | None = None,
) -> Partition:
    """Place all people of P by the positions of their values, as one part, which must hold."""
    place_spots(engine, _FIRST_SPOTS, columns)
    if _measures_widths(strategy):
        place_coordinates(engine, columns)
    return Partition(engine, _FIRST_SPOTS, columns, models, sizes, sensitive)


def end_partition(engine: Engine, strategy: Strategy) -> None:
    """Drop the tables of a finished partition, so that another one may begin."""
    engine.drop(PARTED_SPOTS)
    if _measures_widths(strategy):
        engine.drop(COORDINATES)


def _measures_widths(strategy: Strategy) -> bool:
    return strategy.columns == "widest" or strategy.values == "loss"


def cut_all(
    partition: Partition,
    strategy: Strategy,
    watch: Callable[[CuttingProgress], None] | None = None,
    limits: Limits = NO_LIMITS,
) -> CuttingProgress:
    """Cut the parts of P until none with rows of T has an admissible cut.

    The whole must satisfy the models. Parts that are open when the time of the `limits` is over are
    cut no further.
    """
    progress = CuttingProgress(1, partition.open_parts, 0)
    counted = monotonic()
    while progress.open_parts and not limits.are_over:
        cuts = partition.cut(strategy)
        progress = replace(
            progress,
            parts=progress.parts + cuts,
            open_parts=partition.open_parts,
            rounds=progress.rounds + 1,
        )
        if watch:
            if monotonic() - counted > _SECONDS_BETWEEN_COUNTS:
                people, still = partition.count_open_people()
                progress = replace(progress, people=people, open_people=still)
                counted = monotonic()
            watch(progress)
    partition.close()
    return progress
