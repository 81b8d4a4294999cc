"""Conditions inside the release statement: if one is false, the release has no rows.

A script may be run statement by statement, in another order, or past an error. So the statement
that makes the release repeats every check; it does not rely on earlier ones.
"""

from collections.abc import Iterable, Iterator, Sequence

from sqlglot import exp

from dpsql.privacy.model import any_violation
from dpsql.sql.templates import column, identifier, render
from dpsql.warehouses.scripts.outline import UNKNOWN_SIZES, Outline
from dpsql.warehouses.scripts.step import Step

_ZERO = exp.Literal.number(0)
#: False if the session, or the database, ignores case or accents when it compares texts.
_TELLS_TEXTS = exp.Paren(
    this=exp.In(
        this=exp.Literal.string("e"),
        expressions=[exp.Literal.string("E"), exp.Literal.string("\u00e9")],
    )
).not_()


def guard(release: exp.Query, faults: Iterable[exp.Query]) -> exp.Query:
    """Return the release query, which gives no rows if any query of `faults` has a row."""
    assert isinstance(release, exp.Select)  # noqa: S101 - for the type checker
    release = release.where(_TELLS_TEXTS.copy(), copy=False)
    for fault in faults:
        count = exp.select(exp.Count(this=exp.Star())).from_(_bare(fault).subquery("faults"))
        release = release.where(count.subquery().eq(_ZERO), copy=False)
    return release


def list_guards(outline: Outline, before: Sequence[Step]) -> Iterator[exp.Query]:
    """Yield queries that have a row if the release must not be made after the steps `before`.

    Classes are those of the released labels. Each work table is compared with what its query
    returns now: it may be of an earlier run, or its tables may have changed since.
    """
    if outline.models:
        yield outline.classes(any_violation(outline.models, UNKNOWN_SIZES.public_rows))
    for step in before:
        if step.fault is not None and step.query is not None:
            yield list_faults(step.query, step.fault)
        elif step.query is None:
            yield _list_repeated_leaves(step)
        elif step.table:
            yield _list_differences(step.table, step.query)


def list_faults(query: exp.Query, fault: exp.Expr) -> exp.Query:
    """Return the query of the rows of a check for which `fault` is true."""
    return exp.select("*").from_(query.copy().subquery("checked")).where(fault.copy())


def _list_repeated_leaves(step: Step) -> exp.Query:
    """Return the query of leaves that a mapping table has twice: people would be released twice."""
    leaf = column(next(iter(step.columns)))
    count = exp.alias_(exp.Count(this=exp.Star()), "row_count", quoted=True)
    rows = exp.select(leaf, count).from_(exp.Table(this=identifier(step.table))).group_by(leaf)
    more = column("row_count") > 1
    return list_faults(rows, more)


def _list_differences(table: str, query: exp.Query) -> exp.Query:
    return render(
        "compare_rows",
        columns=[identifier(name) for name in query.named_selects],
        table=identifier(table),
        query=query.subquery("again"),
    )


def _bare(query: exp.Query) -> exp.Query:
    """Return a query without the comments of its templates, which belong before the statement."""
    bare = query.copy()
    for node in bare.walk():
        node.comments = None
    return bare
