"""What a command found, frozen: as JSON, as a notebook cell, as one offline HTML file."""

import re
import resource
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from dpsql.domain.frontier_point import FrontierPoint
from dpsql.domain.statistics import Presence
from dpsql.domain.verdict import Verdict, list_verdicts
from dpsql.errors import ConfigError
from dpsql.files import private_file
from dpsql.report import cells, plots
from dpsql.report.details import Details, Insight
from dpsql.report.facts import Facts, Secrets
from dpsql.report.page import render_internal, render_page, render_summary

if TYPE_CHECKING:
    import altair

SCHEMA = "dpsql/1"


@dataclass(frozen=True)
class Search:
    """Nodes of the lattice, nodes whose classes were counted, and whether the optimum is proven.

    `rounds`: how many times nodes were chosen and counted. `gap`: by which share of its value the
    answer could be better, inf if nothing is known; None where it is proven.
    """

    nodes: int
    checked: int
    optimal: bool
    rounds: int | None = None
    gap: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        found: dict[str, Any] = {"nodes": self.nodes, "checked": self.checked}
        if self.rounds is not None:
            found["rounds"] = self.rounds
        found["optimal"] = self.optimal
        if self.gap is not None:
            found["gap"] = self.gap if isfinite(self.gap) else None
        return found


@dataclass(frozen=True)
class Chosen:
    """Levels that were chosen from P and |T| alone, and the people that each class has at least.

    `metric` is measured over P.
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

    def _repr_html_(self) -> str:
        return cells.show_choice(self.to_dict())


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

    `levels`, `losses` and `metrics` are by name; a release of boxes has `partitions`, their number,
    in place of levels, a measured release `partitions` alone, without losses; `keep` names columns
    of T that stand beside the quasi-identifiers as they are;
    `details` and `insight` are there where a report was asked for (`loading.Options.report`).
    `is_unsafe` says that boxes were asked for without regard to the models; `presence` is over all
    classes of P; `choose` is from_public where the search looked at P alone, and its metric is
    that of P; `satisfied` is None where the job states no model, and `models` tells of each that it
    states; `seconds` are by stage.
    """

    status: str
    public_rows: int
    private_rows: int
    heights: dict[str, int]
    presence: Presence
    metrics: dict[str, float]
    levels: dict[str, int] = field(default_factory=dict)
    partitions: int | None = None
    losses: dict[str, float] | None = None
    delta: dict[str, str] | None = None
    constraints: dict[str, Any] = field(default_factory=dict)
    keep: tuple[str, ...] = ()
    algorithm: str | None = None
    metric: str | None = None
    satisfied: bool | None = None
    models: tuple[Verdict, ...] = ()
    search: Search | Cutting | None = None
    choose: str | None = None
    is_unsafe: bool = False
    release: Release | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    peak_memory_bytes: int = 0
    details: Details | None = None
    insight: Insight | None = None

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line; presence as exact fractions."""
        found: dict[str, Any] = {"schema": SCHEMA, "status": self.status}
        if self.algorithm:
            found |= {"algorithm": self.algorithm, "metric": self.metric}
        if self.choose:
            found["choose"] = self.choose
        found |= {
            "delta": self.delta,
            "constraints": self.constraints,
            "keep": list(self.keep),
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            **self._shape(),
            "presence": {"min": str(self.presence.minimum), "max": str(self.presence.maximum)},
            "people_by_presence": list(self.presence.people_by_presence),
            "metrics": self.metrics,
        }
        if self.status == "measured":
            found["satisfied"] = self.satisfied
        found["models"] = list_verdicts(self.models)
        if self.is_unsafe:
            found |= {"unsafe": True, "satisfied": self.satisfied}
        for name, part in (("search", self.search), ("release", self.release)):
            if part is not None:
                found[name] = part.to_dict()
        return found | {"seconds": self.seconds, "peak_memory_bytes": self.peak_memory_bytes}

    def _shape(self) -> dict[str, Any]:
        """The levels of a full-domain generalization, or the number of boxes and their losses."""
        if self.partitions is None:
            return {"levels": self.levels}
        losses = {} if self.losses is None else {"losses": self.losses}
        return {"partitions": self.partitions, **losses}

    def to_html(self, path: str | Path, *, internal: bool = False) -> None:
        """Write a self-contained page that needs no network, readable to its owner alone.

        `internal`: with what only the keeper of T may see, and marked so. A page takes the place of
        a plain file; through a link nothing is written.

        Raises:
            ConfigError: the name does not end in .html, so that it may be another file's.
        """
        if Path(path).suffix.lower() not in (".html", ".htm"):
            raise ConfigError(f"{Path(path).name}: a page must end in .html")
        found, details = self.to_dict(), self.details or Details()
        facts = Facts.of(found, self.heights, self.satisfied, self.losses or {}, details)
        insight = self.insight or Insight(left_out="none was searched for this page")
        secrets = Secrets.of(found, insight)
        page = render_internal(facts, secrets) if internal else render_page(facts)
        with private_file.replace(Path(path)) as file:
            file.write(page)

    def plot_presence(self) -> "altair.LayerChart":
        """Draw the people of P by presence, with δ; raises as `report.plots.draw_presence`."""
        return plots.draw_presence(self.to_dict())

    def plot_frontier(self, frontier: "Frontier") -> "altair.LayerChart":
        """Draw `frontier`, which another search has found, and mark where this outcome lies."""
        return plots.draw_frontier(frontier.to_dict(), self.to_dict())

    def _repr_html_(self) -> str:
        return render_summary(self.to_dict(), self.heights)


@dataclass(frozen=True)
class MinimalNodes:
    """The outcome of `lattice`: every holding node below which none holds, by level vector."""

    nodes: tuple[tuple[dict[str, int], dict[str, float]], ...]
    public_rows: int
    private_rows: int
    delta: dict[str, str] | None
    search: Search
    seconds: dict[str, float]
    peak_memory_bytes: int

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            "delta": self.delta,
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "minimal_nodes": [
                {"levels": levels, "metrics": metrics} for levels, metrics in self.nodes
            ],
            "search": self.search.to_dict(),
            "seconds": self.seconds,
            "peak_memory_bytes": self.peak_memory_bytes,
        }

    def _repr_html_(self) -> str:
        return cells.show_nodes(self.to_dict())


@dataclass(frozen=True)
class Frontier:
    """The outcome of `frontier`: the points, δmax ascending and loss descending."""

    points: tuple[FrontierPoint, ...]
    public_rows: int
    private_rows: int
    delta_min: Fraction
    constraints: dict[str, Any]
    search: Search
    seconds: dict[str, float]
    peak_memory_bytes: int

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line; δ has no `max`, since every point has its own."""
        return {
            "schema": SCHEMA,
            "metric": "loss",
            "delta": {"min": str(self.delta_min)},
            "constraints": self.constraints,
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "points": [point.to_dict() for point in self.points],
            "search": self.search.to_dict(),
            "seconds": self.seconds,
            "peak_memory_bytes": self.peak_memory_bytes,
        }

    def plot_frontier(self) -> "altair.LayerChart":
        """Draw the least loss for every δmax; raises as `report.plots.draw_frontier`."""
        return plots.draw_frontier(self.to_dict())

    def _repr_html_(self) -> str:
        return cells.show_frontier(self.to_dict())


