"""Finds the box that each tuple lies in: no tuple may lie in two.

Assumes nothing of how boxes were made. `buckets` says how not every tuple is compared with each.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.errors import IntegrityError
from dpsql.release.axes import BOXES, COVERED, SPOTS, Axis
from dpsql.release.buckets import Reach, choose_shifts, count_shifts
from dpsql.release.recount import TUPLES
from dpsql.sql.tables import count_rows
from dpsql.sql.templates import column, identifier, render


def place_tuples(engine: Engine, axes: Sequence[Axis]) -> None:
    """Build the table of spots: the tuples by their positions."""
    query = render(
        "verify_spots",
        axes=[
            {
                "name": axis.position,
                "position": column("position", axis.positions),
                "positions": identifier(axis.positions),
                "condition": exp.NullSafeEQ(
                    this=exp.Column(this=axis.value, table=identifier(TUPLES)),
                    expression=column("value", axis.positions),
                ),
            }
            for axis in axes
        ],
    )
    engine.materialize(SPOTS, query)


def cover_spots(engine: Engine, sizes: Mapping[Axis, int], *, with_positions: bool = False) -> None:
    """Build the table of spots that lie in a box, with its number, `with_positions` or without.

    `sizes`: how many positions each axis has.

    Raises:
        IntegrityError: a tuple lies in two boxes.
    """
    reaches, boxes = _measure_reaches(engine, sizes)
    shifts = choose_shifts(reaches, boxes, count_rows(engine, SPOTS, exp.true()))
    grid = dict(zip(sizes, shifts, strict=True))
    divided = [axis for axis in sizes if sizes[axis] > 1 << grid[axis]]
    # One axis at least, so that it is a join on equality.
    bucketed = _list_buckets(engine, grid, divided or list(sizes)[:1])
    names = [axis.position for axis in sizes] if with_positions else []
    engine.materialize(COVERED, _covered_query(grid, bucketed, names))
    engine.drop(bucketed.table)
    found, distinct = engine.fetch(render("verify_cover"))[0]
    if found > distinct:
        raise IntegrityError("release: boxes overlap; tuples of P lie in two of them")


def _measure_reaches(engine: Engine, sizes: Mapping[Axis, int]) -> tuple[list[Reach], int]:
    """Buckets that boxes reach into, per axis and shift; the number of boxes."""
    one = exp.Literal.number(1)
    sums = []
    for axis, size in sizes.items():
        for shift in range(count_shifts(size)):
            last, first = (_bucket(exp.Column(this=end), shift) for end in (axis.high, axis.low))
            steps = exp.cast(exp.Sub(this=last, expression=first), "BIGINT")
            total = exp.Sum(this=exp.Add(this=steps, expression=one.copy()))
            rows = exp.Coalesce(this=total, expressions=[exp.Literal.number(0)])
            name = identifier(f"reach{axis.number}_{shift}")
            sums.append({"sum": exp.cast(rows, "BIGINT"), "name": name})
    boxes, *found = engine.fetch(render("verify_widths", sums=sums))[0]
    rest = iter(found)
    reaches = [
        Reach(size, tuple(next(rest) for _ in range(count_shifts(size)))) for size in sizes.values()
    ]
    return reaches, boxes


@dataclass(frozen=True)
class _Bucketed:
    """A table of boxes by the buckets that they reach into, on these axes."""

    table: str
    axes: Sequence[Axis]


def _list_buckets(engine: Engine, shifts: Mapping[Axis, int], divided: Sequence[Axis]) -> _Bucketed:
    """List the boxes once for each combination of buckets, axis by axis."""
    boxes = BOXES
    for m, axis in enumerate(divided):
        names = [one.bucket for one in divided[:m]]
        for one in shifts:
            # Where a bucket is a position it tells all, once it is listed.
            if shifts[one] or one not in divided[: m + 1]:
                names += [one.low, one.high]
        ends = (_bucket(exp.Column(this=end), shifts[axis]) for end in (axis.low, axis.high))
        query = render(
            "verify_buckets",
            names=names,
            first=next(ends),
            last=next(ends),
            bucket=axis.bucket,
            boxes=identifier(boxes),
        )
        longer = f"bucketed_{m + 1}"
        engine.materialize(longer, query)
        if m:
            engine.drop(boxes)
        boxes = longer
    return _Bucketed(boxes, divided)


def _covered_query(
    shifts: Mapping[Axis, int], bucketed: _Bucketed, names: Sequence[exp.Identifier]
) -> exp.Query:
    """Spots in the buckets of a box, and in its ranges where buckets do not tell all."""

    def of_box(name: exp.Identifier) -> exp.Column:
        return exp.Column(this=name, table=identifier("bucketed_boxes"))

    conditions: list[exp.Expr] = []
    for axis, shift in shifts.items():
        position = exp.Column(this=axis.position, table=identifier(SPOTS))
        if axis in bucketed.axes:
            bucket = _bucket(position.copy(), shift)
            conditions.append(exp.EQ(this=bucket, expression=of_box(axis.bucket)))
        if shift or axis not in bucketed.axes:
            low, high = of_box(axis.low), of_box(axis.high)
            conditions.append(exp.Between(this=position, low=low, high=high))
    return render(
        "verify_covered",
        names=names,
        boxes=identifier(bucketed.table),
        condition=exp.and_(*conditions),
    )


def _bucket(position: exp.Expr, shift: int) -> exp.Expr:
    """Number of the bucket that a position lies in."""
    if not shift:
        return position
    return exp.BitwiseRightShift(this=position, expression=exp.Literal.number(shift))
