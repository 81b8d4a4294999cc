"""What `counts` returns: all of it may be published, but for the entries of the ledger."""

from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

from dpsql.domain.frozen_mapping import thaw
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.threshold import spell_threshold
from dpsql.noise.law import DiscreteLaplace
from dpsql.noise.ledger import Ledger
from dpsql.report.frames import to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.notebook.cells import show_rows
from dpsql.report.notebook.warned import HasWarnings
from dpsql.use_cases.counts.cells import Cell

_WITHIN = Fraction(95, 100)


@dataclass(frozen=True)
class NoisyCounts(HasWarnings):
    """The outcome of `counts`; everything in it but the ledger's entries may be published.

    `rows`: the published cells with their counts. `cells`: how many there are in all; those below
    the `threshold`, if there is one, are left out. `law`: of the noise. `ledger`: what the budget
    says after this run.
    """

    by: tuple[str, ...]
    levels: dict[str, int]
    count: str
    rows: tuple[tuple[Cell, int], ...]
    cells: int
    threshold: int | None
    stratum: tuple[str, str | None] | None
    epsilon: Fraction
    law: DiscreteLaplace
    output: str | None = None
    ledger: Ledger | None = None

    @property
    def margin(self) -> int:
        """Of 95 % of the counts the noise is at most this."""
        return self.law.find_margin(_WITHIN)

    @property
    def most_empty(self) -> Decimal | None:
        """Of the published cells so many are expected at most in which nobody is.

        It is the mean if nobody were in any cell, so that it follows from public numbers; T has
        rows in few of very many cells. None without a threshold of at least 1.
        """
        if self.threshold is None or self.threshold < 1:
            return None
        return self.cells * self.law.measure_tail(self.threshold, Context(prec=30))

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line; it has no time, which depends on T."""
        found: dict[str, Any] = {
            "schema": SCHEMA,
            "status": "counted",
            "epsilon": spell_threshold(self.epsilon),
            "noise": {"law": "discrete Laplace", "scale": self.law.scale, "margin_95": self.margin},
            "levels": thaw(self.levels),
            "stratum": None if self.stratum is None else dict([self.stratum]),
            "cells": self.cells,
            "threshold": self.threshold,
            "published_cells": len(self.rows),
        }
        if self.output is None:
            found["counts"] = [
                {"values": dict(zip(self.by, cell, strict=True)), "count": number}
                for cell, number in self.rows
            ]
        else:
            found["output"] = self.output
        if self.ledger is not None:
            found["ledger"] = self.ledger.to_dict()
        return found

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each published cell: its labels, and its count."""
        return [
            {**dict(zip(self.by, cell, strict=True)), self.count: number}
            for cell, number in self.rows
        ]

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return show_rows(self)
