"""How hard rows of a release are to link to their people, before it is written."""

from collections.abc import Mapping

from dpsql.domain.found.explored import LinkRisk
from dpsql.domain.found.risks import REPORTED, SizedClasses, find_risks
from dpsql.domain.levels.lattice import node_at_levels
from dpsql.release.manifest import Boxes, Shape
from dpsql.session.load import Loaded
from dpsql.sql.lattice.risks import count_sizes, count_sizes_of
from dpsql.sql.published_classes import presences_query
from dpsql.sql.shown_classes import boxes_query


def find_link_risk(loaded: Loaded, shape: Shape) -> LinkRisk | None:
    """Return the risk of a release that the session has just found; None if T has no rows."""
    found = _count_sizes(loaded, shape)
    risks = find_risks(found, REPORTED) if found else None
    if risks is None or risks.k_map is None or risks.above_threshold is None:
        return None
    people = sum(one.people * one.private_classes for one in found)
    return LinkRisk(risks.k_map, risks.above_threshold, people)


def _count_sizes(loaded: Loaded, shape: Shape) -> list[SizedClasses]:
    if isinstance(shape, Mapping):
        node = node_at_levels(shape, loaded.heights)
        return count_sizes(loaded.engine, loaded.lattice, node)
    if isinstance(shape, Boxes):
        return count_sizes_of(loaded.engine, boxes_query())
    return count_sizes_of(loaded.engine, presences_query(len(loaded.hierarchies)))
