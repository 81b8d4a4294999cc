"""Judges a release where P is known from statistics only, by code that no search uses.

The law of the people who are not in T is shared with the search, like the models of counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.sections.population import Population, PopulationSize
from dpsql.engines.base import Engine
from dpsql.inputs.places import Place
from dpsql.privacy.confidence.criterion import judge
from dpsql.privacy.confidence.independent import SharedClasses
from dpsql.privacy.confidence.law import Law
from dpsql.privacy.confidence.least_delta import delta_at_confidence
from dpsql.privacy.confidence.sample import KAPPA, SampledClasses
from dpsql.privacy.confidence.stated import Sampled, find_law
from dpsql.privacy.confidence.strata import StrataClasses, StrataLaw
from dpsql.sql.tables.public_and_private import Tables
from dpsql.verifier.known_labels import KnownSample, LabelCounter, Labels


def measure_confidence(
    engine: Engine,
    job: Job,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    levels: Mapping[str, int],
    places: Sequence[Place],
) -> tuple[ConfidentPresence, bool]:
    """Count the classes of T at `levels` and their shares of P; return also whether δ holds.

    `tables` are those of the session, in which T stands in the place of P. Raises HierarchyError if
    a hierarchy has no place for a value.
    """
    population = job.population
    assert population is not None  # noqa: S101 - the caller looked
    counter = LabelCounter(engine, tables, hierarchies, levels)
    if population.regions is not None:
        return _judge_regions(job, counter, population, places)
    members = counter.count_members()
    if population.sample is not None:
        return judge_counted(job, _add_sample(members, counter, job, places[0]))
    numbered = enumerate(zip(population.tables, places, strict=False))
    blocks = [counter.count_block(number, block, place) for number, (block, place) in numbered]
    shares = [Fraction(1)] * len(members)
    for block in blocks:
        if block is not None:
            shares = [
                share * block.share(labels) for share, labels in zip(shares, members, strict=True)
            ]
    rows = list(members.values())
    classes = SharedClasses(np.array(rows, dtype=np.int64), np.array([*map(float, shares)]))
    return judge_counted(job, Counted(rows, shares, classes))


@dataclass(frozen=True)
class Counted:
    """Rows of T and expected share of P of each class of T, and the classes as the law has them."""

    rows: Sequence[int]
    shares: Sequence[Fraction]
    classes: Any
    sample: Sampled | None = None
    strata: StrataLaw | None = None
    #: The people of P of each class, if all is as expected, by region.
    expected: Sequence[Fraction] = ()


def _judge_regions(
    job: Job, counter: LabelCounter, population: Population, places: Sequence[Place]
) -> tuple[ConfidentPresence, bool]:
    """Judge the classes of T by regions of known size."""
    sizes, classes = counter.count_regions(population, places)
    included = population.counts == "members_included"
    regions = {region: number for number, region in enumerate(sizes)}
    private = dict.fromkeys(sizes, 0)
    for cells in classes:
        for cell in cells:
            private[cell.region] += cell.inside
    rows = [sum(cell.inside for cell in cells) for cells in classes]
    expected = []
    for count, cells in zip(rows, classes, strict=True):
        if included:
            expected.append(sum((sizes[one.region] * one.share for one in cells), Fraction(0)))
        else:
            others = ((sizes[one.region] - private[one.region]) * one.share for one in cells)
            expected.append(count + sum(others, Fraction(0)))
    flat = [(number, cell) for number, cells in enumerate(classes) for cell in cells]
    strata = StrataClasses(
        len(classes),
        np.array([number for number, _ in flat], dtype=np.int64),
        np.array([regions[cell.region] for _, cell in flat], dtype=np.int64),
        np.array([cell.inside for _, cell in flat], dtype=np.int64),
        np.array([float(cell.share) for _, cell in flat], dtype=np.float64),
    )
    law = StrataLaw(
        np.array(list(sizes.values()), dtype=np.int64),
        np.array(list(private.values()), dtype=np.int64),
        included,
    )
    return judge_counted(job, Counted(rows, (), strata, None, law, expected))


def _add_sample(
    members: Mapping[Labels, int], counter: LabelCounter, job: Job, place: Place
) -> Counted:
    """Add to the classes of T what a sample says of their labels."""
    assert job.population is not None and job.population.sample is not None  # noqa: S101
    known = counter.count_sample(job.population.sample, place)
    rows = list(members.values())
    shares = [known.weights.share(labels) for labels in members]
    return Counted(
        rows,
        shares,
        SampledClasses(
            np.array(rows, dtype=np.int64),
            np.array([known.people.get(labels, 0) for labels in members], dtype=np.int64),
            np.array([_pull(known, labels) for labels in members]),
        ),
        known.size,
    )


def _pull(known: KnownSample, labels: Labels) -> float:
    """What the sample and its prior say of a class, in people."""
    prior = Fraction(1)
    for marginal in known.marginals:
        prior *= marginal.share(labels)
    return known.size.effective * float(known.weights.share(labels)) + KAPPA * float(prior)


def judge_counted(job: Job, counted: Counted) -> tuple[ConfidentPresence, bool]:
    """Judge the classes by the criterion, as the job asks."""
    population, asked = job.population, job.confidence
    assert population is not None  # noqa: S101 - the caller looked
    included, total = population.counts == "members_included", sum(counted.rows)
    law: Law[Any]
    size = population.size
    if counted.strata is not None or not isinstance(size, PopulationSize):
        assert counted.strata is not None  # noqa: S101 - sizes of regions are strata
        law, people_of = counted.strata, counted.expected
        sizes = (int(counted.strata.sizes.sum()),) * 2
    else:
        sizes = (size.min, size.max)
        law = find_law(sizes, total, counted.sample, members_included=included)
        people_of = [
            size.min * share if included else rows + (size.min - total) * share
            for rows, share in zip(counted.rows, counted.shares, strict=True)
        ]
    least, most, contradictions, holds, delta = None, None, 0, True, None
    if job.delta is not None and asked is not None:
        found = judge(law, counted.classes, job.delta.bounds, asked)
        least, most, holds = found.least, found.most, found.holds
        contradictions = found.contradictions
    if asked is not None:
        minimum = job.delta.min if job.delta is not None else Fraction(0)
        delta = delta_at_confidence(law, counted.classes, minimum, asked)
    estimates = [Fraction(0)]
    for rows, people in zip(counted.rows, people_of, strict=True):
        estimates.append(min(Fraction(1), rows / people) if people else Fraction(1))
    presence = ConfidentPresence(
        asked,
        least,
        most,
        delta,
        max(estimates),
        contradictions,
        *sizes,
        population.independent,
        regions=population.regions.by if population.regions is not None else None,
    )
    return presence, holds
