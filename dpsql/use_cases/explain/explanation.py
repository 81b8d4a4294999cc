"""What `explain` finds: a node, the classes that violate the job there, and what is next to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from dpsql.domain.found.becoming import list_becoming
from dpsql.domain.found.pooled_rows import PooledRows
from dpsql.domain.found.verdict import Verdict, list_verdicts
from dpsql.domain.frozen_mapping import thaw
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.report.frames import name_by_column, to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.notebook import cells
from dpsql.report.notebook.plain_text import write_blocks
from dpsql.report.notebook.warned import HasWarnings
from dpsql.use_cases.explain.limits import ExcludedByLimits
from dpsql.use_cases.explain.told_levels import tell_levels


@dataclass(frozen=True)
class BrokenClass:
    """A class of P that violates models: its labels, its rows of P and of T, and these models."""

    labels: Mapping[str, Leaf]
    public_rows: int
    private_rows: int
    breaks: tuple[str, ...]

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
            "breaks": list(self.breaks),
        }

    def to_row(self) -> dict[str, Any]:
        """Return it as a row of a table."""
        return {
            **name_by_column("label", self.labels),
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "presence": self.presence,
            "violates": ", ".join(self.breaks),
        }


@dataclass(frozen=True)
class Judged:
    """A node: how many classes of P violate a model, and the worst of them.

    `sensitive_classes`: how many classes of T violate a model of a sensitive column; 0 if classes
    of P fail already, or if no column is protected. `sensitive_models`: these models, with how many
    classes violate each. `metrics`: of a start from which people climb,
    what the rows of T lose wherever they settle; of an optimum within limits, what they lose.
    """

    levels: Mapping[str, int]
    broken_classes: int
    worst: tuple[BrokenClass, ...]
    sensitive_classes: int = 0
    sensitive_models: tuple[Verdict, ...] = ()
    metrics: Mapping[str, float] | None = None

    @property
    def holds(self) -> bool:
        """Whether no class violates a model."""
        return not self.broken_classes and not self.sensitive_classes

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "levels": dict(self.levels),
            "holds": self.holds,
            "broken_classes": self.broken_classes,
            "sensitive_classes": self.sensitive_classes,
            **(
                {"sensitive_models": list_verdicts(self.sensitive_models)}
                if self.sensitive_models
                else {}
            ),
            "worst": [one.to_dict() for one in self.worst],
            **({"metrics": dict(self.metrics)} if self.metrics else {}),
        }

    def to_rows(self, title: str) -> list[dict[str, Any]]:
        """Return a row for each listed class, or one row where none is."""
        told = {"node": title, "holds": self.holds}
        return [{**told, **broken.to_row()} for broken in self.worst] or [told]


#: All tails that were tried fail; no two labels at an end have few enough people; too late to try.
WhyNoTails = Literal["none suffice", "nothing to try", "out of time"]


@dataclass(frozen=True)
class SuggestedTails:
    """Tails of a column of widths or dates with which it could be at `level`, a finer one.

    `start`, `end`: what to write as `from:` and `to:`, None for no tail. `people`: those of P in
    the tails, a `share` of P. By the models of counts no class violates the job then.
    """

    name: str
    level: int
    start: str | None
    end: str | None
    people: int
    share: Fraction

    @property
    def words(self) -> str:
        """What to write in the job, beside widths or dates."""
        ends = {"from": self.start, "to": self.end}
        return ", ".join(f"{key}: {edge}" for key, edge in ends.items() if edge is not None)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "name": self.name,
            "level": self.level,
            "from": self.start,
            "to": self.end,
            "people": self.people,
        }


@dataclass(frozen=True)
class Floor:
    """The lowest level of a quasi-identifier at which a node may hold, by all models of the job.

    It is at least the job's least_level, and may be beyond `most`, its most_level. `below`: the
    violations one level lower, with all other columns suppressed; None if there are none. `tails`:
    those with which the floor would be lower, at their level, where no levels in the limits hold.
    """

    name: str
    level: int
    height: int
    below: Judged | None
    most: int
    tails: SuggestedTails | None = None

    @property
    def is_beyond_limits(self) -> bool:
        """Whether the job's most_level forbids the level, so that no node can hold."""
        return self.level > self.most

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        below = self.below and self.below.to_dict()
        levels = {"level": self.level, "height": self.height, "most_level": self.most}
        tails = self.tails and self.tails.to_dict()
        return {"name": self.name, **levels, "below": below, "tails": tails}


