"""Warns of kept columns that identify people, by their values or by their names."""

import logging

from dpsql.domain.found.kept_columns import KeptColumn, tell_kept_columns
from dpsql.session.load import Loaded
from dpsql.sql.kept_columns.kept_values import find_kept_columns

_log = logging.getLogger("dpsql")


def warn_of_kept_columns(loaded: Loaded) -> tuple[KeptColumn, ...]:
    """Find kept columns that identify people, log a warning of each kind, and return them."""
    found = [one for one in find_kept_columns(loaded.engine, loaded.tables) if one.identifies]
    for line in tell_kept_columns(found):
        _log.warning(line)
    return tuple(found)
