"""Levels for a P that is known from statistics only: the optimum with a confidence, or one node."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from sqlglot import exp

from dpsql.domain.found.confident_presence import ConfidentPresence, WeakestClass
from dpsql.domain.found.searched import Search
from dpsql.domain.found.statistics import TableStatistics
from dpsql.domain.found.verdict import Verdict, list_verdicts
from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Node, node_at_levels
from dpsql.domain.levels.level_limits import has_fixed_levels
from dpsql.domain.threshold import PresenceBounds
from dpsql.generalize.chosen import ChosenLevels
from dpsql.generalize.coded_rows import code_rows
from dpsql.generalize.failure import tell_failure
from dpsql.generalize.full_domain import search_lattice
from dpsql.generalize.generalized import Generalized
from dpsql.journal.journal import Journal
from dpsql.privacy.confidence.criterion import judge
from dpsql.privacy.confidence.independent import SharedClasses
from dpsql.privacy.confidence.law import C, Law
from dpsql.privacy.confidence.least_delta import delta_at_confidence
from dpsql.privacy.confidence.sample import SampledClasses
from dpsql.release.write import release_query
from dpsql.report.infeasible import tell_infeasible
from dpsql.search.class_tables.store import ClassTables
from dpsql.search.confident.checker import ConfidentChecker
from dpsql.search.confident.class_shares import ClassShares
from dpsql.session.clock import Clock
from dpsql.session.description import (
    describe_node,
    judge_root,
    judge_root_values,
    no_safe_choice,
    no_safe_release,
)
from dpsql.session.load import Loaded
from dpsql.session.options import Options
from dpsql.session.population import code_known, find_law
from dpsql.sql.statistics.class_shares import CodedTables, double
from dpsql.sql.statistics.labels import LabelledClass
from dpsql.sql.statistics.sample_shares import CodedSample
from dpsql.sql.statistics.tables import SizesTable
from dpsql.sql.templates import column


def generalize(
    job: Job,
    loaded: Loaded,
    options: Options,
    clock: Clock,
    journal: Journal | None = None,
    chosen: ChosenLevels | None = None,
) -> Generalized:
    """Search for the levels of least cost that hold with the job's confidence.

    Raises:
        NoSafeRelease: not even total suppression does; it tells the δ of that.
    """
    if chosen is not None:
        return _take_chosen(job, loaded, options, clock, chosen)
    checker, table = prepare(job, loaded)
    clock.stop("load")
    options.enter("search")
    root = loaded.lattice.root
    if not checker.count([root])[0].holds:
        raise _refuse_infeasible(job, loaded)
    found, told = search_lattice(job, checker, table, options, journal)
    if found.node is None or found.counted is None:
        # The root holds, so that only limits of levels leave none.
        failure = tell_failure(
            job, loaded, lambda node: checker.judge(node, checker.judge_all(node))
        )
        raise no_safe_release(failure, job, loaded, told)
    presence = measure_presence(job, checker, loaded, found.node)
    clock.stop("search")
    return Generalized(
        release_query(loaded.tables, loaded.hierarchies, found.node),
        loaded.name_levels(found.node),
        presence,
        replace(
            describe_node(job, loaded, found.node, found.counted.private, table),
            search=None if has_fixed_levels(job) else told,
        ),
    )


def _take_chosen(
    job: Job, loaded: Loaded, options: Options, clock: Clock, chosen: ChosenLevels
) -> Generalized:
    """Judge the levels that were chosen before T was looked at; raise NoSafeRelease if T fails."""
    node = node_at_levels(chosen.levels, loaded.heights)
    checker, table = prepare(job, loaded, node)
    clock.stop("load")
    options.enter("search")
    counted = checker.count([node])[0]
    if not counted.holds:
        raise no_safe_choice(job, loaded, chosen.search)
    presence = measure_presence(job, checker, loaded, node)
    clock.stop("search")
    described = describe_node(job, loaded, node, counted.private, table)
    return Generalized(
        release_query(loaded.tables, loaded.hierarchies, node),
        loaded.name_levels(node),
        presence,
        replace(described, search=chosen.search, choose=job.choose),
    )


def prepare(
    job: Job, loaded: Loaded, node: Node | None = None
) -> tuple[ConfidentChecker[Any], TableStatistics]:
    """Code T and the statistics, for a search or for one `node`."""
    sizes = [table for table in loaded.statistics if isinstance(table, SizesTable)]
    coded = code_rows(job, loaded, node, raw=[j for table in sizes for j in table.columns])
    known = code_known(job, loaded, coded.levels)
    memory = None
    if isinstance(known, CodedTables) and node is None:
        # T stands in the place of P, so that class tables hold the classes of T.
        given = loaded.engine, loaded.lattice, coded.models, loaded.sizes, coded.frequency_set
        memory = ClassShares(known, ClassTables(*given))
    bounds = job.delta.bounds if job.delta is not None else None
    return (
        ConfidentChecker(
            known,
            find_law(job, loaded, known),
            bounds,
            Fraction(1) if job.confidence is None else job.confidence,
            coded.models,
            coded.sensitive,
            memory,
        ),
        coded.table,
    )


#: Contradictions that are listed, and classes that are fetched to find them.
MOST_LISTED, _MOST_FETCHED = 10, 100
#: Doubles of two statements differ by less, relatively.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Contradictions:
    """How many raw tuples T has more people of than the statistics say P has; some of them."""

    number: int
    listed: tuple[LabelledClass, ...]


def judge_ends(job: Job, loaded: Loaded) -> tuple[tuple[Verdict, ...], Contradictions]:
    """Judge total suppression, and find raw tuples of which T has more people than P can have.

    What holds at total suppression is stated as not judged, as it may fail below.
    """
    lattice = loaded.lattice
    raw = lattice.raw
    checker, _ = prepare(job, loaded, raw)
    contradictions = _find_contradictions(job, loaded, checker, raw)
    confidence = checker.judge_all(lattice.root)
    if confidence is None:
        return (), contradictions
    holds = None if confidence.holds else False
    verdict = Verdict("confidence", str(checker.asked), holds, None if holds is None else 1)
    return (verdict,), contradictions


def _find_contradictions(
    job: Job, loaded: Loaded, checker: ConfidentChecker[Any], node: Node
) -> Contradictions:
    """Find the classes at a node of which T has more people than the statistics say P has."""
    statistics = checker.statistics
    number = int(checker.law.contradicts(statistics.list_classes(node)).sum())
    if not number or not isinstance(statistics, CodedTables) or loaded.stated_size is None:
        return Contradictions(number, ())
    rows = exp.cast(column("private_count"), "DOUBLE")
    people = double(float(loaded.stated_size.max)) * column("share")
    listed = statistics.list_labelled(node, loaded.hierarchies, rows > people, _MOST_FETCHED)
    known = [
        one
        for one in listed
        if checker.law.contradicts(
            SharedClasses(np.array([one.private_rows]), np.array([one.share]))
        ).any()
    ]
    return Contradictions(number, tuple(known[:MOST_LISTED]))


def measure_presence(
    job: Job, checker: ConfidentChecker[Any], loaded: Loaded, node: Node
) -> ConfidentPresence:
    """Measure with which confidence δ holds at a node, and which δ holds with the job's."""
    classes = checker.statistics.list_classes(node)
    return describe_presence(
        job,
        loaded,
        checker.law,
        classes,
        estimate_greatest(job, checker, loaded, node),
        _find_weakest(checker, loaded, node, classes),
    )


