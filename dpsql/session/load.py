"""Loads what a search needs: an engine with P and T counted, hierarchies, and the lattice."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Literal

from sqlglot import exp

from dpsql.domain.fits.population_fits import refuse_estimated
from dpsql.domain.found.differing_rows import DifferingRows
from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Hierarchy, Leaf
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.levels.rules import DateHierarchy, WidthHierarchy
from dpsql.domain.mends import FinerBy
from dpsql.domain.private_alone import with_private_alone
from dpsql.domain.sections.earlier import refuse_earlier
from dpsql.domain.sections.population import PopulationSize, RegionSizes
from dpsql.domain.sections.prior import refuse_prior
from dpsql.engines.base import Engine
from dpsql.errors import DuplicateKey, InputError
from dpsql.hierarchies.load import load_hierarchies
from dpsql.hierarchies.time_zones import warn_of_time_zones
from dpsql.inputs.places import Place
from dpsql.privacy.priors.odds import Rates
from dpsql.session.earlier import Earlier, read_earlier
from dpsql.session.engine import open_engine
from dpsql.session.examples import list_examples
from dpsql.session.kept_counts import find_counts, use_kept_counts
from dpsql.session.levels import make_lattice, weigh
from dpsql.session.repeated_people import LooksAtPeople, has_no_names
from dpsql.session.run import Run
from dpsql.session.search_limits import refuse_large
from dpsql.sql.counting.leaves import list_leaves
from dpsql.sql.counting.tuples import TableSizes, count_tuples
from dpsql.sql.priors.rates import read_rates
from dpsql.sql.statistics.tables import (
    SizesTable,
    Statistics,
    known_values_query,
    read_statistics,
)
from dpsql.sql.tables.differing_rows import find_differing_rows
from dpsql.sql.tables.private_table import PUBLIC, marked_by_key
from dpsql.sql.tables.public_and_private import (
    Tables,
    check_people_of_rows,
    count_rows,
    read_tables,
)

_log = logging.getLogger("dpsql")
#: The values of a column that no group would leave apart.
_FLAG = 2


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
    #: Where T is given by key: rows of T whose own values are not those of P.
    differing: DifferingRows | None = None

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

    @cached_property
    def becomes(self) -> dict[str, tuple[Leaf, ...]]:
        """What a value of P becomes on each level, by quasi-identifier; see `list_examples`."""
        is_estimated = bool(self.statistics)
        given = self.engine, self.hierarchies, self.statistics
        return list_examples(*given, is_estimated=is_estimated)

    def list_to_group(self, node: Node) -> tuple[str, ...]:
        """Columns that a node suppresses, and that groups of values would let be finer."""
        mends = self.made_finer
        names = (name for name, level in self.name_levels(node).items() if level)
        return tuple(name for name in names if mends.get(name) == "groups")

    @property
    def made_finer(self) -> dict[str, FinerBy]:
        """How a column that is suppressed could keep something: by tails, or by groups of values.

        Columns with levels to choose from, with both tails, or with two values, have no such mend.
        """
        found: dict[str, FinerBy] = {}
        for (name, one), leaves in zip(self.hierarchies.items(), self.leaf_counts, strict=True):
            if isinstance(one, WidthHierarchy | DateHierarchy):
                if one.start is None or one.end is None:
                    found[name] = "tails"
            elif one.height == 1 and leaves > _FLAG:
                found[name] = "groups"
        return found


@contextmanager
def load(
    run: Run,
    *,
    to_search: bool | Literal["levels"] = False,
    readable: Sequence[Path] = (),
    writable: Sequence[Path] = (),
    distinct: bool = False,
    estimates: bool = False,
    informed: bool = False,
    repeats: LooksAtPeople | None = None,
    warns: bool = True,
) -> Iterator[Loaded]:
    """Open the engine, read the hierarchies, count P and T; raises as each step.

    `to_search`: the lattice will be searched; "levels": for what cuts could not answer, either.
    `distinct`: group equal tuples even if nearly all differ. `estimates`: the caller can do with
    statistics of P; then only T is counted. `informed`: the caller judges by what else somebody
    may know: a prior, or earlier releases. `repeats`: how P is looked at for identifiers that
    repeat, to warn of people with several rows; with None nothing is said of dates either that are
    those of UTC. `warns`: log that values of T are not those of P; of a run, one step does.

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
        counted = with_private_alone(job) if job.is_estimated else job
        places = inputs.public, inputs.private
        tables = _read_tables(engine, counted, inputs.public, inputs.private, repeats)
        _check_people(engine, job, tables, places, repeats)
        hierarchies = load_hierarchies(job, inputs.mappings, engine)
        if repeats is not None:
            warn_of_time_zones(hierarchies, tables.types)
        lattice = make_lattice(job, hierarchies)
        if to_search:
            needs_levels = to_search == "levels"
            refuse_large(job, lattice, options.max_nodes, needs_levels=needs_levels)
        if repeats is not None:
            # Kept counts have no identifiers.
            _ask_of_people(engine, job, tables, places, repeats)
        tables = use_kept_counts(run, engine, tables)
        if job.is_estimated and tables.people is not None:
            tables = replace(tables, people=replace(tables.people, whose="T"))
        _refuse_empty(engine, job)
        sizes = count_tuples(engine, tables, hierarchies, distinct=distinct)
        known = read_statistics(engine, job, tables, inputs.statistics) if job.is_estimated else ()
        rates = None
        if job.prior is not None:
            shown = options.show_public
            rates = read_rates(engine, job, tables, inputs.prior, show_public=shown)
        leaves = list_leaves(
            engine,
            hierarchies,
            # Of estimated jobs, what the tuples show is T.
            show_public=options.show_public and not job.is_estimated,
            whose="T or of the statistics of P" if job.is_estimated else "P",
            types=tables.types,
            known={j: known_values_query(j, table) for table in known for j in table.columns},
            origin=job.origin,
            counted=job.public_count is not None,
        )
        _refuse_other_size(job, sizes)
        size = _find_size(job, known)
        earlier = None
        if job.earlier:
            earlier = read_earlier(engine, inputs, hierarchies, sizes)
        differing = find_differing_rows(engine, tables, inputs.public)
        if warns and differing is not None and differing.is_told:
            _log.warning(differing.tell())
        given = engine, tables, hierarchies, lattice, sizes, leaves
        yield Loaded(*given, known, rates, size, earlier, weigh(job), differing)
        # An error that followed would say all: it is one line.
        if not sizes.private_rows:
            _log.warning("T has no rows: nobody is protected; %s", _ask_why_empty(job))


