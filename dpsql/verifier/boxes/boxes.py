"""Checks a release of boxes against P and T from the files alone; shares no code with the search.

The search cuts P and draws boxes around its parts. The verifier reads the cells of the release as
ranges of values of P, whose order is checked in Python (`value_orders`). A join counts the people
of P and the rows of T inside each box again. The models judge every box in Python; people whom no
box covers count as surely absent. That the boxes came from cuts is neither assumed nor checked.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy, Leaf
from dpsql.domain.plurals import name_count
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.engines.base import Engine
from dpsql.errors import IntegrityError
from dpsql.privacy.model import PrivacyModel
from dpsql.release.release_format import ReleaseFormat
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render
from dpsql.verifier.boxes.axes import BOXES, Axis
from dpsql.verifier.boxes.cover import cover_spots, place_tuples
from dpsql.verifier.boxes.read_boxes import (
    BOXES_OF_DPSQL,
    Reader,
    build_boxes,
    build_intervals,
    read_cells,
)
from dpsql.verifier.boxes.value_orders import ValueOrder, find_value_order
from dpsql.verifier.recount import VALUES, build_values, count_both_tables, fetch_chunks
from dpsql.verifier.released_rows import (
    PRIVATE_ROWS,
    RELEASE,
    refuse_other_columns,
    refuse_other_order,
    refuse_other_rows,
    rows_of_all,
)
from dpsql.verifier.verified import ClassCounts, Verified, judge, refuse_other_counts

_MEMBERS, _PLACES = "members", "given_places"
_OTHER_COUNTS = "release: {} of its boxes do not hold as many rows as T has in them"
_OTHER_ROWS = "release: {rows} not as often in it as in T in its boxes; has T changed since?"


def verify_boxes(
    engine: Engine,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    words: Mapping[str, QuasiIdentifier],
    models: Sequence[PrivacyModel],
    file_format: ReleaseFormat,
    *,
    tolerate_failure: bool = False,
) -> Verified:
    """Verify the logical table ``release``, which claims to be T in boxes that are disjoint on P.

    `words` state the orders of the quasi-identifiers. `tolerate_failure`: also measure a release
    that breaks the models.

    Raises:
        IntegrityError: its columns or cells are no boxes, boxes overlap, its rows are not those of
            T in these boxes, or not in their order. NotSatisfied: a box breaks a model, or people
            whom no box covers do. HierarchyError: values of P cannot be sorted.
    """
    refuse_other_columns(engine, tables, file_format)
    axes = name_axes(tables)
    _refuse_other_types(engine, _name_cells(axes, file_format))
    columns = {name: axis.value for name, axis in axes.items()}
    count_both_tables(engine, tables, hierarchies, columns)
    given = engine, tables, hierarchies, words
    if find_boxes(*given, lambda _, __: BOXES_OF_DPSQL, file_format):
        raise IntegrityError("release: boxes overlap; tuples of P lie in two of them")
    verified = judge_boxes(
        engine,
        tables,
        models,
        file_format,
        tolerate_failure=tolerate_failure,
    )
    refuse_other_order(engine, tables, verified, file_format)
    return verified


def name_axes(tables: Tables) -> dict[str, Axis]:
    """Return the axes of the quasi-identifiers, numbered in their order."""
    return {name: Axis(j) for j, name in enumerate(tables.quasi_identifiers)}


def find_boxes(
    engine: Engine,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    words: Mapping[str, QuasiIdentifier],
    find_reader: Callable[[str, Iterator[Leaf]], Reader],
    file_format: ReleaseFormat,
) -> bool:
    """Read the released cells, and find the box of each tuple; both tables are already counted.

    `find_reader` gets a quasi-identifier and its values in their order, as they are fetched.
    Returns whether boxes overlap.

    Raises:
        IntegrityError: cells are no boxes. HierarchyError: values of P cannot be sorted.
    """
    axes = name_axes(tables)
    sizes: dict[Axis, int] = {}
    unclear: list[str] = []
    released = _name_cells(axes, file_format)
    for (axis, released_name), name in zip(released, axes, strict=True):
        build_values(engine, axis.value)
        order = find_value_order(name, words[name], hierarchies[name], tables.types[name].family)
        _sort_values(engine, axis, order)
        sorted_ = fetch_chunks(
            engine, "list_sorted_values_between", positions=identifier(axis.positions)
        )
        leaves = order.check((leaf, people) for leaf, people in sorted_)
        reader = find_reader(name, leaves)
        # Consume the values that the reader did not need, so that all are checked.
        deque(leaves, maxlen=0)
        unclear += read_cells(engine, axis, released_name, reader, file_format)
        if not unclear:
            sizes[axis] = build_intervals(engine, axis)
    if unclear:
        raise IntegrityError(f"release: {'; '.join(unclear)}")
    build_boxes(engine, released, rows_of_all(tables, file_format))
    place_tuples(engine, list(axes.values()))
    return cover_spots(engine, sizes, with_positions=bool(tables.keep))


def judge_boxes(
    engine: Engine,
    tables: Tables,
    models: Sequence[PrivacyModel],
    file_format: ReleaseFormat,
    *,
    tolerate_failure: bool = False,
) -> Verified:
    """Compare the boxes with T and let the models judge them; raises as `verify_boxes`."""
    if tables.keep:
        # Without kept columns the comparison of counts is enough.
        axes = name_axes(tables)
        _compare_rows(engine, tables, axes, file_format)
    return judge(_count_classes(engine), models, tolerate_failure=tolerate_failure)


def _name_cells(axes: Mapping[str, Axis], file_format: ReleaseFormat) -> list[tuple[Axis, str]]:
    """Return the released columns of the quasi-identifiers."""
    return [(axis, file_format.write_name(name)) for name, axis in axes.items()]


def _refuse_other_types(engine: Engine, released: Sequence[tuple[Axis, str]]) -> None:
    """Raise IntegrityError unless boxes are texts, as which they are sorted."""
    types = engine.columns(RELEASE)
    for _, name in released:
        if types[name].name != "VARCHAR":
            raise IntegrityError(f"release: its column {name} is no text, as boxes are")


def _sort_values(engine: Engine, axis: Axis, order: ValueOrder) -> None:
    """Store the values of P with their positions in the engine's sort order."""
    if order.places:
        rows = ((leaf, place) for place, leaf in enumerate(order.places))
        engine.upload(_PLACES, {"listed": "VARCHAR", "place": "BIGINT"}, rows)
    engine.materialize(axis.positions, positions_query(order))
    if order.places:
        engine.drop(_PLACES)
    engine.drop(VALUES)


