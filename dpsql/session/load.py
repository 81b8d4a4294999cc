"""Loads what a search needs: an engine with P and T counted, hierarchies, and the lattice."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from sqlglot import exp

from dpsql.domain.earlier import refuse_earlier
from dpsql.domain.hierarchy import Hierarchy
from dpsql.domain.job import Job
from dpsql.domain.lattice import Lattice, Node
from dpsql.domain.population import PopulationSize, RegionSizes
from dpsql.domain.population_fits import refuse_estimated
from dpsql.domain.prior import refuse_prior
from dpsql.engines.base import Engine
from dpsql.errors import InputError, ResourceError
from dpsql.hierarchies.load import load_hierarchies
from dpsql.privacy.priors.odds import Rates
from dpsql.session.earlier import Earlier, read_earlier
from dpsql.session.engine import open_engine
from dpsql.session.kept_counts import find_counts, use_kept_counts
from dpsql.session.levels import make_lattice, weigh
from dpsql.session.run import Run
from dpsql.sql.counting.leaves import list_leaves
from dpsql.sql.counting.tuples import TableSizes, count_tuples
from dpsql.sql.priors.rates import read_rates
from dpsql.sql.statistics.tables import (
    SizesTable,
    Statistics,
    known_values_query,
    read_statistics,
)
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.tables.public_and_private import Tables, count_rows, read_tables

MAX_QUASI_IDENTIFIERS = 64


@dataclass(frozen=True)
class Loaded:
    """An open engine that has counted P and T per distinct tuple.

    `leaf_counts`: the leaves of each hierarchy; those of a rule are the values of P. `statistics`:
    what is known of P if its rows are not; then the counts of P are those of T, and `stated_size`
    is the number of people. `rates`: those of the people of P, if the job has a prior. `earlier`:
    the earlier releases that it names, if any.
    """

    engine: Engine
    tables: Tables
    hierarchies: dict[str, Hierarchy]
    lattice: Lattice
    sizes: TableSizes
    leaf_counts: tuple[int, ...]
    statistics: tuple[Statistics, ...] = ()
    rates: Rates | None = None
    stated_size: PopulationSize | None = None
    earlier: Earlier | None = None
    #: How much the loss of each quasi-identifier counts; none: all alike.
    weights: tuple[int, ...] = ()

    @property
    def public_rows(self) -> int:
        """The people of P: as they were counted, or at least, as the job states them."""
        return self.sizes.public_rows if self.stated_size is None else self.stated_size.min

    def name_levels(self, node: Node) -> dict[str, int]:
        """Levels of a node by quasi-identifier."""
        return dict(zip(self.hierarchies, node.levels, strict=True))

    @property
    def heights(self) -> dict[str, int]:
        """Last level of each quasi-identifier."""
        return self.name_levels(self.lattice.root)


@contextmanager
def load(
    run: Run,
    *,
    to_search: bool = False,
    readable: Sequence[Path] = (),
    writable: Sequence[Path] = (),
    distinct: bool = False,
    estimates: bool = False,
    informed: bool = False,
) -> Iterator[Loaded]:
    """Open the engine, read the hierarchies, count P and T; raises as each step.

    `distinct`: group equal tuples even if nearly all differ. `estimates`: the caller can do with
    statistics of P; then only T is counted. `informed`: the caller judges by what else somebody
    may know: a prior, or earlier releases.

    Raises:
        ResourceError: the lattice is too large `to_search`; nothing was counted. ConfigError: only
            statistics of P are known, and the caller needs P; or it would ignore what else
            somebody may know.
    """
    job, inputs, options = run.job, run.inputs, run.options
    if not estimates:
        refuse_estimated(job)
    if not informed:
        refuse_prior(job)
        refuse_earlier(job)
    options.enter("load")
    with open_engine(run, readable=readable, writable=[*writable, *find_counts(run)]) as engine:
        counted = job.with_private_alone() if job.is_estimated else job
        tables = read_tables(engine, counted, inputs.public, inputs.private)
        hierarchies = load_hierarchies(job, inputs.mappings, engine)
        lattice = make_lattice(job, hierarchies)
        if to_search:
            _refuse_large(lattice, options.max_nodes)
        tables = use_kept_counts(run, engine, tables)
        if job.is_estimated and tables.people is not None:
            tables = replace(tables, people=replace(tables.people, whose="T"))
        _refuse_empty(engine, job)
        sizes = count_tuples(engine, tables, hierarchies, distinct=distinct)
        known = read_statistics(engine, job, tables, inputs.statistics) if job.is_estimated else ()
        rates = read_rates(engine, job, tables, inputs.prior) if job.prior is not None else None
        leaves = list_leaves(
            engine,
            hierarchies,
            # Of estimated jobs, what the tuples show is T.
            show_public=options.show_public and not job.is_estimated,
            whose="T or of the statistics of P" if job.is_estimated else "P",
            known={j: known_values_query(j, table) for table in known for j in table.columns},
        )
        _refuse_other_size(job, sizes)
        size = _find_size(job, known)
        earlier = None
        if job.earlier:
            earlier = read_earlier(engine, inputs, hierarchies, sizes)
        given = engine, tables, hierarchies, lattice, sizes, leaves
        yield Loaded(*given, known, rates, size, earlier, weigh(job))


def _refuse_empty(engine: Engine, job: Job) -> None:
    """Raise InputError if only T is counted, and it has no rows."""
    if job.is_estimated and not count_rows(engine, PUBLIC, exp.true()):
        raise InputError("T has no rows, so there is nobody to protect; name another table")


def _find_size(job: Job, known: Sequence[Statistics]) -> PopulationSize | None:
    """Return the stated number of people of P, where it is not counted."""
    if job.population is None or not job.is_estimated:
        return None
    size = job.population.size
    if isinstance(size, RegionSizes):
        total = sum(table.total for table in known if isinstance(table, SizesTable))
        return PopulationSize(min=total, max=total)
    return size


def _refuse_other_size(job: Job, sizes: TableSizes) -> None:
    """Raise InputError if a table that counts all of P has other people than the job states."""
    if job.population is None or not isinstance(job.population.size, PopulationSize):
        return
    if job.is_estimated:
        return
    stated = job.population.size.min
    if stated != sizes.public_rows:
        raise InputError(
            f"population: size is {stated}, and its table counts {sizes.public_rows} people; one of"
            " them is wrong"
        )


def _refuse_large(lattice: Lattice, max_nodes: int) -> None:
    """Raise ResourceError: a search needs arrays over all nodes, one axis per quasi-identifier."""
    width = len(lattice.heights)
    if lattice.size > max_nodes or width > MAX_QUASI_IDENTIFIERS:
        raise ResourceError(
            f"the lattice has {lattice.size} nodes over {width} quasi-identifiers; at most"
            f" {max_nodes} (--max-nodes) over {MAX_QUASI_IDENTIFIERS} are searched: drop levels or"
            " quasi-identifiers"
        )
