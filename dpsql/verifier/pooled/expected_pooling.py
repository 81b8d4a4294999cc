"""Checks a pooled release where P is known from tables of statistics only, by code of its own.

Who settles is decided here by whole numbers: the parts that the tables give to the labels of a
class are multiplied in Python, and so are those of all other classes of the domain, grouped by
equal parts. The search multiplies doubles in SQL and in arrays. The tables that the release is
compared with are settled once more in SQL, since rows of T are never uploaded, and refused if their
classes have other numbers of rows than the whole numbers say. A double can only mistake a class
whose share is within rounding of the bound, so that classes of equal rows are alike.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from math import prod

import numpy as np
from sqlglot import exp

from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.engines.base import Engine
from dpsql.errors import IntegrityError
from dpsql.inputs.places import Place
from dpsql.privacy.confidence.independent import SharedClasses
from dpsql.privacy.model import PrivacyModel
from dpsql.release.manifest import PooledLevels
from dpsql.release.release_format import ReleaseFormat
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render
from dpsql.verifier.confidence import Counted, judge_counted
from dpsql.verifier.known_labels import KnownShares, LabelCounter, Labels
from dpsql.verifier.labels import refuse_unknown_levels
from dpsql.verifier.pooled.settled_rows import (
    OTHER_STEPS,
    Column,
    judge_settled,
    label_columns,
    name_left,
    name_settled,
    texts_query,
)
from dpsql.verifier.released_rows import refuse_other_columns
from dpsql.verifier.verified import Verified

#: A class settles if it lacks at most one in so many of the people that settle together.
_SLACK = 10**9


def verify_expected_pooling(
    engine: Engine,
    job: Job,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    pooled: PooledLevels,
    places: Sequence[Place],
    models: Sequence[PrivacyModel],
    file_format: ReleaseFormat,
    *,
    tolerate_failure: bool = False,
) -> tuple[Verified, ConfidentPresence, bool]:
    """Verify a release of T with rows settled as `pooled`; T stands in the place of P.

    Return also what the statistics say of presence, and whether δ holds with the confidence.

    Raises:
        IntegrityError: its columns, rows, order or steps are others. NotSatisfied: a class breaks a
            model of T. HierarchyError: a value has no place in one.
    """
    refuse_unknown_levels(pooled.steps, hierarchies)
    refuse_other_columns(engine, tables, file_format)
    expected = _Expected.count(engine, job, tables, hierarchies, pooled, places)
    heights = {name: hierarchy.height for name, hierarchy in hierarchies.items()}
    people = expected.people_at_root
    is_at_root = pooled.steps[0] == heights
    if list(pooled.steps[1:]) != ([] if is_at_root or not expected.some_climb else [heights]):
        raise IntegrityError(OTHER_STEPS)
    levels = {name: tuple({step[name]: None for step in pooled.steps}) for name in hierarchies}
    columns = label_columns(engine, tables, hierarchies, levels)
    _settle(engine, columns, pooled, expected)
    given = engine, tables, columns, pooled
    verified = judge_settled(*given, models, file_format, tolerate_failure=tolerate_failure)
    steps = [(expected.size - people, sum(expected.settled.values()))]
    if len(pooled.steps) > 1:
        steps.append((people, expected.rows_at_root))
    presence, holds = judge_counted(job, expected.classes)
    return replace(verified, steps=tuple(steps)), presence, holds


@dataclass(frozen=True)
class _Expected:
    """Who settles at the start: rows of T by their labels, and the share of P that does not.

    `blocks`: what the tables of statistics say of the labels of the start.
    """

    size: int
    least: int
    blocks: Sequence[KnownShares]
    settled: Mapping[Labels, int]
    rows_at_root: int
    at_root: Fraction

    @classmethod
    def count(
        cls,
        engine: Engine,
        job: Job,
        tables: Tables,
        hierarchies: Mapping[str, Hierarchy],
        pooled: PooledLevels,
        places: Sequence[Place],
    ) -> "_Expected":
        """Count T and the statistics at the start."""
        population = job.population
        assert population is not None  # noqa: S101 - the caller looked
        counter = LabelCounter(engine, tables, hierarchies, pooled.steps[0])
        members = counter.count_members()
        numbered = enumerate(zip(population.tables, places, strict=True))
        found = [counter.count_block(number, block, place) for number, (block, place) in numbered]
        blocks = [block for block in found if block is not None]
        size, least = population.one_size.min, pooled.least
        if not blocks:
            return cls(size, least, blocks, members, 0, Fraction(0))
        total = prod(block.total for block in blocks)
        # N part/total ≥ m (1 − 1/slack), in whole numbers.
        bound = -(-least * (_SLACK - 1) * total // (_SLACK * size))
        settled = {
            labels: rows
            for labels, rows in members.items()
            if prod(block.part(labels) for block in blocks) >= bound
        }
        left = sum(members.values()) - sum(settled.values())
        large = _sum_large([Counter(block.parts.values()) for block in blocks], bound)
        # Shares may miss 1 by what they were rounded; what is missing is nobody's.
        small = prod(sum(block.parts.values()) for block in blocks) - large
        return cls(size, least, blocks, settled, left, Fraction(min(total, small), total))

    @property
    def people_at_root(self) -> int:
        """The people that are expected at the root, rounded down; a thousandth less is whole."""
        return int(self.at_root * self.size + Fraction(1, 1000))

    @property
    def some_climb(self) -> bool:
        """Whether there is a class at the root, of people of P or rows of T."""
        return bool(self.people_at_root or self.rows_at_root)

    @property
    def classes(self) -> Counted:
        """The classes of T, the one at the root last."""
        rows = list(self.settled.values())
        shares = [
            prod((block.share(labels) for block in self.blocks), start=Fraction(1))
            for labels in self.settled
        ]
        if self.rows_at_root:
            rows.append(self.rows_at_root)
            shares.append(self.at_root)
        doubles = np.array([*map(float, shares)], dtype=np.float64)
        return Counted(rows, shares, SharedClasses(np.array(rows, dtype=np.int64), doubles))


def _sum_large(blocks: Sequence[Counter[int]], bound: int) -> int:
    """Sum the products, from `bound` on, of one part of each block, in whole numbers.

    A block says how many labels have a part. The last block is sorted and summed up once.

    >>> _sum_large([Counter([3, 2]), Counter([5, 4, 1])], 8)
    45
    >>> _sum_large([Counter([3, 2]), Counter([5, 4, 1])], 12)
    27
    """
    *others, largest = sorted(blocks, key=len)
    parts = sorted(largest)
    # From the i-th part on, how much all labels have together.
    sums = list(accumulate((part * largest[part] for part in reversed(parts)), initial=0))[::-1]
    products: Counter[int] = Counter({1: 1})
    tops = [max(block) for block in (*others, largest)]
    for number, block in enumerate(others):
        above = prod(tops[number + 1 :])
        grown: Counter[int] = Counter()
        for one, times in products.items():
            for part, labels in block.items():
                if one * part * above >= bound:
                    grown[one * part] += times * labels
        products = grown
    found = 0
    for one, times in products.items():
        # The least part that makes a product of at least the bound.
        needed = -(-bound // one)
        found += times * one * sums[bisect_right(parts, needed - 1)]
    return found


def _settle(
    engine: Engine, columns: Sequence[Column], pooled: PooledLevels, expected: _Expected
) -> None:
    """Build the tables of the classes of T that settle, and of the one at the root.

    Raises:
        IntegrityError: the engine lets other rows settle than whole numbers do.
    """
    texts = [{"text": one.text(pooled.steps[0][one.name]), "name": _name(one)} for one in columns]
    engine.materialize(name_left(0), texts_query(columns))
    blocks = [
        _upload(engine, number, block, columns, pooled)
        for number, block in enumerate(expected.blocks)
    ]
    share: exp.Expr = exp.cast(exp.Literal.number(1), "DOUBLE")
    for number, block in enumerate(expected.blocks):
        part = exp.Coalesce(
            this=column("part", _name_block(number)), expressions=[exp.Literal.number(0)]
        )
        share = share * exp.cast(part, "DOUBLE") / exp.cast(_integer(block.total), "DOUBLE")
    least = Fraction(expected.least * (_SLACK - 1), expected.size * _SLACK)
    bound = exp.cast(exp.Literal.number(repr(float(least))), "DOUBLE")
    settles = exp.paren(share) >= bound if blocks else exp.true()
    for number, condition in enumerate((settles, exp.not_(settles))):
        query = render(
            "verify_expected",
            columns=texts,
            climbers=identifier(name_left(0)),
            blocks=blocks,
            settles=condition,
        )
        engine.materialize(name_settled(0) if not number else _LEFT, query)
    engine.drop(name_left(0))
    _close(engine, columns, expected, at_root=len(pooled.steps) > 1)


_LEFT = "verified_at_root"


def _close(
    engine: Engine, columns: Sequence[Column], expected: _Expected, *, at_root: bool
) -> None:
    """Merge what is left into the class at the root; compare both with the whole numbers."""
    rows = column("private_count")
    settled, left = (
        exp.select(rows, exp.Count(this=exp.Star()))
        .from_(exp.Table(this=identifier(name)))
        .group_by(rows)
        for name in (name_settled(0), _LEFT)
    )
    counted = {int(number): int(classes) for number, classes in engine.fetch(settled)}
    rows_left = sum(int(number) * int(classes) for number, classes in engine.fetch(left))
    if counted != Counter(expected.settled.values()) or rows_left != expected.rows_at_root:
        raise IntegrityError(OTHER_STEPS)
    if at_root:
        root = [
            {"text": exp.Literal.string(one.hierarchy.root), "name": _name(one)} for one in columns
        ]
        query = render("verify_rest", columns=root, climbers=identifier(_LEFT))
        engine.materialize(name_settled(1), query)
    engine.drop(_LEFT)


def _upload(
    engine: Engine,
    number: int,
    block: KnownShares,
    columns: Sequence[Column],
    pooled: PooledLevels,
) -> dict[str, exp.Expr]:
    """Upload the labels of a table of statistics with their parts; return how they are joined."""
    name = _name_block(number)
    names = {f"label_{j}": "VARCHAR" for j in block.columns}
    rows = ((*labels, part) for labels, part in block.parts.items())
    engine.upload(name, {**names, "part": "BIGINT"}, rows)
    start = pooled.steps[0]
    same = [
        exp.NullSafeEQ(
            this=exp.Column(this=columns[j].text(start[columns[j].name]), table="climbers"),
            expression=column(f"label_{j}", name),
        )
        for j in block.columns
    ]
    return {"table": identifier(name), "condition": exp.and_(*same)}


def _name(one: Column) -> exp.Identifier:
    return identifier(f"c{one.position}")


def _name_block(number: int) -> str:
    return f"verified_block_{number}"


def _integer(number: int) -> exp.Expr:
    return exp.Literal.number(number)
