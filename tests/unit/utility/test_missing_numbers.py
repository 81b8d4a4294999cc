"""A mean that counts codes of missing values says so."""

from collections import Counter
from fractions import Fraction

from dpsql.utility.columns import ReleasedColumn
from dpsql.utility.meanings import Meanings
from dpsql.utility.missing_numbers import list_missing_numbers
from dpsql.utility.numbers import Numbers


def column(numbers, kind="number"):
    texts = [*map(str, numbers)]
    own = Counter(dict(zip(texts, [4] * len(texts), strict=True)))
    of_values = Numbers(kind, tuple(map(Fraction, numbers)))
    return ReleasedColumn("income", own, own, Meanings.of_values(texts), of_values)


def test_codes_of_missing_values_are_told_beside_the_mean():
    assert list_missing_numbers([column([-9, -1, *range(20, 60)])]) == [
        "the mean of income counts all numbers, though -9 and -1 may stand for missing"
    ]
    (told,) = list_missing_numbers([column([*range(20, 60), 999])])
    assert "999" in told


def test_numbers_alone_and_dates_are_not():
    assert list_missing_numbers([column(range(20, 60))]) == []
    assert list_missing_numbers([column([-9, -1, *range(20, 60)], kind="date")]) == []
