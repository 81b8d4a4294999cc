"""Boxes as points to explore, found and measured in memory.

The same parts and figures as those of a release (`generalize.boxes`), which finds them by SQL; a
test compares them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

import numpy as np
from numpy.typing import NDArray
from sqlglot import exp

from dpsql.domain.found.explored import ColumnCells, ExploredPoint, Person, ShownPerson
from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.limits import Limits
from dpsql.engines.base import Engine
from dpsql.errors import HierarchyError
from dpsql.generalize.boxes import order_columns
from dpsql.generalize.examples import name_range
from dpsql.generalize.released_cells import count_ranges, name_cells
from dpsql.metrics.box_loss import ColumnEnds, measure_box_loss, read_number
from dpsql.privacy.model import any_violation
from dpsql.privacy.presence import PresenceModel
from dpsql.release.boxes import refuse_unclear_values
from dpsql.search.class_tables.presence import measure_presence
from dpsql.search.class_tables.risk import measure_risk
from dpsql.search.in_memory.boxes import SpottedPeople, cut_boxes
from dpsql.search.in_memory.sums import find_starts
from dpsql.search.mpalm import find_strategy
from dpsql.session.load import Loaded
from dpsql.session.models import find_models, find_sensitive
from dpsql.sql.axes import axis_name, order_name
from dpsql.sql.partition.orders import Positions, place_spots
from dpsql.sql.templates import identifier

_SPOTS = "spots_in_memory"
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class OrderedColumn:
    """The values of a quasi-identifier in their order, as text, and where they lie."""

    leaves: Sequence[Leaf]
    coordinates: Integers
    positions: Positions


@dataclass(frozen=True)
class BoxesInMemory:
    """The people of a session as they are cut by values."""

    loaded: Loaded
    columns: Sequence[OrderedColumn]
    positions: Integers
    public: Integers
    private: Integers
    people: Sequence[Person]

    @classmethod
    def of(cls, job: Job, loaded: Loaded, people: Sequence[Person]) -> Self | None:
        """Order the values of a job and fetch the people; None where SQL has to cut.

        Raises:
            InputError: some ranges could be read in two ways, or values have no distance.
        """
        if find_sensitive(job):
            return None
        engine, names = loaded.engine, list(loaded.hierarchies)
        with engine.keeping_apart():
            _, ordered = order_columns(job, loaded)
            refuse_unclear_values(engine, names)
            place_spots(engine, _SPOTS, len(names))
            axes = [axis_name(j) for j in range(len(names))]
            counts = [identifier(name) for name in ("public_count", "private_count")]
            *positions, public, private = engine.fetch_integers(_select(_SPOTS, *axes, *counts))
            columns = [_fetch_column(engine, j, one) for j, one in enumerate(ordered)]
        return cls(loaded, columns, np.stack(positions), public, private, people)

    def cut(self, job: Job, limits: Limits) -> ExploredPoint | None:
        """Return the release of a job by boxes; None if it has none.

        It does not exceed the δmax of the job, which must have one.
        """
        loaded = self.loaded
        sizes = loaded.sizes.public_rows, loaded.sizes.private_rows
        models = tuple(one.on(*sizes) for one in find_models(job))
        words = job.algorithm.mpalm
        assert words is not None  # noqa: S101 - the caller chose by the algorithm
        strategy = find_strategy(words, list(job.quasi_identifiers))
        if job.delta is None or not all(model.holds(*sizes) for model in models):
            return None
        bounds = [one.bounds for one in models if isinstance(one, PresenceModel)]
        people = SpottedPeople(
            self.positions,
            [column.coordinates for column in self.columns],
            self.public,
            self.private,
            bounds[0] if bounds else None,
            any_violation(models, sizes[0]),
            all(model.holds(1, 0) for model in models),
            strategy,
        )
        part, is_whole = cut_boxes(people, limits)
        low, high, public, private = self._draw(part)
        losses = [
            _measure_loss(column, low[j], high[j], private, sizes[1])
            for j, column in enumerate(self.columns)
        ]
        names = list(loaded.hierarchies)
        outside = sizes[0] - int(public.sum())
        alone = [outside] if outside else []
        return ExploredPoint(
            job.delta.max,
            float(sum(losses, Fraction(0)) / len(losses)),
            {name: float(loss) for name, loss in zip(names, losses, strict=True)},
            measure_presence(
                np.r_[public, alone].astype(np.int64),
                np.r_[private, [0] * len(alone)].astype(np.int64),
                job.presence_bars,
                job.known_absent,
            ),
            box_count=len(public),
            is_whole=is_whole,
            shown=tuple(self._show(part, low, high, person) for person in self.people),
            cells=dict(zip(names, self._count_cells(low, high, private), strict=True)),
            risk=measure_risk(public, private),
        )

    def _draw(self, part: Integers) -> tuple[Integers, Integers, Integers, Integers]:
        """The ends of each box by column, its people of P and rows of T; by part, ascending."""
        order = np.argsort(part, kind="stable")
        order = order[np.searchsorted(part[order], 0) :]
        starts = find_starts(part[order])
        positions = self.positions[:, order]
        low, high = (one.reduceat(positions, starts, axis=1) for one in (np.minimum, np.maximum))
        public, private = (
            np.add.reduceat(one[order], starts) for one in (self.public, self.private)
        )
        return low, high, public, private

    def _show(self, part: Integers, low: Integers, high: Integers, person: Person) -> ShownPerson:
        """The ranges of somebody, by their values; None who is in no box."""
        is_same = np.full(len(part), True)
        for labels, column, positions in zip(person, self.columns, self.positions, strict=True):
            is_same &= positions == list(column.leaves).index(labels[0])
        found = part[np.flatnonzero(is_same)[0]]
        if found < 0:
            return None
        box = np.searchsorted(np.unique(part[part >= 0]), found)
        return tuple(
            name_range(column.leaves[low[j, box]], column.leaves[high[j, box]])
            for j, column in enumerate(self.columns)
        )

    def _count_cells(self, low: Integers, high: Integers, rows: Integers) -> list[ColumnCells]:
        found = []
        for j, column in enumerate(self.columns):
            counted = count_ranges(low[j], high[j], rows, len(column.leaves) - 1)
            found.append(name_cells(counted, dict(enumerate(column.leaves)), int(rows.sum())))
        return found


def _fetch_column(engine: Engine, j: int, positions: Positions) -> OrderedColumn:
    numbers = [identifier(name) for name in ("position", "coordinate")]
    position, coordinate = engine.fetch_integers(_select(order_name(j), *numbers))
    coordinates = np.empty(len(position), dtype=np.int64)
    coordinates[position] = coordinate
    rows = engine.fetch(_select(order_name(j), numbers[0], identifier("leaf")))
    leaves: list[Leaf] = [None] * len(rows)
    for at, leaf in rows:
        leaves[int(at)] = leaf
    return OrderedColumn(leaves, coordinates, positions)


def _measure_loss(
    column: OrderedColumn, low: Integers, high: Integers, rows: Integers, private_rows: int
) -> Fraction:
    """The mean cost of the ranges of a column, as `sql.partition.boxes.measure_losses`."""
    positions, whole_rows = column.positions, 0
    if positions.is_measured and positions.null_position is not None:
        has_null = low == positions.null_position
        whole_rows = int(rows[has_null & (high > low)].sum())
        low, high, rows = low[~has_null], high[~has_null], rows[~has_null]
    weights = np.zeros(len(column.leaves), dtype=np.int64)
    np.add.at(weights, high, rows)
    np.add.at(weights, low, -rows)
    at = np.flatnonzero(weights).tolist()
    if not positions.is_measured:
        ends = tuple((Fraction(place), int(weights[place])) for place in at)
        given = ColumnEnds(ends, Fraction(positions.values - 1))
    else:
        numbers = {place: _read(column.leaves[place]) for place in at}
        ends = tuple((numbers[place], int(weights[place])) for place in at)
        given = ColumnEnds(ends, _find_width(column), whole_rows)
    return measure_box_loss(given, private_rows)


def _find_width(column: OrderedColumn) -> Fraction:
    first, last = column.positions.first, column.positions.last
    if first is None or last is None:
        return Fraction(0)
    return _read(column.leaves[last]) - _read(column.leaves[first])


def _read(leaf: Leaf) -> Fraction:
    try:
        return read_number(leaf or "")
    except ValueError:
        # Python's own message would quote the value.
        raise HierarchyError("order by number: values of P look like dates, but are none") from None


def _select(table: str, *columns: exp.Identifier) -> exp.Query:
    listed = (exp.Column(this=column) for column in columns)
    return exp.select(*listed).from_(exp.Table(this=identifier(table)))
