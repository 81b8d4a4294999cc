"""Pooled where P is known from statistics only: who climbs, the optimum, and verification."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import dpsql
from dpsql.errors import ConfigError, IntegrityError, NoSafeRelease, NotSatisfied
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import nodes
from tests.generative.instances.jobs import plain_setting
from tests.generative.instances.runs import read_release
from tests.generative.instances.statistics_questions import (
    NEAR,
    Question,
    questions,
    round_shares,
    write_job,
)
from tests.generative.parts.test_pooled import with_texts
from tests.oracle.knowledge.statistics import Class, estimate, sum_violations
from tests.oracle.search.exhaustive import is_at_most
from tests.oracle.search.expected_pooling import find_cost, holds, list_numbers, settle
from tests.oracle.tables.instance import Instance
from tests.oracle.tables.table import Node, Row, Value, generalize

_METRICS = ["loss", "precision", "entropy"]


@dataclass(frozen=True)
class PooledQuestion:
    """A question, the rows that a class of T needs, and the numbers of people the job names."""

    question: Question
    least_rows: int
    numbers: tuple[int, ...] | None

    @property
    def instance(self) -> Instance:
        """With the texts that a release has in place of labels."""
        return with_texts(self.question.case)

    @property
    def tried(self) -> list[int]:
        """The numbers of people that are tried."""
        return sorted(self.numbers or list_numbers(self.question.statistics, self.question.delta))

    @property
    def shares_root(self) -> bool:
        """Whether a label below the root has its text."""
        statistics, ladders = self.question.statistics, self.instance.ladders
        known: list[set[Value]] = [
            {row[j] for row in self.instance.private} for j in range(len(ladders))
        ]
        for columns, weights in zip(statistics.blocks, statistics.weights, strict=True):
            for values in weights:
                for column, value in zip(columns, values, strict=True):
                    known[column].add(value)
        used = [
            [ladder[value] for value in values]
            for ladder, values in zip(ladders, known, strict=True)
        ]
        return any(
            {steps[-1] for steps in column} & {text for steps in column for text in steps[:-1]}
            for column in used
        )

    def write(self, folder: Path, as_shares: bool) -> dpsql.Job:
        """Return the job."""
        words: dict[str, Any] = {"path": "root"}
        if self.numbers is not None:
            words["least"] = list(self.numbers)
        constraints = {"k_anonymity": self.least_rows} if self.least_rows > 1 else {}
        return write_job(
            self.question,
            folder,
            as_shares,
            algorithm={"pooled": words},
            constraints=constraints,
        )


@st.composite
def pooled_questions(draw: st.DrawFn) -> PooledQuestion:
    question = draw(questions(of_regions=False))
    if draw(st.booleans()):
        question = replace(question, statistics=round_shares(question.statistics))
    case = replace(question.case, metric=draw(st.sampled_from(_METRICS)))
    size = question.statistics.size
    numbers = draw(
        st.none() | st.lists(st.integers(1, size), min_size=1, max_size=3, unique=True).map(tuple)
    )
    found = PooledQuestion(replace(question, case=case), draw(st.sampled_from([1, 1, 2])), numbers)
    assume(question.rows <= size)
    return found


@share_of_profile(2)
@given(pooled_questions(), st.data())
def test_rows_climb_by_the_people_that_are_expected(
    asked: PooledQuestion, data: st.DataObject
) -> None:
    question, instance = asked.question, asked.instance
    start = data.draw(nodes(question.case))
    with TemporaryDirectory() as folder:
        job = asked.write(Path(folder), data.draw(st.booleans()))
        levels = dict(zip(plain_setting(question.case).names, start, strict=True))
        if asked.shares_root:
            with pytest.raises(ConfigError, match="last label"):
                dpsql.measure(job, levels=levels)
            return
        said = dpsql.measure(job, levels=levels).to_dict()
    statistics, delta = question.statistics, question.delta
    judged = {number: settle(instance, statistics, start, number) for number in asked.tried}
    sums = {one: sum_violations(found[1], statistics, delta) for one, found in judged.items()}
    assume(not any(one and abs(one - question.allowed) <= NEAR for one in sums.values()))
    holding = [
        number
        for number, (_, classes, _) in judged.items()
        if holds(classes, statistics, delta, question.allowed, asked.least_rows)
    ]
    number = min(holding, default=min(asked.numbers or [1]))
    assert said["pooled"]["least"] == number
    assert said["satisfied"] is bool(holding)
    _, classes, rest = judged.get(number) or settle(instance, statistics, start, number)
    total = sum_violations(classes, statistics, delta)
    assert said["confidence"]["least"] == pytest.approx(float(max(0, 1 - total)), abs=1e-9)
    told = Fraction(said["presence_estimate"]["max"])
    assert float(told) == pytest.approx(float(estimate(classes, statistics)), abs=1e-9)
    assert_it_says_who_climbed(question, start, classes, rest, said)


def assert_it_says_who_climbed(
    question: Question, start: Node, classes: list[Class], rest: Fraction, said: dict[str, Any]
) -> None:
    root = question.case.instance.root
    people = int(rest * question.statistics.size + Fraction(1, 1000)) if start != root else 0
    climbs = start != root and any(one.cells[0].share == rest for one in classes[-1:])
    assert said["pooled"]["classes"] == len(classes)
    assert said["pooled"]["public_rows"] == people
    assert sum(step["private_rows"] for step in said["steps"]) == question.rows
    if people or (climbs and said["pooled"]["private_rows"]):
        assert [tuple(one["levels"].values()) for one in said["steps"]] == [start, root]


@share_of_profile(2)
@given(pooled_questions(), st.booleans(), st.data())
def test_the_release_is_the_best_of_all_starts_and_numbers(
    asked: PooledQuestion, as_shares: bool, data: st.DataObject
) -> None:
    instance = asked.instance
    assume(not asked.shares_root)
    lowest = data.draw(st.just((0,) * len(instance.root)) | nodes(asked.question.case))
    best = _find_best(asked, lowest)
    with TemporaryDirectory() as folder:
        job = _start_at_least(asked.write(Path(folder), as_shares), lowest)
        try:
            said = dpsql.anonymize(job).to_dict()
        except NoSafeRelease:
            assert best is None
            assert not (Path(folder) / "release.parquet").exists()
            return
        assert best is not None
        (_, _, start, number), settled = best
        assert said["search"]["optimal"] is True
        assert tuple(said["levels"].values()) == start
        assert said["pooled"]["least"] == number
        _, records = read_release(Path(folder) / "release.parquet")
        labels = [generalize(row, instance.ladders, settled[row]) for row in instance.private]
        expected = sorted(map(str, labels))
        assert sorted(str(tuple(record)) for record in records.elements()) == expected
        verified = dpsql.verify(job).to_dict()
        assert verified["confidence"]["least"] == pytest.approx(
            said["confidence"]["least"], abs=1e-9
        )
        _refuse_changed(job, Path(folder), of_number=asked.numbers is not None)


def _start_at_least(job: dpsql.Job, lowest: Node) -> dpsql.Job:
    """Return the job with the levels of a node as its finest ones."""
    columns = {
        name: words.model_copy(update={"least_level": level})
        for (name, words), level in zip(job.quasi_identifiers.items(), lowest, strict=True)
    }
    return job.with_unchecked({"quasi_identifiers": columns})


def _find_best(
    asked: PooledQuestion, lowest: Node
) -> tuple[tuple[Fraction, int, Node, int], dict[Row, Node]] | None:
    """Try every start from the lowest one up with every number."""
    question, instance, statistics = asked.question, asked.instance, asked.question.statistics
    known: dict[tuple[Class, ...], Fraction] = {}
    best = None
    for start in instance.list_nodes():
        if not is_at_most(lowest, start):
            continue
        for number in asked.tried:
            settled, classes, _ = settle(instance, statistics, start, number)
            key = tuple(classes)
            if key not in known:
                known[key] = sum_violations(classes, statistics, question.delta)
            assume(not known[key] or abs(known[key] - question.allowed) > NEAR)
            enough = all(one.private >= asked.least_rows for one in classes)
            if enough and known[key] <= question.allowed:
                cost = (find_cost(instance, settled), sum(start), start, number)
                if best is None or cost < best[0]:
                    best = cost, settled
    return best


def _refuse_changed(job: dpsql.Job, folder: Path, *, of_number: bool) -> None:
    """No other claim passes: of the steps, of the people, of the confidence.

    Nor another number of people, if the job names some; otherwise the same may settle with it.
    """
    manifest = folder / "release.parquet.manifest.json"
    claims = json.loads(manifest.read_text())
    changes: list[Callable[[dict[str, Any]], object]] = [
        lambda one: one["steps"][0].update(public_rows=one["steps"][0]["public_rows"] - 1),
        lambda one: one["steps"][0].update(private_rows=one["steps"][0]["private_rows"] + 1),
        lambda one: one["confidence"].update(asked="1/3"),
        lambda one: one["steps"][0]["levels"].update(dict.fromkeys(one["levels"], 0)),
    ]
    if of_number:
        changes.append(lambda one: one["pooled"].update(least=one["pooled"]["least"] + 10**6))
    for change in changes:
        changed = json.loads(json.dumps(claims))
        change(changed)
        if changed == claims:
            continue
        manifest.write_text(json.dumps(changed, indent=2, ensure_ascii=False) + "\n")
        with pytest.raises((IntegrityError, NotSatisfied)):
            dpsql.verify(job)
    manifest.write_text(json.dumps(claims, indent=2, ensure_ascii=False) + "\n")
