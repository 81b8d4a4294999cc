"""What was measured or released, frozen: as JSON, as a notebook cell, as one offline HTML file."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from dpsql.domain.arguments import name_type, refuses_wrong_types
from dpsql.domain.found.becoming import list_becoming
from dpsql.domain.found.certainty import Certainty
from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.found.differing_rows import DifferingRows
from dpsql.domain.found.frontier_point import HasPoints
from dpsql.domain.found.kept_columns import KeptColumn
from dpsql.domain.found.overlap import OverlapFound
from dpsql.domain.found.pooled_rows import PooledRows
from dpsql.domain.found.posterior import Posterior
from dpsql.domain.found.published import Release
from dpsql.domain.found.searched import Cutting, Search
from dpsql.domain.found.statistics import Presence, tell_if_absent
from dpsql.domain.found.telling_columns import TellingColumn
from dpsql.domain.found.verdict import Verdict, list_verdicts
from dpsql.domain.frozen_mapping import thaw
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.mends import Mends
from dpsql.domain.plurals import spell_names
from dpsql.domain.sections.earlier import Together
from dpsql.domain.sections.strategy import RestRule
from dpsql.errors import ConfigError
from dpsql.faces import on_command_line
from dpsql.files import private_file
from dpsql.files.fit_place import PAGES, refuse_unfit_place
from dpsql.report.charts.bars import read_bars
from dpsql.report.details import Details, Insight
from dpsql.report.facts import Facts, Secrets
from dpsql.report.frames import list_by_column, to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.notebook.plain_text import write_blocks
from dpsql.report.notebook.warned import HasWarnings
from dpsql.report.settled_levels import list_level_columns
from dpsql.report.suppressed import NameColumns, Suppressed

if TYPE_CHECKING:
    from dpsql.report.plots.picture import Picture


@dataclass(frozen=True)
class Outcome(HasWarnings):
    """The outcome of `anonymize` or `measure`.

    Example: ``dpsql.measure("job.yaml", {"zip": 2}).presence.maximum``

    Attributes:
        status: released, measured, or unsatisfiable.
        satisfied: whether all models of the job hold; None where it states none.
        models: each model that the job states, and whether it holds.
        presence: over all classes of P, exact fractions: `minimum`, `maximum` and others.
        confident_presence: what is known in its place where P is known from statistics only.
        levels, heights: the level of each quasi-identifier, by name, and its last one.
        losses, metrics: what each quasi-identifier loses, 0 to 1, and the costs of the whole.
        public_rows, private_rows: people of P and of T.
        release: the file or table that was released or measured, its rows and its digest.
        box_count: how many boxes, or classes of parts, are released in place of levels.
        rest: what became of the labels of parts that could not be cut.
        pooled: the steps that people of rare classes climb.
        search: how many nodes were counted or parts cut, and whether the optimum is proven.
        choose: from_public where the search looked at P alone; its metric is then that of P.
        keep, public_columns: columns of T that stand as they are; those of P that anyone knows.
        releases_levels: False where levels were measured and the algorithm releases none.
        certainty: there where a confidence was asked for although P is counted.
        is_unsafe: whether boxes were asked for without regard to the models.
        seconds, peak_memory_bytes: by stage; of the whole.
        details, insight: there where a report was asked for.
    """

    status: str
    public_rows: int
    private_rows: int
    heights: dict[str, int]
    any_presence: Presence | ConfidentPresence
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
    #: For each quasi-identifier the labels of one value of P on all levels.
    becomes: Mapping[str, tuple[Leaf, ...]] = field(default_factory=dict)
    #: Quasi-identifiers of which each row of T has a label for all leaves.
    suppressed: tuple[str, ...] = ()
    #: What may keep some of a column that is suppressed.
    mends: Mends = field(default_factory=Mends)
    #: How much the loss of each quasi-identifier counts in the metric; empty if all are alike.
    weights: Mapping[str, str] = field(default_factory=dict)
    #: The most_level of the quasi-identifiers that have one.
    most_levels: Mapping[str, int] = field(default_factory=dict)
    #: Quasi-identifiers whose level is the least at which any node holds, or the job allows.
    at_floor: tuple[str, ...] = ()
    #: What the job calls itself.
    title: str | None = None
    #: The columns of P that name a person together, if the job states them: no two rows agree in
    #: all of them. Empty if it says that none does.
    person: tuple[str, ...] | None = None
    #: Where T is given by key: its rows whose own values are not those of P.
    differing: DifferingRows | None = None
    #: Kept columns that identify people, by their values or their names.
    identifying: tuple[KeptColumn, ...] = ()
    #: Of what was measured: quasi-identifiers that alone show who is in T.
    telling: tuple[TellingColumn, ...] = ()
    is_unsafe: bool = False
    release: Release | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    peak_memory_bytes: int = 0
    details: Details | None = None
    insight: Insight | None = None

    #: What other modules of dpsql read; neither completion nor the reference offers it.
    _internal: ClassVar = (
        *("any_presence", "suppressed", "mends", "most_levels", "at_floor"),
        *("tell_suppressed", "tell_to_compare", "with_release"),
    )

    def __dir__(self) -> list[str]:
        """Return the names that users need."""
        return [name for name in super().__dir__() if name not in self._internal]

    def with_release(self, release: Release) -> "Released":
        """Return the outcome of what is published now."""
        told = {one.name: getattr(self, one.name) for one in fields(Outcome)}
        return Released(**told | {"release": release})

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
            "delta": thaw(self.delta),
            "constraints": thaw(self.constraints),
            "keep": list(self.keep),
            "public_columns": list(self.public_columns),
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            **self._shape(),
            **self._tell_presence(),
            "metrics": thaw(self.metrics),
        }
        if self.person is not None:
            found["person"] = spell_names(self.person)
        if self.weights:
            found["weights"] = dict(self.weights)
        if self.differing is not None:
            found["differing_rows"] = self.differing.to_dict()
        if self.status == "released" and self.keep:
            found["identifying_columns"] = [one.to_dict() for one in self.identifying]
        if self.status == "measured":
            found["satisfied"] = self.satisfied
            found["telling_columns"] = [one.to_dict() for one in self.telling]
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
        if self.insight is not None and (explored := self.insight.exploration.algorithms):
            found["explored"] = [one.to_dict() for one in explored]
        return found | {"seconds": thaw(self.seconds), "peak_memory_bytes": self.peak_memory_bytes}

    @property
    def presence(self) -> Presence:
        """The presence over all classes of P, which was counted.

        Raises:
            ConfigError: P is known from statistics only; `confident_presence` is what is known.
        """
        if isinstance(self.any_presence, Presence):
            return self.any_presence
        raise ConfigError(
            "presence: P is known from statistics, and nobody's presence is counted; read"
            " confident_presence"
        )

    @property
    def loss(self) -> float | None:
        """The loss of the whole, as `metrics` has it; None only of a file from elsewhere."""
        return self.metrics.get("loss")

    @property
    def confident_presence(self) -> ConfidentPresence | None:
        """How sure it is that presence lies in δ, where P is known from statistics only."""
        found = self.any_presence
        return found if isinstance(found, ConfidentPresence) else None

    @property
    def wholly_suppressed(self) -> tuple[str, ...]:
        """Quasi-identifiers with one label for everybody, though nobody asked for that."""
        last = {n for n, level in self.levels.items() if level and level == self.heights[n]}
        found = (name for name in self.heights if name in last or name in self.suppressed)
        return tuple(name for name in found if name not in self.mends.asked)

    def tell_suppressed(self, name: NameColumns = ", ".join) -> str:
        """Tell of columns with one label for everybody where a search chose that; or nothing."""
        return self._suppressed.tell(name)

    def tell_to_compare(self) -> str:
        """Say how to see what others would lose where most is suppressed; or nothing."""
        return self._suppressed.tell_to_compare()

    @property
    def _suppressed(self) -> Suppressed:
        return Suppressed(
            () if self.search is None else self.wholly_suppressed,
            self.mends,
            len(self.heights),
            is_pooled=self.pooled is not None,
            in_parts=self.box_count is not None,
            is_uncut=self.box_count == 1
            and isinstance(self.search, Cutting)
            and self.search.maximal,
        )

    def _tell_presence(self) -> dict[str, Any]:
        """The presence that was counted, or the confidence where P is known from statistics."""
        if self.confident_presence is not None:
            return self.confident_presence.to_dict()
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
        if self.box_count is None:
            pooled = {} if self.pooled is None else self.pooled.to_dict()
            return {"levels": thaw(self.levels), **list_becoming(self.becomes), **pooled}
        losses = {} if self.losses is None else {"losses": thaw(self.losses)}
        rest = {} if self.rest is None else {"rest": self.rest}
        return {"partitions": self.box_count, **rest, **losses}

    @refuses_wrong_types
    def to_html(self, path: str | Path, *, internal: bool = False) -> None:
        """Write a self-contained page that needs no network, readable to its owner alone.

        `internal`: with what only the data holder may see, and marked so; all of it only if the
        outcome was made with ``report="internal"``. A plain file of that name is replaced without a
        question; through a link nothing is written.

        Raises:
            ConfigError: the name does not end in .html, so that it may be another file's; or its
                folder is not there.
        """
        refuse_unfit_place(Path(path), "page", PAGES)
        private_file.write(Path(path), self._write_page(internal=internal))

    def _write_page(self, *, internal: bool) -> str:
        found, details = self.to_dict(), self.details or Details()
        if self.confident_presence is not None:
            from dpsql.report.confidence_page import render_confidence

            given = found, self.confident_presence, self.heights, self.satisfied
            return render_confidence(*given, internal=internal)
        losses = (self.losses or {}) if internal or self._tells_losses else {}
        facts = Facts.of(found, self.heights, self.satisfied, losses, details)
        insight = self.insight or Insight(
            left_out="none was searched for this page", is_missing=True
        )
        told = self._suppressed
        with on_command_line():
            secrets = Secrets.of(found, insight, told.names, told.tell_mends())
        # Loaded for those who want a page.
        from dpsql.report.page import render_internal, render_page

        return render_internal(facts, secrets) if internal else render_page(facts)

    @property
    def _tells_losses(self) -> bool:
        """Whether losses follow from the release; not known of several levels without details."""
        if self.details is not None:
            return self.details.tells_losses
        return self.pooled is None and self.rest is None

    def plot_presence(self) -> "Picture":
        """Draw the people of P by presence, with δ.

        Raises:
            ConfigError: P is known from statistics only, so nobody's presence was counted.
        """
        if self.confident_presence is not None:
            raise ConfigError("plot_presence: P is known from statistics; presence is not counted")
        # Loaded for those who want a picture.
        from dpsql.report.plots.draw import plot_presence

        return plot_presence(self.to_dict())

    def plot_frontier(self, frontier: HasPoints) -> "Picture":
        """Draw `frontier`, which another search has found, and mark where this outcome lies.

        Raises:
            ConfigError: this outcome has no loss or no presence to be marked by, or `frontier` is
                none.
        """
        if not isinstance(frontier, HasPoints):
            kind = name_type(frontier)
            raise ConfigError(f"plot_frontier: give what dpsql.frontier returned, not {kind}")
        if "loss" not in self.metrics:
            raise ConfigError("plot_frontier: a release of another tool has no loss to be marked")
        sure = self.confident_presence
        greatest = self.presence.maximum if sure is None else sure.delta
        if greatest is None:
            raise ConfigError("plot_frontier: no δmax holds with the confidence")
        from dpsql.report.plots.draw import plot_frontier

        search = frontier.search.to_dict() if frontier.search is not None else None
        chosen = greatest, self.metrics["loss"]
        return plot_frontier(frontier.points, search, chosen, self.delta)

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each quasi-identifier: its level, the last level there is, its loss.

        Where people of rare classes climbed: the level of the start, and the finest and the
        coarsest that rows have.
        """
        steps = self.pooled.to_dict()["steps"] if self.pooled is not None else ()
        levels = list_level_columns(self.levels, steps)
        return list_by_column(**levels, height=self.heights, loss=self.losses)

    def to_text(self) -> str:
        """The sentences and tables that the command prints, for `print` and for logs."""
        from dpsql.outcome.told import tell_outcome

        return write_blocks(tell_outcome(self))

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        from dpsql.outcome.told import show_outcome

        return show_outcome(self)


@dataclass(frozen=True, repr=False)
class Released(Outcome):
    """The outcome of `anonymize`: an `Outcome` with a `release`, its file and its rows."""

    release: Release = field(kw_only=True)

    @property
    def loss(self) -> float:
        """The loss of the whole, as `metrics` has it: of what dpsql releases it is known."""
        return self.metrics["loss"]
