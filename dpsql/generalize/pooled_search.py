"""Searches for the start and the number of people of the best pooled release, for a job.

The classes of the raw values are fetched once; starts and numbers are tried on them in memory. So
are the rows of T with their sensitive values, if the job protects a column.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Node
from dpsql.domain.pooling import PoolingPath, list_candidates
from dpsql.domain.round_bounds import choose_bounds
from dpsql.domain.sections.algorithm import PooledOptions
from dpsql.errors import ResourceError
from dpsql.metrics.catalog import LOSS, METRICS
from dpsql.metrics.metric import Metric
from dpsql.privacy.model import PrivacyModel
from dpsql.search.class_tables.class_table import ClassTable
from dpsql.search.class_tables.classes import Classes
from dpsql.search.class_tables.codes_above import CodesAbove
from dpsql.search.pooled.frontier import PooledFrontier, find_pooled_frontier
from dpsql.search.pooled.limits_of_presence import drop_dominated
from dpsql.search.pooled.protected import ProtectedColumn
from dpsql.search.pooled.search import find_best_at, find_pooled_optimum
from dpsql.search.pooled.settling import Settling
from dpsql.search.pooled.sketch import sketch_frontier
from dpsql.search.pooled.tried_starts import PooledResult
from dpsql.session.load import Loaded
from dpsql.session.models import find_models, find_sensitive
from dpsql.session.options import Options
from dpsql.sql.lattice.class_table import fetch_classes, value_counts_query, value_rows_query
from dpsql.sql.lattice.frequency_set import Levels, encode
from dpsql.sql.lattice.level_statistics import SingleLevels, measure_levels
from dpsql.sql.lattice.sensitive_set import SensitiveSet, code_levels_query, encode_sensitive
from dpsql.sql.pooling.labels import Labels, fetch_labels

#: Distinct tuples that a search holds in memory at most: 160 MB at eight quasi-identifiers.
MOST_TUPLES = 2_000_000


def find_words(job: Job) -> PooledOptions:
    """Return the options of the algorithm."""
    words = job.algorithm.pooled
    assert words is not None  # noqa: S101 - the caller chose by the algorithm
    return words


def number_path(loaded: Loaded, path: str | tuple[str, ...]) -> PoolingPath:
    """Return the path with the numbers of quasi-identifiers in place of their names."""
    names = list(loaded.hierarchies)
    return path if isinstance(path, str) else tuple(names.index(name) for name in path)


@dataclass(frozen=True)
class Judges:
    """The models of a job: those of counts, and those of sensitive columns with T's values."""

    of_counts: tuple[PrivacyModel, ...]
    of_values: tuple[SensitiveSet, ...]


def prepare_pooling(job: Job, loaded: Loaded) -> tuple[Judges, SingleLevels]:
    """Return the models of the job as they judge P and T, and the counts of every level."""
    sizes, engine = loaded.sizes, loaded.engine
    models = tuple(model.on(sizes.public_rows, sizes.private_rows) for model in find_models(job))
    given = engine, loaded.hierarchies, loaded.leaf_counts, models, sizes
    levels = measure_levels(*given, loaded.weights)
    coding = Levels(loaded.lattice, loaded.lattice.raw, levels.label_counts)
    protected = encode_sensitive(
        engine,
        loaded.tables,
        partial(code_levels_query, coding),
        find_sensitive(job),
        sizes.private_rows,
    )
    return Judges(models, protected), levels


def find_best_pooling(
    job: Job,
    loaded: Loaded,
    options: Options,
    judges: Judges,
    levels: SingleLevels,
) -> PooledResult:
    """Try all starts, and the numbers of people that the job names or leaves to the search.

    Raises:
        ResourceError: P has too many distinct tuples.
    """
    settling, classes = fetch_settling(job, loaded, judges, levels, METRICS[job.metric])
    return find_pooled_optimum(
        settling, classes, list_numbers(job), options.watch, options.limits()
    )


def find_best_number(
    job: Job,
    loaded: Loaded,
    judges: Judges,
    levels: SingleLevels,
    start: Node,
) -> int:
    """Return the number of people with which `start` holds and loses least.

    If none holds, it is the least number that is tried. Raises as `find_best_pooling`, unless the
    job states one number.
    """
    numbers = list_numbers(job)
    if numbers is not None and len(numbers) == 1:
        return numbers[0]
    settling, classes = fetch_settling(job, loaded, judges, levels, LOSS)
    best = find_best_at(settling, classes, numbers, start)
    if best is not None:
        return best.pooling.least
    return min(numbers or list_candidates(loaded.sizes.public_rows), default=1)


