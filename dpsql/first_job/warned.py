"""Tells of what is wrong or doubtful in the tables that a first job is drafted for."""

import logging

from dpsql.domain.found.leaning_columns import tell_leaning
from dpsql.domain.found.telling_columns import tell_columns
from dpsql.domain.sections.private_table import ALL_OF_P
from dpsql.faces import name_option
from dpsql.first_job.draft import Draft
from dpsql.first_job.people.outcomes import tell_outcomes
from dpsql.first_job.people.people import list_doubts_of_people, tell_counts
from dpsql.first_job.spelled_names import tell_misspelled
from dpsql.first_job.texts.variants import tell_variants
from dpsql.first_job.too_exact import tell_too_exact

_log = logging.getLogger("dpsql")
#: What follows where an identifier is no key.
_MATCHED = "; T is matched to P on the quasi-identifiers"


def name_asked(found: Draft) -> tuple[str, ...]:
    """Return the columns of which it is asked whether they name people; none if nothing is."""
    panel = found.found.panel
    if panel is not None:
        return panel.names if panel.is_asked_about else ()
    # A T of its own gets one column of both, by a statement.
    return tuple(found.found.pair or ()) if found.found.is_marked else ()


def warn_of(found: Draft) -> None:
    """Log what is wrong or doubtful in the tables."""
    if counts := tell_counts(found.found):
        _log.warning(counts)
    telling = found.telling
    if found.found.has_several_rows:
        # As many rows as T has are no sign of its people; once each has one, init is run again.
        telling = tuple(one for one in telling if not one.is_likely)
    for line in tell_columns(telling, found.found.private_rows, left_out=True):
        _log.warning(line)
    for line in tell_leaning(found.leaning):
        _log.warning(line)
    doubts = list_doubts_of_people(found.found, found.key, _MATCHED)
    if (called := found.found.called_otherwise) is not None and called.ask() in doubts:
        # Rows without equal ones follow from that, more probably than from values that differ.
        doubts.remove(called.ask())
        _log.warning(called.ask())
    for fault in found.faults:
        _log.warning("%s (until then check ends with code 3)", fault)
    for line in found.people.tell_partly():
        _log.warning(line)
    if found.key is not None:
        for told in found.key.remarks:
            _log.warning(told)
    if outcomes := tell_outcomes(found.found):
        _log.warning(outcomes)
    for doubt in doubts:
        _log.warning(doubt)
    for line in tell_too_exact(found.found, found.proposals, is_by_key=found.key is not None):
        _log.warning(line)
    for index in found.indexes:
        _log.warning("a column is left out: %s", index)
    if misspelled := tell_misspelled(found.found):
        _log.warning("%s (until then they are left out)", misspelled)
    used = [one.name for one in found.chosen]
    for one in found.found.public:
        if one.form is not None and one.form.doubt and one.name in used:
            _log.warning("%s: %s", one.name, one.form.doubt)
        if alike := tell_variants(one):
            _log.warning("%s: %s", one.name, alike)
    if found.found.private_rows == found.found.public_rows:
        _log.warning("%s; did you mean %s, or another table for T?", ALL_OF_P, name_option("where"))
