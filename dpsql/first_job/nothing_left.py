"""Says why no column is left for a first job, and what would give one."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dpsql.domain.column_words import says_when
from dpsql.domain.plurals import name_count
from dpsql.domain.several_rows import ask_of_alike
from dpsql.engines.base import Engine
from dpsql.faces import name_option, name_page
from dpsql.first_job.casts import tell_casts
from dpsql.first_job.dependent.repeats import count_distinct
from dpsql.first_job.joined_names import with_renamed_pair
from dpsql.first_job.mended_tables import (
    MendedTables,
    know_renamed,
    list_repeating,
    repeat_private,
    tell_renamed,
)
from dpsql.first_job.people.keys import find_spoiled
from dpsql.first_job.people.one_row_each import Repeating
from dpsql.first_job.people.panel_keys import find_copies, tell_dropped, with_panel_keys
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.people import list_moments
from dpsql.first_job.people.renamed_ids import with_renamed
from dpsql.first_job.people.rows_of_people import find_varying, look_at_rows
from dpsql.first_job.people.rows_of_private import find_own_time, find_panel_of_private
from dpsql.first_job.people.told_statements import tell_one_row_each
from dpsql.first_job.profile import Profile, tell_nobody
from dpsql.first_job.spelled_names import tell_misspelled
from dpsql.first_job.tables import Asked, OpenTables
from dpsql.sql.tables.copies import (
    PEOPLE,
    count_statements,
    find_copy,
    have_own_copies,
    name_copies,
)
from dpsql.sql.tables.key_writings import ALIKE, LETTERS, count_merged, list_alike
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC

#: What makes a key of P for a T that has nothing else to be matched by.
_MENDED_KEY = (
    f"keep one row per person in P, each with its own, as {name_page('panels')} shows: T has no"
    " other column of P that describes people"
)

#: So many columns are named where any may be meant.
_MOST_NAMED = 4


def tell_nothing(
    tables: OpenTables, found: Profile, deciding: Sequence[str], asked: Asked
) -> list[str]:
    """Return sentences that no column is left to generalize, and what would give one.

    With statements. Where T has only what is nearly a key of P, that is what to mend; where it has
    no rows, nothing else is known.
    """
    if nobody := tell_nobody(found):
        return [nobody]
    shared = [one.name for one in found.public if one.name in found.private]
    near = find_spoiled(found, by_name=len(shared) > 1)
    spoiled = "" if near is None else near[1]
    if near is not None and {*shared} <= {near[0], *_list_times(found)} and not found.foreign:
        return end_sentences([f"{spoiled}; {_MENDED_KEY}", *_tell_copies(tables, found, near[0])])
    beside = (
        f" (and none that alone decides who is in T, as {deciding[0]} does)" if deciding else ""
    )
    of_key = [*filter(None, (spoiled, *tell_renamed_people(tables.engine, found)))]
    casts = [*tell_casts(asked, found)]
    told = (*casts, *_tell_alike(tables, found))
    if found.is_marked:
        return [
            "no column of P could be a quasi-identifier; it needs more than one value, may name"
            f" nobody, and {name_option('where')} may not read it{beside}"
        ]
    why = "the tables share no column that could be a quasi-identifier"
    if casts:
        # Of the types, which differ, more is said.
        why = "the tables share no column of one type that could be a quasi-identifier"
    else:
        why += (
            "; it needs the same name and type in both, more than one value, and may name"
            f" nobody{beside}"
        )
    more = [*filter(None, (tell_misspelled(found), *of_key, *told))]
    return end_sentences([why, *(more or _ask_for_key(found, shared))])


def _ask_for_key(found: Profile, shared: Sequence[str]) -> Iterator[str]:
    """Yield what to call a column of T that names people, where nothing tells which does."""
    unique = [one.name for one in found.public if one.distinct == found.public_rows]
    if shared or not unique or not found.own:
        return
    own = list(found.own[:_MOST_NAMED])
    others = " or another" if len(found.own) > _MOST_NAMED else ""
    yield (
        f"T needs a column that P has, too: if {' or '.join(own)}{others} of T names people as"
        f" {' or '.join(unique[:_MOST_NAMED])} of P does, call it so in T"
    )


def end_sentences(told: Sequence[str]) -> list[str]:
    """Return what is told with a full stop where another sentence follows; then why init refuses.

    >>> end_sentences(["T has more rows", "This keeps one:", "- of P, the last.", "COPY x;"])[0]
    'T has more rows.'
    >>> end_sentences(["T has more rows"])
    ['T has more rows']
    """
    ended = [one if one.endswith((".", ":", ";", "?")) else f"{one}." for one in told]
    if not count_statements(told):
        return [*ended[:-1], ended[-1].removesuffix(".")]
    return [*ended, "No job is written before that, so init ends with code 3"]


def _list_times(found: Profile) -> list[str]:
    """List the columns of P that say when a row was, by which nobody is described."""
    dates = [one.name for one in list_moments(found) if one.reads_as_date]
    return [*dates, *(one.name for one in found.public if says_when(one.name))]


def _tell_copies(tables: OpenTables, found: Profile, key: str) -> Iterator[str]:
    """Yield statements that keep one row of each key in P, and in T if some repeat there."""
    one = next(one for one in found.public if one.name == key)
    originals = [tables.name_original(PUBLIC), tables.name_original(PRIVATE)]
    if one.distinct == one.present or not have_own_copies(originals):
        return
    panel = found.panel
    if panel is None or panel.names != (key,):
        time = look_at_rows(tables.engine, found.public, [one]).time
        moments = [] if time is not None else list_moments(found)
        moment = find_varying(tables.engine, [key], moments)
        named = key, one.present, one.distinct
        panel = Panel(*named, is_certain=False, time=time, moment=moment)
    is_text = one.type.family == "text" and not one.reads_as_number
    values = count_merged(tables.engine, key) if is_text else 0
    alike = (key,) if values else ()
    if values:
        yield ask_of_alike(values, key)
    found = with_panel_keys(tables.engine, replace(found, panel=panel))
    folding = found.panel_writing or LETTERS
    if found.lacking is not None:
        alike = (key,) if values or found.panel_writing is not None else ()
        yield found.lacking.tell()
    repeating = [Repeating(tables.name_original(PUBLIC), alike=alike, folding=folding)]
    repeats = count_distinct(tables.engine, PRIVATE, [key]) < found.private_rows
    if repeats or alike:
        # Which of T's rows is the last by another time than P's says nothing of P's.
        private, time = tables.name_original(PRIVATE), find_own_time(tables.engine)
        is_timed = panel.latest is not None and panel.latest.name in found.private
        own_time = None if is_timed else time
        given = Repeating(private, alike=alike, is_timed=is_timed, own_time=own_time)
        repeating.append(replace(given, folding=folding))
    if told := [*tell_one_row_each(panel, repeating)]:
        if lost := one.rows - one.present:
            rows = name_count(lost, "row of P has", "rows of P have")
            are = "is" if lost == 1 else "are"
            yield f"{rows} no {key}, and {are} dropped"
        copies = find_copies(originals, has_private=len(repeating) > 1)
        if found.lacking is not None and found.lacking.is_left and copies:
            told += tell_dropped(copies[0], copies[1], key)
        yield from told


def tell_renamed_people(engine: Engine, found: Profile) -> Iterator[str]:
    """Yield which columns of T name people as those of P do, and statements that match them.

    One under another name, or several together, of which T may have several rows.
    """
    if found.is_marked or found.private_count is not None:
        return
    found = with_renamed(engine, found)
    if found.renamed is None:
        yield from _tell_pair(engine, with_renamed_pair(engine, found))
        return
    yield found.renamed.ask()
    given = found.renamed, found.public, found.panel, found.originals
    yield from tell_renamed(engine, *given)


def _tell_pair(engine: Engine, found: Profile) -> Iterator[str]:
    """Yield what of T names people as two columns of P do, and statements that make it one."""
    if found.parts_of_names is not None:
        yield found.parts_of_names.tell()
        yield from found.pair_copies
        return
    of_both = found.renamed_pair or found.text_of_pair
    if of_both is None:
        return
    yield of_both.ask()
    told = [*found.pair_copies]
    if found.panel is not None:
        known = MendedTables(
            tuple(one.name for one in found.public), found.own, text=found.text_of_pair
        )
        if found.renamed_pair is not None:
            pair = found.renamed_pair
            known = know_renamed(engine, pair, found.public, found.panel)
        repeating = list_repeating(known, found.panel, *found.originals)
        told = [*tell_one_row_each(found.panel, [*repeating])]
    yield from told


def _tell_alike(tables: OpenTables, found: Profile) -> Iterator[str]:
    """Yield statements that write keys alike in P and T, if that finds them.

    Where rows of T repeat them, T's keeps one row of each, too.
    """
    for name, writing in found.written.items():
        public, private = (tables.name_original(one) for one in (PUBLIC, PRIVATE))
        copies = [*list_alike([public, private], name, writing)]
        if not copies:
            continue
        panel = find_panel_of_private(tables.engine, name, found.public, found.own)
        if panel is None:
            then = f"then run init for {name_copies([public, private])}:"
            told = [f"This writes {name} {writing.said}, in DuckDB; {then}", *copies]
        else:
            time = find_own_time(tables.engine, panel)
            names = tuple(one.name for one in found.public)
            of_t = MendedTables(names, found.own, name, own_time=time, folding=writing)
            repeating = repeat_private(of_t, panel, private, alike=(name,))
            told = [*tell_one_row_each(panel, [repeating], is_last=False)]
            then = "then run init for both new files:"
            told += [f"This writes {name} of P {writing.said}, too; {then}", copies[0]]
        if name in found.unwritten:
            copy = find_copy(private, ALIKE if panel is None else PEOPLE)
            told += tell_dropped(find_copy(public, ALIKE), copy, name)
        yield from told
        return
