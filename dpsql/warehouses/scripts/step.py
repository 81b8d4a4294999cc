"""One statement of a script."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from dpsql.domain.hierarchy import Leaf
from dpsql.sql.templates import column


@dataclass(frozen=True)
class Step:
    """A statement: its rows are stored as `table`, or only displayed if that is empty.

    A mapping table may have `columns`, which map names to types, and `rows` instead of a `query`.
    `expected` describes a correct result, and `fault` is true for an incorrect row. `report` is the
    name of a statement whose rows are only displayed, without texts of the job.
    """

    title: str
    query: exp.Query | None
    table: str = ""
    expected: str = ""
    fault: exp.Expr | None = None
    report: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    rows: tuple[tuple[Leaf | int, ...], ...] = ()


def make_check(report: str, title: str, query: exp.Query, expected: str, *zeros: str) -> Step:
    """Return a step whose result must be 0 in the columns `zeros`."""
    faults = [(column(name) > 0) for name in zeros]
    return Step(title, query, expected=expected, fault=exp.or_(*faults), report=report)
