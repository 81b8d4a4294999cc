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

from dpsql.domain.levels.hierarchy import Hierarchy, LabelHierarchy, Leaf
from dpsql.engines.base import Engine
from dpsql.errors import IntegrityError
from dpsql.privacy.model import PrivacyModel
from dpsql.release.manifest import PooledLevels
from dpsql.release.release_format import ReleaseFormat
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import identifier, render
from dpsql.verifier.labels import list_values, refuse_unknown_levels
from dpsql.verifier.pooled.next_steps import LeafCounts, find_raised
from dpsql.verifier.pooled.settled_rows import (
    OTHER_STEPS,
    Column,
    is_settled,
    judge_settled,
    label_columns,
    name_left,
    name_settled,
    texts_query,
)
from dpsql.verifier.released_rows import refuse_other_columns
from dpsql.verifier.verified import Verified


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
    levels = {
        name: _list_levels(pooled, name, hierarchy) for name, hierarchy in hierarchies.items()
    }
    columns = label_columns(engine, tables, hierarchies, levels)
    settling = _Settling(engine, columns, pooled, _count_leaves(engine, columns, pooled))
    counted = settling.settle()
    given = engine, tables, columns, pooled
    verified = judge_settled(*given, models, file_format, tolerate_failure=tolerate_failure)
    return replace(verified, steps=counted)


def _list_levels(pooled: PooledLevels, name: str, hierarchy: Hierarchy) -> tuple[int, ...]:
    """The levels of a column on the steps; along ``columns`` also those that it could have next."""
    levels = [one[name] for one in pooled.steps]
    if pooled.path == "columns":
        levels += [level + 1 for level in levels if level < hierarchy.height]
    return tuple(dict.fromkeys(levels))


def _count_leaves(
    engine: Engine, columns: Sequence[Column], pooled: PooledLevels
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
class _Settling:
    """Lets people settle, step by step, and compares the steps with those of the path."""

    engine: Engine
    columns: Sequence[Column]
    pooled: PooledLevels
    leaves: Mapping[str, LeafCounts]

    def settle(self) -> tuple[tuple[int, int], ...]:
        """Build the tables of classes that settle; return the people of P and rows of T of each.

        Rows of T as whoever has the release can count them: on the first step with their texts.
        """
        engine, people = self.engine, []
        steps = self.pooled.steps
        engine.materialize(name_left(0), texts_query(self.columns))
        left = self._count(0)
        for number, levels in enumerate(steps):
            if number:
                self._refuse_other_step(number, steps[number - 1], levels)
            engine.materialize(name_settled(number), self._settled_query(number, levels))
            engine.materialize(name_left(number + 1), self._left_query(number, levels))
            engine.drop(name_left(number))
            before, left = left, self._count(number + 1)
            people.append(before - left)
            is_last = number == len(steps) - 1
            # T alone may have rows that are left: their counts are compared later.
            if bool(left) is is_last:
                raise IntegrityError(OTHER_STEPS)
        engine.drop(name_left(len(steps)))
        rows = {int(step): int(count) for step, count in engine.fetch(self._rows_query())}
        return tuple((public, rows.get(number, 0)) for number, public in enumerate(people))

    def _rows_query(self) -> exp.Query:
        return render(
            "verify_published_rows",
            columns=[identifier(f"c{one.position}") for one in self.columns],
            steps=[
                {"number": exp.Literal.number(n), "settled": identifier(name_settled(n))}
                for n in range(len(self.pooled.steps))
            ],
        )

    def _settled_query(self, number: int, levels: Mapping[str, int]) -> exp.Query:
        return render(
            "verify_settled",
            columns=[
                {"text": one.text(levels[one.name]), "name": identifier(f"c{one.position}")}
                for one in self.columns
            ],
            climbers=identifier(name_left(number)),
            least=None if self._is_root(levels) else exp.Literal.number(self.pooled.least),
        )

    def _left_query(self, number: int, levels: Mapping[str, int]) -> exp.Query:
        texts = [exp.Column(this=one.text(levels[one.name])) for one in self.columns]
        return render(
            "verify_left",
            texts=[one.text(level) for one in self.columns for level in one.levels],
            climbers=identifier(name_left(number)),
            settled=identifier(name_settled(number)),
            is_settled=is_settled(number, texts),
        )

    def _count(self, number: int) -> int:
        """Count the people of P that come to a step."""
        query = render("verify_step", climbers=identifier(name_left(number)))
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
            raise IntegrityError(OTHER_STEPS)

    def _list_next_texts(
        self, number: int, levels: Mapping[str, int]
    ) -> dict[str, list[tuple[Leaf, Leaf, int]]]:
        """List the texts of those who go on from these levels, and those of the next level."""
        # Some can rise: at the root all have settled, and nobody comes to a next step.
        open_ = [one for one in self.columns if levels[one.name] < one.hierarchy.height]
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
            climbers=identifier(name_left(number)),
        )
        found: dict[str, list[tuple[Leaf, Leaf, int]]] = {one.name: [] for one in open_}
        for position, text, above, people in self.engine.fetch(query):
            found[self.columns[position].name].append((text, above, int(people)))
        return found

    def _is_root(self, levels: Mapping[str, int]) -> bool:
        return all(levels[one.name] == one.hierarchy.height for one in self.columns)
