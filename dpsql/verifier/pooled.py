"""Checks a pooled release against P and T: who settles where, recomputed by other statements.

The manifest states the start, how few people settle together, the path, and the levels of each
step. The verifier labels each value of P by the hierarchy's Python code, groups the texts of those
who come to a step, lets classes with enough people settle, and leaves the rest for the next step;
it also finds the next step itself, from the path (`verifier.next_steps`). The search does this with
codes and windows.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from dpsql.domain.hierarchy import Hierarchy, LabelHierarchy, Leaf
from dpsql.engines.base import Engine
from dpsql.errors import IntegrityError
from dpsql.privacy.model import PrivacyModel
from dpsql.release.manifest import PooledLevels
from dpsql.release.release_format import ReleaseFormat
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render
from dpsql.verifier.labels import build_labels, list_values, refuse_unknown_levels
from dpsql.verifier.next_steps import LeafCounts, find_raised
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

_OTHER_ROWS = "release: {} distinct rows are not as often in it as in T where its people settle"
_OTHER_STEPS = "release: its steps are not those of the path that its manifest states"


def verify_pooled(
    engine: Engine,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    pooled: PooledLevels,
    models: Sequence[PrivacyModel],
    file_format: ReleaseFormat,
    *,
    tolerate_failure: bool = False,
) -> Verified:
    """Verify the logical table ``release``, which claims to be T with people settled as `pooled`.

    `tolerate_failure`: if a class breaks a model, report it and do not raise.

    Raises:
        IntegrityError: its columns or rows are not those of T where people settle, or not in their
            order; or the steps are not those of the path. NotSatisfied: a class breaks a model.
            HierarchyError: a value of P has no place in one.
    """
    refuse_unknown_levels(pooled.steps, hierarchies)
    refuse_other_columns(engine, tables, file_format)
    columns = [
        _Column(j, name, hierarchy, _list_levels(pooled, name, hierarchy))
        for j, (name, hierarchy) in enumerate(hierarchies.items())
    ]
    count_both_tables(engine, tables, hierarchies, {one.name: one.value for one in columns})
    for one in columns:
        tables_of_labels = {level: one.table(level) for level in one.looked_up}
        build_labels(engine, one.name, one.hierarchy, one.value, tables_of_labels)
    settling = _Settling(engine, columns, pooled, _count_leaves(engine, columns, pooled))
    counted = settling.settle()
    if tables.keep:
        _compare_rows(engine, tables, columns, pooled, file_format)
    counts = _count_classes(engine, tables, columns, len(pooled.steps), file_format)
    refuse_other_counts(counts, _OTHER_ROWS)
    verified = judge(counts, models, tolerate_failure=tolerate_failure)
    refuse_other_order(engine, tables, verified, file_format)
    return replace(verified, steps=counted)


def _list_levels(pooled: PooledLevels, name: str, hierarchy: Hierarchy) -> tuple[int, ...]:
    """The levels of a column on the steps; along ``columns`` also those that it could have next."""
    levels = [one[name] for one in pooled.steps]
    if pooled.path == "columns":
        levels += [level + 1 for level in levels if level < hierarchy.height]
    return tuple(dict.fromkeys(levels))


def _count_leaves(
    engine: Engine, columns: Sequence["_Column"], pooled: PooledLevels
) -> dict[str, LeafCounts]:
    """Count the leaves of each text, if the path depends on them."""
    found: dict[str, LeafCounts] = {}
    for one in columns if pooled.path == "columns" else ():
        values: Iterable[Leaf] = ()
        if not isinstance(one.hierarchy, LabelHierarchy):
            values = list_values(engine, one.value)
        found[one.name] = LeafCounts.of(one.hierarchy, one.levels, values)
    return found


@dataclass(frozen=True)
class _Column:
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


@dataclass(frozen=True)
class _Settling:
    """Lets people settle, step by step, and compares the steps with those of the path."""

    engine: Engine
    columns: Sequence[_Column]
    pooled: PooledLevels
    leaves: Mapping[str, LeafCounts]

    def settle(self) -> tuple[tuple[int, int], ...]:
        """Build the tables of classes that settle; return the people of P and rows of T of each.

        Rows of T as whoever has the release can count them: on the first step with their texts.
        """
        engine, people = self.engine, []
        steps = self.pooled.steps
        engine.materialize(_name_left(0), self._texts_query())
        left = self._count(0)
        for number, levels in enumerate(steps):
            if number:
                self._refuse_other_step(number, steps[number - 1], levels)
            engine.materialize(_name_settled(number), self._settled_query(number, levels))
            engine.materialize(_name_left(number + 1), self._left_query(number, levels))
            engine.drop(_name_left(number))
            before, left = left, self._count(number + 1)
            people.append(before - left)
            is_last = number == len(steps) - 1
            # T alone may have rows that are left: their counts are compared later.
            if bool(left) is is_last:
                raise IntegrityError(_OTHER_STEPS)
        engine.drop(_name_left(len(steps)))
        rows = {int(step): int(count) for step, count in engine.fetch(self._rows_query())}
        return tuple((public, rows.get(number, 0)) for number, public in enumerate(people))

    def _rows_query(self) -> exp.Query:
        return render(
            "verify_published_rows",
            columns=[identifier(f"c{one.position}") for one in self.columns],
            steps=[
                {"number": exp.Literal.number(n), "settled": identifier(_name_settled(n))}
                for n in range(len(self.pooled.steps))
            ],
        )

    def _texts_query(self) -> exp.Query:
        texts, joins = [], []
        for one in self.columns:
            value = exp.Column(this=one.value, table=identifier(TUPLES))
            texts += [
                {"name": one.text(level), "value": one.of(value, level)} for level in one.levels
            ]
            joins += one.joins(value, "value")
        return render("verify_texts", texts=texts, joins=joins)

    def _settled_query(self, number: int, levels: Mapping[str, int]) -> exp.Query:
        return render(
            "verify_settled",
            columns=[
                {"text": one.text(levels[one.name]), "name": identifier(f"c{one.position}")}
                for one in self.columns
            ],
            climbers=identifier(_name_left(number)),
            least=None if self._is_root(levels) else exp.Literal.number(self.pooled.least),
        )

    def _left_query(self, number: int, levels: Mapping[str, int]) -> exp.Query:
        texts = [exp.Column(this=one.text(levels[one.name])) for one in self.columns]
        return render(
            "verify_left",
            texts=[one.text(level) for one in self.columns for level in one.levels],
            climbers=identifier(_name_left(number)),
            settled=identifier(_name_settled(number)),
            is_settled=_is_settled(number, texts),
        )

    def _count(self, number: int) -> int:
        """Count the people of P that come to a step."""
        query = render("verify_step", climbers=identifier(_name_left(number)))
        return int(self.engine.fetch(query)[0][0])

    def _refuse_other_step(
        self, number: int, before: Mapping[str, int], levels: Mapping[str, int]
    ) -> None:
        """Raise IntegrityError unless the path leads from the step before to these levels."""
        heights = {one.name: one.hierarchy.height for one in self.columns}
        if self.pooled.path == "root":
            expected = heights
        else:
            if isinstance(self.pooled.path, tuple):
                open_ = [name for name in self.pooled.path if before[name] < heights[name]]
                raised = next(iter(open_), None)
            else:
                texts = self._list_next_texts(number, before)
                raised = find_raised(before, heights, self.leaves, texts)
            expected = {name: level + (name == raised) for name, level in before.items()}
        if dict(levels) != expected:
            raise IntegrityError(_OTHER_STEPS)

    def _list_next_texts(
        self, number: int, levels: Mapping[str, int]
    ) -> dict[str, list[tuple[Leaf, Leaf, int]]]:
        """List the texts of those who go on from these levels, and those of the next level."""
        open_ = [one for one in self.columns if levels[one.name] < one.hierarchy.height]
        if not open_:
            return {}
        query = render(
            "verify_next_levels",
            columns=[
                {
                    "number": exp.Literal.number(one.position),
                    "text": one.text(levels[one.name]),
                    "above": one.text(levels[one.name] + 1),
                }
                for one in open_
            ],
            climbers=identifier(_name_left(number)),
        )
        found: dict[str, list[tuple[Leaf, Leaf, int]]] = {one.name: [] for one in open_}
        for position, text, above, people in self.engine.fetch(query):
            found[self.columns[position].name].append((text, above, int(people)))
        return found

    def _is_root(self, levels: Mapping[str, int]) -> bool:
        return all(levels[one.name] == one.hierarchy.height for one in self.columns)


def _compare_rows(
    engine: Engine,
    tables: Tables,
    columns: Sequence[_Column],
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
        settled = identifier(_name_settled(number))
        joins.append({"table": settled, "condition": _is_settled(number, of_step)})
    claimed = []
    for position in range(len(columns)):
        ifs = [
            exp.If(
                this=column("public_count", _name_settled(number)).is_(exp.null()).not_(),
                true=of_step[position].copy(),
            )
            for number, of_step in enumerate(texts)
        ]
        claimed.append(file_format.write_cell(exp.Case(ifs=ifs)))
    refuse_other_rows(engine, tables, claimed, joins, _OTHER_ROWS, file_format)


def _count_classes(
    engine: Engine,
    tables: Tables,
    columns: Sequence[_Column],
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
        steps=[identifier(_name_settled(number)) for number in range(steps)],
    )
    return [ClassCounts(*row) for row in engine.fetch(query)]


def _is_settled(number: int, texts: Sequence[exp.Expr]) -> exp.Expr:
    """Whether texts are those of a class that settles on a step."""
    return exp.and_(
        *(
            exp.NullSafeEQ(this=text.copy(), expression=column(f"c{j}", _name_settled(number)))
            for j, text in enumerate(texts)
        )
    )


def _name_left(number: int) -> str:
    return f"verified_left_{number}"


def _name_settled(number: int) -> str:
    return f"verified_settled_{number}"