def _read_tables(
    engine: Engine,
    job: Job,
    public: Place,
    private: Place | None,
    repeats: LooksAtPeople | None,
) -> Tables:
    """Read P and T, and say how to mend keys that name several rows."""
    try:
        return read_tables(engine, job, public, private)
    except DuplicateKey as error:
        if repeats is None or job.private.key is None:
            raise
        key, rows, places = (job.private.key,), marked_by_key(job.private.key), (public, private)
        told = repeats.tell_refused(engine, job, key, rows, places, error)
        raise DuplicateKey(pieces=told) from None


def _check_people(
    engine: Engine,
    job: Job,
    tables: Tables,
    places: Sequence[Place | None],
    repeats: LooksAtPeople | None,
) -> None:
    """Check that P has one row of each person that the job names, or say how to mend it."""
    try:
        check_people_of_rows(engine, job)
    except DuplicateKey as error:
        if repeats is None:
            raise
        names, rows = job.person or (), tables.private_rows
        told = repeats.tell_refused(engine, job, names, rows, places, error)
        raise DuplicateKey(pieces=told) from None


def _ask_of_people(
    engine: Engine,
    job: Job,
    tables: Tables,
    places: Sequence[Place | None],
    repeats: LooksAtPeople,
) -> None:
    """Ask whether P, and a T that is matched by its values, have one row per person."""
    repeats.ask(engine, job, tables, places)
    is_matched = tables.private_rows.mark is None and tables.private_people is None
    if is_matched and not has_no_names(job, tables):
        repeats.ask_of_private(engine, job, tables, places)


def _ask_why_empty(job: Job) -> str:
    where = job.private.where
    if where is None:
        return "does the job name the right table?"
    is_tried = "try_cast" in where.lower()
    tried = ", and TRY_CAST leaves out each value that it cannot read" if is_tried else ""
    return f"no row of P satisfies private.where{tried}"


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
