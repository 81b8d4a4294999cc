"""Finds the box of each tuple; no tuple may be in two boxes.

Tuples of the same intervals are in the same boxes and form one spot. Assumes nothing about how the
boxes were made. `buckets` avoids comparing every spot with every box.
"""

from collections.abc import Mapping, Sequence

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.sql.tables.public_and_private import count_rows
from dpsql.sql.templates import column, identifier, render
from dpsql.verifier.boxes.axes import BOXES, COVERED, SPOTS, Axis
from dpsql.verifier.boxes.buckets import Reach, choose_shifts, count_shifts
from dpsql.verifier.recount import TUPLES


def place_tuples(engine: Engine, axes: Sequence[Axis]) -> None:
    """Build the table of spots: the tuples, grouped by their intervals."""
    query = render(
        "verify_spots",
        axes=[
            {
                "name": axis.position,
                "position": column("position", axis.intervals),
                "intervals": identifier(axis.intervals),
                "condition": exp.NullSafeEQ(
                    this=exp.Column(this=axis.value, table=identifier(TUPLES)),
                    expression=column("value", axis.intervals),
                ),
            }
            for axis in axes
        ],
    )
    engine.materialize(SPOTS, query)


def cover_spots(engine: Engine, sizes: Mapping[Axis, int], *, with_positions: bool = False) -> bool:
    """Build the table of spots inside a box, with its number, optionally with their positions.

    `sizes`: the number of intervals of each axis. Returns whether a tuple is in two boxes.
    """
    reaches, boxes = _measure_reaches(engine, sizes)
    shifts = choose_shifts(reaches, boxes, count_rows(engine, SPOTS, exp.true()))
    grid = dict(zip(sizes, shifts, strict=True))
    counts = dict(zip(sizes, map(Reach.count_buckets, reaches, shifts), strict=True))
    bucketed = _list_buckets(engine, grid, counts)
    names = [axis.position for axis in sizes] if with_positions else []
    engine.materialize(COVERED, _covered_query(grid, counts, bucketed, names))
    engine.drop(bucketed)
    found, distinct = engine.fetch(render("verify_cover"))[0]
    return bool(found > distinct)


def _measure_reaches(engine: Engine, sizes: Mapping[Axis, int]) -> tuple[list[Reach], int]:
    """Return the buckets that boxes overlap, per axis and shift, and the number of boxes."""
    one = exp.Literal.number(1)
    sums = []
    for axis, size in sizes.items():
        for shift in range(count_shifts(size)):
            last, first = (_bucket(exp.Column(this=end), shift) for end in (axis.high, axis.low))
            steps = exp.cast(last - first, "BIGINT")
            total = exp.Sum(this=steps + one)
            rows = exp.Coalesce(this=total, expressions=[exp.Literal.number(0)])
            name = identifier(f"reach{axis.number}_{shift}")
            sums.append({"sum": exp.cast(rows, "BIGINT"), "name": name})
    boxes, *found = engine.fetch(render("verify_widths", sums=sums))[0]
    rest = iter(found)
    reaches = [
        Reach(size, tuple(next(rest) for _ in range(count_shifts(size)))) for size in sizes.values()
    ]
    return reaches, boxes


def _list_buckets(engine: Engine, shifts: Mapping[Axis, int], counts: Mapping[Axis, int]) -> str:
    """List the boxes once for each combination of buckets, axis by axis; return the last table."""
    table, number = BOXES, None
    axes = list(shifts)
    for m, axis in enumerate(axes):
        names = []
        for one in axes:
            # A bucket of one position replaces the range, once it is listed.
            if shifts[one] or one not in axes[: m + 1]:
                names += [one.low, one.high]
        first, last = (
            _count_on(number, counts[axis], _bucket(exp.Column(this=end), shifts[axis]))
            for end in (axis.low, axis.high)
        )
        query = render(
            "verify_buckets", names=names, first=first, last=last, boxes=identifier(table)
        )
        longer = f"bucketed_{m + 1}"
        engine.materialize(longer, query)
        if m:
            engine.drop(table)
        table, number = longer, column("combination")
    return table


def _covered_query(
    shifts: Mapping[Axis, int],
    counts: Mapping[Axis, int],
    bucketed: str,
    names: Sequence[exp.Identifier],
) -> exp.Query:
    """Return the query of spots in a box's buckets, and in its ranges if buckets are coarser."""
    boxes = identifier("bucketed_boxes")
    within: list[exp.Expr] = []
    number = None
    for axis, shift in shifts.items():
        position = exp.Column(this=axis.position, table=identifier(SPOTS))
        number = _count_on(number, counts[axis], _bucket(position.copy(), shift))
        if shift:
            low, high = (exp.Column(this=end, table=boxes) for end in (axis.low, axis.high))
            within.append(exp.Between(this=position, low=low, high=high))
    same = exp.EQ(this=number, expression=exp.Column(this=identifier("combination"), table=boxes))
    return render(
        "verify_covered",
        names=names,
        boxes=identifier(bucketed),
        condition=exp.and_(same, *within),
    )


def _count_on(number: exp.Expr | None, buckets: int, bucket: exp.Expr) -> exp.Expr:
    """Return the number of a combination of buckets, extended by an axis with `buckets` buckets."""
    wide = exp.cast(bucket, "BIGINT")
    if number is None:
        return wide
    return exp.Paren(this=number * buckets + wide)


def _bucket(position: exp.Expr, shift: int) -> exp.Expr:
    """Return the number of the bucket of a position."""
    if not shift:
        return position
    return exp.BitwiseRightShift(this=position, expression=exp.Literal.number(shift))
