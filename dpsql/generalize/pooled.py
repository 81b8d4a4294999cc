"""People of rare classes on coarser levels, ready to be written: the best start and number."""

from dataclasses import dataclass, replace

from dpsql.domain.algorithm import PooledOptions
from dpsql.domain.job import Job
from dpsql.domain.lattice import Node
from dpsql.domain.pooling import Pooling, PoolingPath
from dpsql.domain.statistics import Presence, TableStatistics
from dpsql.errors import ConfigError, EngineError, ResourceError
from dpsql.generalize.generalized import Generalized
from dpsql.metrics.catalog import METRICS
from dpsql.outcome import PooledRows, Search
from dpsql.privacy.model import PrivacyModel, any_violation
from dpsql.release.manifest import PooledLevels
from dpsql.search.class_table import ClassTable
from dpsql.search.codes_above import CodesAbove
from dpsql.search.pooled import Classes, PooledResult, find_pooled_optimum
from dpsql.search.settling import Settling
from dpsql.session.clock import Clock
from dpsql.session.description import (
    Description,
    describe_job,
    measure_published,
    no_safe_release,
    refuse_infeasible,
    warn_of_empty_release,
)
from dpsql.session.load import Loaded
from dpsql.session.models import find_models
from dpsql.session.options import Options
from dpsql.sql.lattice.class_table import fetch_classes
from dpsql.sql.lattice.frequency_set import encode
from dpsql.sql.lattice.level_statistics import SingleLevels, measure_levels
from dpsql.sql.lattice.presence import measure_presence
from dpsql.sql.pooling.climbers import settle
from dpsql.sql.pooling.labels import fetch_labels
from dpsql.sql.pooling.published import (
    PublishedClasses,
    count_rows_by_step,
    list_classes,
    measure_classes,
    measure_columns,
    presences_query,
    release_query,
)

#: Distinct tuples that a search holds in memory at most: 160 MB at eight quasi-identifiers.
MOST_TUPLES = 2_000_000


def generalize(job: Job, loaded: Loaded, options: Options, clock: Clock) -> Generalized:
    """Search for the best start and number of people, and let the people of P settle.

    Raises:
        NoSafeRelease: no start holds. ResourceError: P has too many distinct tuples.
    """
    words = find_words(job)
    search = Search(loaded.lattice.size, 0, optimal=True)
    refuse_infeasible(job, loaded, search)
    warn_of_empty_release(loaded)
    models, levels = measure_start(job, loaded)
    clock.stop("load")
    options.enter("search")
    found = _search(job, loaded, options, models, levels)
    told = Search(
        found.nodes, found.checked, found.optimal, None, None if found.optimal else found.gap
    )
    if found.best is None:
        raise no_safe_release(
            "no start and no number of people satisfies the job, not even total suppression; loosen"
            " constraints",
            job,
            loaded,
            told,
        )
    pooling = found.best.pooling
    settled = settle_people(
        job, loaded, models, levels.table, pooling.start, pooling.least, words.path
    )
    if settled.pooling != pooling or settled.classes.violating:
        raise EngineError("the engine lets other people settle than the search; please report it")
    clock.stop("search")
    return Generalized(
        release_query(loaded.tables, loaded.hierarchies, pooling),
        name_steps(loaded, pooling, words),
        settled.presence,
        replace(settled.description, search=told),
    )


def refuse_report(options: Options) -> None:
    """Raise ConfigError if a report is asked for."""
    if options.report is not None:
        raise ConfigError(
            "algorithm: reports do not tell of pooled releases; run without a report, or write"
            " algorithm: spalm"
        )


def find_words(job: Job) -> PooledOptions:
    """Return the options of the algorithm."""
    words = job.algorithm.pooled
    assert words is not None  # noqa: S101 - the caller chose by the algorithm
    return words


@dataclass(frozen=True)
class SettledPeople:
    """Who settled where, the published classes, and their description."""

    pooling: Pooling
    classes: PublishedClasses
    presence: Presence
    description: Description


