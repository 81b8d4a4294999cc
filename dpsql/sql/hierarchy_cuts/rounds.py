"""Parts of P in progress, cut along the hierarchies round by round.

One round cuts every open part once, or finds that it has no admissible cut by which rows lose less.
The tuples of such a part are not read again, and neither are those of a side without rows that
count. Parts are numbered in the order in which they are made; the numbers follow from the cuts
alone.
"""

from collections.abc import Callable
from typing import NamedTuple

from sqlglot import exp

from dpsql.domain.levels.cut_tree import CutTree
from dpsql.engines.base import Engine
from dpsql.sql.hierarchy_cuts.choice import (
    choose_query,
    judge_children_query,
    number_sides_query,
    place_children_query,
)
from dpsql.sql.hierarchy_cuts.parts import (
    begin_query,
    divide_query,
    end_query,
    end_tuples_query,
    fetch_cuts,
    note_query,
    parts_query,
    place_query,
)
from dpsql.sql.hierarchy_cuts.protected import (
    UNPROTECTED_CHILDREN,
    UNPROTECTED_RESTS,
    ProtectedSides,
)
from dpsql.sql.hierarchy_cuts.rules import CutRules, child_name
from dpsql.sql.lattice.sensitive_set import SensitiveSet
from dpsql.sql.templates import identifier, render

#: Parts that are not cut again, with their people of P and rows of T.
FINAL_PARTS = "final_parts"
#: Tuples of T in these parts, if they are asked for.
FINAL_TUPLES = "final_tuples"
_CHILDREN, _SUMS, _PLACED = "cut_children", "child_sums", "placed_children"
_CUTS, _SIDES, _MADE = "chosen_cuts", "cut_sides", "made_parts"


class Made(NamedTuple):
    """What a round made: parts, of how many, and those of them with rows that count."""

    parts: int
    cuts: int
    open_parts: int


class Rounds:
    """The parts in an engine, and how far they are cut."""

    def __init__(
        self, engine: Engine, rules: CutRules, sensitive: tuple[SensitiveSet, ...] = ()
    ) -> None:
        """Start with all of P as one part, number 0, which satisfies the models.

        `sensitive`: values of T that protect the sides of cuts as well.
        """
        self._protected = (
            ProtectedSides(engine, {j: child_name(j) for j in rules.axes}, sensitive)
            if sensitive
            else None
        )
        self._engine = engine
        self._rules = rules
        self._number = 0
        self._parts = 1
        self._lists_ended = False
        self._queries: dict[tuple[str, int], exp.Query] = {}
        engine.materialize(self._name("parts"), begin_query(rules))
        engine.materialize(_MADE, note_query(rules, self._name("parts")))
        engine.materialize(self._name("tuples"), place_query(rules))

    def cut(self) -> Made:
        """Cut every open part that has such a cut."""
        if not self._rules.axes:
            return Made(0, 0, 0)
        self._choose()
        self._materialize(_SIDES, lambda: number_sides_query(self._rules))
        self._drop(_CHILDREN, _SUMS, *[_PLACED] * self._rules.rule.keeps_rest)
        made = self._go_on()
        self._drop(_CUTS, _SIDES)
        return made

    def _choose(self) -> None:
        """Build the tables of the children and of the chosen cuts."""
        rules, protected = self._rules, self._protected
        tuples, parts = self._names
        keeps_rest = rules.rule.keeps_rest
        children = rests = None
        if protected is not None:
            protected.judge_children(tuples)
            children = UNPROTECTED_CHILDREN
        self._materialize(_CHILDREN, lambda: judge_children_query(rules, tuples, parts, children))
        self._materialize(_SUMS, lambda: render("sum_children"))
        if keeps_rest:
            all_rests = protected is not None
            self._materialize(_PLACED, lambda: place_children_query(rules, all_rests=all_rests))
        if protected is not None and keeps_rest:
            protected.judge_rests(_PLACED)
            rests = UNPROTECTED_RESTS
        self._materialize(_CUTS, lambda: choose_query(rules, rests))
        if protected is not None:
            protected.forget(has_rests=keeps_rest)

    def _go_on(self) -> Made:
        """Build the tables of the next round, if there are cuts."""
        engine, rules, before = self._engine, self._rules, self._names
        after = f"cut_parts_{(self._number + 1) % 2}"
        self._materialize(after, lambda: parts_query(rules, before[1]))
        query = render("count_parts", counted=rules.counted, parts=identifier(after))
        made = Made(*map(int, engine.fetch(query)[0]))
        if not made.parts:
            self._drop(after)
            return made
        self._end_tuples(some_are_cut=True)
        self._number += 1
        self._parts += made.parts
        engine.append(_MADE, note_query(rules, after))
        self._materialize(self._name("tuples"), lambda: divide_query(rules, before[0], after))
        self._drop(*before)
        return made

    def _materialize(self, name: str, build: Callable[[], exp.Query]) -> None:
        """Build a table by a statement that is the same in every second round."""
        key = name, self._number % 2
        if key not in self._queries:
            self._queries[key] = self._engine.reuse(build())
        self._engine.materialize(name, self._queries[key])

    def _drop(self, *names: str) -> None:
        for name in names:
            self._engine.drop(name)

    def _end_tuples(self, *, some_are_cut: bool) -> None:
        """Add the tuples of parts that are not cut again to the final ones."""
        if self._rules.lists_tuples:
            add = self._engine.append if self._lists_ended else self._engine.materialize
            query = end_tuples_query(self._rules, self._names[0], some_are_cut=some_are_cut)
            add(FINAL_TUPLES, query)
            self._lists_ended = True

    def close(self, names: list[str]) -> CutTree:
        """Leave the open parts as they are, which satisfy the models; return the cuts.

        `names` are those of the quasi-identifiers.
        """
        self._end_tuples(some_are_cut=False)
        self._drop(*self._names)
        self._engine.materialize(FINAL_PARTS, end_query(self._rules))
        cuts = fetch_cuts(self._engine, names) if self._parts > 1 else ()
        self._drop(_MADE)
        return cuts

    @property
    def _names(self) -> tuple[str, str]:
        return self._name("tuples"), self._name("parts")

    def _name(self, kind: str) -> str:
        return f"cut_{kind}_{self._number % 2}"
