"""Where P is known from statistics only: confidence, optimum and verification are the oracle's."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import dpsql
from dpsql.errors import IntegrityError, NoSafeRelease, NotSatisfied
from dpsql.search.class_tables import store
from tests.generative.budget import share_of_profile
from tests.generative.case_strategies import cases, nodes
from tests.generative.cases import Case
from tests.generative.files import make_arrow_table
from tests.generative.hierarchy_words import state_hierarchy
from tests.generative.jobs import plain_setting
from tests.oracle.cost import COSTS
from tests.oracle.search import find_minimal_nodes
from tests.oracle.statistics import (
    Statistics,
    estimate,
    find_delta,
    list_classes,
    sum_violations,
)

#: Doubles and exact fractions may disagree on which side of a bound so close a sum lies.
_NEAR = Fraction(1, 10**7)


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
def questions(draw: st.DrawFn) -> Question:
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
    by = draw(st.sampled_from([None, *range(len(case.columns))]))
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


def _write_job(question: Question, folder: Path, as_shares: bool, **words: Any) -> dpsql.Job:
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
        total = sum(weights.values())
        exact = as_shares and 10**6 % total == 0
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


@share_of_profile(2)
@given(questions(), st.data())
def test_confidence_is_that_of_the_oracle(question: Question, data: st.DataObject) -> None:
    case, statistics = question.case, question.statistics
    node = data.draw(nodes(case))
    levels = dict(zip(plain_setting(case).names, node, strict=True))
    with TemporaryDirectory() as folder:
        job = _write_job(question, Path(folder), data.draw(st.booleans()))
        found = dpsql.measure(job, levels=levels).to_dict()
    total = question.sum_at(node, question.delta)
    classes = list_classes(case.instance, statistics, node)
    assert "presence" not in found
    assert found["confidence"]["asked"] == str(question.asked)
    assert found["confidence"]["least"] == pytest.approx(float(max(0, 1 - total)), abs=1e-9)
    assert found["confidence"]["most"] >= found["confidence"]["least"] - 1e-12
    if total == 0 or abs(total - question.allowed) > _NEAR:
        assert found["satisfied"] is (total <= question.allowed)
    exact = estimate(classes, statistics)
    assert found["presence_estimate"] == {"max": str(exact)}
    delta = find_delta(classes, statistics, question.rows, question.asked, question.delta[0])
    told = found["delta_at_confidence"]
    if told != (None if delta is None else str(delta)):
        # Only where the bound is met by less than doubles tell.
        other = Fraction(told) if told is not None else Fraction(1)
        ends = [one for one in (delta, other) if one is not None]
        sums = [question.sum_at(node, (question.delta[0], one)) for one in ends]
        assert any(abs(one - question.allowed) <= _NEAR for one in sums)


@share_of_profile(2)
@pytest.mark.parametrize("in_memory", [False, True])
@given(questions())
def test_levels_are_the_cheapest_that_have_the_confidence(
    in_memory: bool, question: Question
) -> None:
    """Small sets are counted by the engine; a larger one's classes are looked up in memory."""
    least = 0 if in_memory else store.LEAST_TUPLES
    with patch.object(store, "LEAST_TUPLES", least):
        _search(question)


def _search(question: Question) -> None:
    instance = question.case.instance
    every = instance.list_nodes()
    sums = {node: question.sum_at(node, question.delta) for node in every}
    assume(not any(one and abs(one - question.allowed) <= _NEAR for one in sums.values()))
    holding = [node for node, one in sums.items() if one <= question.allowed]
    cost_of = COSTS[question.case.metric]
    with TemporaryDirectory() as folder:
        job = _write_job(question, Path(folder), False)
        if not holding:
            with pytest.raises(NoSafeRelease):
                dpsql.anonymize(job)
            assert not (Path(folder) / "release.parquet").exists()
            return
        minimal = [tuple(levels.values()) for levels, _ in dpsql.lattice(job).nodes]
        assert minimal == find_minimal_nodes(holding)
        best = min(holding, key=lambda node: (cost_of(instance, node), sum(node), node))
        found = dpsql.anonymize(job)
        assert tuple(found.levels.values()) == best
        assert found.satisfied
        verified = dpsql.verify(job).to_dict()
        assert verified["confidence"]["least"] == pytest.approx(
            found.to_dict()["confidence"]["least"], abs=1e-9
        )
        _refuse_changed(job, Path(folder))


def _refuse_changed(job: dpsql.Job, folder: Path) -> None:
    """Neither another claim nor other levels pass."""
    manifest = folder / "release.parquet.manifest.json"
    claims = json.loads(manifest.read_text())
    changes: list[Callable[[dict[str, Any]], object]] = [
        lambda one: one["confidence"].update(asked="1/3"),
        lambda one: one["confidence"].update(size_min=one["confidence"]["size_min"] + 1),
        lambda one: one["levels"].update(dict.fromkeys(one["levels"], 0)),
    ]
    for change in changes:
        changed = json.loads(json.dumps(claims))
        change(changed)
        if changed == claims:
            continue
        manifest.write_text(json.dumps(changed, indent=2, ensure_ascii=False) + "\n")
        with pytest.raises((IntegrityError, NotSatisfied)):
            dpsql.verify(job)
