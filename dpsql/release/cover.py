"""Finds the box that each tuple lies in: no tuple may lie in two.

A join on ranges alone would compare every tuple with every box. Instead both grow axis by axis: a
candidate is a box and the first intervals of some tuple that its ranges hold, and is joined on
these with the tuples' next intervals. The axes on which boxes are narrowest come first, so that
there are hardly more candidates than tuples or boxes. Assumes nothing of how boxes were made.
Tuples of the same intervals lie in the same boxes, and are one spot.
"""

from collections.abc import Sequence

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.errors import IntegrityError
from dpsql.release.axes import BOXES, COVERED, SPOTS, Axis
from dpsql.release.recount import TUPLES
from dpsql.sql.templates import column, identifier, render


def place_tuples(engine: Engine, axes: Sequence[Axis]) -> None:
    """Build the table of spots: the tuples by their intervals."""
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


def cover_spots(engine: Engine, axes: Sequence[Axis]) -> None:
    """Build the table of spots that lie in a box, with its number.

    Raises:
        IntegrityError: a tuple lies in two boxes.
    """
    ordered = _sort_by_width(engine, axes)
    prefixes = _list_prefixes(engine, ordered)
    candidates = BOXES
    for m in range(len(ordered)):
        longer = COVERED if m + 1 == len(ordered) else f"candidates_{m + 1}"
        engine.materialize(longer, _candidates_query(ordered, m, candidates, prefixes[m]))
        for done in (candidates, prefixes[m]):
            if done not in (BOXES, SPOTS):
                engine.drop(done)
        candidates = longer
    found, distinct = engine.fetch(render("verify_cover"))[0]
    if found > distinct:
        raise IntegrityError("release: boxes overlap; tuples of P lie in two of them")


def _sort_by_width(engine: Engine, axes: Sequence[Axis]) -> list[Axis]:
    names = [{"name": axis.position, "low": axis.low, "high": axis.high} for axis in axes]
    widths = engine.fetch(render("verify_widths", axes=names))[0]
    return [axis for _, axis in sorted(zip(widths, axes, strict=True), key=lambda pair: pair[0])]


def _list_prefixes(engine: Engine, axes: Sequence[Axis]) -> list[str]:
    """Build tables of the positions on the first axis, on the first two, ...; last the spots."""
    tables = [SPOTS]
    for m in range(len(axes) - 1, 0, -1):
        names = [axis.position for axis in axes[:m]]
        query = render("verify_prefixes", names=names, longer=identifier(tables[0]))
        engine.materialize(f"prefixes_{m}", query)
        tables.insert(0, f"prefixes_{m}")
    return tables


def _candidates_query(axes: Sequence[Axis], m: int, candidates: str, prefixes: str) -> exp.Query:
    """Boxes that hold the first `m` positions hold the next one too."""

    def of(table: str, name: exp.Identifier) -> exp.Column:
        return exp.Column(this=name.copy(), table=identifier(table))

    axis = axes[m]
    same = [
        exp.EQ(this=of("prefixes", one.position), expression=of("candidates", one.position))
        for one in axes[:m]
    ]
    within = exp.Between(
        this=of("prefixes", axis.position),
        low=of("candidates", axis.low),
        high=of("candidates", axis.high),
    )
    columns = [of("prefixes", one.position) for one in axes[: m + 1]]
    columns += [of("candidates", end) for one in axes[m + 1 :] for end in (one.low, one.high)]
    if m + 1 == len(axes):
        counts = ("spot", "public_count", "private_count")
        columns += [of("prefixes", identifier(name)) for name in counts]
    return render(
        "verify_candidates",
        columns=columns,
        candidates=identifier(candidates),
        prefixes=identifier(prefixes),
        condition=exp.and_(*same, within),
    )
