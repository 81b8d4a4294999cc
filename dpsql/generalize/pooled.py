"""People of rare classes on coarser levels, ready to be written: the best start and number."""

from dataclasses import dataclass, replace

from sqlglot import exp

from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.found.pooled_rows import PooledRows
from dpsql.domain.found.searched import Search
from dpsql.domain.found.statistics import Presence, TableStatistics
from dpsql.domain.found.verdict import Verdict
from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Node, node_at_levels
from dpsql.domain.pooling import Pooling
from dpsql.domain.sections.algorithm import PooledOptions
from dpsql.errors import EngineError
from dpsql.generalize.chosen import ChosenLevels
from dpsql.generalize.generalized import Generalized
from dpsql.generalize.pooled_search import (
    Judges,
    find_best_pooling,
    find_words,
    number_path,
    prepare_pooling,
)
from dpsql.privacy.demands import list_demands, tell_sensitive
from dpsql.privacy.sensitive import SensitiveModel
from dpsql.release.manifest import PooledLevels
from dpsql.session.clock import Clock
from dpsql.session.description import (
    Description,
    describe_job,
    find_suppressed,
    measure_published,
    name_failing_values,
    no_safe_choice,
    no_safe_release,
    refuse_infeasible,
)
from dpsql.session.load import Loaded
from dpsql.session.models import find_sensitive
from dpsql.session.options import Options
from dpsql.sql.lattice.level_statistics import SingleLevels
from dpsql.sql.lattice.presence import measure_presence
from dpsql.sql.pooling.climbers import settle
from dpsql.sql.pooling.published import (
    count_rows_by_step,
    list_classes,
    measure_columns,
    release_query,
)
from dpsql.sql.published_classes import PublishedClasses, measure_classes, presences_query
from dpsql.sql.published_values import count_violating_values


@dataclass(frozen=True)
class SettledPeople:
    """Who settled where, the published classes, and their description.

    `unprotected`: per model of a sensitive column, how many of these classes violate it.
    """

    pooling: Pooling
    classes: PublishedClasses
    unprotected: tuple[tuple[SensitiveModel, int], ...]
    presence: Presence | ConfidentPresence
    description: Description

    @property
    def rows_by_step(self) -> tuple[int, ...]:
        """The rows of T that each step publishes."""
        pooled = self.description.pooled
        assert pooled is not None  # noqa: S101 - people settled
        return tuple(rows for *_, rows in pooled.steps)

    @property
    def holds(self) -> bool:
        """Whether every published class satisfies all models."""
        return not self.classes.violating and not any(broken for _, broken in self.unprotected)


def generalize(
    job: Job,
    loaded: Loaded,
    options: Options,
    clock: Clock,
    chosen: ChosenLevels | None = None,
) -> Generalized:
    """Let the people of P settle from the best start, or from what was chosen from P alone.

    Raises:
        NoSafeRelease: no start holds, or the chosen one does not. ResourceError: P has too many
            distinct tuples.
    """
    words = find_words(job)
    search = chosen.search if chosen else Search(loaded.lattice.size, 0, optimal=True)
    refuse_infeasible(job, loaded, search)
    judges, levels = prepare_pooling(job, loaded)
    clock.stop("load")
    options.enter("search")
    if chosen and chosen.pooled:
        start, least = node_at_levels(chosen.levels, loaded.heights), chosen.pooled.least
        settled = settle_people(job, loaded, judges, levels.table, start, least, words.path)
        if not settled.holds:
            raise no_safe_choice(job, loaded, search)
    else:
        settled, search = _find_optimum(job, loaded, options, judges, levels)
    clock.stop("search")
    return Generalized(
        _release_query(loaded, settled.pooling),
        name_steps(loaded, settled.pooling, words),
        settled.presence,
        replace(settled.description, search=search, choose=job.choose if chosen else None),
    )


def _find_optimum(
    job: Job,
    loaded: Loaded,
    options: Options,
    judges: Judges,
    levels: SingleLevels,
) -> tuple[SettledPeople, Search]:
    """Search, and let the engine settle the people of the best release."""
    found = find_best_pooling(job, loaded, options, judges, levels)
    told = Search(
        found.nodes, found.checked, found.optimal, None, None if found.optimal else found.gap
    )
    if found.best is None:
        raise no_safe_release(
            _tell_failure(job, loaded),
            job,
            loaded,
            told,
        )
    pooling, path = found.best.pooling, find_words(job).path
    settled = settle_people(job, loaded, judges, levels.table, pooling.start, pooling.least, path)
    if settled.pooling != pooling or not settled.holds:
        raise EngineError("the engine lets other people settle than the search; please report it")
    return settled, told


