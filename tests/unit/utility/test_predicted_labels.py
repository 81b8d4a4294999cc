"""What a predicted label is worth to a reader who picks one of its values; what models see."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest

from dpsql.utility.meanings import Meanings
from dpsql.utility.questions.accuracy import Guesses, find_worth
from dpsql.utility.questions.features import count_cells, make_table, tell_apart

VALUES = ("a", "b", "c", "d")
MEANINGS = [
    {"a": [0], "b": [1]},
    {"ab": [0, 1], "cd": [2, 3]},
    {"*": [0, 1, 2, 3], "a": [0], "bc": range(1, 3)},
    {"[a..c]": range(3), "[b..d]": range(1, 4), "d": [3]},
]


@pytest.mark.parametrize("by_label", MEANINGS)
def test_a_label_is_worth_how_often_a_pick_is_the_value(by_label):
    """Every value of the label is tried beside every true one."""
    worth = find_worth(Meanings(VALUES, by_label), by_label)
    for label, true in product(by_label, VALUES):
        picks = [VALUES[place] for place in by_label[label]]
        right = Fraction(picks.count(true), len(picks))
        assert worth.get((label, true), 0) == pytest.approx(float(right))


def test_values_are_worth_1_and_suppression_is_worth_a_guess():
    guesses = Guesses(["a", "b", "a", "c"], ["b", "b", "a", "a"])
    assert guesses.score() == guesses.score_usual() == 1 / 2
    values = Meanings(VALUES, {value: [place] for place, value in enumerate(VALUES)})
    assert guesses.score(find_worth(values, VALUES)) == guesses.score()
    all_alike = Guesses(["a", "b", "d"], ["*"] * 3)
    assert all_alike.score(find_worth(Meanings(VALUES, {"*": range(4)}), "*")) == 1 / 4


@pytest.mark.parametrize("by_label", MEANINGS)
def test_a_label_is_the_mean_of_what_its_values_are(by_label):
    """Values have one indicator each; two share it where no label tells them apart."""
    meanings = Meanings(VALUES, by_label)
    found = tell_apart(meanings, list(by_label))
    labels = make_table([(found.size, found.of_labels)], [(label,) for label in by_label]).toarray()
    for row, label in zip(labels, by_label, strict=True):
        meant = [(VALUES[place],) for place in by_label[label]]
        values = make_table([(found.size, found.of_values)], meant).toarray()
        assert set(values.sum(axis=1)) == {1}
        assert row == pytest.approx(values.mean(axis=0))
    alike = defaultdict(set)
    for value, ((number, _),) in found.of_values.items():
        alike[number].add(frozenset(x for x in by_label if VALUES.index(value) in by_label[x]))
    assert all(len(labels) == 1 for labels in alike.values())
    assert len({*map(frozenset, alike.values())}) == len(alike) == found.size


def test_columns_stand_side_by_side_and_unknown_texts_have_no_indicator():
    found = tell_apart(Meanings(VALUES, {"ab": [0, 1], "cd": [2, 3]}), ["ab", "cd"])
    columns = [(found.size, found.of_values)] * 2
    rows = [("a", "d"), ("c", "?")]
    assert make_table(columns, rows).toarray().tolist() == [[1, 0, 0, 1], [0, 1, 0, 0]]
    assert count_cells(columns, rows) == 3
