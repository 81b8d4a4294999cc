"""A pooled release as a point to explore, found and measured in memory; nothing is written.

The same people settle as in a release, and have the same loss and presence: the engine counts them
again before anything is released (`generalize.pooled`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.found.explored import ExploredPoint, Person, count_levels
from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.levels.lattice import Node
from dpsql.domain.pooling import Pooling
from dpsql.generalize.pooled_search import (
    fetch_settling,
    find_words,
    number_path,
    prepare_pooling,
)
from dpsql.metrics.catalog import LOSS
from dpsql.search.class_tables.class_table import ClassTable
from dpsql.search.class_tables.classes import Classes
from dpsql.search.class_tables.presence import measure_presence
from dpsql.search.class_tables.risk import measure_risk
from dpsql.search.pooled.column_losses import measure_losses
from dpsql.search.pooled.settling import Settled, Settling
from dpsql.session.load import Loaded
from dpsql.session.models import find_models
from dpsql.sql.counting.codes_of_values import find_codes_of


@dataclass(frozen=True)
class PoolingInMemory:
    """What decides who settles where, under the models of a job and for its least loss."""

    job: Job
    loaded: Loaded
    settling: Settling
    classes: Classes
    people: Sequence[Person] = ()
    codes_of_people: Sequence[Sequence[int]] = ()

    @classmethod
    def of(cls, job: Job, loaded: Loaded, people: Sequence[Person] = ()) -> Self:
        """Fetch the classes; the tables for it are dropped, and all else is done in memory.

        `people`: those of P who are shown as they would stand in a release.

        Raises:
            ResourceError: P has too many distinct tuples.
        """
        raw = [[labels[0] for labels in person] for person in people]
        with loaded.engine.keeping_apart():
            judges, levels = prepare_pooling(job, loaded)
            found = fetch_settling(job, loaded, judges, levels, LOSS)
            return cls(job, loaded, *found, people, find_codes_of(loaded.engine, raw))

    def under(self, job: Job) -> Self:
        """The same people under the path and the δ of a job that differs in nothing else."""
        sizes = self.loaded.sizes
        models = tuple(one.on(sizes.public_rows, sizes.private_rows) for one in find_models(job))
        path = number_path(self.loaded, find_words(job).path)
        return replace(self, job=job, settling=self.settling.under(path, models))

    def describe(self, found: Settled, *, is_whole: bool = True) -> ExploredPoint:
        """Return a release as a page shows it, at the greatest presence that it has."""
        names, steps = list(self.loaded.hierarchies), found.pooling.steps
        losses = measure_losses(self.settling, self.classes, found)
        return ExploredPoint(
            found.greatest_presence,
            LOSS.published_value(found.cost * LOSS.resolution, self.settling.table),
            {name: float(loss) for name, loss in zip(names, losses, strict=True)},
            measure_presence(
                found.public, found.private, self.job.presence_bars, self.job.known_absent
            ),
            self.loaded.name_levels(found.pooling.start),
            found.pooling.least,
            (sum(step.public_rows for step in steps[1:]), found.pooling.climbed_private_rows),
            is_whole=is_whole,
            shown=tuple(self._show(found.pooling)),
            cells=count_levels(
                (self.loaded.name_levels(step.node), step.private_rows) for step in steps
            ),
            risk=measure_risk(found.public, found.private),
        )

    def _show(self, pooling: Pooling) -> Iterator[tuple[Leaf, ...]]:
        """Yield the labels of each person at the step where they settle."""
        table, settled = self.classes.at(pooling.start), dict[int, Node]()
        for node in pooling.nodes:
            if table.node != node:
                table = table.roll_up(node, self.settling.codes_above)
            # On the last step all settle, however few they are.
            settles = (table.public >= pooling.least) | (node == pooling.nodes[-1])
            for number, codes in enumerate(self.codes_of_people):
                if number not in settled and settles[self._find_class(table, codes)].any():
                    settled[number] = node
            table = table.select(~settles)
        for number, person in enumerate(self.people):
            levels = settled[number].levels
            yield tuple(labels[level] for labels, level in zip(person, levels, strict=True))

    def _find_class(self, table: ClassTable, codes: Sequence[int]) -> NDArray[np.bool_]:
        """Which class of a table is that of somebody with these codes of raw values."""
        found = np.full(len(table), True)
        for j, of_classes in table.codes.items():
            level = table.node.levels[j]
            code = self.settling.codes_above(j, 0, level)[codes[j]] if level else codes[j]
            found &= of_classes == code
        return found
