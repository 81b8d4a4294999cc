"""Asks who the people of T are, where P calls them otherwise, or T has several rows of them."""

from collections.abc import Sequence

from dpsql.domain.job import Job
from dpsql.engines.base import Engine
from dpsql.first_job.joined_names import tell_joined, tell_texts
from dpsql.first_job.mended_tables import tell_renamed
from dpsql.first_job.people.people import with_panel
from dpsql.first_job.people.renamed_ids import find_renamed, may_have_renamed
from dpsql.first_job.people.renamed_pairs import (
    count_own_names,
    find_pair_of_public,
    find_renamed_pair,
)
from dpsql.first_job.people.together.texts_of_pairs import find_text_of_pair
from dpsql.first_job.profile import Profile
from dpsql.inputs.places import Place
from dpsql.session.repeated_people import FIRST, has_more_rows, is_answered
from dpsql.sql.tables.copies import name_originals
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.tables.public_and_private import Tables
from dpsql.use_cases.people.named_people import (
    is_large_without_repeats,
    look_for_panel,
    profile_public,
)


def ask_of_renamed(
    engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]
) -> list[str] | None:
    """Ask whether columns of T name people as those of P do; None if none may.

    Empty if it is asked with P's rows.
    """
    types = engine.columns(PUBLIC), engine.columns(PRIVATE)
    is_large = has_more_rows(engine, FIRST)
    if job.private.key is not None:
        return None
    if not may_have_renamed(*types, by_name=is_large):
        return _ask_of_own_names(engine, job, tables, places)
    columns, own = profile_public(engine), engine.columns(PRIVATE)
    if not columns:
        return None
    panel = None if is_answered(job, tables) else look_for_panel(engine, job, tables)
    originals = name_originals(places, engine.dialect)
    renamed = find_renamed(engine, columns, own, panel)
    if renamed is not None:
        copies = [*tell_renamed(engine, renamed, columns, None, originals)]
        asked = renamed.ask()
    else:
        found = Profile(columns, own, columns[0].rows, 0)
        named = find_pair_of_public(panel, with_panel(engine, found).pair)
        pair = find_renamed_pair(engine, columns, own, named)
        if pair is None:
            return _ask_of_own_names(engine, job, tables, places)
        copies = [*tell_joined(engine, pair, columns, originals)]
        asked = pair.ask()
    if panel is not None:
        return []
    return [f"{asked}.", *copies] if copies else [asked]


def _ask_of_own_names(
    engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]
) -> list[str] | None:
    """Ask of columns that name each row of P; None if T has neither several rows nor texts.

    T has several rows of these, or what two of them say as one text. They are those that the job
    lists as person, or two that seem to name people together.
    """
    listed = job.person or ()
    if len(listed) > 1:
        names: Sequence[str] = listed
    elif is_answered(job, tables) or is_large_without_repeats(engine, job, tables):
        return None
    else:
        columns = profile_public(engine)
        if not columns:
            return None
        named = with_panel(engine, Profile(columns, {}, columns[0].rows, 0)).pair
        if named is None:
            return None
        names = named
    originals, own = name_originals(places, engine.dialect), engine.columns(PRIVATE)
    text = None
    if len(names) == len(("a group", "a number")):
        both = names[0], names[1]
        text = find_text_of_pair(engine, [*engine.columns(PUBLIC)], own, both)
    if text is not None:
        return [f"{text.ask()}.", *tell_texts(engine, text, profile_public(engine), originals)]
    if not {*names} <= {*own}:
        return None
    found = count_own_names(engine, names)
    if not found.repeats:
        return None
    return [f"{found.ask()}.", *tell_joined(engine, found, profile_public(engine), originals)]
