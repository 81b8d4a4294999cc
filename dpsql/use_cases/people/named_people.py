"""Looks for what names people in P, and in which of its rows."""

from collections.abc import Sequence
from dataclasses import replace

from dpsql.domain.job import Job
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile, profile_columns
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.people import with_panel
from dpsql.first_job.people.times import may_have_times
from dpsql.first_job.people.together.same_moments import find_panel_of_moments, may_be_of_moments
from dpsql.first_job.people.waves import with_waves
from dpsql.first_job.profile import Profile
from dpsql.first_job.rules.formed import with_forms
from dpsql.session.repeated_people import FIRST, count_repeating, has_more_rows, list_naming
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC, PrivateRows
from dpsql.sql.tables.public_and_private import Tables


def is_large_without_repeats(engine: Engine, job: Job, tables: Tables) -> bool:
    """Whether P has many rows, and no value of what names people there is in two of them."""
    repeating = count_repeating(engine, list_naming(engine, job, tables))
    return not repeating and has_more_rows(engine, FIRST)


def look_at_times(engine: Engine, tables: Tables) -> Profile:
    """Return a profile of P with a time whose rows may be the same people's, or what names them.

    Neither if P has no times. Of a large P without such, few columns are looked at: what says when
    a row was, and what describes people.
    """
    marking = tables.private_rows.marking
    has_times = may_have_times(engine)
    columns = profile_public(engine, marking) if has_times else ()
    found = Profile(columns, {}, columns[0].rows if columns else 0, 0, is_marked=bool(marking))
    if columns:
        found = replace(found, marking=_profile_marking(engine, marking))
        return with_waves(engine, with_panel(engine, found), None)
    if has_times or not has_more_rows(engine, FIRST):
        return found
    return replace(found, panel=find_panel_of_moments(engine, profile_of_moments(engine, marking)))


def profile_of_moments(engine: Engine, marking: Sequence[str] = ()) -> tuple[ColumnProfile, ...]:
    """Return the few columns of P that say when a row was, or describe people."""
    types = engine.columns(PUBLIC).items()
    apart = [name for name, one in types if name in marking or not may_be_of_moments(name, one)]
    return profile_public(engine, apart)


def find_panel_of_people(
    engine: Engine, rows: PrivateRows, named: Sequence[str] = ()
) -> Panel | None:
    """Return what names people with several rows of P each; none of the columns that mark T.

    `rows`: how T is found in P. `named`: the columns that name them, if the job says so.
    """
    columns = profile_public(engine, rows.marking)
    if not columns:
        return None
    read = _profile_marking(engine, rows.marking)
    own = {} if rows.mark is not None else engine.columns(PRIVATE)
    found = Profile(columns, own, columns[0].rows, 0, is_marked=rows.mark is not None, marking=read)
    return with_panel(engine, found, named).panel


def _profile_marking(engine: Engine, marking: Sequence[str]) -> tuple[ColumnProfile, ...]:
    """Return the columns of P that mark T."""
    types = {name: one for name, one in engine.columns(PUBLIC).items() if name in marking}
    return with_forms(engine, profile_columns(engine, PUBLIC, types)) if types else ()


def profile_public(engine: Engine, marking: Sequence[str] = ()) -> tuple[ColumnProfile, ...]:
    """Return the columns of P but for those that mark T."""
    types = {name: one for name, one in engine.columns(PUBLIC).items() if name not in marking}
    return with_forms(engine, profile_columns(engine, PUBLIC, types))
