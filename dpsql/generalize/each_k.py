"""The release of a k-anonymizer for every k: the size of its classes, and whether it satisfies δ.

There are two k-anonymizers: the optimum of the lattice, and Mondrian. Neither looks at P. A release
is the same for every k up to its least class of T, so each release is found once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dpsql.domain.attributes import KnowsAttributes
from dpsql.domain.found.statistics import Presence
from dpsql.domain.frozen_mapping import thaw
from dpsql.domain.job import Job
from dpsql.generalize import boxes as partitioning
from dpsql.metrics.catalog import METRICS
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.search.checker import Checker
from dpsql.search.full_domain.least_k import FIRST_K, PrivateChecker, find_anonymizations
from dpsql.search.mpalm import begin_partition, cut_all, end_partition
from dpsql.session.description import measure_metrics
from dpsql.session.load import Loaded
from dpsql.session.options import Options
from dpsql.sql.lattice.frequency_set import encode
from dpsql.sql.lattice.level_statistics import measure_levels
from dpsql.sql.partition.boxes import BOXES, count_boxes, measure_box_presence, measure_losses


@dataclass(frozen=True)
class Trial(KnowsAttributes):
    """The release for each k from `k` to `actual_k`, the rows of T in its least class.

    `satisfied`: whether the release satisfies δ over all people of P. A release has `levels`, or
    else `box_count`, the number of its boxes.
    """

    k: int
    actual_k: int
    satisfied: bool
    metrics: dict[str, float]
    presence: Presence
    levels: dict[str, int] | None = None
    box_count: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, with presence as exact fractions."""
        return {
            "k": self.k,
            "actual_k": self.actual_k,
            "satisfied": self.satisfied,
            "metrics": thaw(self.metrics),
            **({"levels": thaw(self.levels)} if self.levels else {"partitions": self.box_count}),
            "presence": {"min": str(self.presence.minimum), "max": str(self.presence.maximum)},
        }


def try_levels(job: Job, loaded: Loaded, options: Options) -> Iterator[Trial]:
    """Search the lattice for the optimum of each k."""
    engine, sizes = loaded.engine, loaded.sizes
    levels = measure_levels(
        engine,
        loaded.hierarchies,
        loaded.leaf_counts,
        [KAnonymity(FIRST_K)],
        sizes,
        loaded.weights,
    )
    frequency_set = encode(engine, loaded.lattice, levels.floor, levels.label_counts, sizes)
    checker = Checker.of(engine, loaded.lattice, (), sizes, frequency_set)
    anonymous = PrivateChecker.of(checker)
    metric = METRICS[job.metric]
    for found in find_anonymizations(anonymous, metric, levels.table, options.watch):
        presence = checker.measure_presence(found.node, job.presence_bars)
        yield Trial(
            found.k,
            found.actual_k,
            _lies_within(presence, job),
            measure_metrics(found.node, found.classes, levels.table),
            presence,
            levels=loaded.name_levels(found.node),
        )


def try_boxes(job: Job, loaded: Loaded, options: Options) -> Iterator[Trial]:
    """Cut T anew for each k.

    The release for k is also the release for every larger k up to m, the rows of T in its least
    box. All its cuts leave m rows or more on both sides, so they stay admissible; no other cut
    becomes admissible; and which of the admissible cuts is preferred does not depend on k.
    """
    engine, sizes, columns = loaded.engine, loaded.sizes, len(loaded.hierarchies)
    _, positions = partitioning.order_columns(job, loaded)
    k = FIRST_K
    while k <= sizes.private_rows:
        models = (KAnonymity(k),)
        plan = partitioning.find_plan(job, models)
        partition = begin_partition(engine, columns, plan.strategy, models, sizes)
        cut_all(partition, plan.strategy, options.watch)
        partitioning.draw_boxes(loaded, plan.box, models)
        boxes, actual_k = count_boxes(engine, sizes)
        losses = measure_losses(engine, positions, sizes.private_rows)
        presence = measure_box_presence(engine, sizes, job.presence_bars)
        yield Trial(
            k,
            actual_k,
            _lies_within(presence, job),
            partitioning.measure_boxes(loaded, losses, boxes),
            presence,
            box_count=boxes.count,
        )
        engine.drop(BOXES)
        end_partition(engine, plan.strategy)
        k = actual_k + 1


def _lies_within(presence: Presence, job: Job) -> bool:
    """Whether δ holds for every class, given the least and the greatest presence."""
    delta = job.delta
    return delta is not None and delta.min <= presence.minimum and presence.maximum <= delta.max
