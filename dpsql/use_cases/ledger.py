"""Begins the ledger of a budget for noisy counts, or says what is left of it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpsql.domain.arguments import refuses_wrong_types
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.threshold import parse_ratio
from dpsql.faces import name_option
from dpsql.noise import ledger as files
from dpsql.noise.ledger import Ledger
from dpsql.report.frames import to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.notebook.cells import show_rows
from dpsql.report.notebook.warned import HasWarnings


@dataclass(frozen=True)
class Spending(HasWarnings):
    """The outcome of `ledger`: the budget, and what each run spent."""

    ledger: Ledger

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {"schema": SCHEMA, **self.ledger.to_dict(), "entries": self.to_rows()}

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each entry: when, how much, of what, and the table that it paid for."""
        return [
            {
                "time": one.time,
                "epsilon": one.epsilon,
                "levels": one.levels,
                "stratum": None if one.stratum is None else {one.stratum.column: one.stratum.label},
                "file": one.file,
                "sha256": one.sha256,
            }
            for one in self.ledger.entries
        ]

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return show_rows(self)


@refuses_wrong_types
def ledger(path: str | Path) -> Spending:
    """Read a ledger.

    Example: ``dpsql.ledger("budget.json")``

    Raises:
        ConfigError: it does not exist. InputError: it is no ledger, or damaged.
    """
    return Spending(files.read_ledger(Path(path)))


@refuses_wrong_types
def begin_ledger(path: str | Path, budget: object) -> Spending:
    """Write a new ledger for a `budget`, an ε that all its runs together may not exceed.

    Example: ``dpsql.begin_ledger("budget.json", 2)``

    Raises:
        ConfigError: the file exists, or the budget is no number above 0.
    """
    return Spending(files.begin_ledger(Path(path), parse_ratio(budget, name_option("budget"))))
