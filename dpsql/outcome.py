"""What was measured or released, frozen: as JSON, as a notebook cell, as one offline HTML file."""

from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from dpsql.domain.certainty import Certainty
from dpsql.domain.confident_presence import ConfidentPresence
from dpsql.domain.earlier import Together
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.overlap import OverlapFound
from dpsql.domain.posterior import Posterior
from dpsql.domain.statistics import Presence, tell_if_absent
from dpsql.domain.strategy import RestRule
from dpsql.domain.verdict import Verdict, list_verdicts
from dpsql.errors import ConfigError
from dpsql.files import private_file
from dpsql.report import plots
from dpsql.report.bars import read_bars
from dpsql.report.details import Details, Insight
from dpsql.report.facts import Facts, Secrets
from dpsql.report.headlines import summarize

if TYPE_CHECKING:
    import altair


class Found(Protocol):
    """Anything that can be shown as the JSON of the command line."""

    def to_dict(self) -> dict[str, Any]:
        """Its JSON."""


@dataclass(frozen=True)
class Search:
    """Nodes of the lattice, nodes whose classes were counted, and whether the optimum is proven.

    `rounds`: how many times nodes were chosen and counted. `gap`: by which share of its value the
    answer could be better, inf if nothing is known; None where it is proven. `among`: the nodes
    that were looked at, if not all: those that nest with earlier releases.
    """

    nodes: int
    checked: int
    optimal: bool
    rounds: int | None = None
    gap: float | None = None
    among: Literal["nested"] | None = None

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        found: dict[str, Any] = {"nodes": self.nodes, "checked": self.checked}
        if self.rounds is not None:
            found["rounds"] = self.rounds
        found["optimal"] = self.optimal
        if self.gap is not None:
            found["gap"] = self.gap if isfinite(self.gap) else None
        if self.among is not None:
            found["among"] = self.among
        return found