def _tell_failure(job: Job, loaded: Loaded) -> str:
    """Say that no start holds, and what to do."""
    if loaded.lattice.is_limited:
        told = (
            "no start between least_level and most_level satisfies the job with any number of"
            " people"
        )
        if failing := name_failing_values(job, loaded):
            return (
                f"{told}, and without these limits not even total suppression does: it violates"
                f" {failing}; loosen that, or drop it from constraints"
            )
        # By counts and values total suppression holds, and it is what the last step leads to.
        return f"{told}; without these limits total suppression holds: widen them"
    # Counts hold at total suppression, or it was refused before.
    return (
        "no start and no number of people satisfies the job, not even total suppression: it"
        f" violates {name_failing_values(job, loaded)}; loosen that, or drop it from constraints"
    )


def settle_people(
    job: Job,
    loaded: Loaded,
    judges: Judges,
    table: TableStatistics,
    start: Node,
    least: int,
    path: str | tuple[str, ...],
) -> SettledPeople:
    """Let the people of P settle from one start, in the engine; the release can be written then."""
    engine, sizes = loaded.engine, loaded.sizes
    pooling = settle(engine, loaded.lattice, sizes, start, least, number_path(loaded, path))
    list_classes(engine, loaded.hierarchies, pooling)
    presence = measure_presence(
        engine,
        presences_query(len(loaded.hierarchies)),
        job.presence_bars,
        sizes.public_rows,
        job.known_absent,
    )
    return describe_settled(job, loaded, judges, table, pooling, presence)


def describe_settled(
    job: Job,
    loaded: Loaded,
    judges: Judges,
    table: TableStatistics,
    pooling: Pooling,
    presence: Presence | ConfidentPresence,
) -> SettledPeople:
    """Judge and describe the published classes, which the engine has listed."""
    engine, words = loaded.engine, find_words(job)
    classes = measure_classes(engine, judges.of_counts, loaded.sizes)
    names, rows_query = list(loaded.hierarchies), _release_query(loaded, pooling)
    unprotected = count_violating_values(engine, judges.of_values, names, rows_query)
    columns = dict(zip(loaded.hierarchies, measure_columns(engine, pooling, table), strict=True))
    metrics, losses = measure_published(columns, classes.private, table)
    rows = count_rows_by_step(engine)
    description = Description(
        describe_job(job, loaded),
        heights=loaded.heights,
        metrics=metrics,
        losses=losses,
        levels=loaded.name_levels(pooling.start),
        becomes=loaded.becomes,
        suppressed=find_suppressed(columns, table.private_rows),
        pooled=PooledRows(
            pooling.least,
            words.path if isinstance(words.path, str) else list(words.path),
            classes.count,
            [
                (loaded.name_levels(step.node), step.public_rows, rows.get(number, 0))
                for number, step in enumerate(pooling.steps)
            ],
            is_auto=words.least == "auto",
        ),
    )
    return SettledPeople(pooling, classes, tuple(unprotected), presence, description)


def _release_query(loaded: Loaded, pooling: Pooling) -> exp.Query:
    return release_query(loaded.tables, loaded.hierarchies, pooling)


def judge_settled(
    job: Job, loaded: Loaded, judges: Judges, settled: SettledPeople
) -> tuple[Verdict, ...]:
    """Return a verdict per model on the published classes; count again only if some violate one."""
    verdicts = []
    for demand in list_demands(judges.of_counts):
        broken = 0
        if settled.classes.violating and not demand.excludes_nothing:
            broken = measure_classes(loaded.engine, [demand.model], loaded.sizes).violating
        verdicts.append(demand.judge(broken))
    if not judges.of_values:
        # If T has no rows, nothing of it is published.
        return (*verdicts, *tell_sensitive(find_sensitive(job), holds=True))
    for model, broken in settled.unprotected:
        verdicts += [
            Verdict(name, asked, not broken, broken) for name, asked in model.parameters.items()
        ]
    return tuple(verdicts)


def name_steps(loaded: Loaded, pooling: Pooling, words: PooledOptions) -> PooledLevels:
    """Return what a verifier needs to draw the classes again."""
    steps = tuple(loaded.name_levels(step.node) for step in pooling.steps)
    return PooledLevels(pooling.least, words.path, steps)
