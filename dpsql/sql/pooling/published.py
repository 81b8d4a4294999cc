"""What a pooled release publishes: its classes by their texts, its rows, and what they lose.

Classes of several steps whose texts are equal are one class: nobody can tell them apart.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlglot import exp

from dpsql.domain.found.statistics import PublishedColumn, TableStatistics
from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.levels.lattice import Node
from dpsql.domain.pooling import Pooling
from dpsql.engines.base import Engine
from dpsql.sql.counting.generalization import released
from dpsql.sql.counting.labels import Join, label_at
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.counting.tuples import TUPLES, value_name
from dpsql.sql.pooling.climbers import SETTLED
from dpsql.sql.published_classes import PUBLISHED, release_classes_query, text_name
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render


def list_classes(engine: Engine, hierarchies: Mapping[str, Hierarchy], pooling: Pooling) -> None:
    """Materialize the published classes."""
    engine.materialize(PUBLISHED, classes_query(hierarchies, pooling.nodes))


def classes_query(
    hierarchies: Mapping[str, Hierarchy],
    nodes: Sequence[Node],
) -> exp.Query:
    """The statement that lists the published classes; `nodes` are those of the steps."""
    values = [column(value_name(j).name, TUPLES) for j in range(len(hierarchies))]
    cells, mappings = _label(hierarchies, nodes, values)
    return render(
        "list_pooled_classes",
        columns=[{"cell": cell, "code": text_name(j)} for j, cell in enumerate(cells)],
        mappings=mappings,
        settled=identifier(SETTLED),
        is_settled=has_settled(values),
    )


def has_settled(values: Sequence[exp.Expr]) -> exp.Expr:
    """Whether a tuple of those who settled after the start has these values."""
    return exp.and_(
        *(
            exp.NullSafeEQ(this=value.copy(), expression=column(value_name(j).name, SETTLED))
            for j, value in enumerate(values)
        )
    )


def drop_classes(engine: Engine) -> None:
    """Drop the published classes and those who climbed, before people settle once more."""
    for name in (PUBLISHED, SETTLED):
        engine.drop(name)


def count_rows_by_step(engine: Engine) -> dict[int, int]:
    """Count the rows of T that each step publishes, as whoever has the release can count them.

    A class that several steps publish counts on the first of them: how its rows are divided among
    these would tell more of T than the class does.
    """
    rows = engine.fetch(render("count_published_rows", classes=identifier(PUBLISHED)))
    return {int(step): int(count) for step, count in rows}


def measure_columns(
    engine: Engine, pooling: Pooling, table: TableStatistics
) -> list[PublishedColumn]:
    """Measure what the rows of T lose in each quasi-identifier, wherever they settled."""
    start, columns = pooling.start, range(len(pooling.start.levels))
    lost: defaultdict[int, int] = defaultdict(int)
    label_rows: dict[int, defaultdict[int, int]] = {j: defaultdict(int) for j in columns}
    for j in columns:
        whole = table.publish(j, start.levels[j])
        lost[j] += whole.leaves_lost
        for count, rows in whole.label_rows:
            label_rows[j][count] += rows
    if pooling.climbed_private_rows:
        for j, has_settled, count, rows, leaves_lost in engine.fetch(climb_query(pooling, table)):
            sign = 1 if has_settled else -1
            lost[j] += sign * int(leaves_lost)
            label_rows[j][int(count)] += sign * int(rows)
    return [
        PublishedColumn(
            leaves_lost=lost[j],
            leaves=table.levels[j][0].leaves,
            levels=sum(step.private_rows * step.node.levels[j] for step in pooling.steps),
            height=len(table.levels[j]) - 1,
            label_rows=tuple(sorted((count, n) for count, n in label_rows[j].items() if n)),
            weight=table.weigh(j),
        )
        for j in columns
    ]


def climb_query(pooling: Pooling, table: TableStatistics) -> exp.Query:
    """The statement that measures what those who climbed lose, at the start and in the end."""
    columns = []
    for j, levels in enumerate(table.levels):
        settled = _by_step([step.node.levels[j] for step in pooling.steps])
        for has_settled in (0, 1):
            number = settled if has_settled else {0: pooling.start.levels[j]}
            columns.append(
                {
                    "number": exp.Literal.number(j),
                    "settled": exp.Literal.number(has_settled),
                    "label_rows": _choose(
                        number, [f"label_rows_{one}" for one in range(len(levels))]
                    ),
                    "leaf_count": _choose(number, [f"leaves_{one}" for one in range(len(levels))]),
                    "levels": [
                        {
                            "leaf_count": identifier(f"leaves_{level}"),
                            "code": identifier(f"code_{level}"),
                            "label_rows": identifier(f"label_rows_{level}"),
                        }
                        for level in sorted({*number.values()})
                    ],
                    "leaves": identifier(leaves_name(j)),
                    "condition": exp.NullSafeEQ(
                        this=column(value_name(j).name, SETTLED),
                        expression=column("value", "labelled"),
                    ),
                }
            )
    return render("measure_climb", columns=columns, climbers=identifier(SETTLED))


def release_query(
    tables: Tables, hierarchies: Mapping[str, Hierarchy], pooling: Pooling
) -> exp.Query:
    """Return the query whose rows are the release; all quasi-identifiers are texts."""
    if not tables.keep:
        return release_classes_query(list(hierarchies), tables.named_count)
    return release_rows_query(tables, hierarchies, pooling.nodes)


def release_rows_query(
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    nodes: Sequence[Node],
) -> exp.Query:
    """Return the query for the same rows, which reads T again; `nodes` are those of the steps."""
    names = list(hierarchies)
    order = [exp.Literal.number(i) for i in range(1, len(names) + len(tables.keep) + 1)]
    values = [column(name, "private_rows") for name in names]
    cells, mappings = _label(hierarchies, nodes, values)
    return render(
        "release_pooled_rows",
        columns=[
            *(released(cell, name) for cell, name in zip(cells, names, strict=True)),
            *(column(name, "private_rows") for name in tables.keep),
        ],
        private_rows=tables.select_private_rows(),
        settled=identifier(SETTLED),
        is_settled=exp.and_(
            *(
                exp.NullSafeEQ(
                    this=exp.cast(value, "VARCHAR"),
                    expression=exp.cast(column(value_name(j).name, SETTLED), "VARCHAR"),
                )
                for j, value in enumerate(values)
            )
        ),
        mappings=mappings,
        order=order,
    )


def _label(
    hierarchies: Mapping[str, Hierarchy],
    nodes: Sequence[Node],
    values: Sequence[exp.Expr],
) -> tuple[list[exp.Expr], list[Join]]:
    """The released text of each value, by the step that a tuple settled on, and what to join."""
    cells: list[exp.Expr] = []
    mappings: list[Join] = []
    for j, hierarchy in enumerate(hierarchies.values()):
        numbers = _by_step([node.levels[j] for node in nodes])
        labels: dict[int, exp.Expr] = {}
        for level in dict.fromkeys(numbers.values()):
            label, joins = label_at(j, hierarchy, level, values[j])
            labels[level] = exp.cast(label, "VARCHAR") if level == 0 else label
            mappings += [join for join in joins if join not in mappings]
        cells.append(choose_by_step({step: labels[level] for step, level in numbers.items()}))
    return cells, mappings


def _by_step(levels: Sequence[int]) -> dict[int, int]:
    """The level of each step."""
    return dict(enumerate(levels))


def _choose(levels: Mapping[int, int], names: Sequence[str]) -> exp.Expr:
    """The column of the level of a tuple's step."""
    return choose_by_step(
        {step: column(names[level], "labelled") for step, level in levels.items()}
    )


def choose_by_step(by_step: Mapping[int, exp.Expr]) -> exp.Expr:
    """The value that belongs to a tuple's step; those of the start have none."""
    at_start, *later = by_step.values()
    if all(one == at_start for one in later):
        return at_start.copy()
    step = column("step", SETTLED)
    ifs = [
        exp.If(this=step.copy().eq(exp.Literal.number(number)), true=one.copy())
        for number, one in by_step.items()
        if number and one != at_start
    ]
    return exp.Case(ifs=ifs, default=at_start.copy())
