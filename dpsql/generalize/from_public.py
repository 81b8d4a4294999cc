"""Chooses levels, steps or parts before T is looked at: from P, the job and |T| alone.

If levels are known to be the optimum for T, an outsider can exclude every T that would have led to
other levels (SECURITY.md). Levels that depend only on public information reveal nothing: every T of
|T| rows with the released class counts would have led to the same release. The chosen levels are
the best by the job's metric, measured over P, among all levels whose classes have enough people
(privacy/margin). They are the optimum of a job with all of P as T, in a session that does not open
T.
"""

from dataclasses import replace
from math import inf

from sqlglot import exp

from dpsql.domain.found.searched import Cutting, Search
from dpsql.domain.job import Job
from dpsql.domain.private_alone import with_private_alone
from dpsql.domain.sections.constraints import Constraints
from dpsql.domain.sections.private_table import PrivateTable
from dpsql.errors import ConfigError, InputError, IntegrityError, NoSafeRelease
from dpsql.faces import name_option
from dpsql.generalize.chosen import ChosenLevels, ChosenParts, ChosenPooling
from dpsql.generalize.coded_rows import prepare
from dpsql.generalize.hierarchy_cuts import divide_by_people
from dpsql.generalize.pooled_search import find_best_pooling, find_words, prepare_pooling
from dpsql.metrics.catalog import METRICS
from dpsql.privacy.margin import find_least_class
from dpsql.release.manifest import Claims
from dpsql.search.full_domain.spalm import find_optimum
from dpsql.session.description import tell_infeasible_sizes
from dpsql.session.engine import open_engine
from dpsql.session.levels import TELL_LIMITS
from dpsql.session.load import Loaded, load
from dpsql.session.models import find_models
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.sql.tables.people import check_people
from dpsql.sql.tables.public_and_private import read_tables, refuse_kept_of_public
from dpsql.sql.templates import render


def without_private(job: Job) -> Job:
    """Return the job with all of P as T, without kept columns and constraints."""
    everybody = PrivateTable(where="(TRUE)")
    return job.with_unchecked({"private": everybody, "keep": (), "constraints": Constraints()})


def choose_from_public(run: Run, private_rows: int | None = None) -> ChosenLevels | ChosenParts:
    """Choose levels, or parts, for a T of `private_rows` rows; if it is None, T's are counted.

    Raises:
        ConfigError: T cannot have so many rows, or the search has a limit: if others repeated it,
            it could end at other levels.
    """
    job, options = run.job, run.options
    if job.is_estimated:
        from dpsql.generalize.from_statistics import choose_from_statistics

        return choose_from_statistics(run, _find_rows(run, private_rows))
    if options.gap or options.time_limit < inf:
        raise ConfigError(
            "choose: from_public needs the whole search, so that others find the same; drop"
            f" {name_option('gap')} and {name_option('time_limit')}"
        )
    count = _count_private_rows(run) if private_rows is None else private_rows
    everybody = without_private(job).with_unchecked({"delta": None})
    public = replace(run, job=everybody, inputs=replace(run.inputs, private=None))
    in_parts = job.algorithm.rest is not None
    with load(public.dumping_to("choose", "search"), to_search=not in_parts) as loaded:
        # `everybody` has no kept columns, but the release at these levels has them.
        refuse_kept_of_public(job, loaded.tables.public_columns)
        public_rows = loaded.sizes.public_rows
        # A counted T with more rows is refused later, with an error that explains what is wrong.
        if private_rows is not None and not 0 <= private_rows <= public_rows:
            raise ConfigError(
                f"{name_option('private_rows')}: write a number from 0 to {public_rows}, the rows"
                " of P"
            )
        return choose_in(job, loaded, options, count)


def _find_rows(run: Run, private_rows: int | None) -> int:
    """Return how many rows T has, where only statistics of P are known."""
    assert run.job.population is not None  # noqa: S101 - the caller looked
    most = run.job.population.one_size.min
    rows = _count_private_rows(run) if private_rows is None else private_rows
    if private_rows is not None and not 0 < rows <= most:
        raise ConfigError(
            f"{name_option('private_rows')}: write a number from 1 to {most}, the people of P"
        )
    if rows > most:
        raise InputError(f"population: size is {most}, less than the {rows} rows of T")
    return rows


