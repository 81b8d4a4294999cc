"""Statements that choose the cut of each open part."""

from collections.abc import Callable, Sequence

from sqlglot import exp

from dpsql.privacy.model import any_violation
from dpsql.privacy.presence import PresenceModel
from dpsql.privacy.weak_k_anonymity import WeakKAnonymity
from dpsql.sql.expected_loss import expect_loss, expect_loss_of_people
from dpsql.sql.hierarchy_cuts.labels import CUT_LABELS
from dpsql.sql.hierarchy_cuts.rules import CutRules, child_name, open_name
from dpsql.sql.templates import column, identifier, render

#: Expected losses are added in this part of a cell.
_GRAIN = 2**16
#: Ways to a rest: there is none, those that have to stay are it, or others join them in an order.
_NO_REST, _ALL_STAY, _BY_PEOPLE, _BY_PRESENCE = range(4)


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
    violates = any_violation(rules.models, rules.rows[0])
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
        expected=expect_whole_loss(rules, "count"),
        unprotected=None if unprotected is None else identifier(unprotected),
    )


def place_children_query(rules: CutRules, *, all_rests: bool) -> exp.Query:
    """The statement that places the children where those that have to stay are no rest.

    First those that have to stay, then the others by their people, and once more by their presence:
    those first that are farthest from what the former have too much or too little of. If T may not
    influence the cuts, there is one way. `all_rests`: wherever a child fails.
    """
    public, private = (
        exp.cast(column(f"{name}_count", "children"), exp.DType.DOUBLE)
        for name in ("public", "private")
    )
    ways = (_BY_PEOPLE, _BY_PRESENCE) if rules.rule.rows == "T" else (_BY_PEOPLE,)
    return render(
        "place_children",
        needs_more=exp.true() if all_rests else exp.paren(_rest_violates(rules)),
        ways=[exp.Literal.number(way) for way in ways],
        by_people=exp.Literal.number(_BY_PEOPLE),
        share=exp.Div(this=private, expression=public, typed=False, safe=False),
        all_public=exp.cast(exp.Literal.number(rules.rows[0]), "DECIMAL(38, 0)"),
        all_private=exp.cast(exp.Literal.number(rules.rows[1]), "DECIMAL(38, 0)"),
    )


def choose_query(rules: CutRules, unprotected: str | None = None) -> exp.Query:
    """The statement that chooses the cut of each open part.

    The rest are the children that have to stay, if these satisfy the models. Else it is the
    shortest row of placed children from the front that has all of them and satisfies the models. If
    it is all children, or if there is none, the column does not cut the part in this way.

    `unprotected`: a table of rests whose sensitive values violate a model; then all are placed.
    """
    violates = _rest_violates(rules)
    needs_no_more: exp.Expr = exp.not_(exp.paren(violates))
    if unprotected is not None or not rules.rule.keeps_rest:
        needs_no_more = exp.false()
    if unprotected is not None:
        is_unprotected = column("part", "unprotected").is_(exp.null()).not_()
        violates = exp.or_(violates, is_unprotected)
    return render(
        "choose_columns",
        no_rest=exp.Literal.number(_NO_REST),
        all_stay=exp.Literal.number(_ALL_STAY),
        needs_no_more=needs_no_more,
        rest_violates=violates,
        expected_rest=expect_whole_loss(rules, "rest"),
        keeps_rest=rules.rule.keeps_rest,
        preference=_rank_columns(rules),
        unprotected=None if unprotected is None else identifier(unprotected),
    )


def number_sides_query(rules: CutRules) -> exp.Query:
    """The statement that numbers the sides of the chosen cuts, after all parts before."""
    keeps_rest = rules.rule.keeps_rest
    no, yes = exp.Literal.number(0), exp.Literal.number(1)
    is_rest: exp.Expr = no
    if keeps_rest:
        is_before: exp.Expr = column("place", "placed") <= column("rest_size", "cuts")
        is_rest = exp.Case(
            this=column("way", "cuts"),
            ifs=[
                exp.If(this=exp.Literal.number(_NO_REST), true=no),
                exp.If(this=exp.Literal.number(_ALL_STAY), true=column("stays", "children")),
            ],
            default=exp.Case(ifs=[exp.If(this=is_before, true=yes)], default=no.copy()),
        )
    return render("number_sides", keeps_rest=keeps_rest, is_rest=is_rest)


def _rest_violates(rules: CutRules) -> exp.Expr:
    return any_violation(rules.models, rules.rows[0], "public_rest", "private_rest")


def expect_whole_loss(rules: CutRules, side: str) -> exp.Expr:
    """The expected loss of a side, rounded down to a whole number of small parts of a cell.

    The order in which an engine adds floats is its own; sums of whole numbers do not depend on it.
    0, so that the gain decides, where the models bound no presence.
    """
    width = exp.Div(
        this=exp.cast(exp.column(f"width_{side}"), exp.DType.DOUBLE),
        expression=exp.cast(exp.Literal.number(rules.parts_of_cell), exp.DType.DOUBLE),
        typed=False,
        safe=False,
    )
    if rules.rule.rows == "P":
        least = [model.k for model in rules.models if isinstance(model, WeakKAnonymity)]
        expected = expect_loss_of_people(side, least[0], width)
    elif any(isinstance(model, PresenceModel) for model in rules.models):
        expected = expect_loss(side, rules.models, width)
    else:
        return exp.cast(exp.Literal.number(0), "BIGINT")
    grains = exp.Floor(this=exp.cast(exp.Literal.number(_GRAIN), exp.DType.DOUBLE) * expected)
    return exp.cast(grains, "BIGINT")


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