def positions_query(order: ValueOrder) -> exp.Query:
    """Return the query that numbers the values of P in an order."""
    same = exp.NullSafeEQ(this=column("leaf", VALUES), expression=column("listed", _PLACES))
    return render(
        "verify_positions",
        keys=[key if isinstance(key, exp.Ordered) else exp.Ordered(this=key) for key in order.keys],
        conditions=[same] if order.places else [],
    )


def _count_classes(engine: Engine) -> list[ClassCounts]:
    """Count every box; each person of P outside of all boxes counts as a class of one."""
    boxes = [ClassCounts(*row) for row in engine.fetch(render("verify_box_counts"))]
    refuse_other_counts(boxes, _OTHER_COUNTS)
    public_rows, private_rows = engine.fetch(render("verify_totals"))[0]
    outside = private_rows - sum(box.private * box.classes for box in boxes)
    if outside:
        raise IntegrityError(
            f"release: {name_count(outside, 'row of T lies', 'rows of T lie')} in none of its boxes"
        )
    uncovered = public_rows - sum(box.public * box.classes for box in boxes)
    return [*boxes, ClassCounts(1, 0, 0, uncovered)] if uncovered else boxes


def _compare_rows(
    engine: Engine, tables: Tables, axes: Mapping[str, Axis], file_format: ReleaseFormat
) -> None:
    """Find the box of each row of T by the intervals of its values, and compare all cells."""
    positions = [axis.position for axis in axes.values()]
    engine.materialize(_MEMBERS, render("verify_members", names=positions))
    joins: list[dict[str, exp.Expr]] = []
    for name, axis in axes.items():
        text = exp.cast(column(name, PRIVATE_ROWS), "VARCHAR")
        same = exp.NullSafeEQ(this=text, expression=column("leaf", axis.intervals))
        joins.append({"table": identifier(axis.intervals), "condition": same})
    spot = [
        exp.Column(this=axis.position, table=identifier(_MEMBERS)).eq(
            column("position", axis.intervals)
        )
        for axis in axes.values()
    ]
    joins.append({"table": identifier(_MEMBERS), "condition": exp.and_(*spot)})
    box = column("box", _MEMBERS).eq(column("box", BOXES))
    joins.append({"table": identifier(BOXES), "condition": box})
    refuse_other_rows(
        engine,
        tables,
        [exp.Column(this=axis.cell, table=identifier(BOXES)) for axis in axes.values()],
        joins,
        _OTHER_ROWS,
        file_format,
    )