@dataclass(frozen=True)
class Cutting:
    """Parts of P, rounds of cuts, and whether no cut is left of those that are tried."""

    parts: int
    rounds: int
    maximal: bool

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it; parts are proven safe, never cheapest."""
        return {
            "parts": self.parts,
            "rounds": self.rounds,
            "maximal": self.maximal,
            "optimal": False,
        }


@dataclass(frozen=True)
class PooledRows:
    """How people of rare classes climbed: how few settle together, the path, and each step.

    `steps`: the levels of each, the start first, the people of P that settled there, and the rows
    of T that the release shows of it: a class that several steps publish counts on the first.
    `classes`: the published classes, those without rows of T among them.
    """

    least: int
    path: str | list[str]
    classes: int
    steps: list[tuple[dict[str, int], int, int]]

    @property
    def climbed_public_rows(self) -> int:
        """People of P who did not settle at the start."""
        return sum(people for _, people, _ in self.steps[1:])

    @property
    def climbed_private_rows(self) -> int:
        """Rows of T that the release shows on steps after the start."""
        return sum(rows for *_, rows in self.steps[1:])

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        return {
            "pooled": {
                "least": self.least,
                "path": self.path,
                "public_rows": self.climbed_public_rows,
                "private_rows": self.climbed_private_rows,
                "classes": self.classes,
            },
            "steps": [
                {"levels": levels, "public_rows": public, "private_rows": private}
                for levels, public, private in self.steps
            ],
        }


@dataclass(frozen=True)
class Release:
    """A published release: where, how many rows, and the SHA-256 of its bytes."""

    path: str
    rows: int
    sha256: str

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        return {"path": self.path, "rows": self.rows, "sha256": self.sha256}


@dataclass(frozen=True)
class Outcome:
    """The outcome of `anonymize` or `measure`.

    `levels`, `losses` and `metrics` are by name; a release of boxes has `box_count`, their number,
    in place of levels, a measured release `box_count` alone, without losses; `rest` is there where
    parts were cut along the hierarchies, and `box_count` counts their classes; `keep` names columns
    of T that stand beside the quasi-identifiers as they are, `public_columns` those of P that
    anyone is taken to have;
    `details` and `insight` are there where a report was asked for (`options.Options.report`).
    `certainty` is there where a confidence was asked for although P is counted;
    `is_unsafe` says that boxes were asked for without regard to the models; `presence` is over all
    classes of P; `choose` is from_public where the search looked at P alone, and its metric is
    that of P; `releases_levels` is false where levels were measured and the job's algorithm does
    not release any; `satisfied` is None where the job states no model, and `models` tells of each
    that it states; `seconds` are by stage.
    """

    status: str
    public_rows: int
    private_rows: int
    heights: dict[str, int]
    presence: Presence | ConfidentPresence
    metrics: dict[str, float]
    levels: dict[str, int] = field(default_factory=dict)
    pooled: PooledRows | None = None
    box_count: int | None = None
    rest: RestRule | None = None
    releases_levels: bool = True
    losses: dict[str, float] | None = None
    delta: dict[str, str] | None = None
    constraints: dict[str, Any] = field(default_factory=dict)
    keep: tuple[str, ...] = ()
    public_columns: tuple[str, ...] = ()
    algorithm: str | None = None
    metric: str | None = None
    satisfied: bool | None = None
    models: tuple[Verdict, ...] = ()
    search: Search | Cutting | None = None
    choose: str | None = None
    posterior: Posterior | None = None
    together: Together | None = None
    overlap: OverlapFound | None = None
    certainty: Certainty | None = None
    #: What the job calls itself.
    title: str | None = None
    is_unsafe: bool = False
    release: Release | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    peak_memory_bytes: int = 0
    details: Details | None = None
    insight: Insight | None = None

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line; presence as exact fractions."""
        found: dict[str, Any] = {"schema": SCHEMA, "status": self.status}
        if self.title is not None:
            found["title"] = self.title
        if self.algorithm:
            found |= {"algorithm": self.algorithm, "metric": self.metric}
        if self.choose:
            found["choose"] = self.choose
        found |= {
            "delta": self.delta,
            "constraints": self.constraints,
            "keep": list(self.keep),
            "public_columns": list(self.public_columns),
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            **self._shape(),
            **self._tell_presence(),
            "metrics": self.metrics,
        }
        if self.status == "measured":
            found["satisfied"] = self.satisfied
        if not self.releases_levels:
            found["releases_levels"] = False
        found["models"] = list_verdicts(self.models)
        if self.is_unsafe:
            found |= {"unsafe": True, "satisfied": self.satisfied}
        for name, part in (("search", self.search), ("release", self.release)):
            if part is not None:
                found[name] = part.to_dict()
        if self.insight is not None and self.insight.comparison is not None:
            found["kept"] = self.insight.comparison.to_dict()
        return found | {"seconds": self.seconds, "peak_memory_bytes": self.peak_memory_bytes}

    @property
    def counted_presence(self) -> Presence:
        """The presence, of an outcome whose P was counted."""
        assert isinstance(self.presence, Presence)  # noqa: S101 - the caller knows
        return self.presence

    def _tell_presence(self) -> dict[str, Any]:
        """The presence that was counted, or the confidence where P is known from statistics."""
        if isinstance(self.presence, ConfidentPresence):
            return self.presence.to_dict()
        ends = self.presence.minimum, self.presence.maximum
        sure = self.certainty.to_dict(*ends, self.presence.if_absent) if self.certainty else {}
        return {
            "presence": {"min": str(ends[0]), "max": str(ends[1])},
            "people_by_presence": list(self.presence.people_by_presence),
            "presence_bars": [str(bar) for bar in read_bars(self.delta)],
            **(self.posterior.to_dict() if self.posterior is not None else {}),
            **(self.together.to_dict() if self.together is not None else {}),
            **(self.overlap.to_dict() if self.overlap is not None else {}),
            **tell_if_absent(self.presence.if_absent),
            **sure,
        }

    def _shape(self) -> dict[str, Any]:
        """The levels of a full-domain generalization, or the number of boxes and their losses."""
        if self.pooled is not None:
            return {"levels": self.levels, **self.pooled.to_dict()}
        if self.box_count is None:
            return {"levels": self.levels}
        losses = {} if self.losses is None else {"losses": self.losses}
        rest = {} if self.rest is None else {"rest": self.rest}
        return {"partitions": self.box_count, **rest, **losses}

    def to_html(self, path: str | Path, *, internal: bool = False) -> None:
        """Write a self-contained page that needs no network, readable to its owner alone.

        `internal`: with what only the keeper of T may see, and marked so. A page takes the place of
        a plain file; through a link nothing is written.

        Raises:
            ConfigError: the name does not end in .html, so that it may be another file's.
        """
        if Path(path).suffix.lower() not in (".html", ".htm"):
            raise ConfigError(f"{Path(path).name}: a page must end in .html")
        with private_file.replace(Path(path)) as file:
            file.write(self._write_page(internal=internal))

    def _write_page(self, *, internal: bool) -> str:
        found, details = self.to_dict(), self.details or Details()
        if isinstance(self.presence, ConfidentPresence):
            from dpsql.report.confidence_page import render_confidence

            given = found, self.presence, self.heights, self.satisfied
            return render_confidence(*given, internal=internal)
        losses = (self.losses or {}) if internal or self._tells_losses else {}
        facts = Facts.of(found, self.heights, self.satisfied, losses, details)
        insight = self.insight or Insight(left_out="none was searched for this page")
        secrets = Secrets.of(found, insight)
        # Loaded for those who want a page.
        from dpsql.report.page import render_internal, render_page

        return render_internal(facts, secrets) if internal else render_page(facts)

    @property
    def _tells_losses(self) -> bool:
        """Whether losses follow from the release; not known of several levels without details."""
        if self.details is not None:
            return self.details.tells_losses
        return self.pooled is None and self.rest is None

    def plot_presence(self) -> "altair.LayerChart":
        """Draw the people of P by presence, with δ; raises as `report.plots.draw_presence`."""
        return plots.draw_presence(self.to_dict())

    def plot_frontier(self, frontier: "Found") -> "altair.LayerChart":
        """Draw `frontier`, which another search has found, and mark where this outcome lies."""
        return plots.draw_frontier(frontier.to_dict(), self.to_dict())

    __repr__ = summarize

    def _repr_html_(self) -> str:
        if isinstance(self.presence, ConfidentPresence):
            from dpsql.report.confidence_page import summarize_confidence

            return summarize_confidence(self.to_dict(), self.presence)
        from dpsql.report.page import render_summary

        return render_summary(self.to_dict(), self.heights)
