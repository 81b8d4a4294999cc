"""What `compare` finds of distributions is that of the release, spread by the oracle.

Shifts, means, correlations and associations.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.errors import NoSafeRelease
from dpsql.metrics.box_loss import read_number
from dpsql.use_cases.compare.candidate import Candidate
from dpsql.utility.measure import Utility
from dpsql.utility.not_measured import NotMeasured
from tests.generative.budget import share_of_profile
from tests.generative.instances.box_releases import spell
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.cases import Case
from tests.generative.instances.columns import text_of
from tests.generative.instances.jobs import make_job, plain_setting
from tests.generative.instances.partition_questions import mpalm_questions, order_as_the_oracle_does
from tests.generative.instances.published_boxes import publish
from tests.generative.instances.runs import read_release
from tests.oracle.losses import utility
from tests.oracle.losses.utility import Meaning, Text

MOST_COMBINATIONS = 3_000
ALGORITHMS = (
    "spalm",
    {"pooled": {"path": "root"}},
    {"pooled": {"path": "columns"}},
    {"mpalm": {"cuts": "hierarchy"}},
)
#: Values of the kept column: texts, or numbers.
PAYLOADS = (("a", "b", "b"), ("1", "2.5", "-4"))


@share_of_profile(4)
@given(cases(models="delta", most_levels=3), st.sampled_from(ALGORITHMS), st.sampled_from(PAYLOADS))
def test_labels_are_spread_as_the_oracle_spreads_them(
    case: Case, algorithm: object, payloads: tuple[str, ...]
) -> None:
    setting = replace(plain_setting(case), payloads=payloads)
    with TemporaryDirectory() as folder:
        job = make_job(case, setting, Path(folder)).with_algorithm(algorithm, metric="loss")
        try:
            said = dpsql.anonymize(job, csv_formulas="quote").to_dict()
        except NoSafeRelease:
            assert dpsql.compare(job).candidates[0].outcome is None
            return
        (found,) = dpsql.compare(job).candidates
        _, records = read_release(Path(folder) / "release.parquet")
    released = [row for row, number in records.items() for _ in range(number)]
    own = [
        (*map(text_of, row), setting.payload(position))
        for position, (row, member) in enumerate(zip(case.public, case.members, strict=True))
        if member
    ]
    meanings: list[Meaning] = [
        find_meaning(ladder, list_levels(said, j, ladder))
        for j, ladder in enumerate(case.instance.ladders)
    ]
    names = [*setting.names, setting.kept]
    compare(found, names, own, released, [*meanings, {text: [text] for text in payloads}])


def list_levels(said: dict, j: int, ladder: dict) -> set[int]:
    """The levels that labels of a column may have."""
    if "steps" in said:
        return {[*step["levels"].values()][j] for step in said["steps"]}
    if "levels" in said:
        return {[*said["levels"].values()][j]}
    return set(range(len(next(iter(ladder.values())))))


def find_meaning(ladder: dict, levels: set[int]) -> Meaning:
    """Label -> the leaves that have it on some level."""
    found: dict[Text, dict[Text, None]] = {}
    for leaf, labels in ladder.items():
        for level in levels:
            found.setdefault(text_of(labels[level]), {})[text_of(leaf)] = None
    return {label: [*leaves] for label, leaves in found.items()}


@share_of_profile(4)
@given(mpalm_questions())
def test_ranges_are_spread_as_the_oracle_spreads_them(question: tuple) -> None:
    public, members, (lower, upper), kinds, strategy, listed = question
    names = [f"c{j}" for j in range(len(kinds))]
    words = {"columns": strategy.columns, "values": strategy.values}
    if strategy.columns == "priority":
        words["priority"] = [names[j] for j in strategy.priority]
    with TemporaryDirectory() as folder:
        try:
            job, _, released = publish(
                folder,
                public,
                members,
                kinds,
                listed,
                {"mpalm": words},
                delta={"min": lower, "max": upper},
            )
        except NoSafeRelease:
            return
        (found,) = dpsql.compare(job).candidates
    meanings: list[Meaning] = []
    for j, kind in enumerate(kinds):
        values = order_as_the_oracle_does(kind, [row[j] for row in public], listed).values
        meanings.append(
            {
                spell(low, high): values[values.index(low) : values.index(high) + 1]
                for low in values
                for high in values[values.index(low) :]
            }
        )
    own = [row for row, member in zip(public, members, strict=True) if member]
    compare(found, names, own, released, meanings)


def compare(
    found: Candidate,
    names: Sequence[str],
    own: list[tuple[Text, ...]],
    released: list[tuple[Text, ...]],
    meanings: list[Meaning],
) -> None:
    """Compare one candidate; the last name may be that of a kept column."""
    measured = found.utility
    if not own:
        assert measured == Utility(left_out=(NotMeasured("T has no rows"),))
        return
    assert not measured.left_out
    sides = [[row[j] for row in own] for j in range(len(names))]
    cells = [[row[j] for row in released] for j in range(len(names))]
    for j, name in enumerate(measured.shifts):
        assert name == names[j]
        expected = utility.find_shift(
            [(x,) for x in sides[j]], [(x,) for x in cells[j]], [meanings[j]]
        )
        assert measured.shifts[name] == expected
    pairs = list(combinations(range(len(names)), 2))
    assert {(names[j], names[k]) for j, k in pairs} == set(measured.pair_shifts)
    for j, k in pairs:
        expected = utility.find_shift(
            list(zip(sides[j], sides[k], strict=True)),
            list(zip(cells[j], cells[k], strict=True)),
            [meanings[j], meanings[k]],
        )
        assert measured.pair_shifts[names[j], names[k]] == pytest.approx(float(expected), abs=1e-12)
    compare_relations(measured, names, own, released, meanings)
    for name, mean in measured.means.items():
        j = names.index(name)
        numbers = [read_number(x) for x in sides[j] if x is not None]
        assert mean.own == Fraction(sum(numbers), len(numbers))
        assert mean.estimate == utility.find_mean(cells[j], meanings[j], read_number)
        assert mean.least <= mean.own <= mean.most
        assert mean.least <= mean.estimate <= mean.most
        combined = 1
        for label in set(cells[j]):
            combined *= len(meanings[j][label])
        if combined <= MOST_COMBINATIONS:
            bounds = utility.find_mean_bounds(cells[j], meanings[j], read_number)
            assert (mean.least, mean.most) == bounds


def compare_relations(
    measured: Utility,
    names: Sequence[str],
    own: list[tuple[Text, ...]],
    released: list[tuple[Text, ...]],
    meanings: list[Meaning],
) -> None:
    """Compare correlations and associations with those of the joint distribution of two columns."""
    told = [
        *(
            (one, lambda pairs: utility.find_correlation(pairs, read_number))
            for one in measured.correlations
        ),
        *((one, utility.find_association) for one in measured.associations),
    ]
    # Of one row there is no relation.
    pairs = len(measured.pair_shifts) if len(own) > 1 else 0
    assert len({one.columns for one, _ in told}) == len(told) == pairs
    for one, find in told:
        j, k = (names.index(name) for name in one.columns)
        before = Counter((row[j], row[k]) for row in own)
        after = utility.spread([(row[j], row[k]) for row in released], [meanings[j], meanings[k]])
        for found, expected in ((one.before, find(before)), (one.after, find(after))):
            assert found == (None if expected is None else pytest.approx(expected, abs=1e-9))
        if one in measured.correlations:
            known = sum(row[j] is not None and row[k] is not None for row in own)
            # Cases are small: only what lies at the edge may be either.
            if one.before is not None and abs(one.before**2 * (known - 1) - 9) > 1e-6:
                assert one.is_by_chance == (one.before**2 * (known - 1) < 9)


def test_rows_are_counted_as_they_are():
    meaning = {"*": ["a", None], "a": ["a"]}
    after = utility.spread([("*",), ("a",)], [meaning])
    assert after == {("a",): Fraction(3, 2), (None,): Fraction(1, 2)}
    assert Counter(after) == after
