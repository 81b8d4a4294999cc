"""What somebody who knows P learns from a release: who a record is of, and who is in T.

The same attacker for every method, who knows the quasi-identifiers of everybody and nothing else:
each record is shared out evenly among the people of P who match its labels (where values were
changed and nobody matches: the nearest). It is no attacker who knows the method, and may be
beaten by one; for methods with a proven bound the page states the bound beside it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.spatial import cKDTree

from benchmarks.microdata.people import Bools, Floats, Ints, People
from benchmarks.microdata.release import Release

#: A score above this counts as being sure.
SURE = 0.9
_NEIGHBOURS, _SAME = 8, 1e-12


@dataclass(frozen=True)
class Tuples:
    """The distinct tuples of P: how many people and people of T have each; `of_person`: by row."""

    values: Ints
    public: Ints
    private: Ints
    of_person: Ints


@dataclass(frozen=True)
class Attack:
    """What the attacks find.

    `linked_back`: share of the people of T whose record is linked with them; None if no record has
    an origin. `linked_members`: share of the records that are linked with people of T. `precision`:
    share of people of T among the |T| greatest scores, ties shared out. `worst`: the greatest
    score, at most 1. `sure`: people with a score above `SURE`; `sure_members`: those of T.
    """

    linked_back: float | None
    linked_members: float
    precision: float
    worst: float
    sure: int
    sure_members: int


def find_tuples(people: People, members: Ints) -> Tuples:
    """Group the people of P by all of their quasi-identifiers."""
    radix = tuple(len(column.values) for column in people.columns)
    keys = np.ravel_multi_index(tuple(people.known.T), radix)
    distinct, first, of_person, public = np.unique(
        keys, return_index=True, return_inverse=True, return_counts=True
    )
    private = np.bincount(of_person[members], minlength=len(distinct))
    return Tuples(people.known[first], public, private, of_person)


def attack(people: People, members: Ints, release: Release) -> Attack:
    """Attack a release of T, whose people are the rows `members` of P."""
    tuples = find_tuples(people, members)
    score = np.zeros(len(tuples.public))
    back, linked = 0.0, 0.0
    for records, places in _match(people, tuples, release):
        matched = tuples.public[places].sum()
        score[places] += len(records) / matched
        linked += len(records) * tuples.private[places].sum() / matched
        if release.origins is not None:
            origins = release.origins[records]
            homes = tuples.of_person[origins[origins >= 0]]
            back += np.isin(homes, places).sum() / matched
    sure = score > SURE + 1e-9
    return Attack(
        linked_back=None if release.origins is None else float(back / len(members)),
        linked_members=float(linked / release.size) if release.size else 0.0,
        precision=find_precision(score, tuples.public, tuples.private, len(members)),
        worst=float(min(1.0, score.max())),
        sure=int(tuples.public[sure].sum()),
        sure_members=int(tuples.private[sure].sum()),
    )


def find_precision(score: Floats, public: Ints, private: Ints, most: int) -> float:
    """Return the expected share of people of T among the `most` people of greatest score.

    >>> find_precision(np.array([1.0, 0.5]), np.array([1, 4]), np.array([1, 1]), 3)
    0.5
    """
    levels, place = np.unique(-score.round(12), return_inverse=True)
    people = np.bincount(place, weights=public, minlength=len(levels))
    inside = np.bincount(place, weights=private, minlength=len(levels))
    before = np.cumsum(people) - people
    taken = np.clip(most - before, 0, people)
    return float((inside * taken / people).sum() / most)


def _match(people: People, tuples: Tuples, release: Release) -> Iterator[tuple[Ints, Ints]]:
    """Yield the records of equal labels with the places of the tuples that they are linked with."""
    if not release.size:
        return
    distinct, group = np.unique(release.labels, axis=0, return_inverse=True)
    order = np.argsort(group.ravel(), kind="stable")
    ends = np.cumsum(np.bincount(group.ravel()))
    masks: dict[tuple[int, int], Bools] = {}
    strangers: list[tuple[Ints, Ints]] = []
    for row, start, end in zip(distinct, [0, *ends[:-1]], ends, strict=True):
        places: Ints | None = None
        for j, label in enumerate(row):
            if (j, label) not in masks:
                allowed = np.zeros(len(people.columns[j].values), dtype=bool)
                allowed[release.meanings[j][label]] = True
                masks[j, label] = allowed
            # Few tuples are left after a column or two, so that the others cost little.
            column = tuples.values[:, j] if places is None else tuples.values[places, j]
            here = np.flatnonzero(masks[j, label][column])
            places = here if places is None else places[here]
        records = order[start:end]
        if places is not None and len(places):
            yield records, places
        elif release.links_nearest:
            values = [release.meanings[j][label][0] for j, label in enumerate(row)]
            strangers.append((np.array(values), records))
    if strangers:
        yield from _link_nearest(people, tuples, strangers)


def _link_nearest(
    people: People, tuples: Tuples, strangers: list[tuple[Ints, Ints]]
) -> Iterator[tuple[Ints, Ints]]:
    """Link records of raw values with the nearest tuples of P; columns reach from 0 to 1."""
    axes = [column.axis for column in people.columns]
    tree = cKDTree(np.stack([axis[tuples.values[:, j]] for j, axis in enumerate(axes)], axis=1))
    rows = np.array([row for row, _ in strangers])
    points = np.stack([axis[rows[:, j]] for j, axis in enumerate(axes)], axis=1)
    distances, places = tree.query(points, k=min(_NEIGHBOURS, len(tuples.public)))
    distances, places = distances.reshape(len(rows), -1), places.reshape(len(rows), -1)
    for (_, records), far, near in zip(strangers, distances, places, strict=True):
        yield records, near[far <= far[0] + _SAME]
