"""Limits of levels, fixed levels and weights: what is found is the oracle's within them."""

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.errors import NoSafeRelease
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases, nodes
from tests.generative.instances.cases import Case
from tests.generative.instances.jobs import make_job, plain_setting
from tests.generative.parts.test_pooled import with_texts
from tests.oracle.losses.cost import COSTS, mean
from tests.oracle.search.exhaustive import find_holding_nodes, find_minimal_nodes, is_at_most
from tests.oracle.search.pooling import find_optimum as find_pooled
from tests.oracle.tables.instance import Instance
from tests.oracle.tables.table import Node

WEIGHTS = ("0", "1", "1", "3", "1/2", "2.5")


@dataclass(frozen=True)
class Steered:
    """A case, the levels that are looked at, and the weights of its columns."""

    case: Case
    lowest: Node
    highest: Node
    weights: tuple[Fraction, ...]

    def write(self, folder: Path) -> dpsql.Job:
        """Return the job; limits that leave nothing out are stated for some columns only."""
        job = make_job(self.case, plain_setting(self.case), folder)
        root = self.case.instance.root
        columns = {}
        for j, (name, words) in enumerate(job.quasi_identifiers.items()):
            stated: dict[str, int | Fraction] = {"weight": self.weights[j]}
            if self.lowest[j] or j % 2:
                stated["least_level"] = self.lowest[j]
            if self.highest[j] < root[j] or j % 3 == 1:
                stated["most_level"] = self.highest[j]
            columns[name] = words.model_copy(update=stated)
        return job.with_unchecked({"quasi_identifiers": columns, "keep": ()})

    def allows(self, node: Node) -> bool:
        """Whether a node lies within the limits."""
        return is_at_most(self.lowest, node) and is_at_most(node, self.highest)

    def cost(self, node: Node) -> Fraction:
        """What the job's metric says of a node."""
        if self.case.metric != "loss":
            return COSTS[self.case.metric](self.case.instance, node)
        return weigh_loss(self.case.instance, node, self.weights)


def weigh_loss(instance: Instance, node: Node, weights: tuple[Fraction, ...]) -> Fraction:
    """Return the weighted mean of what the rows lose in each column."""
    lost = Fraction(0)
    for j, (ladder, level) in enumerate(zip(instance.ladders, node, strict=True)):
        under = [labels[level] for labels in ladder.values()]
        rows = [
            Fraction(under.count(ladder[row[j]][level]) - 1, max(len(ladder) - 1, 1))
            for row in instance.private
        ]
        lost += weights[j] * mean(rows)
    return lost / sum(weights)


@st.composite
def steered(draw: st.DrawFn) -> Steered:
    case = draw(cases(models="delta", least_columns=2, most_levels=3))
    one, other = draw(nodes(case)), draw(nodes(case))
    pairs = [sorted(pair) for pair in zip(one, other, strict=True)]
    weights = [Fraction(draw(st.sampled_from(WEIGHTS))) for _ in case.columns]
    if not any(weights):
        weights[0] = Fraction(1)
    lowest, highest = (tuple(levels) for levels in zip(*pairs, strict=True))
    return Steered(case, lowest, highest, tuple(weights))


@share_of_profile(2)
@given(steered(), st.sampled_from(["spalm", "incognito"]))
def test_the_optimum_within_the_limits_is_the_oracles(asked: Steered, algorithm: str) -> None:
    holding = [n for n in find_holding_nodes(asked.case.instance) if asked.allows(n)]
    with TemporaryDirectory() as folder:
        job = asked.write(Path(folder)).with_algorithm(algorithm)
        minimal = [tuple(levels.values()) for levels, _ in dpsql.lattice(job).nodes]
        assert minimal == find_minimal_nodes(holding)
        if not holding:
            with pytest.raises(NoSafeRelease):
                dpsql.anonymize(job)
            return
        best = min(holding, key=lambda node: (asked.cost(node), sum(node), node))
        found = dpsql.anonymize(job)
        assert tuple(found.levels.values()) == best
        loss = weigh_loss(asked.case.instance, best, asked.weights)
        assert found.metrics["loss"] == pytest.approx(float(loss), abs=1e-12)
        dpsql.verify(job)


@share_of_profile(2)
@given(steered(), st.sampled_from(["root", "columns"]))
def test_pooled_starts_within_the_limits(asked: Steered, path: str) -> None:
    instance = with_texts(asked.case)
    alike = replace(asked, weights=(Fraction(1),) * len(asked.weights))
    expected = find_pooled(instance, path, None, asked.allows)
    with TemporaryDirectory() as folder:
        job = alike.write(Path(folder)).with_algorithm({"pooled": {"path": path}})
        if expected is None:
            with pytest.raises(NoSafeRelease, match=r"no start|delta|T has"):
                dpsql.anonymize(job, csv_formulas="quote")
            return
        found = dpsql.anonymize(job, csv_formulas="quote")
        assert found.pooled is not None
        start = tuple(found.levels.values())
        assert (start, found.pooled.least) == (expected[1].start, expected[1].least)
        dpsql.verify(job)


@share_of_profile(4)
@given(steered())
def test_the_frontier_within_the_limits_has_the_least_weighted_losses(asked: Steered) -> None:
    instance = asked.case.instance
    with TemporaryDirectory() as folder:
        job = asked.write(Path(folder))
        points = dpsql.frontier(job).to_dict()["points"]
        for point in points:
            node = tuple(point["levels"].values())
            assert asked.allows(node)
            assert point["loss"] == pytest.approx(
                float(weigh_loss(instance, node, asked.weights)), abs=1e-12
            )
            assert job.delta is not None
            delta = type(job.delta)(min=job.delta.min, max=point["delta_max"])
            again = job.with_unchecked({"delta": delta, "metric": "loss"})
            assert tuple(dpsql.anonymize(again, overwrite=True).levels.values()) == node


@share_of_profile(2)
@given(steered(), st.data())
def test_levels_are_released_if_they_hold(asked: Steered, data: st.DataObject) -> None:
    node = data.draw(nodes(asked.case))
    holds = node in find_holding_nodes(asked.case.instance)
    with TemporaryDirectory() as folder:
        job = asked.write(Path(folder))
        levels = dict(zip(job.quasi_identifiers, node, strict=True))
        if not asked.allows(node):
            with pytest.raises(dpsql.ConfigError, match="the job allows level"):
                dpsql.anonymize(job, levels)
            return
        if not holds:
            with pytest.raises(NoSafeRelease, match="satisfy"):
                dpsql.anonymize(job, levels)
            return
        found = dpsql.anonymize(job, levels)
        assert tuple(found.levels.values()) == node
        assert found.search is None
        dpsql.verify(job)


@share_of_profile(2)
@given(steered())
def test_explain_states_the_floors_whatever_the_limits_are(asked: Steered) -> None:
    instance = asked.case.instance
    holding = set(find_holding_nodes(instance))
    with TemporaryDirectory() as folder:
        floors = dpsql.explain(asked.write(Path(folder))).floors
    for j, (floor, height) in enumerate(zip(floors, instance.root, strict=True)):
        alone = [(*instance.root[:j], level, *instance.root[j + 1 :]) for level in range(height)]
        least = next((level for level, node in enumerate(alone) if node in holding), height)
        level = max(least, asked.lowest[j])
        assert (floor.level, floor.height) == (level, height)
        assert floor.is_beyond_limits == (level > asked.highest[j])
        below = floor.below is not None and floor.below.levels[floor.name]
        assert below == (level - 1 if least == level and level else False)
