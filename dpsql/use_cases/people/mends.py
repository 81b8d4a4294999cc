"""The statements that keep one row of each person of P and T, as `init` writes them, too."""

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.several_rows import tell_lost
from dpsql.engines.base import Engine
from dpsql.first_job.dependent.repeats import count_distinct
from dpsql.first_job.joined_names import find_joined
from dpsql.first_job.mended_tables import (
    MendedTables,
    know_renamed,
    list_casts,
    list_repeating,
    repeat_private,
    tell_renamed,
    tell_unnamed,
)
from dpsql.first_job.people.one_row_each import mark_in_file
from dpsql.first_job.people.panel_keys import with_panel_keys
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.people import count_partly
from dpsql.first_job.people.renamed_ids import find_renamed
from dpsql.first_job.people.renamed_pairs import find_names_of_public
from dpsql.first_job.people.rows_of_private import find_own_time, find_panel_of_private
from dpsql.first_job.people.told_statements import tell_one_row_each
from dpsql.first_job.profile import Profile
from dpsql.inputs.places import Place
from dpsql.sql.tables.copies import count_statements, name_originals
from dpsql.sql.tables.key_writings import LETTERS
from dpsql.sql.tables.keys import keys_query
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC, PrivateRows
from dpsql.sql.tables.public_and_private import count_rows
from dpsql.use_cases.people.named_people import profile_public
from dpsql.use_cases.people.spellings import Alike


def tell_copies(
    engine: Engine,
    panel: Panel,
    job: Job,
    rows: PrivateRows,
    places: Sequence[Place | None],
    alike: Sequence[Alike],
) -> list[str]:
    """Return what the statements do that keep one row of each person, with T's, and these."""
    known = _know(engine, panel, job, rows, tuple(one.name for one in alike))
    public, private = name_originals(places, engine.dialect)
    if known.own is not None and known.key is None and not known.has_people(panel):
        columns = profile_public(engine)
        renamed = find_renamed(engine, columns, engine.columns(PRIVATE), panel)
        if renamed is not None:
            told_of = tell_renamed(engine, renamed, columns, panel, (public, private))
            return [*told_of, f"{renamed.ask()}."]
        named = find_names_of_public(panel, None)
        own = engine.columns(PRIVATE)
        pair, text = None, None
        if named is not None:
            pair, text = find_joined(engine, columns, own, named, panel=panel)
        if pair is not None or text is not None:
            known = replace(known, text=text)
            if pair is not None:
                known = know_renamed(engine, pair, columns, panel)
            told_of = tell_one_row_each(panel, [*list_repeating(known, panel, public, private)])
            asked = pair or text
            return [*told_of, *([] if asked is None else [f"{asked.ask()}."])]
    repeating = [*list_repeating(known, panel, public, private)]
    key = next((one.person for one in repeating if one.person), panel.name)
    copies = [*tell_one_row_each(panel, repeating, key=key)]
    # The statement for T gives it what it lacks.
    is_given = count_statements(copies) == len(repeating) > 1
    unnamed = () if is_given else tell_unnamed(known, panel)
    told = ". But ".join(unnamed)
    if copies:
        copies += [*filter(None, [tell_lost(count_rows(engine, PUBLIC, exp.true()) - panel.rows)])]
    if told:
        copies.append(f"But {told}" if copies else told)
    return copies


def tell_copy_of_private(engine: Engine, key: str, places: Sequence[Place | None]) -> list[str]:
    """Return the statement that keeps one row of each person of T, where P has one; else none.

    With what it does before it.
    """
    ((rows, _, distinct),) = engine.fetch(keys_query([key], PUBLIC))
    if int(rows) != int(distinct):
        return []
    columns, own = profile_public(engine), tuple(engine.columns(PRIVATE))
    panel = find_panel_of_private(engine, key, columns, own)
    if panel is None:
        return []
    time = find_own_time(engine, panel)
    known = MendedTables(tuple(engine.columns(PUBLIC)), own, key, own_time=time)
    private = name_originals(places, engine.dialect)[1]
    return [*tell_one_row_each(panel, [repeat_private(known, panel, private)], key=key)]


def _know(
    engine: Engine, panel: Panel, job: Job, rows: PrivateRows, alike: tuple[str, ...]
) -> MendedTables:
    """Return what is known of P and T, as `init` knows it of the same tables."""
    public = tuple(engine.columns(PUBLIC))
    if rows.marking:
        partly = rows.mark is not None and count_partly(engine, panel.names, rows.mark, alike)
        return MendedTables(public, mark=mark_in_file(rows.mark) if partly else None, alike=alike)
    own = tuple(engine.columns(PRIVATE))
    has_people = {*own}.issuperset(panel.names)
    own_rows = count_rows(engine, PRIVATE, exp.true())
    repeats = has_people and count_distinct(engine, PRIVATE, panel.names) < own_rows
    folding = LETTERS
    if job.private.key is None:
        names = Profile(
            profile_public(engine),
            engine.columns(PRIVATE),
            panel.rows,
            own_rows,
            panel=panel,
            alike=dict.fromkeys(alike, 0),
        )
        written = with_panel_keys(engine, names)
        if written.panel_writing is not None and written.lacking is not None:
            alike, folding = written.lacking.columns, written.panel_writing
    return MendedTables(
        public,
        own,
        job.private.key,
        repeats,
        alike=alike,
        own_time=find_own_time(engine, panel),
        casts=list_casts(engine.columns(PUBLIC), engine.columns(PRIVATE)),
        folding=folding,
    )