def find_frontier(
    job: Job,
    loaded: Loaded,
    options: Options,
    judges: Judges,
    levels: SingleLevels,
    own: Fraction | None,
) -> PooledFrontier:
    """Find the least loss for each δmax; raises as `find_best_pooling`.

    `own`: the δmax of the job. Where time is limited, it comes first, then round ones around it:
    they are sketched in half of the time, and proven one after the other in the rest.
    """
    settling, classes = fetch_settling(job, loaded, judges, levels, LOSS)
    given = settling, classes, list_numbers(job), options.watch
    limits, sizes = options.limits(), loaded.sizes
    least = Fraction(sizes.private_rows, sizes.public_rows)
    if not limits.are_by_time:
        return find_pooled_frontier(*given, limits)
    first = choose_bounds(least, own)
    sketched = sketch_frontier(settling, classes, given[2], first, limits.halve())
    releases = [one.best for one in sketched if one.best is not None]
    likely = [*dict.fromkeys(one.pooling.start for one in releases)]
    found = find_pooled_frontier(*given, limits, first=first, likely=likely)
    if found.is_whole:
        return found
    open_ = [one.best for one in sketched if one.best and not found.searched.decide(one.limit)]
    # Of equal ones the proven one stays.
    kept = drop_dominated([*found.points, *open_])
    proven = [one for one in kept if one in found.points]
    unproven = [one for one in kept if one not in found.points]
    return replace(found, points=tuple(proven), unproven=tuple(unproven))


def list_numbers(job: Job) -> tuple[int, ...] | None:
    """Return the numbers of people that the job names; None if it leaves them to the search."""
    least = find_words(job).least
    if isinstance(least, str):
        return None
    return (least,) if isinstance(least, int) else least


@dataclass(frozen=True)
class RawClasses:
    """The classes of the raw values in memory, with the codes and labels of every level."""

    table: ClassTable
    codes: CodesAbove
    labels: list[list[Labels]]

    @property
    def of_nodes(self) -> Classes:
        """The classes of any node."""
        return Classes(self.codes, self.table)


def fetch_raw(loaded: Loaded, levels: SingleLevels) -> RawClasses:
    """Code the raw values and fetch their classes.

    Raises:
        ResourceError: there are too many distinct tuples.
    """
    engine, lattice = loaded.engine, loaded.lattice
    encode(engine, lattice, lattice.raw, levels.label_counts, loaded.sizes)
    raw = fetch_classes(engine, lattice.raw, lattice, MOST_TUPLES)
    labels = fetch_labels(engine, loaded.hierarchies, MOST_TUPLES)
    codes = CodesAbove(engine, lattice, MOST_TUPLES)
    axes = {j: 0 for j, height in enumerate(lattice.heights) if height}
    radices = codes.learn(axes) if axes else {}
    if raw is None or labels is None or radices is None:
        raise ResourceError(
            "algorithm: pooled holds the distinct tuples of"
            f" {'T' if loaded.statistics else 'P'} in memory, at most {MOST_TUPLES:,};"
            " name fewer quasi-identifiers, or write algorithm: spalm"
        )
    *columns, public, private = raw
    coded = dict(zip(axes, columns, strict=True))
    return RawClasses(ClassTable(lattice.raw, coded, radices, public, private), codes, labels)


def fetch_protected(loaded: Loaded, judges: Judges, raw: RawClasses) -> list[ProtectedColumn]:
    """Fetch the rows of T by raw values and by the values of each sensitive column."""
    radices = raw.table.radices
    return [_fetch_protected(loaded, coded, raw.codes, radices) for coded in judges.of_values]


def fetch_settling(
    job: Job,
    loaded: Loaded,
    judges: Judges,
    levels: SingleLevels,
    metric: Metric,
) -> tuple[Settling, Classes]:
    """Fetch the classes of the raw values; return them with the rules by which people settle."""
    raw = fetch_raw(loaded, levels)
    settling = Settling(
        loaded.lattice,
        number_path(loaded, find_words(job).path),
        raw.codes,
        raw.labels,
        judges.of_counts,
        metric,
        levels.table,
        fetch_protected(loaded, judges, raw),
    )
    return settling, raw.of_nodes


def _fetch_protected(
    loaded: Loaded, coded: SensitiveSet, codes: CodesAbove, radices: dict[int, int]
) -> ProtectedColumn:
    """Fetch the rows of T by raw values and by the values of a sensitive column."""
    engine, lattice = loaded.engine, loaded.lattice
    listed = engine.fetch(value_counts_query(coded.listed, MOST_TUPLES))
    query = value_rows_query(lattice.raw, lattice, coded.name, MOST_TUPLES)
    *columns, values, rows = engine.fetch_integers(query)
    if max(len(listed), len(rows)) > MOST_TUPLES:
        raise ResourceError(
            "algorithm: pooled holds the rows of T that differ in a sensitive column in memory, at"
            f" most {MOST_TUPLES:,}; protect a column of fewer values, or write algorithm: spalm"
        )
    # The sensitive value is an axis after those of the quasi-identifiers.
    value_axis = len(lattice.heights)
    node = Node((*lattice.raw.levels, 0))
    raw = ClassTable(
        node,
        {**dict(zip(radices, columns, strict=True)), value_axis: values},
        {**radices, value_axis: len(listed)},
        rows,
        rows,
    )
    table = {value: int(count) for value, count in listed}
    return ProtectedColumn.of(raw, codes, table, coded.models)