@dataclass(frozen=True)
class Checked:
    """The outcome of `check`: what the job's inputs hold, and whether δ can be reached at all.

    `models` are judged at total suppression: what breaks there breaks in every release.
    """

    public_rows: int
    private_rows: int
    distinct_tuples: int
    heights: dict[str, int]
    nodes: int
    feasible: bool | None
    models: tuple[Verdict, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            "status": "checked",
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "distinct_tuples": self.distinct_tuples,
            "heights": self.heights,
            "nodes": self.nodes,
            "feasible": self.feasible,
            "models": list_verdicts(self.models),
        }

    def _repr_html_(self) -> str:
        return cells.show_check(self.to_dict())


@dataclass(frozen=True)
class Verification:
    """The outcome of `verify`: a release that is what its manifest claims and keeps to the job.

    One that dpsql did not write has no manifest, and `partitions`, the number of its boxes.
    """

    release: Release
    public_rows: int
    presence: dict[str, str]
    levels: dict[str, int] | None
    boxes: dict[str, Any] | None = None
    partitions: int | None = None
    models: tuple[Verdict, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            "status": "verified",
            "release": self.release.to_dict(),
            "public_rows": self.public_rows,
            "presence": self.presence,
            "models": list_verdicts(self.models),
            **{
                name: shape
                for name, shape in (
                    ("levels", self.levels),
                    ("boxes", self.boxes),
                    ("partitions", self.partitions),
                )
                if shape is not None
            },
        }

    def _repr_html_(self) -> str:
        return cells.show_verification(self.to_dict())


class Clock:
    """Seconds per stage, and the peak memory of the process."""

    def __init__(self) -> None:
        self._start = self._lap = perf_counter()
        self._seconds: dict[str, float] = {}

    def stop(self, stage: str) -> None:
        """End a stage; it began where the one before ended."""
        now = perf_counter()
        self._seconds[stage] = round(now - self._lap, 4)
        self._lap = now

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds of each stage and in total."""
        return self._seconds | {"total": round(perf_counter() - self._start, 4)}


def measure_peak_memory() -> int:
    """Greatest resident size of this process so far, in bytes.

    Linux counts what the starter of the process had used into `ru_maxrss`, but not into VmHWM.
    Asked after a release is out, it cannot fail.
    """
    with suppress(OSError):
        status = Path("/proc/self/status").read_text(encoding="utf-8")
        if kilobytes := re.search(r"VmHWM:\s+(\d+) kB", status):
            return int(kilobytes[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
