"""Tells how much the choice of the optimum gives away: the minimality attack on one's own release.

For the data holder alone. The share depends on T beyond the release.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Unpack

import numpy as np

from dpsql.domain.found.searched import Search
from dpsql.domain.frozen_mapping import thaw
from dpsql.domain.job import Job
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.levels.lattice import Node
from dpsql.domain.sections.algorithm import FULL_DOMAIN
from dpsql.domain.sections.known_absence import refuse_absence
from dpsql.errors import ConfigError, EngineError, ResourceError
from dpsql.faces import name_option
from dpsql.job_files.read import AnyJob, as_job
from dpsql.metrics.catalog import METRICS
from dpsql.report.frames import list_by_column, to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.notebook.cells import show_rows
from dpsql.report.notebook.warned import HasWarnings
from dpsql.search.class_tables.class_table import ClassTable
from dpsql.search.class_tables.codes_above import CodesAbove
from dpsql.search.full_domain.in_memory import Counts, TuplesInMemory
from dpsql.search.full_domain.other_tables import draw_other, list_others
from dpsql.search.full_domain.spalm import find_optimum
from dpsql.session.clock import Clock, measure_peak_memory
from dpsql.session.description import no_safe_release, refuse_infeasible
from dpsql.session.load import Loaded, load
from dpsql.session.models import find_models, require_model
from dpsql.session.options import Options, SearchWords
from dpsql.session.run import Run
from dpsql.sql.lattice.class_table import fetch_classes
from dpsql.sql.lattice.frequency_set import encode
from dpsql.sql.lattice.level_statistics import measure_levels
from dpsql.sql.pooling.labels import fetch_labels
from dpsql.use_cases.people.first_rows import FIRST_ROWS
from dpsql.use_cases.takes_options import takes_options

#: Distinct tuples that are held in memory, and tables that are all tried instead of drawn.
_MOST_TUPLES, _MOST_LISTED = 1_000_000, 1_000
#: numpy draws from fewer people.
_MOST_PEOPLE = 10**9


@dataclass(frozen=True)
class Audit(HasWarnings):
    """How many other tables T lead the search to the same levels.

    `tables`: how many were tried, drawn at random or, if it `is_exact`, all that have as many rows
    in each class. `share`: the share of the sets of people that lead to the same levels.
    """

    levels: dict[str, int]
    tables: int
    same: int
    share: Fraction
    is_exact: bool
    seconds: dict[str, float]
    peak_memory_bytes: int

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            "status": "audited",
            "levels": thaw(self.levels),
            "tables": self.tables,
            "same": self.same,
            "share": str(self.share),
            "exact": self.is_exact,
            "seconds": thaw(self.seconds),
            "peak_memory_bytes": self.peak_memory_bytes,
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each quasi-identifier: its level."""
        return list_by_column(level=self.levels)

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return show_rows(self)


@takes_options
def audit(
    job: AnyJob, *, samples: int = 200, seed: int | None = None, **options: Unpack[SearchWords]
) -> Audit:
    """Search for the levels of other tables T that the release of the job's T cannot tell apart.

    Example: ``dpsql.audit("job.yaml", samples=100, seed=1)``

    A small share means that whoever knows how levels are chosen learns more of T than δ says. All
    tables are tried if they are few, else `samples` of them, drawn by `seed`.

    Raises:
        ConfigError: the job releases no levels, or none that depend on T; or a model needs values
            that other tables do not have. NoSafeRelease: no node holds. ResourceError: P has too
            many distinct tuples.
    """
    job, clock, settings = as_job(job), Clock(), Options.of(options)
    require_model(job)
    _refuse_other_jobs(job)
    if samples < 1:
        raise ConfigError(f"{name_option('samples')}: write a number of at least 1")
    with (
        Run.of(job, settings).held() as run,
        load(run, to_search="levels", repeats=FIRST_ROWS) as loaded,
    ):
        refuse_infeasible(job, loaded, Search(loaded.lattice.size, 1, optimal=True))
        tuples, private = _fetch(job, loaded)
        clock.stop("load")
        settings.enter("search")
        chosen = _search(job, loaded, tuples, private)
        if chosen is None:
            told = Search(loaded.lattice.size, 0, optimal=True)
            raise no_safe_release("no generalization satisfies the job", job, loaded, told)
        tried = _try_others(job, loaded, tuples, private, chosen, samples, seed)
        clock.stop("search")
        return Audit(
            loaded.name_levels(chosen),
            *tried,
            clock.seconds,
            measure_peak_memory(),
        )


