"""The greatest presence of a release of dpsql, counted from its rows and P.

Nothing that dpsql states of presence is used, and none of its code: only the rows, P, the levels,
and of a pooled release how few people settle together, which are public. Everybody of P is in the
class of the rows that could be theirs; presence is rows / people of a class.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import numpy as np

from benchmarks.microdata.people import Column, Ints, People

Texts = tuple[str, ...]


def count_settled(
    people: People, rows: Counter[Texts], steps: Sequence[Mapping[str, int]], least: int
) -> Fraction:
    """Return the greatest presence of rows with the labels of steps.

    Everybody comes to the first step. Classes with at least `least` people settle there, with its
    labels; the others go on. At the last step all settle.
    """
    published: Counter[Texts] = Counter()
    left = people.known
    for number, step in enumerate(steps):
        found = [column.at_level(step[column.name]) for column in people.columns]
        numbers = np.stack([of[left[:, j]] for j, (_, of) in enumerate(found)], axis=1)
        classes, of_person, sizes = np.unique(
            numbers, axis=0, return_inverse=True, return_counts=True
        )
        settles = sizes >= (least if number < len(steps) - 1 else 1)
        for labels, size in zip(classes[settles], sizes[settles], strict=True):
            texts = [names[k] for (names, _), k in zip(found, labels, strict=True)]
            published[tuple(texts)] += int(size)
        left = left[~settles[of_person.ravel()]]
    return max(_divide(number, published[texts]) for texts, number in rows.items())


def count_boxes(
    people: People, rows: Counter[Texts], read: Callable[[Column, str], Ints]
) -> Fraction:
    """Return the greatest presence of rows with boxes; `read`: the values that a label means.

    Raises:
        ValueError: somebody is in two boxes.
    """
    tuples, sizes = np.unique(people.known, axis=0, return_counts=True)
    covered = np.zeros(len(tuples), dtype=bool)
    greatest = Fraction(0)
    for texts, number in rows.items():
        inside = np.ones(len(tuples), dtype=bool)
        for j, (column, text) in enumerate(zip(people.columns, texts, strict=True)):
            inside &= np.isin(tuples[:, j], read(column, text))
        if (inside & covered).any():
            raise ValueError("two boxes have people in common")
        covered |= inside
        greatest = max(greatest, _divide(number, int(sizes[inside].sum())))
    return greatest


def _divide(rows: int, people: int) -> Fraction:
    if rows > people:
        raise ValueError(f"{rows} rows of a class with {people} people")
    return Fraction(rows, people)
