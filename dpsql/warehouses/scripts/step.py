"""One statement of a script."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from dpsql.domain.hierarchy import Leaf


@dataclass(frozen=True)
class Step:
    """A statement: its rows are stored as `table`, or only looked at where that is empty.

    A mapping table may be given by its `columns`, which map names to types, and `rows` instead of a
    `query`. `expected` says what the result must be, and `fault` is true for a row that is not.
    `report` names a statement that is only looked at, without words of the job.
    """

    title: str
    query: exp.Query | None
    table: str = ""
    expected: str = ""
    fault: exp.Expr | None = None
    report: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    rows: tuple[tuple[Leaf | int, ...], ...] = ()
