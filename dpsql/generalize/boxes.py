"""Parts of P and the boxes around them, ready to be written: MPALM and Mondrian."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from dpsql.domain.found.searched import Cutting
from dpsql.domain.found.statistics import PrivateClasses
from dpsql.domain.job import Job
from dpsql.domain.sections.algorithm import BoxRule
from dpsql.domain.sections.strategy import Strategy
from dpsql.errors import ConfigError, NoSafeRelease
from dpsql.faces import name_option
from dpsql.generalize.generalized import Generalized
from dpsql.privacy.model import PrivacyModel
from dpsql.release.boxes import box_rows_query, refuse_unclear_values
from dpsql.release.manifest import Boxes
from dpsql.search import mondrian, mpalm
from dpsql.search.mpalm import begin_partition, cut_all
from dpsql.session.clock import Clock
from dpsql.session.description import (
    Description,
    describe_job,
    measure_classes,
    name_failing_values,
    no_safe_release,
    refuse_infeasible,
)
from dpsql.session.load import Loaded
from dpsql.session.models import find_models, find_sensitive
from dpsql.session.options import Options
from dpsql.sql.lattice.sensitive_set import code_positions_query, encode_sensitive
from dpsql.sql.partition.boxes import bound_parts, count_boxes, measure_box_presence, measure_losses
from dpsql.sql.partition.orders import Positions, ValueOrder, find_order, list_positions
from dpsql.sql.partition.private_boxes import draw_checked_boxes, draw_private_boxes
from dpsql.sql.partition.refused_cuts import SensitiveCuts


@dataclass(frozen=True)
class Plan:
    """How to cut, and around whom to draw boxes; `unsafe` boxes may violate the models."""

    strategy: Strategy
    box: BoxRule
    unsafe: bool


def generalize(job: Job, loaded: Loaded, options: Options, clock: Clock) -> Generalized:
    """Cut P into parts, and draw their boxes.

    Raises:
        NoSafeRelease: P as a whole violates the job; if its models are monotone, so does every
            partition.
        InputError: some ranges could not be read back unambiguously, or values have no distance.
    """
    if options.gap:
        raise ConfigError(
            f"{name_option('gap')}: a release of boxes has no optimum to come near; drop it, or end"
            f" the cutting by {name_option('time_limit')}"
        )
    engine, sizes = loaded.engine, loaded.sizes
    models = tuple(model.on(sizes.public_rows, sizes.private_rows) for model in find_models(job))
    plan = find_plan(job, models)
    refuse_infeasible(job, loaded, Cutting(1, 0, maximal=True))
    # If T is empty, nothing is published and nobody is in a box: people are judged one by one.
    whole = (sizes.public_rows, sizes.private_rows) if sizes.private_rows else (1, 0)
    if not all(model.holds(*whole) for model in models):
        raise _nothing_holds(job, loaded)
    orders, positions = order_columns(job, loaded)
    refuse_unclear_values(engine, list(orders))
    sensitive = place_sensitive_rows(job, loaded)
    if not sensitive.holds():
        raise _nothing_holds(job, loaded)
    partition = begin_partition(engine, len(orders), plan.strategy, models, sizes, sensitive)
    clock.stop("load")
    options.enter("search")
    progress = cut_all(partition, plan.strategy, options.watch, options.limits())
    draw_boxes(loaded, plan.box, models)
    clock.stop("search")
    boxes, _ = count_boxes(engine, sizes)
    losses = measure_losses(engine, positions, sizes.private_rows)
    description = Description(
        describe_job(job, loaded),
        heights=loaded.heights,
        metrics=measure_boxes(loaded, losses, boxes),
        losses={name: float(loss) for name, loss in zip(orders, losses, strict=True)},
        box_count=boxes.count,
        search=Cutting(progress.parts, progress.rounds, maximal=not progress.open_parts),
    )
    return Generalized(
        box_rows_query(loaded.tables),
        Boxes(
            unsafe=plan.unsafe,
            orders={name: order.words for name, order in orders.items()},
        ),
        measure_box_presence(engine, sizes, job.presence_bars, job.known_absent),
        description,
    )


def _nothing_holds(job: Job, loaded: Loaded) -> NoSafeRelease:
    violated = name_failing_values(job, loaded) or "the job"
    message = (
        f"no partition can satisfy the job: all of P and T as one class violates {violated};"
        " loosen that, or drop it from constraints"
        if _are_monotone(job)
        else "all of P and T as one class violates it, and cutting starts there; finer classes may"
        " satisfy the job: write algorithm: spalm"
    )
    return no_safe_release(message, job, loaded, Cutting(1, 0, maximal=True))


def _are_monotone(job: Job) -> bool:
    """Whether P as one class satisfies the job if any partition does."""
    return all(model.monotone_under_generalization for model in find_models(job)) and all(
        model.monotone_under_generalization for model in find_sensitive(job)
    )


def place_sensitive_rows(job: Job, loaded: Loaded) -> SensitiveCuts:
    """Place the rows of T by position, with the values of each column that the job protects."""
    engine, columns = loaded.engine, len(loaded.hierarchies)
    code, models = partial(code_positions_query, columns), find_sensitive(job)
    sets = encode_sensitive(engine, loaded.tables, code, models, loaded.sizes.private_rows)
    return SensitiveCuts(engine, columns, sets)


def order_columns(job: Job, loaded: Loaded) -> tuple[dict[str, ValueOrder], list[Positions]]:
    """Sort the values of each quasi-identifier, and place them in tables of the engine."""
    orders = {
        name: find_order(asked, loaded.hierarchies[name], loaded.tables.types[name])
        for name, asked in job.quasi_identifiers.items()
    }
    positions = [
        list_positions(loaded.engine, j, name, order)
        for j, (name, order) in enumerate(orders.items())
    ]
    return orders, positions


def find_plan(job: Job, models: tuple[PrivacyModel, ...]) -> Plan:
    """Read the options of the algorithm.

    Raises:
        ConfigError: its boxes may violate the models, and the job does not call them unsafe.
    """
    names = list(job.quasi_identifiers)
    if job.algorithm.mondrian is not None:
        words = job.algorithm.mondrian
        plan = Plan(
            mondrian.find_strategy(words, names), mondrian.find_box(words, models), words.unsafe
        )
    else:
        cuts = job.algorithm.mpalm
        assert cuts is not None  # noqa: S101 - the caller chose by the algorithm
        plan = Plan(mpalm.find_strategy(cuts, names), cuts.box, cuts.unsafe)
    if plan.box != "P" and not plan.unsafe and not all(model.holds(1, 0) for model in models):
        raise ConfigError(
            f"algorithm: box {plan.box} leaves people outside all boxes, who are then known to be"
            " absent; the job does not allow that, so write box: P"
        )
    return plan


def draw_boxes(loaded: Loaded, rule: BoxRule, models: tuple[PrivacyModel, ...]) -> None:
    """Draw the boxes of the parts, around the people of P or of T."""
    engine, columns = loaded.engine, len(loaded.hierarchies)
    if rule == "P":
        bound_parts(engine, columns)
    elif rule == "T":
        draw_private_boxes(engine, columns)
    else:
        draw_checked_boxes(engine, columns, models, loaded.sizes)


def measure_boxes(
    loaded: Loaded, losses: Sequence[Fraction], boxes: PrivateClasses
) -> dict[str, float]:
    """Measure boxes by the metrics that are defined for them."""
    sizes = loaded.sizes
    by_classes = measure_classes(boxes, sizes.public_rows, sizes.private_rows)
    return {"loss": float(sum(losses, Fraction(0)) / len(losses)), **by_classes}
