"""The rows and classes of a pooled release beside those of T, once it is known who settled where.

Each step has a table of the classes that settled on it, by their texts, as the verifiers of pooled
releases build it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.engines.base import Engine
from dpsql.privacy.model import PrivacyModel
from dpsql.release.manifest import PooledLevels
from dpsql.release.release_format import ReleaseFormat
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render
from dpsql.verifier.labels import build_labels
from dpsql.verifier.recount import TUPLES, count_both_tables
from dpsql.verifier.released_rows import (
    PRIVATE_ROWS,
    RELEASE,
    refuse_other_order,
    refuse_other_rows,
    rows_of_one,
)
from dpsql.verifier.verified import ClassCounts, Verified, judge, refuse_other_counts

OTHER_ROWS = (
    "release: {rows} not as often in it as in T where its people settle; has T changed since?"
)
OTHER_STEPS = "release: its steps are not those of the path that its manifest states"


@dataclass(frozen=True)
class Column:
    """One quasi-identifier, with the levels that the steps have."""

    position: int
    name: str
    hierarchy: Hierarchy
    levels: tuple[int, ...]

    @property
    def value(self) -> exp.Identifier:
        """Column of verified_tuples with its values."""
        return identifier(f"v{self.position}")

    @property
    def looked_up(self) -> list[int]:
        """The levels whose labels are looked up: neither values themselves nor the root."""
        return [level for level in self.levels if 0 < level < self.hierarchy.height]

    def table(self, level: int) -> str:
        """Name of the table of the labels on a level."""
        return f"labels_{self.position}_{level}"

    def text(self, level: int) -> exp.Identifier:
        """Column of the texts on a level, among those who climb."""
        return identifier(f"t{self.position}_{level}")

    def of(self, value: exp.Expr, level: int) -> exp.Expr:
        """Return the text of a value on a level."""
        if level == 0:
            return exp.cast(value, "VARCHAR")
        if level < self.hierarchy.height:
            return column("label", self.table(level))
        return exp.Literal.string(self.hierarchy.root)

    def joins(self, value: exp.Expr, key: str) -> list[dict[str, exp.Expr]]:
        """Return the joins with the labels, whose column `key` has the value."""
        return [
            {
                "table": identifier(self.table(level)),
                "condition": exp.NullSafeEQ(
                    this=value.copy(), expression=column(key, self.table(level))
                ),
            }
            for level in self.looked_up
        ]


def label_columns(
    engine: Engine,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    levels: Mapping[str, tuple[int, ...]],
) -> list[Column]:
    """Count the tuples of P and T, and build the labels of these levels by column.

    Raises:
        HierarchyError: a value of P has no place in its hierarchy.
    """
    columns = [
        Column(j, name, hierarchy, levels[name])
        for j, (name, hierarchy) in enumerate(hierarchies.items())
    ]
    count_both_tables(engine, tables, hierarchies, {one.name: one.value for one in columns})
    for one in columns:
        tables_of_labels = {level: one.table(level) for level in one.looked_up}
        build_labels(engine, one.name, one.hierarchy, one.value, tables_of_labels)
    return columns


def texts_query(columns: Sequence[Column]) -> exp.Query:
    """The statement that lists the texts of all tuples on every level of the steps."""
    texts, joins = [], []
    for one in columns:
        value = exp.Column(this=one.value, table=identifier(TUPLES))
        texts += [{"name": one.text(level), "value": one.of(value, level)} for level in one.levels]
        joins += one.joins(value, "value")
    return render("verify_texts", texts=texts, joins=joins)


def judge_settled(
    engine: Engine,
    tables: Tables,
    columns: Sequence[Column],
    pooled: PooledLevels,
    models: Sequence[PrivacyModel],
    file_format: ReleaseFormat,
    *,
    tolerate_failure: bool,
) -> Verified:
    """Compare the release with the tables of those who settled, and judge their classes.

    Raises:
        IntegrityError: other rows, or another order. NotSatisfied: a class breaks a model.
    """
    if tables.keep:
        _compare_rows(engine, tables, columns, pooled, file_format)
    counts = _count_classes(engine, tables, columns, len(pooled.steps), file_format)
    refuse_other_counts(counts, OTHER_ROWS)
    verified = judge(counts, models, tolerate_failure=tolerate_failure)
    refuse_other_order(engine, tables, verified, file_format)
    return verified


def _compare_rows(
    engine: Engine,
    tables: Tables,
    columns: Sequence[Column],
    pooled: PooledLevels,
    file_format: ReleaseFormat,
) -> None:
    """Compare the rows with T's: each has the labels of the first step whose classes have it."""
    values = [exp.cast(column(one.name, PRIVATE_ROWS), "VARCHAR") for one in columns]
    joins = [
        join
        for one, value in zip(columns, values, strict=True)
        for join in one.joins(value, "leaf")
    ]
    texts = [
        [one.of(value, levels[one.name]) for one, value in zip(columns, values, strict=True)]
        for levels in pooled.steps
    ]
    for number, of_step in enumerate(texts):
        settled = identifier(name_settled(number))
        joins.append({"table": settled, "condition": is_settled(number, of_step)})
    claimed = []
    for position in range(len(columns)):
        ifs = [
            exp.If(
                this=column("public_count", name_settled(number)).is_(exp.null()).not_(),
                true=of_step[position].copy(),
            )
            for number, of_step in enumerate(texts)
        ]
        claimed.append(file_format.write_cell(exp.Case(ifs=ifs)))
    refuse_other_rows(engine, tables, claimed, joins, OTHER_ROWS, file_format)


def _count_classes(
    engine: Engine,
    tables: Tables,
    columns: Sequence[Column],
    steps: int,
    file_format: ReleaseFormat,
) -> list[ClassCounts]:
    """Count P, T and the release for each published class."""
    described = []
    for one in columns:
        name = identifier(f"c{one.position}")
        described.append(
            {
                "name": name,
                "claimed": file_format.write_cell(exp.Column(this=name)),
                "released": exp.cast(column(file_format.write_name(one.name), RELEASE), "VARCHAR"),
            }
        )
    query = render(
        "verify_pooled_classes",
        columns=described,
        rows_of_one=rows_of_one(tables, file_format),
        steps=[identifier(name_settled(number)) for number in range(steps)],
    )
    return [ClassCounts(*row) for row in engine.fetch(query)]


def is_settled(number: int, texts: Sequence[exp.Expr]) -> exp.Expr:
    """Whether texts are those of a class that settles on a step."""
    return exp.and_(
        *(
            exp.NullSafeEQ(this=text.copy(), expression=column(f"c{j}", name_settled(number)))
            for j, text in enumerate(texts)
        )
    )


def name_left(number: int) -> str:
    """The table of those who come to a step."""
    return f"verified_left_{number}"


def name_settled(number: int) -> str:
    """The table of the classes that settle on a step."""
    return f"verified_settled_{number}"
