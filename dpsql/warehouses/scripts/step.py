"""One statement of a script."""

from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Leaf


@dataclass(frozen=True)
class Step:
    """A statement: its rows are stored as `table`, or only displayed if that is empty.

    A mapping table may have `columns` of texts, and `rows` instead of a `query`. `title` says in
    plain words what the rows are. `fault` is true for a row that must not be; the release looks for
    such rows, too; `count` is a shorter query that is 0 without them. `report` is the name of a
    statement whose rows are only displayed, without texts of the job.
    """

    title: str
    query: exp.Query | None
    table: str = ""
    fault: exp.Expr | None = None
    count: exp.Query | None = None
    report: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Leaf, ...], ...] = ()


def list_faults(step: Step) -> exp.Query:
    """Return the query of the rows of a check that must not be; of the whole one if all are."""
    assert step.query is not None  # noqa: S101 - a check is a query
    assert step.fault is not None  # noqa: S101
    if step.fault == exp.true():
        return step.query.copy()
    return exp.select("*").from_(step.query.copy().subquery("checked")).where(step.fault.copy())


def count_faults(step: Step) -> exp.Query:
    """Return the query of one number that is 0 unless a check has such rows."""
    counts = step.count
    if counts is None:
        faults = list_faults(step).subquery("faults")
        counts = exp.select(exp.Count(this=exp.Star())).from_(faults)
    counts = counts.copy()
    for node in counts.walk():
        # Comments of templates belong before the statement.
        node.comments = None
    return counts
