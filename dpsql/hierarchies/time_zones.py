"""Warns of dates that are made of times with a time zone: they are those of UTC."""

import logging
from collections.abc import Mapping

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.levels.rules import DateHierarchy
from dpsql.engines.base import ColumnType

_log = logging.getLogger("dpsql")


def warn_of_time_zones(
    hierarchies: Mapping[str, Hierarchy], types: Mapping[str, ColumnType]
) -> None:
    """Log a warning if dates are made of times with a zone: those of UTC, not of the place."""
    names = [
        name
        for name, hierarchy in hierarchies.items()
        if isinstance(hierarchy, DateHierarchy)
        and name in types
        and types[name].name == "TIMESTAMP WITH TIME ZONE"
    ]
    if names:
        _log.warning(
            "%s: times with a zone are taken in UTC, where midnight of another zone may be in the"
            " month before; make it a TIMESTAMP or DATE of that zone if those dates are meant",
            ", ".join(names),
        )
