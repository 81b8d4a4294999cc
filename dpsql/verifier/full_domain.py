"""Checks a release against P and T from the files alone; shares no code with the search.

The search compiles hierarchies to SQL and compares integers in SQL. The verifier generalizes each
distinct value of P by the hierarchy's Python code, counts the classes again from P, T and the
written file, and lets the models judge every pair of counts in Python. Both share how columns are
read (`sql.tables`), the loaded hierarchies, the engine, and the guess whether grouping pays.
"""

from collections.abc import Mapping, Sequence

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.engines.base import Engine
from dpsql.privacy.model import PrivacyModel
from dpsql.release.release_format import ReleaseFormat
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render
from dpsql.verifier.labels import build_labels, refuse_unknown_levels
from dpsql.verifier.recount import TUPLES, count_both_tables
from dpsql.verifier.released_rows import (
    PRIVATE_ROWS,
    RELEASE,
    refuse_other_columns,
    refuse_other_order,
    refuse_other_rows,
    rows_of_one,
)
from dpsql.verifier.shown_labels import ShownLabel
from dpsql.verifier.verified import ClassCounts, Verified, judge, refuse_other_counts

_OTHER_ROWS = "release: {rows} not as often in it as in T at these levels; has T changed since?"


def verify_release(
    engine: Engine,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    levels: Mapping[str, int],
    models: Sequence[PrivacyModel],
    file_format: ReleaseFormat,
    others: Sequence[Mapping[str, int]] = (),
) -> Verified:
    """Verify the logical table ``release``, which claims to be T at `levels`.

    `others`: levels of other releases, at which the tuples that are counted here can be told apart.

    Raises:
        IntegrityError: its columns or rows are not those of T at `levels`, or not in their order.
        NotSatisfied: a class breaks a model. HierarchyError: a value of P has no place in one.
    """
    refuse_unknown_levels([levels], hierarchies)
    refuse_other_columns(engine, tables, file_format)
    labels = [
        ShownLabel(j, name, levels[name], hierarchy, file_format, f"labels_{j}")
        for j, (name, hierarchy) in enumerate(hierarchies.items())
    ]
    shown = {
        label.name: label.value
        for label in labels
        if any(label.shows_at(one[label.name]) for one in (levels, *others))
    }
    count_both_tables(engine, tables, hierarchies, shown)
    for label in labels:
        looked_up = {label.level: label.table} if label.is_looked_up else {}
        build_labels(engine, label.name, label.hierarchy, label.value, looked_up)
    if tables.keep:
        # Without kept columns the comparison of counts is enough.
        _compare_rows(engine, tables, labels, file_format)
    counts = count_classes(engine, labels, rows_of_one(tables, file_format))
    refuse_other_counts(counts, _OTHER_ROWS)
    verified = judge(counts, models)
    refuse_other_order(engine, tables, verified, file_format)
    return verified


def _compare_rows(
    engine: Engine, tables: Tables, labels: list[ShownLabel], file_format: ReleaseFormat
) -> None:
    values = [exp.cast(column(label.name, PRIVATE_ROWS), "VARCHAR") for label in labels]
    pairs = list(zip(labels, values, strict=True))
    refuse_other_rows(
        engine,
        tables,
        [label.of(value) for label, value in pairs],
        [join for label, value in pairs if (join := label.join(value))],
        _OTHER_ROWS,
        file_format,
    )


def count_classes(
    engine: Engine, labels: Sequence[ShownLabel], rows_of_one: exp.Expr
) -> list[ClassCounts]:
    """Count P, T and a release for each released tuple; it may show nothing at all.

    `rows_of_one`: the rows of T that a row of the release stands for.
    """
    columns, joins, released_joins = [], [], []
    cells: tuple[exp.Expr, exp.Expr]
    for i, label in enumerate(labels):
        value = exp.Column(this=label.value, table=identifier(TUPLES))
        released = exp.cast(column(label.released_name, label.release), "VARCHAR")
        if label.is_looked_up:
            given = exp.NullSafeEQ(this=value, expression=column("value", label.table))
            joins.append({"table": identifier(label.table), "condition": given})
            name = f"released_{label.table}"
            as_given = label.as_released(column("label", name))
            found = exp.NullSafeEQ(this=released, expression=as_given)
            released_joins.append(
                {
                    "labels": identifier(label.table),
                    "name": identifier(name),
                    "condition": found,
                }
            )
            cells = column("number", label.table), column("number", name)
        else:
            cells = label.of(exp.cast(value, "VARCHAR")), released
        columns.append({"name": identifier(f"c{i}"), "label": cells[0], "released": cells[1]})
    query = render(
        "verify_classes",
        columns=columns,
        joins=joins,
        released_joins=released_joins,
        rows_of_one=rows_of_one,
        release=identifier(labels[0].release if labels else RELEASE),
    )
    return [ClassCounts(*row) for row in engine.fetch(query)]