def settle_people(
    job: Job,
    loaded: Loaded,
    models: tuple[PrivacyModel, ...],
    table: TableStatistics,
    start: Node,
    least: int,
    path: str | tuple[str, ...],
) -> SettledPeople:
    """Let the people of P settle from one start, in the engine; the release can be written then."""
    engine, sizes = loaded.engine, loaded.sizes
    pooling = settle(engine, loaded.lattice, sizes, start, least, number_path(loaded, path))
    list_classes(engine, loaded.hierarchies, pooling)
    classes = measure_classes(engine, models, sizes)
    columns = dict(zip(loaded.hierarchies, measure_columns(engine, pooling, table), strict=True))
    metrics, losses = measure_published(columns, classes.private, table)
    rows = count_rows_by_step(engine)
    description = Description(
        describe_job(job, loaded),
        heights=loaded.heights,
        metrics=metrics,
        losses=losses,
        levels=loaded.name_levels(start),
        pooled=PooledRows(
            least,
            path if isinstance(path, str) else list(path),
            classes.count,
            [
                (loaded.name_levels(step.node), step.public_rows, rows.get(number, 0))
                for number, step in enumerate(pooling.steps)
            ],
        ),
    )
    presence = measure_presence(
        engine, presences_query(len(columns)), job.presence_bars, sizes.public_rows
    )
    return SettledPeople(pooling, classes, presence, description)


def number_path(loaded: Loaded, path: str | tuple[str, ...]) -> PoolingPath:
    """Return the path with the numbers of quasi-identifiers in place of their names."""
    names = list(loaded.hierarchies)
    return path if isinstance(path, str) else tuple(names.index(name) for name in path)


def name_steps(loaded: Loaded, pooling: Pooling, words: PooledOptions) -> PooledLevels:
    """Return what a verifier needs to draw the classes again."""
    steps = tuple(loaded.name_levels(step.node) for step in pooling.steps)
    return PooledLevels(pooling.least, words.path, steps)


def measure_start(job: Job, loaded: Loaded) -> tuple[tuple[PrivacyModel, ...], SingleLevels]:
    """Return the models of the job as they judge P and T, and the counts of every level."""
    sizes = loaded.sizes
    models = tuple(model.on(sizes.public_rows, sizes.private_rows) for model in find_models(job))
    engine, hierarchies = loaded.engine, loaded.hierarchies
    return models, measure_levels(engine, hierarchies, loaded.leaf_counts, models, sizes)


def _search(
    job: Job,
    loaded: Loaded,
    options: Options,
    models: tuple[PrivacyModel, ...],
    levels: SingleLevels,
) -> PooledResult:
    engine, lattice, words = loaded.engine, loaded.lattice, find_words(job)
    encode(engine, lattice, lattice.raw, levels.label_counts, loaded.sizes)
    raw = fetch_classes(engine, lattice.raw, lattice, MOST_TUPLES)
    labels = fetch_labels(engine, loaded.hierarchies, MOST_TUPLES)
    codes = CodesAbove(engine, lattice, MOST_TUPLES)
    axes = {j: 0 for j, height in enumerate(lattice.heights) if height}
    radices = codes.learn(axes) if axes else {}
    if raw is None or labels is None or radices is None:
        raise ResourceError(
            f"algorithm: pooled holds the distinct tuples of P in memory, at most {MOST_TUPLES:,};"
            " name fewer quasi-identifiers, or write algorithm: spalm"
        )
    *columns, public, private = raw
    settling = Settling(
        lattice,
        number_path(loaded, words.path),
        codes,
        labels,
        any_violation(models, loaded.sizes.public_rows),
        METRICS[job.metric],
        levels.table,
    )
    classes = Classes(
        settling,
        ClassTable(lattice.raw, dict(zip(axes, columns, strict=True)), radices, public, private),
    )
    least = (words.least,) if isinstance(words.least, int) else words.least
    return find_pooled_optimum(
        settling,
        classes,
        None if isinstance(least, str) else least,
        options.watch,
        options.limits(),
    )
