"""Writes what names people in a first job, and what mends a P with several rows of them."""

from collections.abc import Iterator, Sequence

from dpsql.domain.numbered_words import names_occasion
from dpsql.domain.plurals import join_names, spell_names
from dpsql.domain.renamed_pairs import A_PAIR
from dpsql.domain.several_rows import tell_lost
from dpsql.domain.words.yaml_words import as_yaml
from dpsql.first_job.draft import Draft
from dpsql.first_job.mended_tables import (
    MendedTables,
    list_casts,
    list_repeating,
    tell_lacking,
    tell_renaming,
    tell_unnamed,
)
from dpsql.first_job.people.keys import find_spoiled
from dpsql.first_job.people.one_row_each import MADE, mark_in_file, name_person
from dpsql.first_job.people.panel_keys import find_copies, tell_dropped
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.people import (
    Person,
    find_certain_panel,
    find_person_beside,
    list_doubts_of_people,
    tell_panel,
)
from dpsql.first_job.people.told_statements import ask_first, tell_one_row_each
from dpsql.first_job.profile import Profile
from dpsql.first_job.written.places import Places
from dpsql.sql.tables.copies import (
    PEOPLE,
    count_statements,
    find_copy,
    has_copy,
    name_copies,
)
from dpsql.sql.tables.key_writings import ALIKE, LETTERS, list_alike
from dpsql.sql.tables.private_table import marked_by_predicate


