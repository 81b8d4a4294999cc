"""The labels of a level that stand before anybody looks at T."""

from dpsql.domain.levels.hierarchy import Hierarchy, LabelHierarchy, Leaf


def list_labels(hierarchy: Hierarchy, level: int) -> tuple[Leaf, ...] | None:
    """Return the labels that a hierarchy lists at a level, in its order; None if it is a rule.

    A rule has a label for every number, date or text; which of them P has is for P to tell.
    """
    if level == hierarchy.height:
        return (hierarchy.whole,)
    if not isinstance(hierarchy, LabelHierarchy):
        return None
    return tuple(dict.fromkeys(hierarchy.label(leaf, level) for leaf in hierarchy.paths))