def describe_presence(
    job: Job,
    loaded: Loaded,
    law: Law[C],
    classes: C,
    estimate: Fraction,
    weakest: WeakestClass | None,
) -> ConfidentPresence:
    """Judge the classes of a release; `estimate` and `weakest` are stated as they are."""
    population, size, asked = job.population, loaded.stated_size, job.confidence
    assert population is not None and size is not None  # noqa: S101 - the job is estimated
    confidence, delta = None, None
    if job.delta is not None:
        whole = Fraction(1) if asked is None else asked
        confidence = judge(law, classes, job.delta.bounds, whole)
    if asked is not None:
        least = job.delta.min if job.delta is not None else Fraction(0)
        delta = delta_at_confidence(law, classes, least, asked)
    return ConfidentPresence(
        asked,
        confidence.least if confidence is not None else None,
        confidence.most if confidence is not None else None,
        delta,
        estimate,
        confidence.contradictions if confidence is not None else 0,
        size.min,
        size.max,
        population.independent,
        weakest,
        population.regions.by if population.regions is not None else None,
    )


def _find_weakest(
    checker: ConfidentChecker[Any], loaded: Loaded, node: Node, classes: Any
) -> WeakestClass | None:
    """Return the class that is likeliest to violate δ; None if none may, or none has labels.

    Regions have no classes with one share, and values that no row of T has are no class of T.
    """
    statistics = checker.statistics
    if checker.bounds is None or not isinstance(statistics, CodedTables | CodedSample):
        return None
    found = choose_weakest(checker.law, classes, checker.bounds)
    return None if found is None else label_weakest(statistics, loaded, node, found)