def _try_others(
    job: Job,
    loaded: Loaded,
    tuples: TuplesInMemory,
    private: Counts,
    chosen: Node,
    samples: int,
    seed: int | None,
) -> tuple[int, int, Fraction, bool]:
    """Return how many other tables were tried, how many lead to the chosen node, and their share.

    Also whether these were all.
    """
    public, classes = tuples.raw.public, tuples.number_classes(chosen)
    others = list_others(public, private, classes, _MOST_LISTED)
    if others is not None:
        found = [(sets, _search(job, loaded, tuples, one) == chosen) for one, sets in others]
        share = Fraction(sum(n for n, same in found if same), sum(n for n, _ in found))
        return len(found), sum(same for _, same in found), share, True
    random = np.random.default_rng(seed)
    drawn = (draw_other(random, public, private, classes) for _ in range(samples))
    same = sum(_search(job, loaded, tuples, one) == chosen for one in drawn)
    return samples, same, Fraction(same, samples), False


def _refuse_other_jobs(job: Job) -> None:
    if job.algorithm.name not in FULL_DOMAIN:
        raise ConfigError(
            f"audit: levels are searched again for other tables, and {job.algorithm.name} chooses"
            " more than levels; see the limits of what a release promises"
        )
    if job.choose == "from_public":
        raise ConfigError(
            "audit: levels chosen from P are the same for every T, so that there is nothing"
            " to audit"
        )
    if job.constraints.sensitive_columns:
        raise ConfigError(
            "audit: other tables have no values of sensitive columns; drop l_diversity and"
            " t_closeness to audit the rest"
        )
    refuse_absence(job, "audit")


def _fetch(job: Job, loaded: Loaded) -> tuple[TuplesInMemory, Counts]:
    """Fetch all tuples with their codes; return also the rows of T of each."""
    engine, lattice, sizes = loaded.engine, loaded.lattice, loaded.sizes
    levels = measure_levels(
        engine, loaded.hierarchies, loaded.leaf_counts, (), sizes, loaded.weights
    )
    encode(engine, lattice, lattice.raw, levels.label_counts, sizes)
    raw = fetch_classes(engine, lattice.raw, lattice, _MOST_TUPLES)
    labels = fetch_labels(engine, loaded.hierarchies, _MOST_TUPLES)
    codes = CodesAbove(engine, lattice, _MOST_TUPLES)
    axes = {j: 0 for j, height in enumerate(lattice.heights) if height}
    radices = codes.learn(axes) if axes else {}
    if raw is None or labels is None or radices is None or sizes.public_rows >= _MOST_PEOPLE:
        raise ResourceError(
            f"audit: it holds the distinct tuples of P in memory, at most {_MOST_TUPLES:,} of fewer"
            f" than {_MOST_PEOPLE:,} people; name fewer quasi-identifiers, or audit a part of P"
        )
    *columns, public, private = raw
    table = ClassTable(lattice.raw, dict(zip(axes, columns, strict=True)), radices, public, private)
    given = labels, loaded.leaf_counts, sizes.public_rows, loaded.weights
    return TuplesInMemory(lattice, table, codes, *given), private


def _search(job: Job, loaded: Loaded, tuples: TuplesInMemory, private: Counts) -> Node | None:
    """Find the optimum for a table T that has so many rows of each tuple."""
    sizes = loaded.sizes
    models = tuple(model.on(sizes.public_rows, sizes.private_rows) for model in find_models(job))
    checker, table = tuples.with_private(private, models)
    if table.private_rows != sizes.private_rows:
        raise EngineError("audit: another table has other rows than T; please report it")
    return find_optimum(checker, METRICS[job.metric], table).node
