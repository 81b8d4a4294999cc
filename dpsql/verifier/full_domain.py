"""Checks a release against P and T from the files alone; shares no code with the search.

The search compiles hierarchies to SQL and compares integers in SQL. The verifier generalizes each
distinct value of P by the hierarchy's Python code, counts the classes again from P, T and the
written file, and lets the models judge every pair of counts in Python. Both share how columns are
read (`sql.tables`), the loaded hierarchies, the engine, and the guess whether grouping pays.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.hierarchy import Hierarchy
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
from dpsql.verifier.verified import ClassCounts, Verified, judge, refuse_other_counts

_OTHER_ROWS = "release: {} distinct rows are not as often in it as in T at these levels"


def verify_release(
    engine: Engine,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    levels: Mapping[str, int],
    models: Sequence[PrivacyModel],
    file_format: ReleaseFormat,
) -> Verified:
    """Verify the logical table ``release``, which claims to be T at `levels`.

    Raises:
        IntegrityError: its columns or rows are not those of T at `levels`, or not in their order.
        NotSatisfied: a class breaks a model. HierarchyError: a value of P has no place in one.
    """
    refuse_unknown_levels([levels], hierarchies)
    refuse_other_columns(engine, tables, file_format)
    labels = [
        _Label(j, name, levels[name], hierarchy, file_format)
        for j, (name, hierarchy) in enumerate(hierarchies.items())
    ]
    shown = {label.name: label.value for label in labels if label.is_raw or label.is_looked_up}
    count_both_tables(engine, tables, hierarchies, shown)
    for label in labels:
        looked_up = {label.level: label.table} if label.is_looked_up else {}
        build_labels(engine, label.name, label.hierarchy, label.value, looked_up)
    if tables.keep:
        # Without kept columns the comparison of counts is enough.
        _compare_rows(engine, tables, labels, file_format)
    counts = _count_classes(engine, labels, tables)
    refuse_other_counts(counts, _OTHER_ROWS)
    verified = judge(counts, models)
    refuse_other_order(engine, tables, verified, file_format)
    return verified


@dataclass(frozen=True)
class _Label:
    """One quasi-identifier as the verifier generalizes it."""

    position: int
    name: str
    level: int
    hierarchy: Hierarchy
    file_format: ReleaseFormat

    @property
    def released_name(self) -> str:
        """Name of the column in the release."""
        return self.file_format.write_name(self.name)

    @property
    def is_raw(self) -> bool:
        """Whether the values themselves are released."""
        return self.level == 0

    @property
    def is_looked_up(self) -> bool:
        """Whether values are released as labels below the root."""
        return 0 < self.level < self.hierarchy.height

    @property
    def value(self) -> exp.Identifier:
        """Column of verified_tuples with its values; not needed for the root."""
        return identifier(f"v{self.position}")

    @property
    def table(self) -> str:
        """Name of the table of its labels."""
        return f"labels_{self.position}"

    def of(self, value: exp.Expr) -> exp.Expr:
        """Return the released text of a value."""
        if self.is_raw:
            label = value
        elif self.is_looked_up:
            label = column("label", self.table)
        else:
            label = exp.Literal.string(self.hierarchy.root)
        return self.as_released(label)

    def as_released(self, label: exp.Expr) -> exp.Expr:
        """Return a label as the file contains it."""
        return self.file_format.write_cell(label)

    def join(self, value: exp.Expr) -> dict[str, exp.Expr] | None:
        """Return the join with the uploaded labels; None if there are none."""
        if not self.is_looked_up:
            return None
        condition = exp.NullSafeEQ(this=value, expression=column("leaf", self.table))
        return {"table": identifier(self.table), "condition": condition}


def _compare_rows(
    engine: Engine, tables: Tables, labels: list[_Label], file_format: ReleaseFormat
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


def _count_classes(engine: Engine, labels: list[_Label], tables: Tables) -> list[ClassCounts]:
    """Count P, T and the release for each released tuple."""
    columns, joins, released_joins = [], [], []
    cells: tuple[exp.Expr, exp.Expr]
    for i, label in enumerate(labels):
        value = exp.Column(this=label.value, table=identifier(TUPLES))
        released = exp.cast(column(label.released_name, RELEASE), "VARCHAR")
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
        rows_of_one=rows_of_one(tables, labels[0].file_format),
    )
    return [ClassCounts(*row) for row in engine.fetch(query)]