@dataclass(frozen=True)
class Weakest:
    """The class that is likeliest to violate δ: how probably, its number, rows of T and share."""

    violates: float
    number: int
    rows: int
    share: float


def choose_weakest(
    law: Law[Any], classes: SharedClasses | SampledClasses, bounds: PresenceBounds
) -> Weakest | None:
    """Choose among classes of tables or of a sample; None if none may violate δ."""
    violations = law.violations(classes, bounds)
    if not len(violations) or not violations.max():
        return None
    shares = classes.pulls if isinstance(classes, SampledClasses) else classes.shares
    # Of equals the one with most rows of T, then with the least share: the engine has no order.
    chosen = int(np.lexsort((shares, -classes.members, -violations))[0])
    members, share = int(classes.members[chosen]), float(shares[chosen])
    return Weakest(float(violations[chosen]), chosen, members, share)


def label_weakest(
    statistics: CodedTables | CodedSample, loaded: Loaded, node: Node, found: Weakest
) -> WeakestClass | None:
    """Find the labels of a class at a node; None if the engine has another share."""
    condition = exp.and_(
        column("private_count").eq(exp.Literal.number(found.rows)),
        exp.Between(
            this=column("share"),
            low=double(found.share * (1 - _ROUNDING)),
            high=double(found.share * (1 + _ROUNDING)),
        ),
    )
    listed = statistics.list_labelled(node, loaded.hierarchies, condition, 1)
    is_at_root = node == loaded.lattice.root
    if not listed:
        return None
    return WeakestClass(found.violates, found.rows, listed[0].labels, is_at_root)


def estimate_greatest(
    job: Job, checker: ConfidentChecker[Any], loaded: Loaded, node: Node
) -> Fraction:
    """Return the greatest presence if each class has exactly the people that are expected."""
    found = checker.statistics.find_weakest(node)
    return max((estimate(job, loaded, *one) for one in found), default=Fraction(0))


def estimate(job: Job, loaded: Loaded, rows: int, share: Fraction) -> Fraction:
    """Return the presence of a class of `rows` of T if it has exactly the people expected."""
    assert job.population is not None and loaded.stated_size is not None  # noqa: S101
    size = loaded.stated_size.min
    people = size * share
    if job.population.counts != "members_included":
        people = rows + (size - loaded.sizes.private_rows) * share
    return min(Fraction(1), rows / people) if people else Fraction(1)


def tell_infeasible_root(job: Job, loaded: Loaded) -> str:
    """Return why total suppression lacks the confidence or violates a constraint; empty if not.

    All of P is one class there, and its size is stated.
    """
    verdicts = [*judge_root(job, loaded.sizes), *judge_root_values(job, loaded)]
    rows, size = loaded.sizes.private_rows, loaded.stated_size
    if job.delta is not None and size is not None:
        allows = job.delta.bounds.allows
        if not (allows(size.min, rows) and allows(size.max, rows)):
            verdicts.insert(0, Verdict("confidence", str(job.confidence), False))
    if all(one.holds is not False for one in verdicts):
        return ""
    found = {
        "models": list_verdicts(verdicts),
        "public_rows": loaded.public_rows,
        "private_rows": rows,
    }
    return tell_infeasible(found).rstrip(".")


def _refuse_infeasible(job: Job, loaded: Loaded) -> Exception:
    """Build the error if total suppression does not hold: all other levels do not either."""
    told = Search(loaded.lattice.size, 1, optimal=True)
    return no_safe_release(tell_infeasible_root(job, loaded), job, loaded, told)