def write_faults(faults: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong in a table, as a comment each."""
    for fault in faults:
        yield f"#  To mend, as check ends with code 3: {' '.join(fault.split())}"


def write_finding(draft: Draft) -> Iterator[str]:
    """Yield why the key of T is none of P's, before a statement that keeps one row of each key."""
    yield from _write_doubts(draft, upto=_count_early(draft))


def _count_early(draft: Draft) -> int:
    """Count the doubts that are told before T's statement: of the key that it keeps rows by."""
    spoiled = None if draft.key is not None else find_spoiled(draft.found)
    of_private = draft.people.of_private
    is_its_key = spoiled is not None and of_private is not None and spoiled[0] == of_private.name
    return int(is_its_key and draft.found.panel is None)


def _write_doubts(draft: Draft, *, skipping: int = 0, upto: int | None = None) -> Iterator[str]:
    for told in list_doubts_of_people(draft.found, draft.key)[skipping:upto]:
        yield f"#  {' '.join(told.split())}"


def write_person(draft: Draft, places: Places) -> Iterator[str]:
    """Yield the column that names a person, or what is to be done to have one; a key is one."""
    found, known = draft.found, know_tables(draft, places)
    yield from _write_doubts(draft, skipping=_count_early(draft))
    if found.panel is None:
        yield from _write_alike(draft, places)
    if found.renamed is not None and not found.renamed.repeats:
        told_of = [*tell_renaming(found.originals[1], found.renamed, known.casts)]
        told_of += tell_lacking(found.renamed, found.panel, *found.originals) if told_of else []
        yield from (f"#  {line}" for line in told_of)
    yield from (f"#  {line}" for line in found.pair_copies)
    if found.answer is not None:
        named = as_yaml(spell_names(found.answer) if found.answer else [])
        checked = "as you said, and each run checks it" if found.answer else "as you said"
        yield f"person: {named}  # {checked}"
        return
    if (panel := find_certain_panel(found)) is not None:
        yield from write_faults([tell_panel(found)])
        yield from _tell_lost(found.public_rows - panel.rows)
        yield from (f"#  {told}" for told in draft.people.tell_partly())
        copies, is_given = write_copies(draft, places, panel)
        yield from _tell_unnamed(known, panel, is_given=is_given)
        yield from (f"#  {one}" for one in copies)
        yield from _drop_lacking(found, is_given=is_given)
        named = as_yaml(spell_names(panel.names))
        if panel.within:
            named_by = f"{join_names([*map(as_yaml, panel.names)])} name no people"
        else:
            named_by = f"{named} names no people"
        why = "as you said" if panel.is_said else f"remove this line if {named_by}"
        yield f"person: {named}  # {why}"
        return
    if found.panel is not None:
        # Only asked about.
        repeating = list_repeating(known, found.panel, *draft.found.originals)
        told_of = [*tell_one_row_each(found.panel, [*repeating])]
        if told_of:
            title = " ".join(found.panel.title.split())
            yield from _tell_lost(found.public_rows - found.panel.rows)
            is_given = count_statements(told_of) > 1
            yield from _tell_unnamed(known, found.panel, is_given=is_given)
            asked = ask_first(told_of, f"If {title} may name people with several rows, ")
            yield from (f"#  {one}" for one in asked)
            yield from _drop_lacking(found, is_given=is_given)
        if found.panel.within:
            named = as_yaml(spell_names(found.panel.names))
            yield f"# person: {named}  # if they name people: each run refuses such rows then"
    person = find_person_beside(found, draft.key)
    if person is None:
        if found.pair is not None and draft.key is None:
            of_all = "both" if len(found.pair) == A_PAIR else "all of these"
            both = f"no two rows of P agree in {of_all}. If they name people together"
            yield f"# person: {as_yaml([*found.pair])}  # {both}, {_UNCOMMENT_SEVERAL}"
        return
    named = as_yaml(person.name)
    if question := _ask_of(person, named):
        yield f"# person: {named}  # {question}"
    else:
        same = "no two rows of P have the same, as each run checks: does it name people?"
        if person.name in MADE:
            same = "made of what names people; each run checks that no two rows of P have the same"
        yield f"person: {named}  # {same}"


def _tell_unnamed(known: MendedTables, panel: Panel, *, is_given: bool) -> Iterator[str]:
    for told in tell_unnamed(known, panel, is_given=is_given):
        yield f"#  {' '.join(told.split())}"


def _drop_lacking(found: Profile, *, is_given: bool) -> Iterator[str]:
    """Yield a statement that drops the people whom P lacks, if there are some, of T or its copy."""
    lacking = found.lacking
    copies = find_copies(found.originals, has_private=is_given)
    if found.renamed is not None and found.renamed.repeats:
        told = tell_lacking(found.renamed, found.panel, *found.originals)
        yield from (f"#  {one}" for one in told)
    if lacking is not None and lacking.is_left and copies:
        key = lacking.name
        if found.panel is not None and found.panel.within:
            taken = [*(one.name for one in found.public), *found.own]
            key = name_person(found.panel, taken)
        yield from (f"#  {one}" for one in tell_dropped(copies[0], copies[1], key))


def _tell_lost(rows: int) -> Iterator[str]:
    """Yield how many rows of P name nobody, and are in no copy with one row of each person."""
    if lost := tell_lost(rows):
        yield f"#  {lost}"


_UNCOMMENT = "remove the # before person, and each run checks that no two rows have the same"
_UNCOMMENT_SEVERAL = "remove the # before person, and each run checks it"


def _ask_of(person: Person, named: str) -> str:
    """Ask what a column that names the rows of P names; empty where its name says people."""
    if person.others:
        other = as_yaml(person.others[0])
        return (
            f"each row of P has its own, and {other} repeats. If {named} names people,"
            f" {_UNCOMMENT}; if {other} does, keep one row of each"
        )
    if names_occasion(person.name):
        which = "each row of P has its own: people, or visits, orders or the like?"
        return f"{which} If people, {_UNCOMMENT}"
    return "" if person.is_named else f"each row of P has its own. If it names people, {_UNCOMMENT}"


def write_copies(draft: Draft, places: Places, panel: Panel) -> tuple[list[str], bool]:
    """Return what keeps one row of each person, as lines, and if T has a statement of its own."""
    tables = [*list_repeating(know_tables(draft, places), panel, *draft.found.originals)]
    copies = [*tell_one_row_each(panel, tables)]
    return copies, count_statements(copies) == len(tables) > 1


def know_tables(draft: Draft, places: Places) -> MendedTables:
    """Return what is known of the tables, for statements that keep one row of each person."""
    found, key, people = draft.found, draft.key, draft.people
    mark = None
    panel = find_certain_panel(found)
    # Where all rows of each person are marked alike, it does not matter which one is kept.
    if places.where is not None and (panel is None or people.partly):
        types = {one.name: one.type for one in (*found.public, *found.marking)}
        mark = mark_in_file(marked_by_predicate(places.where, types).mark)
    written = next(iter(found.written.items()), (None, None))
    types = {name: type_ for name, type_ in found.private.items() if name in found.own}
    alike, folding = (*found.alike,), LETTERS
    if found.panel_writing is not None and found.lacking is not None:
        alike, folding = found.lacking.columns, found.panel_writing
    elif people.of_private is not None and key is not None:
        is_folded = key.writing is not None or key.name in found.alike
        alike, folding = (key.name,) * is_folded, key.writing or LETTERS
    elif people.of_private is not None and found.written:
        alike, folding = (people.of_private.name,), found.written[people.of_private.name]
    names = {private: public for public, private in found.names_in_private.items()}
    types = {names.get(name, name): type_ for name, type_ in types.items()}
    renamed = found.renamed or found.renamed_pair
    return MendedTables(
        tuple(one.name for one in found.public),
        None if found.is_marked else (*types,),
        written[0] if key is None else key.name,
        people.repeats or (renamed is not None and renamed.repeats),
        mark,
        alike,
        written[1] if key is None else key.writing,
        people.own_time,
        {} if found.is_marked else list_casts({one.name: one.type for one in found.public}, types),
        found.names_in_private,
        folding,
        found.text_of_pair,
    )


def _write_alike(draft: Draft, places: Places) -> Iterator[str]:
    """Yield statements that write alike what names people: keys in P and T, or values of P.

    Where people may have several rows, the statements that keep one of each do so, too.
    """
    found, key = draft.found, draft.key
    written = dict(found.written) if key is None else {key.name: key.writing}
    name, writing = next(((one, by) for one, by in written.items() if by), ("", LETTERS))
    if not name and found.alike:
        name = next(iter(found.alike))
    if not name or writing is None:
        return
    public, private = draft.found.originals
    originals = [public]
    # The statement that keeps one row of each person of T writes its keys so.
    is_written = draft.people.of_private is not None
    has_names = name in found.private and name not in found.joined
    if places.private is not None and has_names and not is_written:
        originals.append(private)
    copies = [*list_alike(originals, name, writing)]
    if copies:
        files = name_copies(originals)
        shown = " ".join(as_yaml(name).split())
        then = "run init for both new files" if is_written else f"run init for {files}"
        yield f"#  This writes {shown} {writing.said}, in DuckDB; then {then}:"
        yield from (f"#  {one}" for one in copies)
    is_left = name in found.unwritten if key is None else key.is_left
    if copies and is_left and has_copy(private):
        of_t = find_copy(private, PEOPLE if is_written else ALIKE)
        yield from (f"#  {one}" for one in tell_dropped(find_copy(public, ALIKE), of_t, name))
