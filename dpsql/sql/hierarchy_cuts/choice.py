"""Statements that choose the cut of each open part."""

from collections.abc import Callable, Sequence

from sqlglot import exp

from dpsql.privacy.model import any_violation
from dpsql.sql.hierarchy_cuts.labels import CUT_LABELS
from dpsql.sql.hierarchy_cuts.rules import CutRules, child_name, open_name
from dpsql.sql.templates import column, identifier, render


def children_query(axes: Sequence[int], tuples: str) -> exp.Query:
    """The statement that counts the labels of each part, one level down, by these axes."""
    described = [{"number": exp.Literal.number(j), "child": child_name(j)} for j in axes]
    return render("count_children", axes=described, tuples=identifier(tuples))


def judge_children_query(
    rules: CutRules, tuples: str, parts: str, unprotected: str | None = None
) -> exp.Query:
    """The statement that judges these children as classes.

    `unprotected`: a table of children whose sensitive values violate a model.
    """
    violates = any_violation(rules.models, rules.public_rows)
    if unprotected is not None:
        violates = exp.or_(violates, exp.column("is_unprotected").eq(1))
    return render(
        "judge_children",
        children=children_query(rules.axes, tuples).subquery(),
        parts=identifier(parts),
        labels=identifier(CUT_LABELS),
        level=case_of_axis(
            column("axis", "children"), rules, lambda j: column(open_name(j).name, "parts") - 1
        ),
        counted=rules.counted,
        violates=violates,
        unprotected=None if unprotected is None else identifier(unprotected),
    )


def place_children_query() -> exp.Query:
    """The statement that places the children where some of them fail.

    First those that stay together in any case, then the others by their people.
    """
    stays = exp.or_(column("fails", "children").eq(1), column("counted_rows", "children").eq(0))
    return render("place_children", stays=stays)


def choose_query(rules: CutRules, unprotected: str | None = None) -> exp.Query:
    """The statement that chooses the cut of each open part.

    The rest is the shortest row of placed children from the front that has all of those that stay
    in any case, and satisfies the models. If it is all children, or if there is none, the column
    does not cut the part.

    `unprotected`: a table of rests whose sensitive values violate a model.
    """
    violates = any_violation(rules.models, rules.public_rows, "public_rest", "private_rest")
    if unprotected is not None:
        is_unprotected = column("part", "unprotected").is_(exp.null()).not_()
        violates = exp.or_(violates, is_unprotected)
    return render(
        "choose_columns",
        rest_violates=violates,
        keeps_rest=rules.rule.keeps_rest,
        preference=_rank_columns(rules),
        unprotected=None if unprotected is None else identifier(unprotected),
    )


def number_sides_query(rules: CutRules, first_side: int) -> exp.Query:
    """The statement that numbers the sides of the chosen cuts, from a number."""
    is_before: exp.Expr = column("place", "placed") <= column("rest_size", "cuts")
    is_rest = exp.Case(
        ifs=[exp.If(this=is_before, true=exp.Literal.number(1))], default=exp.Literal.number(0)
    )
    return render(
        "number_sides",
        keeps_rest=rules.rule.keeps_rest,
        is_rest=is_rest if rules.rule.keeps_rest else exp.Literal.number(0),
        first_side=exp.Literal.number(first_side),
    )


def case_of_axis(axis: exp.Expr, rules: CutRules, value: Callable[[int], exp.Expr]) -> exp.Case:
    """The value of the quasi-identifier whose number is `axis`."""
    ifs = [exp.If(this=exp.Literal.number(j), true=value(j)) for j in rules.axes]
    return exp.Case(this=axis, ifs=ifs)


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
