"""Levels or parts that were chosen from P and the number of rows of T alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from dpsql.domain.found.becoming import list_becoming
from dpsql.domain.found.searched import Cutting, Search
from dpsql.domain.frozen_mapping import thaw
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.levels.cut_tree import CutTree
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.sections.strategy import RestRule
from dpsql.release.manifest import HierarchyParts, PooledLevels, Shape
from dpsql.report.frames import list_by_column, to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.notebook import cells
from dpsql.report.notebook.warned import HasWarnings
from dpsql.report.settled_levels import list_level_columns


@dataclass(frozen=True)
class ChosenPooling:
    """How people of rare classes climb: how few settle together, the path, and each step.

    `steps`: the levels of each, the start first, and the people of P that settle there.
    """

    least: int
    path: Literal["columns", "root"] | tuple[str, ...]
    steps: tuple[tuple[dict[str, int], int], ...]

    @property
    def climbed_public_rows(self) -> int:
        """People of P who do not settle at the start."""
        return sum(people for _, people in self.steps[1:])

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        path = self.path if isinstance(self.path, str) else list(self.path)
        return {
            "pooled": {"least": self.least, "path": path, "public_rows": self.climbed_public_rows},
            "steps": [{"levels": levels, "public_rows": people} for levels, people in self.steps],
        }


@dataclass(frozen=True)
class ChosenLevels(HasWarnings):
    """Levels that were chosen from P and |T| alone.

    `least_class`: every class has at least this many people of P. `metric` is measured over P.
    `pooled`: where the job lets people climb; `levels` are those of the start then. `becomes`: for
    each quasi-identifier the labels of one value of P on all levels.
    """

    levels: dict[str, int]
    least_class: int
    public_rows: int
    private_rows: int
    metric: str
    search: Search
    pooled: ChosenPooling | None = None
    becomes: Mapping[str, tuple[Leaf, ...]] = field(default_factory=dict)

    @property
    def shape(self) -> Shape:
        """What the manifest of a release says of them."""
        if self.pooled is None:
            return self.levels
        steps = tuple(levels for levels, _ in self.pooled.steps)
        return PooledLevels(self.pooled.least, self.pooled.path, steps)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            "status": "chosen",
            "metric": self.metric,
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "levels": thaw(self.levels),
            **list_becoming(self.becomes),
            **(self.pooled.to_dict() if self.pooled else {}),
            "least_class": self.least_class,
            "search": self.search.to_dict(),
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each quasi-identifier: its level.

        Where people climb: that of the start, and the finest and coarsest that people of P have.
        """
        steps = self.pooled.to_dict()["steps"] if self.pooled is not None else ()
        return list_by_column(**list_level_columns(self.levels, steps, "public_rows"))

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return cells.show_chosen_levels(self.to_dict())


@dataclass(frozen=True)
class ChosenParts(HasWarnings):
    """Parts along the hierarchies that were chosen from P and |T| alone.

    `least_class`: every part has at least this many people of P. `rest`: whether labels of too few
    people stay together. `columns`: the quasi-identifiers.
    """

    cuts: CutTree
    columns: tuple[str, ...]
    rest: RestRule
    least_class: int
    public_rows: int
    private_rows: int
    search: Cutting

    @property
    def cuts_by_column(self) -> dict[str, int]:
        """How many parts each quasi-identifier divides."""
        return {name: sum(cut.column == name for cut in self.cuts) for name in self.columns}

    @property
    def shape(self) -> Shape:
        """What the manifest of a release says of them."""
        return HierarchyParts(self.cuts, self.rest)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            "status": "chosen",
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "parts": self.search.parts,
            "rest": self.rest,
            "cuts": [cut.to_dict() for cut in self.cuts],
            "least_class": self.least_class,
            "search": self.search.to_dict(),
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each quasi-identifier: how many parts it divides."""
        return list_by_column(cuts=self.cuts_by_column)

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return cells.show_chosen_parts(self.to_dict(), self.cuts_by_column)
