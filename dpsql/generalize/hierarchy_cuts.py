"""Parts of P along the hierarchies, ready to be written: MPALM and Mondrian with the users' labels.

The cuts are those by which T loses least, or, chosen from P alone, those by which P does. Then each
side must have enough people, and T does not influence any cut.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from sqlglot import exp

from dpsql.domain.column_weights import mean_of_columns
from dpsql.domain.found.searched import Cutting
from dpsql.domain.found.statistics import Presence
from dpsql.domain.job import Job
from dpsql.domain.sections.strategy import HierarchyCuts, find_positions
from dpsql.errors import ConfigError, EngineError, NoSafeRelease
from dpsql.faces import name_option
from dpsql.generalize.chosen import ChosenParts
from dpsql.generalize.generalized import Generalized
from dpsql.privacy.model import PrivacyModel
from dpsql.privacy.weak_k_anonymity import WeakKAnonymity
from dpsql.release.manifest import HierarchyParts
from dpsql.search.hierarchy_cuts import Divided, divide_all
from dpsql.search.sensitive import count_violating
from dpsql.session.clock import Clock
from dpsql.session.description import (
    Description,
    describe_job,
    measure_classes,
    name_failing_values,
    no_safe_choice,
    no_safe_release,
    refuse_infeasible,
)
from dpsql.session.load import Loaded
from dpsql.session.models import find_models, find_sensitive
from dpsql.session.options import Options
from dpsql.sql import published_classes
from dpsql.sql.hierarchy_cuts.labels import list_cut_labels
from dpsql.sql.hierarchy_cuts.published import list_classes, measure_losses, release_query
from dpsql.sql.hierarchy_cuts.rounds import Rounds
from dpsql.sql.hierarchy_cuts.rules import CutRules
from dpsql.sql.lattice.frequency_set import LabelCounts, Levels, encode
from dpsql.sql.lattice.presence import measure_presence
from dpsql.sql.lattice.sensitive_set import SensitiveSet, code_levels_query, encode_sensitive
from dpsql.sql.published_classes import PublishedClasses
from dpsql.sql.published_values import count_violating_values


def generalize(
    job: Job,
    loaded: Loaded,
    options: Options,
    clock: Clock,
    chosen: ChosenParts | None = None,
    least_class: int | None = None,
) -> Generalized:
    """Cut P into parts, or draw those again that were chosen from P alone.

    `least_class`: choose parts of so many people from P alone here, in place of `chosen`.

    Raises:
        NoSafeRelease: P as a whole violates the job, or a chosen part does.
    """
    refuse_gap(options)
    models, sensitive = require_whole(job, loaded)
    clock.stop("load")
    options.enter("search")
    enough = least_class if chosen is None else chosen.least_class
    divided = (
        divide(job, loaded, options, models, sensitive)
        if enough is None
        else divide_by_people(job, loaded, options, enough)
    )
    if chosen is not None and divided.cuts != chosen.cuts:
        raise EngineError("the same P was cut in another way before; please report it")
    progress = divided.progress
    search = Cutting(progress.parts, progress.rounds, maximal=not progress.open_parts)
    rows = release_query(loaded.tables, loaded.lattice)
    published = _publish(job, loaded, rows, models, sensitive)
    if published is None:
        if enough is not None:
            raise no_safe_choice(job, loaded, search)
        raise no_safe_release(
            "parts whose labels have equal texts violate the job together; give the labels of each"
            " level texts of their own",
            job,
            loaded,
            search,
        )
    clock.stop("search")
    choose = job.choose if enough is not None else None
    presence, description = _describe(job, loaded, published)
    return Generalized(
        rows,
        HierarchyParts(divided.cuts, job.algorithm.rest or "kept"),
        presence,
        replace(description, search=search, choose=choose),
    )


def refuse_gap(options: Options) -> None:
    """Raise ConfigError if a gap is stated, which only a proof could use."""
    if options.gap:
        raise ConfigError(
            f"{name_option('gap')}: parts have no optimum to come near; drop it, or end the cutting"
            f" by {name_option('time_limit')}"
        )


def _publish(
    job: Job,
    loaded: Loaded,
    rows: exp.Query,
    models: Sequence[PrivacyModel],
    sensitive: tuple[SensitiveSet, ...],
) -> PublishedClasses | None:
    """Count the published classes of the parts; None if one of them violates the job.

    `rows`: the query of the release.
    """
    engine, names = loaded.engine, list(loaded.hierarchies)
    list_classes(engine, len(names))
    classes = published_classes.measure_classes(engine, models, loaded.sizes)
    unprotected = count_violating_values(engine, sensitive, names, rows)
    if classes.violating or any(broken for _, broken in unprotected):
        return None
    return classes


def _describe(
    job: Job, loaded: Loaded, published: PublishedClasses
) -> tuple[Presence, Description]:
    """Measure the published classes, and what the rows of T lose."""
    engine, sizes, columns = loaded.engine, loaded.sizes, len(loaded.hierarchies)
    query = published_classes.presences_query(columns)
    asked = job.presence_bars, sizes.public_rows, job.known_absent
    presence = measure_presence(engine, query, *asked)
    losses = measure_losses(engine, loaded.leaf_counts, sizes.private_rows)
    by_classes = measure_classes(published.private, sizes.public_rows, sizes.private_rows)
    return presence, Description(
        describe_job(job, loaded),
        heights=loaded.heights,
        metrics={"loss": float(mean_of_columns(losses, loaded.weights)), **by_classes},
        losses={name: float(one) for name, one in zip(loaded.hierarchies, losses, strict=True)},
        box_count=published.private.count,
        rest=job.algorithm.rest,
        suppressed=tuple(
            name for name, one in zip(loaded.hierarchies, losses, strict=True) if one == 1
        ),
    )


def require_whole(
    job: Job, loaded: Loaded
) -> tuple[tuple[PrivacyModel, ...], tuple[SensitiveSet, ...]]:
    """Return the models of the job as they judge P and T, and T's values of protected columns.

    Raises:
        NoSafeRelease: P as a whole violates one.
    """
    counts, lattice = (loaded.sizes.public_rows, loaded.sizes.private_rows), loaded.lattice
    models = tuple(model.on(*counts) for model in find_models(job))
    refuse_infeasible(job, loaded, Cutting(1, 0, maximal=True))
    if not all(model.holds(*counts) for model in models):
        raise _nothing_holds(job, loaded, models)
    coding = partial(code_levels_query, Levels(lattice, lattice.raw))
    stated = find_sensitive(job)
    sensitive = encode_sensitive(loaded.engine, loaded.tables, coding, stated, counts[1])
    if count_violating(loaded.engine, lattice, sensitive, [lattice.root])[lattice.root]:
        raise _nothing_holds(job, loaded, models)
    return models, sensitive


def divide(
    job: Job,
    loaded: Loaded,
    options: Options,
    models: Sequence[PrivacyModel],
    sensitive: tuple[SensitiveSet, ...],
) -> Divided:
    """Cut P so that T loses least; each part satisfies the models."""
    return _divide(job, loaded, options, _find_rule(job), models, sensitive)


def divide_by_people(job: Job, loaded: Loaded, options: Options, least_class: int) -> Divided:
    """Cut P so that P loses least; each part has at least so many people. T is not used."""
    rule = replace(_find_rule(job), rows="P")
    return _divide(job, loaded, options, rule, (WeakKAnonymity(least_class),))


def _divide(
    job: Job,
    loaded: Loaded,
    options: Options,
    rule: HierarchyCuts,
    models: Sequence[PrivacyModel],
    sensitive: tuple[SensitiveSet, ...] = (),
) -> Divided:
    engine, lattice, sizes = loaded.engine, loaded.lattice, loaded.sizes
    counts: LabelCounts = ()
    if any(lattice.heights):
        given = loaded.hierarchies, loaded.leaf_counts, loaded.weights
        counts = list_cut_labels(engine, *given)
    encode(engine, lattice, lattice.raw, counts, sizes)
    whole = [
        (one.whole, leaves - 1)
        for one, leaves in zip(loaded.hierarchies.values(), loaded.leaf_counts, strict=True)
    ]
    rows = sizes.public_rows, sizes.private_rows
    keeps = bool(job.keep)
    rules = CutRules(lattice, rule, models, rows, whole, counts, keeps, loaded.weights)
    counted = sizes.private_rows if rule.rows == "T" else sizes.public_rows
    return divide_all(
        Rounds(engine, rules, sensitive),
        list(loaded.hierarchies),
        is_open=counted > 0,
        most_rounds=sum(lattice.heights) + sizes.tuples,
        watch=options.watch,
        limits=options.limits(),
    )


def _find_rule(job: Job) -> HierarchyCuts:
    """Read the options of the algorithm."""
    options = job.algorithm.mpalm or job.algorithm.mondrian
    assert options is not None  # noqa: S101 - the caller chose by the algorithm
    priority = find_positions(options.priority, list(job.quasi_identifiers))
    return HierarchyCuts(options.columns or "any", job.algorithm.rest == "kept", priority)


def _nothing_holds(job: Job, loaded: Loaded, models: Sequence[PrivacyModel]) -> NoSafeRelease:
    violated = name_failing_values(job, loaded) or "the job"
    message = (
        f"no parts can satisfy the job: all of P and T as one class violates {violated};"
        " loosen that, or drop it from constraints"
        if all(model.monotone_under_generalization for model in models)
        else "all of P and T as one class violates it, and cutting starts there; finer classes may"
        " satisfy the job: write algorithm: spalm"
    )
    return no_safe_release(message, job, loaded, Cutting(1, 0, maximal=True))