@dataclass(frozen=True)
class Climb:
    """Who climbs from the start of a pooled release, and what fewer people together would do.

    `rare_classes`: how many classes of the start have too few people; `worst`: of these, the ones
    of greatest presence, and what they would violate there. `fewer`: the next smaller number of
    people that is tried, and the start with it; None if there is none.
    """

    pooled: PooledRows
    metric: str
    rare_classes: int
    worst: tuple[BrokenClass, ...]
    fewer: tuple[int, Judged] | None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            **self.pooled.to_dict(),
            "metric": self.metric,
            "climbing": {
                "classes": self.rare_classes,
                "worst": [one.to_dict() for one in self.worst],
            },
            "fewer": self.fewer and {"least": self.fewer[0], **self.fewer[1].to_dict()},
        }


@dataclass(frozen=True)
class Explanation(HasWarnings):
    """A node, its predecessors by quasi-identifier, and the floor of each column.

    `node` is None if no node holds; then `root` shows why total suppression fails. `share` is |T| /
    |P|, the presence of everybody under total suppression. `contains_share`: whether δ contains
    `share`; None if the job states no δ. `is_optimum`: a search found the node; otherwise the
    caller chose it. `climb`: if the algorithm is pooled. Then `node` and `predecessors` are starts,
    their classes are those that would be published, and no column has a floor.
    `becomes`: for each quasi-identifier the labels of one value of P on all levels.
    """

    share: Fraction
    delta: dict[str, str] | None
    contains_share: bool | None
    floors: tuple[Floor, ...]
    root: Judged
    node: Judged | None
    predecessors: Mapping[str, Judged]
    is_optimum: bool
    climb: Climb | None = None
    becomes: Mapping[str, tuple[Leaf, ...]] = field(default_factory=dict)
    #: Tails that would let a column be finer.
    tails: tuple[SuggestedTails, ...] = ()
    #: Columns that tails might have let be finer, and why none are suggested.
    no_tails: Mapping[str, WhyNoTails] = field(default_factory=dict)
    #: Suppressed columns whose values could be grouped: their hierarchy has no level between.
    to_group: tuple[str, ...] = ()
    #: What the limits of levels exclude, if there are any and the optimum was sought.
    excluded: ExcludedByLimits | None = None
    #: Whether the loss weighs the columns.
    is_weighted: bool = False
    #: If no node holds: constraints with the greatest number that total suppression satisfies.
    attainable: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            "status": "explained",
            "share": str(self.share),
            "delta": thaw(self.delta),
            "contains_share": self.contains_share,
            "is_optimum": self.is_optimum,
            "node": self.node and self.node.to_dict(),
            "root": self.root.to_dict(),
            "predecessors": {name: one.to_dict() for name, one in self.predecessors.items()},
            "floors": [floor.to_dict() for floor in self.floors],
            "tails": [one.to_dict() for one in self.tails],
            "without_tails": self.list_without("none suffice"),
            "untried_tails": {
                name: why for name, why in self.no_tails.items() if why != "none suffice"
            },
            "to_group": list(self.to_group),
            **({"attainable": list(self.attainable)} if self.attainable else {}),
            **({"excluded": self.excluded.to_dict()} if self.excluded else {}),
            **list_becoming(self.becomes),
            **(self.climb.to_dict() if self.climb else {}),
        }

    def list_without(self, why: WhyNoTails) -> list[str]:
        """List the columns without tails for this reason."""
        return [name for name, one in self.no_tails.items() if one == why]

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each node: the node, and what has one of its levels lowered.

        Where a node does not hold, a row for each listed class that violates the job there. Where
        people of rare classes climb, also a row for each listed class that they climb from.
        """
        root = {} if self.node is not None else {"total suppression": self.root}
        node = {} if self.node is None else {"as it is": self.node}
        lowered = {
            f"{name} at level {one.levels[name]}": one for name, one in self.predecessors.items()
        }
        judged = {**root, **node, **lowered}
        rare = self.climb.worst if self.climb is not None else ()
        return [
            *(row for title, one in judged.items() for row in one.to_rows(title)),
            *({"node": "before people climb", **broken.to_row()} for broken in rare),
        ]

    def to_text(self) -> str:
        """The sentences and tables that the command prints, for `print` and for logs."""
        return write_blocks(tell_levels(self))

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return cells.show_explanation(self.to_dict(), [*tell_levels(self)])
