"""What a search and the verifier say of each model alone: the SQL and the Python agree."""

import random
from fractions import Fraction

import pytest

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.privacy.k_map import KMap
from dpsql.privacy.presence import PresenceModel
from dpsql.privacy.presence_closeness import PresenceCloseness
from dpsql.privacy.presence_diversity import PresenceDiversity
from dpsql.privacy.weak_k_anonymity import WeakKAnonymity
from dpsql.search.checker import Checker
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, FrequencySet
from dpsql.verifier.verified import ClassCounts, judge

RAW = Node((0,))


def judge_both(bench, classes, models):
    """The verdicts on classes of P, by SQL and by Python."""
    with bench.open_engine() as engine:
        columns = ("q0_level_0", "public_count", "private_count")
        rows = [(code, *counts) for code, counts in enumerate(classes)]
        engine.upload(FREQUENCY_SET, dict.fromkeys(columns, "BIGINT"), rows)
        totals = [sum(counts) for counts in zip(*classes, strict=True)]
        sizes = TableSizes(*totals, len(classes))
        on = tuple(model.on(*totals) for model in models)
        checker = Checker.of(engine, Lattice((1,)), on, sizes, FrequencySet(RAW, len(classes)))
        found = checker.judge(RAW, checker.count([RAW])[0])
    counts = [ClassCounts(public, private, private, 1) for public, private in classes]
    return found, judge(counts, models, tolerate_failure=True).verdicts


@pytest.mark.parametrize("seed", range(3))
def test_each_model_breaks_in_as_many_classes(bench, seed):
    chosen = random.Random(seed)
    classes = [(size := chosen.randint(1, 9), chosen.randint(0, size)) for _ in range(40)]
    bounds = PresenceBounds(Fraction(1, 4), Fraction(2, 3))
    models = (
        *(PresenceModel(bounds), KAnonymity(3), KMap(4), WeakKAnonymity(2)),
        *(PresenceDiversity(Fraction(3)), PresenceCloseness(Fraction(1, 5))),
    )
    by_sql, by_python = judge_both(bench, classes, models)
    assert by_sql == by_python
    broken = {one.name: one.broken_classes for one in by_sql}
    assert broken["delta min"] == sum(4 * t < p for p, t in classes) > 0
    assert broken["delta max"] == sum(3 * t > 2 * p for p, t in classes) > 0
    assert broken["k_anonymity"] == sum(0 < t < 3 for _, t in classes) > 0
    assert [one.holds for one in by_sql] == [not one.broken_classes for one in by_sql]


def test_models_that_hold_are_told_from_one_that_does_not(bench):
    models = (PresenceModel(PresenceBounds(Fraction(0), Fraction(1, 2))), KAnonymity(2), KMap(4))
    by_sql, by_python = judge_both(bench, [(4, 2), (6, 3), (9, 0), (3, 0)], models)
    assert by_sql == by_python
    assert {one.name: one.holds for one in by_sql} == {
        **{"delta min": True, "delta max": True, "k_anonymity": True, "k_map": True}
    }
    by_sql, by_python = judge_both(bench, [(4, 2), (6, 1), (9, 0)], models)
    assert by_sql == by_python
    assert [one.name for one in by_sql if not one.holds] == ["k_anonymity"]
