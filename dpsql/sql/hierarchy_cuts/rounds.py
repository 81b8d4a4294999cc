"""Parts of P in progress, cut along the hierarchies round by round.

One round cuts every open part once, or finds that it has no admissible cut by which rows lose less.
The tuples of such a part are not read again, and neither are those of a side without rows that
count. Parts are numbered
in the order in which they are made; the numbers follow from the cuts alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlglot import exp

from dpsql.domain.cut_tree import Label
from dpsql.domain.lattice import Lattice
from dpsql.domain.strategy import HierarchyCuts
from dpsql.engines.base import Engine
from dpsql.privacy.model import PrivacyModel, any_violation
from dpsql.sql.hierarchy_cuts.labels import CUT_LABELS
from dpsql.sql.hierarchy_cuts.protected import (
    UNPROTECTED_CHILDREN,
    UNPROTECTED_RESTS,
    ProtectedSides,
)
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, code_name, node_codes
from dpsql.sql.lattice.sensitive_set import SensitiveSet
from dpsql.sql.published_classes import text_name
from dpsql.sql.templates import column, identifier, render

#: Parts that are not cut again, with their people of P and rows of T.
FINAL_PARTS = "final_parts"
#: Tuples of T in these parts, if they are asked for.
FINAL_TUPLES = "final_tuples"
_CHILDREN, _PLACED, _SIDES = "cut_children", "placed_children", "cut_sides"


class Side(NamedTuple):
    """A side of a cut: a child with its label, or the rest, whose label is that of its part.

    `is_open`: rows that count are in it.
    """

    number: int
    part: int
    axis: int
    is_rest: bool
    is_open: bool
    label: Label


@dataclass(frozen=True)
class CutRules:
    """How parts are cut: by which rule, and what their sides must satisfy.

    `lists_tuples`: the tuples of T are listed with their parts, for columns that are kept.
    """

    lattice: Lattice
    rule: HierarchyCuts
    models: Sequence[PrivacyModel]
    public_rows: int
    lists_tuples: bool

    @property
    def axes(self) -> list[int]:
        """Quasi-identifiers that have a level to cut."""
        return [j for j, height in enumerate(self.lattice.heights) if height]

    @property
    def codes(self) -> list[exp.Identifier]:
        """Columns of the tuples: the labels on every level below the root."""
        return [code_name(j, level) for j in self.axes for level in range(self.lattice.heights[j])]

    @property
    def labels(self) -> list[exp.Identifier]:
        """Columns of the parts: their labels, and the leaves under each without one."""
        columns = range(len(self.lattice.heights))
        return [*map(text_name, columns), *map(lost_name, columns)]

    @property
    def counted(self) -> exp.Identifier:
        """Column of the rows whose losses count."""
        return identifier("private_count" if self.rule.rows == "T" else "public_count")


class Rounds:
    """The parts in an engine, and how far they are cut."""

    def __init__(
        self,
        engine: Engine,
        rules: CutRules,
        whole: Sequence[tuple[Label, int]],
        sensitive: tuple[SensitiveSet, ...] = (),
    ) -> None:
        """Start with all of P as one part, number 0, which satisfies the models.

        `whole`: its label in each quasi-identifier, and the leaves under it without one.
        `sensitive`: values of T that protect the sides of cuts as well.
        """
        self._protected = (
            ProtectedSides(engine, {j: _child(j) for j in rules.axes}, sensitive)
            if sensitive
            else None
        )
        self._engine = engine
        self._rules = rules
        self._number = 0
        self._parts = 1
        self._ends: set[str] = set()
        engine.materialize(self._name("parts"), begin_query(rules, whole))
        engine.materialize(self._name("tuples"), place_query(rules))

    def cut(self) -> list[Side]:
        """Cut every open part that has such a cut; return the new sides by their numbers."""
        engine, rules = self._engine, self._rules
        if not rules.axes:
            return []
        engine.materialize(_CHILDREN, children_query(rules, self._names[0]))
        self._choose()
        engine.drop(_CHILDREN)
        query = render("list_sides", counted=rules.counted)
        sides = [
            Side(int(number), int(part), int(axis), bool(is_rest), bool(is_open), label)
            for number, part, axis, is_rest, is_open, label in engine.fetch(query)
        ]
        if sides:
            self._end(some_are_cut=True)
            self._parts += len(sides)
            self._go_on()
        engine.drop(_SIDES)
        return sides

    def _choose(self) -> None:
        """Build the table of the sides of cuts, from that of the children."""
        engine, rules, protected = self._engine, self._rules, self._protected
        tuples, parts = self._names
        if protected is None:
            engine.materialize(_SIDES, choose_query(rules, parts, self._parts))
            return
        keeps_rest = rules.rule.keeps_rest
        protected.judge_children(tuples)
        engine.materialize(_PLACED, place_children_query(rules, parts, UNPROTECTED_CHILDREN))
        if keeps_rest:
            protected.judge_rests(_PLACED)
        unprotected = UNPROTECTED_RESTS if keeps_rest else None
        placed = exp.Table(this=identifier(_PLACED))
        engine.materialize(_SIDES, choose_placed_query(rules, placed, self._parts, unprotected))
        engine.drop(_PLACED)
        protected.forget(has_rests=keeps_rest)

    def close(self) -> None:
        """Leave the open parts as they are; they satisfy the models."""
        self._end(some_are_cut=False)
        self._drop(self._names)

    def _go_on(self) -> None:
        """Build the tables of the next round."""
        engine, rules, before = self._engine, self._rules, self._names
        self._number += 1
        engine.materialize(self._name("parts"), parts_query(rules, before[1]))
        engine.materialize(
            self._name("tuples"), divide_query(rules, before[0], self._name("parts"))
        )
        self._drop(before)

    def _end(self, *, some_are_cut: bool) -> None:
        """Add the parts that are not cut again to the final ones."""
        tuples, parts = self._names
        self._add(
            FINAL_PARTS,
            render(
                "end_parts",
                parts=identifier(parts),
                columns=self._rules.labels,
                some_are_cut=exp.true() if some_are_cut else None,
            ),
        )
        if self._rules.lists_tuples:
            self._add(
                FINAL_TUPLES, end_tuples_query(self._rules, tuples, some_are_cut=some_are_cut)
            )

    def _add(self, name: str, query: exp.Query) -> None:
        add = self._engine.append if name in self._ends else self._engine.materialize
        add(name, query)
        self._ends.add(name)

    def _drop(self, names: Sequence[str]) -> None:
        for name in names:
            self._engine.drop(name)

    @property
    def _names(self) -> tuple[str, str]:
        return self._name("tuples"), self._name("parts")

    def _name(self, kind: str) -> str:
        return f"cut_{kind}_{self._number % 2}"


def begin_query(rules: CutRules, whole: Sequence[tuple[Label, int]]) -> exp.Query:
    """The statement that makes all of P one part."""
    heights = rules.lattice.heights
    return render(
        "begin_cuts",
        axes=[{"open": _open(j), "height": exp.Literal.number(heights[j])} for j in rules.axes],
        columns=[
            {
                "label": exp.cast(_as_text(label), "VARCHAR"),
                "name": text_name(j),
                "leaves_lost": exp.Literal.number(lost),
                "lost": lost_name(j),
            }
            for j, (label, lost) in enumerate(whole)
        ],
        frequency_set=identifier(FREQUENCY_SET),
    )


def place_query(rules: CutRules) -> exp.Query:
    """The statement that places all tuples in that part."""
    heights = rules.lattice.heights
    return render(
        "place_tuples",
        codes=rules.codes,
        axes=[{"first": code_name(j, heights[j] - 1), "child": _child(j)} for j in rules.axes],
        frequency_set=identifier(FREQUENCY_SET),
    )


def children_query(rules: CutRules, tuples: str) -> exp.Query:
    """The statement that counts the labels of each open part, one level down."""
    axes = [{"number": exp.Literal.number(j), "child": _child(j)} for j in rules.axes]
    return render("count_children", axes=axes, tuples=identifier(tuples))


def choose_query(rules: CutRules, parts: str, first_side: int) -> exp.Query:
    """The statement that chooses the cut of each open part, and numbers its sides from a number.

    The children of a column are placed: first those that stay together in any case, then the others
    by their people. The rest is the shortest row of children from the front that has all of the
    former and satisfies the models. If it is all of them, or if there is none (NULL), the column
    does not cut the part.
    """
    placed = place_children_query(rules, parts).subquery()
    return choose_placed_query(rules, placed, first_side)


def place_children_query(rules: CutRules, parts: str, unprotected: str | None = None) -> exp.Query:
    """The statement that places the children of each column of each open part.

    `unprotected`: a table of children whose sensitive values violate a model.
    """
    violates = any_violation(rules.models, rules.public_rows)
    if unprotected is not None:
        violates = exp.or_(violates, exp.column("is_unprotected").eq(1))
    return render(
        "place_children",
        parts=identifier(parts),
        labels=identifier(CUT_LABELS),
        level=_case(column("axis", "children"), rules, lambda j: _open_of_parts(j) - 1),
        counted=rules.counted,
        violates=violates,
        unprotected=None if unprotected is None else identifier(unprotected),
    )


def choose_placed_query(
    rules: CutRules, placed: exp.Expr, first_side: int, unprotected: str | None = None
) -> exp.Query:
    """The statement that chooses cuts by placed children.

    `unprotected`: a table of rests whose sensitive values violate a model.
    """
    violates = any_violation(rules.models, rules.public_rows, "public_rest", "private_rest")
    if unprotected is not None:
        is_unprotected = column("part", "unprotected").is_(exp.null()).not_()
        violates = exp.or_(violates, is_unprotected)
    return render(
        "choose_sides",
        placed=placed,
        rest_violates=violates,
        keeps_rest=exp.true() if rules.rule.keeps_rest else exp.false(),
        preference=_rank_columns(rules),
        first_side=exp.Literal.number(first_side),
        unprotected=None if unprotected is None else identifier(unprotected),
    )


def parts_query(rules: CutRules, parts: str) -> exp.Query:
    """The statement that lists the sides as the parts of the next round."""
    columns = [
        {"number": exp.Literal.number(j), "name": text_name(j), "lost": lost_name(j)}
        for j in range(len(rules.lattice.heights))
    ]
    axes = [{"number": exp.Literal.number(j), "open": _open(j)} for j in rules.axes]
    return render("list_parts", axes=axes, columns=columns, parts=identifier(parts))


def divide_query(rules: CutRules, tuples: str, parts: str) -> exp.Query:
    """The statement that gives the tuples on open sides the number of their new part."""
    return render(
        "divide_tuples",
        codes=rules.codes,
        axes=[{"child": _child(j), "code": _next_code(rules, j)} for j in rules.axes],
        tuples=identifier(tuples),
        parts=identifier(parts),
        counted=rules.counted,
        code_of_cut=_case(column("axis", "cuts"), rules, _child_of_tuples),
    )


def end_tuples_query(rules: CutRules, tuples: str, *, some_are_cut: bool) -> exp.Query:
    """The statement that lists the tuples of T in parts that are not cut again."""
    return render(
        "end_tuples",
        codes=node_codes(rules.lattice.raw, rules.lattice),
        tuples=identifier(tuples),
        some_are_cut=exp.true() if some_are_cut else None,
    )


def _rank_columns(rules: CutRules) -> list[exp.Expr]:
    """Keys that sort the columns of a part; none if all of them compete."""
    rule, axis = rules.rule, exp.column("axis")
    match rule.columns:
        case "widest":
            return [exp.Ordered(this=exp.column("width_above"), desc=True)]
        case "best":
            return [exp.Ordered(this=exp.column("children"), desc=True)]
        case "priority":
            order = rule.priority or tuple(range(len(rules.lattice.heights)))
            ifs = [
                exp.If(this=exp.Literal.number(j), true=exp.Literal.number(rank))
                for rank, j in enumerate(order)
            ]
            return [exp.Case(this=axis, ifs=ifs)]
        case "next":
            columns = len(rules.lattice.heights)
            return [(axis - exp.column("last_axis") - 1 + columns) % columns]
    return []


def _case(axis: exp.Expr, rules: CutRules, value: Callable[[int], exp.Expr]) -> exp.Case:
    """The value of the quasi-identifier whose number is `axis`."""
    ifs = [exp.If(this=exp.Literal.number(j), true=value(j)) for j in rules.axes]
    return exp.Case(this=axis, ifs=ifs)


def _next_code(rules: CutRules, j: int) -> exp.Case:
    """The code of a tuple one level below that of its part; NULL if it is not cut there again."""
    return exp.Case(
        this=_open_of_parts(j),
        ifs=[
            exp.If(
                this=exp.Literal.number(level + 1),
                true=exp.Column(this=code_name(j, level), table=identifier("tuples")),
            )
            for level in range(rules.lattice.heights[j])
        ],
    )


def _child(j: int) -> exp.Identifier:
    """Column of the tuples with the code by which quasi-identifier `j` may be cut."""
    return identifier(f"child_{j}")


def _child_of_tuples(j: int) -> exp.Column:
    return column(_child(j).name, "tuples")


def _open_of_parts(j: int) -> exp.Column:
    return column(_open(j).name, "parts")


def lost_name(j: int) -> exp.Identifier:
    """Column of the parts with the leaves under the label of quasi-identifier `j`, without one."""
    return identifier(f"lost{j}")


def _as_text(label: Label) -> exp.Expr:
    return exp.null() if label is None else exp.Literal.string(label)


def _open(j: int) -> exp.Identifier:
    """Column of the parts with the level from which quasi-identifier `j` is cut."""
    return identifier(f"open_{j}")
