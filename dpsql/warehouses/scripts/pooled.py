"""The statements of a pooled job: who climbs from the start, where they settle, and the check.

They are those that dpsql itself runs, for the nodes of a path that depends on nobody's labels.
"""

from collections.abc import Iterator

from sqlglot import exp

from dpsql.privacy.model import any_violation
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.counting.tuples import TUPLES, value_name
from dpsql.sql.lattice.presence import square_private_count
from dpsql.sql.pooling.climbers import (
    SETTLED,
    climbers_query,
    code_query,
    group_query,
    name_climbers,
    settled_query,
)
from dpsql.sql.pooling.published import (
    choose_by_step,
    classes_query,
    has_settled,
    release_rows_query,
)
from dpsql.sql.published_classes import PUBLISHED
from dpsql.sql.templates import column, identifier, render
from dpsql.warehouses.scripts.outline import UNKNOWN_SIZES, Outline
from dpsql.warehouses.scripts.sensitive import check_published_values
from dpsql.warehouses.scripts.step import Step


def list_pooled_steps(outline: Outline, least: int) -> Iterator[Step]:
    """Yield the statements that let people settle, and judge and measure the published classes."""
    lattice, nodes = outline.lattice, outline.nodes
    start = nodes[0]
    if len(nodes) > 1:
        leave = climbers_query(lattice, start, least)
        yield Step(f"who leaves the start {start.levels}", leave, name_climbers(0))
        yield Step("labels of those who climb", code_query(lattice, start), name_climbers(1))
    for number, node in enumerate(nodes[1:], 1):
        come = group_query(lattice, start, least, number, node)
        yield Step(f"who comes to node {node.levels}", come, name_climbers(number + 1))
    yield Step("who settles where", settled_query(lattice, nodes, least), SETTLED)
    published = classes_query(outline.hierarchies, nodes, outline.is_mapped)
    yield Step("classes where people settle", published, PUBLISHED)
    check = render(
        "measure_published_classes",
        violation=any_violation(outline.models, UNKNOWN_SIZES.public_rows),
        squared=square_private_count(UNKNOWN_SIZES.private_rows),
        classes=identifier(PUBLISHED),
    )
    holds = "violating_classes is 0"
    yield Step("check of the classes where people settle", check, "", holds, report="class_check")
    given = outline.tables, outline.hierarchies, nodes, outline.is_mapped
    yield from check_published_values(outline, release_rows_query(*given))
    rows = render("count_published_rows", classes=identifier(PUBLISHED))
    yield Step("rows of T by step, the start is 0", rows, report="rows_by_step")
    yield Step("loss where people settle", _losses_query(outline), report="losses")


def _losses_query(outline: Outline) -> exp.Query:
    """Return the query that measures the loss of the rows of T where their people settle."""
    values = [column(value_name(j).name, TUPLES) for j in range(len(outline.hierarchies))]
    columns = []
    for j, (name, height) in enumerate(
        zip(outline.hierarchies, outline.lattice.heights, strict=True)
    ):
        counts = [column(f"leaves_{node.levels[j]}", leaves_name(j)) for node in outline.nodes]
        columns.append(
            {
                "name": exp.Literal.string(name),
                "leaf_count": choose_by_step(dict(enumerate(counts))),
                "root_count": column(f"leaves_{height}", leaves_name(j)),
                "leaves": identifier(leaves_name(j)),
                "condition": exp.NullSafeEQ(
                    this=values[j].copy(), expression=column("value", leaves_name(j))
                ),
            }
        )
    return render(
        "measure_pooled_losses",
        columns=columns,
        settled=identifier(SETTLED),
        is_settled=has_settled(values),
    )
