"""Judges levels under the prior of a job, and measures the posterior of everybody."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from dpsql.domain.found.placed_people import PlacedPeople
from dpsql.domain.found.posterior import Posterior
from dpsql.domain.found.verdict import Verdict
from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Node
from dpsql.domain.plurals import name_count
from dpsql.domain.threshold import PresenceBounds
from dpsql.errors import InputError
from dpsql.generalize.coded_rows import prepare
from dpsql.generalize.near_suppression import UnderPrior, look_near_suppression
from dpsql.privacy.priors.decision import count_beyond
from dpsql.privacy.priors.odds import Rates, list_odds
from dpsql.privacy.priors.posterior import find_extremes
from dpsql.search.checker import Checker
from dpsql.search.priors import PriorChecker
from dpsql.session.load import Loaded
from dpsql.sql.lattice.frequency_set import Levels
from dpsql.sql.priors.classes import RatedClass, RatedClasses
from dpsql.sql.priors.placed import count_decided, list_consistent, list_undecided

_NO_BOUNDS = PresenceBounds(Fraction(0), Fraction(1))


def judge_by_prior(job: Job, loaded: Loaded, checker: Checker) -> PriorChecker:
    """Return a checker of the posterior on the frequency set of another checker."""
    assert loaded.rates is not None  # noqa: S101 - the job has a prior
    bounds = job.delta.bounds if job.delta is not None else _NO_BOUNDS
    levels = Levels(loaded.lattice, checker.base)
    people = loaded.sizes.public_rows
    rated = RatedClasses.code(loaded.engine, levels, loaded.rates, people, bounds)
    return PriorChecker(checker, rated, bounds)


def judge_root_by_prior(job: Job, loaded: Loaded) -> tuple[tuple[Verdict, ...], UnderPrior]:
    """Judge total suppression by the posterior, and say what that means for all levels.

    A verdict is False if no levels satisfy it. Otherwise what fails at total suppression may hold
    at finer levels, and is stated as not judged.

    Raises:
        InputError: T as a whole contradicts the prior.
    """
    root = loaded.lattice.root
    checker = judge_by_prior(job, loaded, prepare(job, loaded)[0])
    refuse_contradiction(checker, root)
    classes, rates, bounds = checker.classes, checker.classes.rates, checker.bounds
    known_in = bounds.maximum < 1 and classes.has_people(rates.certain)
    known_out = bounds.minimum > 0 and classes.has_people(rates.impossible)
    holds = False if known_in or known_out else look_near_suppression(job, loaded, checker)
    sides = judge_posterior(checker, root)
    is_known = {"posterior max": known_in, "posterior min": known_out}
    verdicts = tuple(
        replace(one, broken_classes=1)
        if holds is False and not one.holds and (is_known[one.name] or not any(is_known.values()))
        else replace(one, holds=None, broken_classes=None)
        for one in sides
    )
    return verdicts, UnderPrior(measure_posterior(checker, root), holds, known_in, known_out)


def refuse_contradiction(checker: PriorChecker, node: Node) -> None:
    """Raise InputError if T contradicts the prior at a node: then so does it at all finer ones."""
    if classes := checker.classes.count_contradicting(node):
        where = name_count(classes, "class has", "classes have")
        raise InputError(
            f"prior: {where} fewer rows of T than people of rate 1, or more than people of a rate"
            " above 0; correct the rates, or the private table"
        )


def measure_posterior(checker: PriorChecker, node: Node) -> Posterior:
    """Measure the posterior of everybody at a node.

    Classes are computed in the order of their bounds, until no bound is beyond what was found.
    """
    classes, rates = checker.classes, checker.classes.rates
    greatest, rate = _find_greatest(classes.list_by_greatest(node), rates)
    least = _find_least(classes.list_by_least(node), rates)
    if classes.has_people(rates.certain):
        greatest, rate = 1.0, Fraction(1)
    if classes.has_people(rates.impossible):
        least = 0.0
    return Posterior(least, greatest, rate)


def count_placed_by_prior(
    checker: PriorChecker, node: Node, bounds: PresenceBounds
) -> PlacedPeople:
    """Count the people of P whom somebody who knows the prior could place in T at a node.

    `bounds`: of the posterior; people beyond them are counted.
    """
    classes, rates = checker.classes, checker.classes.rates
    found = count_decided(classes, node, bounds)
    # Raw classes are many and small: most are like another.
    counted: dict[tuple[int, bytes, bytes], tuple[int, int]] = {}
    below, above = found.below, found.above
    for one in list_undecided(classes, node, bounds):
        key = (one.members, one.rates.tobytes(), one.people.tobytes())
        if key not in counted:
            odds = [rates.odds(int(number)) for number in one.rates]
            counted[key] = count_beyond(bounds, odds, one.people, one.members)
        below, above = below + counted[key][0], above + counted[key][1]
    return replace(found, below=below, above=above)


def find_greatest_consistent(checker: PriorChecker, node: Node) -> float:
    """Return the greatest posterior at a node, over classes that T does not contradict."""
    classes, rates = checker.classes, checker.classes.rates
    greatest, _ = _find_greatest(list_consistent(classes, node), rates)
    return greatest


def judge_posterior(checker: PriorChecker, node: Node) -> tuple[Verdict, ...]:
    """Return a verdict on each side of δ, by the posterior."""
    low, high = checker.bounds.minimum, checker.bounds.maximum
    sides = {
        "posterior min": (low, PresenceBounds(low, Fraction(1))),
        "posterior max": (high, PresenceBounds(Fraction(0), high)),
    }
    broken = {
        name: replace(checker, bounds=side).count_all_violating(node)
        for name, (_, side) in sides.items()
    }
    return tuple(
        Verdict(name, str(asked), not broken[name], broken[name])
        for name, (asked, _) in sides.items()
    )


def _find_greatest(classes: Iterator[RatedClass], rates: Rates) -> tuple[float, Fraction | None]:
    """Return the greatest posterior and the rate of those who have it; (0, None) if nobody."""
    greatest, rate = 0.0, None
    for one in classes:
        if rate is not None and one.bound <= greatest:
            break
        found = _find_ends(one, rates)[1]
        if rate is None or found > greatest:
            greatest, rate = found, rates.exact[int(one.rates[-1])]
    return greatest, rate


def _find_least(classes: Iterator[RatedClass], rates: Rates) -> float:
    """Return the least posterior; 1 if there is nobody."""
    least = 1.0
    for one in classes:
        if one.bound >= least:
            break
        least = min(least, _find_ends(one, rates)[0])
    return least


def _find_ends(one: RatedClass, rates: Rates) -> tuple[float, float]:
    """Return the least and the greatest posterior of a class."""
    people = int(one.people.sum())
    if one.members in (0, people):
        return (one.members / people,) * 2
    odds = np.array(list_odds(rates, [int(number) for number in one.rates]))
    return find_extremes(odds, one.people, one.members)