def choose_in(
    job: Job, loaded: Loaded, options: Options, private_rows: int
) -> ChosenLevels | ChosenParts:
    """Choose for a T of `private_rows` rows, in a session in which all of P is T.

    Raises:
        NoSafeRelease: a T of so many rows violates the job even if all columns are suppressed.
    """
    everybody = without_private(job).with_unchecked({"delta": None})
    public_rows = loaded.sizes.public_rows
    # A T of more rows than P is refused later, with an error that says what is wrong with it.
    problem = tell_infeasible_sizes(job, public_rows, min(private_rows, public_rows))
    if problem and private_rows <= public_rows:
        raise NoSafeRelease(problem)
    least_class = find_enough(job, public_rows, private_rows)
    if job.algorithm.rest is not None:
        return _find_parts(everybody, loaded, options, least_class, private_rows)
    enough = everybody.with_unchecked({"constraints": Constraints(weak_k_anonymity=least_class)})
    find = _find_pooling if job.algorithm.pooled else _find_levels
    levels, search, pooled = find(enough, loaded, options)
    told = levels, least_class, public_rows, private_rows, job.metric, search, pooled
    return ChosenLevels(*told, loaded.becomes)


def find_enough(job: Job, public_rows: int, private_rows: int) -> int:
    """Return how many people of P a chosen class or part needs."""
    models = [model.on(public_rows, private_rows) for model in find_models(job)]
    return find_least_class(models, public_rows, min(private_rows, public_rows))


_Found = tuple[dict[str, int], Search, ChosenPooling | None]


def _find_levels(enough: Job, loaded: Loaded, options: Options) -> _Found:
    """Find the best node whose classes all have enough people."""
    checker, table = prepare(enough, loaded)
    options.enter("choose")
    found = find_optimum(checker, METRICS[enough.metric], table, options.watch)
    if found.node is None:
        # Total suppression has one class, that of all people of P, and they are enough.
        raise ConfigError(TELL_LIMITS)
    search = Search(found.nodes, found.checked, found.optimal, found.rounds)
    return loaded.name_levels(found.node), search, None


def _find_pooling(enough: Job, loaded: Loaded, options: Options) -> _Found:
    """Find the best start and number of people so that enough settle in every class."""
    judges, levels = prepare_pooling(enough, loaded)
    options.enter("choose")
    found = find_best_pooling(enough, loaded, options, judges, levels)
    if found.best is None:
        # From the root as the start, all people settle together.
        raise ConfigError(TELL_LIMITS)
    pooling = found.best.pooling
    steps = tuple((loaded.name_levels(step.node), step.public_rows) for step in pooling.steps)
    return (
        loaded.name_levels(pooling.start),
        Search(found.nodes, found.checked, found.optimal),
        ChosenPooling(pooling.least, find_words(enough).path, steps),
    )


def _find_parts(
    everybody: Job, loaded: Loaded, options: Options, least_class: int, private_rows: int
) -> ChosenParts:
    """Cut P into parts that have enough people."""
    options.enter("choose")
    divided = divide_by_people(everybody, loaded, options, least_class)
    return ChosenParts(
        divided.cuts,
        tuple(loaded.hierarchies),
        everybody.algorithm.rest or "kept",
        least_class,
        loaded.sizes.public_rows,
        private_rows,
        Cutting(divided.progress.parts, divided.progress.rounds, maximal=True),
    )


def refuse_other_levels(run: Run, claims: Claims) -> None:
    """Raise IntegrityError if the job chooses from P and the release has other levels or parts."""
    if run.job.choose != "from_public":
        return
    if choose_from_public(run, claims.release.rows_of_private).shape != claims.shape:
        raise IntegrityError(
            f"{claims.release.name}: P, the job and the number of rows choose other levels than the"
            " manifest claims"
        )


def _count_private_rows(run: Run) -> int:
    with open_engine(run.dumping_to("choose", "rows")) as engine:
        job = with_private_alone(run.job) if run.job.is_estimated else run.job
        tables = read_tables(engine, job, run.inputs.public, run.inputs.private)
        rows = tables.private_rows
        people = tables.private_people if rows.mark is None else tables.people
        if people is not None:
            check_people(engine, people)
            members = exp.alias_(people.of_rows, "members")
            return int(engine.fetch(rows.select([members]))[0][0] or 0)
        ones = rows.select([exp.alias_(exp.Literal.number(1), "one")])
        query = render("count_rows", source=ones.subquery("private_rows"), condition=exp.true())
        return int(engine.fetch(query)[0][0])
