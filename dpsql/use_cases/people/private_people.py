"""Asks who the people of T are, where P calls them otherwise, or T has several rows of them."""

from collections.abc import Sequence
from dataclasses import replace

from dpsql.domain.job import Job
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.joined_names import find_joined, find_naming_each, tell_joined, tell_texts
from dpsql.first_job.mended_tables import tell_renamed
from dpsql.first_job.people.people import with_panel
from dpsql.first_job.people.renamed_ids import find_renamed, may_have_renamed
from dpsql.first_job.people.renamed_pairs import find_names_of_public
from dpsql.first_job.profile import Profile
from dpsql.inputs.places import Place
from dpsql.session.repeated_people import FIRST, has_more_rows, is_answered
from dpsql.sql.tables.copies import name_originals
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.tables.public_and_private import Tables
from dpsql.use_cases.people.looked import look_at_people
from dpsql.use_cases.people.named_people import (
    is_large_without_repeats,
    profile_public,
)

#: Columns that name people together.
_FEWEST = 2


def ask_of_renamed(
    engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]
) -> list[str] | None:
    """Ask whether columns of T name people as those of P do; None if none may.

    Empty if it is asked with P's rows.
    """
    types = engine.columns(PUBLIC), engine.columns(PRIVATE)
    if job.private.key is not None:
        return None
    if not may_have_renamed(*types, by_name=has_more_rows(engine, FIRST)):
        return _ask_of_several(engine, job, tables, places)
    columns = profile_public(engine)
    if not columns:
        return None
    panel = look_at_people(engine, job, tables).panel
    renamed = find_renamed(engine, columns, types[1], panel)
    if renamed is None and panel is None:
        return _ask_of_several(engine, job, tables, places, columns)
    if renamed is None:
        named = find_names_of_public(panel, None)
        given = engine, columns, types[1]
        is_asked = named is not None and any(find_joined(*given, named, panel=panel))
        return [] if is_asked else _ask_of_several(engine, job, tables, places, columns)
    if panel is not None:
        return []
    originals = name_originals(places, engine.dialect)
    copies = [*tell_renamed(engine, renamed, columns, None, originals)]
    return [f"{renamed.ask()}.", *copies] if copies else [renamed.ask()]


def _ask_of_several(
    engine: Engine,
    job: Job,
    tables: Tables,
    places: Sequence[Place | None],
    columns: Sequence[ColumnProfile] = (),
) -> list[str] | None:
    """Ask of columns that name each row of P together; None if T shows nothing of the kind.

    T has several rows of these, has them under other names, or two of them as one text. They are
    those that the job lists as person, or that seem to name people together. `columns`: of P, if
    they are known.
    """
    listed = job.person or ()
    are_answered = is_answered(job, tables) and len(listed) < _FEWEST
    is_closed = are_answered or (
        len(listed) < _FEWEST and is_large_without_repeats(engine, job, tables)
    )
    if is_closed and not columns:
        return None
    columns = columns or profile_public(engine)
    names, namesakes = _name_together(engine, columns, listed) if columns else (None, 0)
    if names is None:
        return None
    originals, own = name_originals(places, engine.dialect), engine.columns(PRIVATE)
    pair, text = find_joined(engine, columns, own, names, repeats=not are_answered)
    if text is not None:
        return [f"{text.ask()}.", *tell_texts(engine, text, columns, originals)]
    if pair is None:
        return None
    if namesakes:
        return [replace(pair, namesakes=namesakes).ask()]
    copies = [*tell_joined(engine, pair, columns, originals)]
    return [f"{pair.ask()}.", *copies] if copies else [pair.ask()]


def _name_together(
    engine: Engine, columns: Sequence[ColumnProfile], listed: Sequence[str]
) -> tuple[Sequence[str] | None, int]:
    """Return the columns that name each row of P together, and rows of namesakes; or None."""
    if len(listed) >= _FEWEST:
        return listed, 0
    found = with_panel(engine, Profile((*columns,), {}, columns[0].rows, 0))
    if found.panel is not None or found.may_count is not None:
        return None, 0
    return (found.pair, 0) if found.pair else find_naming_each(engine, columns)
