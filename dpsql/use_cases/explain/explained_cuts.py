"""What `explain` finds of cuts along the hierarchies: what is lost, and where cutting ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dpsql.domain.column_weights import mean_of_columns
from dpsql.domain.frozen_mapping import thaw
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.report.frames import list_by_column, to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.notebook.blocks import render_blocks
from dpsql.report.notebook.plain_text import write_blocks
from dpsql.report.notebook.warned import HasWarnings
from dpsql.use_cases.explain.told_cuts import tell_cuts


@dataclass(frozen=True)
class EndedColumn:
    """Why a part is not cut by a column that has labels below.

    `labels`: of people of P in the part, one level down. `violating`: of these, how many violate
    the job as classes of their own; `greatest`: the greatest presence among them, None without one;
    `breaks`: the models that they violate. `is_rest`: other labels were split off by this column,
    and these stay together.
    """

    name: str
    labels: int
    violating: int
    greatest: Fraction | None
    breaks: tuple[str, ...]
    is_rest: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "name": self.name,
            "labels": self.labels,
            "violating": self.violating,
            "greatest_presence": None if self.greatest is None else str(self.greatest),
            "breaks": list(self.breaks),
            "rest": self.is_rest,
        }


@dataclass(frozen=True)
class EndedPart:
    """A part: its labels, its people of P and rows of T, and its columns that have labels below."""

    labels: Mapping[str, Leaf]
    public_rows: int
    private_rows: int
    columns: tuple[EndedColumn, ...]

    @property
    def presence(self) -> Fraction:
        """The share of its people that is in T."""
        return Fraction(self.private_rows, self.public_rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "labels": dict(self.labels),
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "presence": str(self.presence),
            "columns": [one.to_dict() for one in self.columns],
        }


@dataclass(frozen=True)
class CutsExplanation(HasWarnings):
    """The parts of P, what the rows of T lose, and the largest parts that lose something.

    `share` is |T| / |P|. `parts`: of all P. `losing`: how many parts with rows of T have a label in
    place of a value. `losses`: of each quasi-identifier, exact. `ended`: of the losing parts, those
    with the most rows of T. `weights`: how much the loss of each column counts, if they differ.
    """

    share: Fraction
    delta: dict[str, str] | None
    parts: int
    losing: int
    losses: Mapping[str, Fraction]
    ended: tuple[EndedPart, ...]
    weights: Mapping[str, str] = field(default_factory=dict)

    @property
    def loss(self) -> Fraction:
        """The loss of the rows of T: the mean of all quasi-identifiers, weighted if they differ."""
        return mean_of_columns([*self.losses.values()], [*map(Fraction, self.weights.values())])

    @property
    def shares(self) -> dict[str, Fraction]:
        """The share of the loss that stems from each quasi-identifier; 0 if nothing is lost."""
        told = self.losses.items()
        lost = {name: loss * Fraction(self.weights.get(name, 1)) for name, loss in told}
        whole = sum(lost.values(), Fraction(0))
        return {name: loss / whole if whole else whole for name, loss in lost.items()}

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            "status": "explained",
            "share": str(self.share),
            "delta": thaw(self.delta),
            "metrics": {"loss": float(self.loss)},
            **({"weights": dict(self.weights)} if self.weights else {}),
            "parts": self.parts,
            "losing_parts": self.losing,
            "losses": {name: float(loss) for name, loss in self.losses.items()},
            "loss_shares": {name: float(share) for name, share in self.shares.items()},
            "ended": [one.to_dict() for one in self.ended],
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each quasi-identifier: its loss, and its share of all loss."""
        return list_by_column(loss=self.losses, share=self.shares)

    def to_text(self) -> str:
        """The sentences and tables that the command prints, for `print` and for logs."""
        return write_blocks(tell_cuts(self))

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return render_blocks("explained", [*tell_cuts(self)])
