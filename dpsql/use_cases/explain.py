"""Explains why a node and no finer one: the classes of its predecessors that violate the job.

A predecessor has one quasi-identifier a level lower. Under monotone models the optimum is a minimal
node, so every predecessor fails. The violating classes are shown by their labels, which are labels
of P. Their counts of T are for the keeper of T only, like all output about a search.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from dpsql.domain.algorithm import FULL_DOMAIN
from dpsql.domain.hierarchy import Leaf
from dpsql.domain.job import Job
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.lattice import Node, node_at_levels
from dpsql.engines.base import Engine
from dpsql.errors import ConfigError
from dpsql.generalize.full_domain import prepare
from dpsql.job_files.read import as_job
from dpsql.metrics.catalog import METRICS
from dpsql.privacy.model import PrivacyModel, any_violation
from dpsql.privacy.presence import PresenceModel
from dpsql.report import cells
from dpsql.report.headlines import summarize
from dpsql.search import spalm
from dpsql.search.checker import Checker
from dpsql.session.description import delta_parameters
from dpsql.session.load import Loaded, load
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.sql.counting.labels import worst_classes_query

#: Most classes that are shown of a node, and most labels that are shown of a floor.
MOST_SHOWN = 5


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


@dataclass(frozen=True)
class Judged:
    """A node: how many classes of P violate a model, and the worst of them.

    `sensitive_classes`: how many classes of T violate a model of a sensitive column; 0 if classes
    of P fail already, or if no column is protected.
    """

    levels: Mapping[str, int]
    broken_classes: int
    worst: tuple[BrokenClass, ...]
    sensitive_classes: int = 0

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
            "worst": [one.to_dict() for one in self.worst],
        }


@dataclass(frozen=True)
class Floor:
    """The lowest level of a quasi-identifier at which a node may hold, by all models of the job.

    `below`: the violations one level lower, with all other columns suppressed; None at level 0.
    """

    name: str
    level: int
    height: int
    below: Judged | None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        below = self.below and self.below.to_dict()
        return {"name": self.name, "level": self.level, "height": self.height, "below": below}


@dataclass(frozen=True)
class Explanation:
    """A node, its predecessors by quasi-identifier, and the floor of each column.

    `node` is None if no node holds; then `root` shows why total suppression fails. `share` is |T| /
    |P|, the presence of everybody under total suppression. `contains_share`: whether δ contains
    `share`; None if the job states no δ. `is_optimum`: a search found the node; otherwise the
    caller chose it.
    """

    share: Fraction
    delta: dict[str, str] | None
    contains_share: bool | None
    floors: tuple[Floor, ...]
    root: Judged
    node: Judged | None
    predecessors: Mapping[str, Judged]
    is_optimum: bool

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            "status": "explained",
            "share": str(self.share),
            "delta": self.delta,
            "contains_share": self.contains_share,
            "is_optimum": self.is_optimum,
            "node": self.node and self.node.to_dict(),
            "root": self.root.to_dict(),
            "predecessors": {name: one.to_dict() for name, one in self.predecessors.items()},
            "floors": [floor.to_dict() for floor in self.floors],
        }

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return cells.show_explanation(self.to_dict())


def explain(
    job: Job | str | Path, levels: Mapping[str, int] | None = None, **options: Any
) -> Explanation:
    """Explain the optimum of a job, or the node at `levels` (raw where not named).

    `options` are the fields of `Options`. Nothing is written.

    Raises:
        ConfigError: the job states nothing to satisfy, or cuts boxes instead of choosing levels.
    """
    job, settings = as_job(job), Options(**options)
    _refuse_other_questions(job)
    with Run.of(job, settings).held() as run, load(run, to_search=levels is None) as loaded:
        checker, table = prepare(job, loaded)
        judge = _Judge(loaded, checker)
        settings.enter("search")
        if levels is None:
            node = spalm.find_optimum(checker, METRICS[job.metric], table, settings.watch).node
        else:
            node = node_at_levels(levels, loaded.heights)
        sizes = loaded.sizes
        bounds = job.delta.bounds if job.delta else None
        return Explanation(
            Fraction(sizes.private_rows, sizes.public_rows),
            delta_parameters(job),
            None if bounds is None else bounds.allows(sizes.public_rows, sizes.private_rows),
            tuple(judge.list_floors()),
            judge.of(loaded.lattice.root),
            None if node is None else judge.of(node),
            {} if node is None else dict(judge.list_predecessors(node)),
            levels is None,
        )


def _refuse_other_questions(job: Job) -> None:
    if not job.delta and not job.constraints.stated:
        raise ConfigError("the job states nothing to satisfy; give it delta: or constraints:")
    if job.algorithm.pooled is not None:
        raise ConfigError("algorithm: explain does not tell of people who climb; write spalm")
    if job.algorithm.name not in FULL_DOMAIN:
        raise ConfigError("algorithm: boxes and parts have no levels to explain; write spalm")


@dataclass(frozen=True)
class _Judge:
    """Judges any node of the lattice of one job."""

    loaded: Loaded
    checker: Checker

    @property
    def engine(self) -> Engine:
        return self.loaded.engine

    @property
    def models(self) -> tuple[PrivacyModel, ...]:
        return self.checker.models

    def of(self, node: Node) -> Judged:
        """Count the classes that violate the job at a node, and list the worst."""
        names = list(self.loaded.hierarchies)
        condition = any_violation(self.models, self.loaded.sizes.public_rows)
        query = worst_classes_query(self.loaded.hierarchies, node, condition, MOST_SHOWN)
        rows = self.engine.fetch(query)
        worst = tuple(
            self._describe(
                {name: _as_text(one) for name, one in zip(names, labels, strict=True)},
                int(public),
                int(private),
            )
            for *labels, public, private, _ in rows
        )
        broken = int(rows[0][-1]) if rows else 0
        sensitive = 0
        above_base = all(
            level >= base for level, base in zip(node.levels, self.checker.base.levels, strict=True)
        )
        if not broken and above_base:
            sensitive = self.checker.count_sensitive([node]).get(node, 0)
        return Judged(self.loaded.name_levels(node), broken, worst, sensitive)

    def list_predecessors(self, node: Node) -> Iterator[tuple[str, Judged]]:
        """Judge each predecessor of a node: each level above 0, lowered by one."""
        for j, (name, level) in enumerate(zip(self.loaded.hierarchies, node.levels, strict=True)):
            if level:
                levels = (*node.levels[:j], level - 1, *node.levels[j + 1 :])
                yield name, self.of(Node(levels))

    def list_floors(self) -> Iterator[Floor]:
        """Find the floor of each quasi-identifier, and the violations below it.

        All other quasi-identifiers are at their roots. The base of the search is the floor by the
        models of counts alone. If a level violates a model of a sensitive column with all others
        suppressed, every finer node violates it, too: this raises the floor.
        """
        root = self.loaded.lattice.root.levels
        for j, (name, floor) in enumerate(
            zip(self.loaded.hierarchies, self.checker.base.levels, strict=True)
        ):
            below = None
            if floor:
                below = self.of(Node((*root[:j], floor - 1, *root[j + 1 :])))
            while self.checker.sensitive and self.checker.monotone and floor < root[j]:
                judged = self.of(Node((*root[:j], floor, *root[j + 1 :])))
                if judged.holds:
                    break
                floor, below = floor + 1, judged
            yield Floor(name, floor, root[j], below)

    def _describe(self, labels: dict[str, Leaf], public: int, private: int) -> BrokenClass:
        breaks = tuple(_name(model) for model in self.models if not model.holds(public, private))
        return BrokenClass(labels, public, private, breaks)


def _name(model: PrivacyModel) -> str:
    words = " ".join(f"{word} {value}" for word, value in model.parameters.items())
    return f"delta {words}" if isinstance(model, PresenceModel) else words


def _as_text(label: object) -> Leaf:
    """Return a label as the release writes it; at level 0 it has the type of its column."""
    return None if label is None else str(label)
