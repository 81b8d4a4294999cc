"""A release as every measure sees it: records of labels, and what each label stands for."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.microdata.people import Ints, People

#: The origin of a record that was made from nobody's.
NOBODY = -1


@dataclass(frozen=True)
class Release:
    """Released records.

    `labels`: by record and column, the number of its label. `meanings`: by column and label, the
    values that it stands for. `informative`: the value of each record. `origins`: the row of P that
    a record was made from, or `NOBODY`; None if all records are drawn anew. `links_nearest`: a
    record that nobody of P matches is linked with the nearest, as its values were changed.
    """

    labels: Ints
    meanings: tuple[tuple[Ints, ...], ...]
    informative: Ints
    origins: Ints | None
    links_nearest: bool = False

    @property
    def size(self) -> int:
        """How many records there are."""
        return len(self.labels)


def of_codes(people: People, codes: Ints, origins: Ints | None) -> Release:
    """Return a release of raw values."""
    meanings = tuple(
        tuple(np.array([place]) for place in range(len(column.values))) for column in people.columns
    )
    return Release(codes[:, :-1], meanings, codes[:, -1], origins, links_nearest=True)


@dataclass(frozen=True)
class Classes:
    """The people of P by their labels at a node, which is public: levels by column."""

    node: tuple[int, ...]
    labels: Ints
    meanings: tuple[tuple[Ints, ...], ...]
    of_person: Ints

    @property
    def size(self) -> int:
        """How many classes have people of P."""
        return len(self.labels)


def find_classes(people: People, node: Sequence[int]) -> Classes:
    """Group the people of P by their labels at a node."""
    found, meanings = [], []
    for j, (column, level) in enumerate(zip(people.columns, node, strict=True)):
        names, label_of = column.at_level(level)
        found.append(label_of[people.known[:, j]])
        meanings.append(tuple(np.flatnonzero(label_of == k) for k in range(len(names))))
    radix = [len(one) for one in meanings]
    keys = np.ravel_multi_index(tuple(found), tuple(radix))
    distinct, of_person = np.unique(keys, return_inverse=True)
    labels = np.stack(np.unravel_index(distinct, tuple(radix)), axis=1)
    return Classes(tuple(node), labels, tuple(meanings), of_person)
