"""Levels that were chosen from P and the number of rows of T alone."""

from dataclasses import dataclass
from typing import Any

from dpsql.domain.json_schema import SCHEMA
from dpsql.outcome import Search
from dpsql.report import cells
from dpsql.report.headlines import summarize


@dataclass(frozen=True)
class ChosenLevels:
    """Levels that were chosen from P and |T| alone.

    `least_class`: every class has at least this many people of P. `metric` is measured over P.
    """

    levels: dict[str, int]
    least_class: int
    public_rows: int
    private_rows: int
    metric: str
    search: Search

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            "status": "chosen",
            "metric": self.metric,
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "levels": self.levels,
            "least_class": self.least_class,
            "search": self.search.to_dict(),
        }

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return cells.show_chosen_levels(self.to_dict())
