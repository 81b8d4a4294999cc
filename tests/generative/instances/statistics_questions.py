"""Questions about a P that nobody has listed: a case, statistics of it, and the job that asks."""

from collections import Counter
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyarrow as pa
from hypothesis import assume
from hypothesis import strategies as st

import dpsql
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.cases import Case
from tests.generative.instances.files import make_arrow_table
from tests.generative.instances.hierarchy_words import state_hierarchy
from tests.generative.instances.jobs import plain_setting
from tests.oracle.knowledge.statistics import Statistics, list_classes, sum_violations

#: Doubles and exact fractions may disagree on which side of a bound so close a sum lies.
NEAR = Fraction(1, 10**7)
MILLION = 10**6


@dataclass(frozen=True)
class Question:
    """A case, what is known of its P, and the confidence that is asked for."""

    case: Case
    statistics: Statistics
    asked: Fraction
    delta: tuple[Fraction, Fraction]

    @property
    def rows(self) -> int:
        """The rows of T."""
        return len(self.case.private)

    def sum_at(self, node: tuple[int, ...], delta: tuple[Fraction, Fraction]) -> Fraction:
        """Return the sum of the probabilities that classes violate δ."""
        classes = list_classes(self.case.instance, self.statistics, node)
        return sum_violations(classes, self.statistics, delta)

    @property
    def allowed(self) -> Fraction:
        """What the sum may be."""
        return 1 - self.asked


@st.composite
def questions(draw: st.DrawFn, *, of_regions: bool = True) -> Question:
    """Draw a question; `of_regions`: perhaps one with the sizes of regions."""
    case = draw(cases(models="delta", least_columns=2, most_levels=2))
    assume(case.private)
    order = draw(st.permutations(range(len(case.columns))))
    cut = draw(st.integers(1, len(order) - 1))
    blocks = tuple(tuple(sorted(block)) for block in (order[:cut], order[cut:]))
    factor = draw(st.integers(1, 4))
    known = draw(st.sampled_from(["all", "non-members", "others"]))
    rows = {
        "all": case.public,
        "non-members": [
            row for row, member in zip(case.public, case.members, strict=True) if not member
        ],
        "others": case.public[::2],
    }[known]
    assume(rows)
    columns = range(len(case.columns)) if of_regions else []
    by = draw(st.sampled_from([None, *columns]))
    size, sizes = max(len(case.public), len(case.private)) * factor, ()
    if by is not None:
        counted = Counter(row[by] for row in [*case.public, *case.private])
        more = draw(st.integers(0, 3))
        sizes = tuple((value, number * factor + more) for value, number in counted.items())
        size = sum(number for _, number in sizes)
    statistics = Statistics(
        size,
        blocks,
        tuple(
            dict(Counter(tuple(row[column] for column in block) for row in rows))
            for block in blocks
        ),
        members_included=known != "non-members",
        by=by,
        sizes=sizes,
    )
    asked = Fraction(draw(st.sampled_from(["1/2", "9/10", "19/20", "99/100"])))
    delta = case.models.delta
    assert delta is not None
    low = draw(st.sampled_from([Fraction(0), Fraction(0), Fraction(0), delta[0]]))
    return Question(case, statistics, asked, (low, max(delta[1], low)))


def round_shares(statistics: Statistics) -> Statistics:
    """Return statistics that give shares of six digits, which may miss 1 by a millionth."""
    rounded = tuple(
        {
            row: round(Fraction(weight * MILLION, sum(weights.values())))
            for row, weight in weights.items()
        }
        for weights in statistics.weights
    )
    assume(all(abs(sum(weights.values()) - MILLION) <= 1 for weights in rounded))
    return replace(statistics, weights=rounded, whole=MILLION)


def write_job(question: Question, folder: Path, as_shares: bool, **words: Any) -> dpsql.Job:
    """Write the hierarchies, and return the job; `as_shares`: tables have shares if they can."""
    case, statistics = question.case, question.statistics
    setting = plain_setting(case)
    names = setting.names
    columns = zip(names, zip(*case.private, strict=True), strict=True)
    pool = {name: list(column.pool) for name, column in zip(names, case.columns, strict=True)}
    types = {
        name: make_arrow_table({"values": values}, setting.text_type)["values"].type
        for name, values in pool.items()
    }
    private = pa.table({name: pa.array(cells, types[name]) for name, cells in columns})
    tables = []
    for block, weights in zip(statistics.blocks, statistics.weights, strict=True):
        cells = {
            names[column]: pa.array([row[place] for row in weights], types[names[column]])
            for place, column in enumerate(block)
        }
        total = statistics.whole or sum(weights.values())
        exact = statistics.whole is not None or (as_shares and 10**6 % total == 0)
        numbers: Any = list(weights.values())
        if exact:
            numbers = [str(Decimal(one) / total) for one in numbers]
        measure = "share" if exact else "count"
        table = pa.table({**cells, "measure of it": numbers})
        tables.append(
            {"table": table, "columns": [names[column] for column in block]}
            | {measure: "measure of it"}
        )
    hierarchies = {
        name: state_hierarchy(column, folder / f"hierarchy {position}.csv", setting.lines)
        for position, (name, column) in enumerate(zip(names, case.columns, strict=True))
    }
    size: Any = statistics.size
    if statistics.by is not None:
        by = names[statistics.by]
        cells = {by: pa.array([value for value, _ in statistics.sizes], types[by])}
        people = [number for _, number in statistics.sizes]
        size = {"table": pa.table({**cells, "measure of it": people})}
        size |= {"by": by, "count": "measure of it"}
    counts = "members_included" if statistics.members_included else "non_members"
    return dpsql.Job(
        population={"size": size, "tables": tables, "counts": counts},
        private=private,
        quasi_identifiers=hierarchies,
        metric=case.metric,
        delta={"min": str(question.delta[0]), "max": str(question.delta[1])},
        confidence=str(question.asked),
        release=str(folder / "release.parquet"),
        **words,
    )
