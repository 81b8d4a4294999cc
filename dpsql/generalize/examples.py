"""The cells that people have in a release, by their values; of anybody in P, or of rows of T."""

from collections.abc import Mapping, Sequence

from dpsql.domain.found.explored import Person, ShownPerson
from dpsql.domain.levels.cut_tree import find_labels
from dpsql.domain.levels.hierarchy import Hierarchy, Leaf
from dpsql.release.manifest import Boxes, HierarchyParts, PooledLevels, Shape
from dpsql.session.load import Loaded
from dpsql.sql.boxed_people import find_boxes_of
from dpsql.sql.pooling.steps_of_people import find_steps_of


def show_people(loaded: Loaded, shape: Shape, people: Sequence[Person]) -> tuple[ShownPerson, ...]:
    """Return the cells of each person, None who is in no box; nothing where levels tell them."""
    if isinstance(shape, Mapping):
        return ()
    return tuple(find_cells(loaded, shape, [[labels[0] for labels in one] for one in people]))


def find_cells(loaded: Loaded, shape: Shape, people: Sequence[Sequence[Leaf]]) -> list[ShownPerson]:
    """Return the cells of each person by their values, None who is in no box.

    Boxes and steps are those of the session, which has just found them.
    """
    names, hierarchies = list(loaded.hierarchies), list(loaded.hierarchies.values())
    if isinstance(shape, Boxes):
        return [
            None if box is None else tuple(name_range(*ends) for ends in box)
            for box in find_boxes_of(loaded.engine, people)
        ]
    if isinstance(shape, HierarchyParts):
        labels = [dict(zip(names, label_all(hierarchies, one), strict=True)) for one in people]
        return [tuple(find_labels(shape.cuts, one).values()) for one in labels]
    if isinstance(shape, PooledLevels):
        steps = find_steps_of(loaded.engine, people)
        levels: list[Mapping[str, int]] = [shape.steps[step] for step in steps]
    else:
        levels = [shape] * len(people)
    return [
        tuple(
            hierarchy.label(leaf, at[name])
            for name, hierarchy, leaf in zip(names, hierarchies, one, strict=True)
        )
        for one, at in zip(people, levels, strict=True)
    ]


def label_all(hierarchies: Sequence[Hierarchy], person: Sequence[Leaf]) -> Person:
    """Return the labels of a person's values on every level."""
    return tuple(
        tuple(hierarchy.label(leaf, level) for level in range(hierarchy.height + 1))
        for hierarchy, leaf in zip(hierarchies, person, strict=True)
    )


def name_range(low: Leaf, high: Leaf) -> Leaf:
    """Write a range as the release does.

    >>> name_range("20", "29"), name_range(None, "3"), name_range(None, None)
    ('[20..29]', '[NULL..3]', None)
    """
    if low == high:
        return low
    ends = ("NULL" if end is None else end for end in (low, high))
    return "[{}..{}]".format(*ends)
