"""Statements that make one column of several that name people, where P has one row of each.

In P and in T, which is then matched by it. T may call them otherwise, have two of them as one text,
and have several rows of people.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sqlglot import exp

from dpsql.domain.column_words import find_kind
from dpsql.domain.plurals import join_names
from dpsql.domain.renamed_pairs import A_PAIR, RenamedColumns
from dpsql.domain.texts_of_pairs import TextOfPair
from dpsql.engines.base import ColumnType, Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.mended_tables import MendedTables, know_renamed, repeat_private
from dpsql.first_job.people.one_row_each import find_free
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.renamed_pairs import (
    count_own_names,
    find_names_of_public,
    find_renamed_pair,
)
from dpsql.first_job.people.rows_of_private import find_own_time, find_panel_of_private
from dpsql.first_job.people.together.designed_names import find_designed_names
from dpsql.first_job.people.together.full_names import find_names_of_each
from dpsql.first_job.people.together.parts_of_names import find_parts_of_names, tell_parts
from dpsql.first_job.people.together.texts_of_pairs import find_text_of_pair, join_values
from dpsql.first_job.people.together.writings import Lost, find_lost
from dpsql.first_job.people.told_statements import tell_one_row_each
from dpsql.first_job.profile import Profile
from dpsql.sql.tables.copies import (
    Original,
    has_copy,
    have_own_copies,
    name_copies,
    read_rows,
    write_copy,
)
from dpsql.sql.tables.key_writings import LETTERS
from dpsql.sql.tables.private_table import PRIVATE
from dpsql.sql.templates import column

#: How the name of a copy ends in which people have one column.
_NAMED = "named"


def tell_joined(
    engine: Engine,
    pair: RenamedColumns,
    columns: Sequence[ColumnProfile],
    originals: Sequence[Original],
) -> Iterator[str]:
    """Yield what these statements of DuckDB do, and each of them.

    None if DuckDB does not read both by their names, or a table has a column called as the new one.
    `columns`: of P.
    """
    own = engine.columns(PRIVATE)
    taken = [*(one.name for one in columns), *own]
    if not all(map(has_copy, originals)) or not have_own_copies(originals):
        return
    person = find_free(taken)
    if not person:
        return
    public, private = originals
    of_private = _find_panel(engine, pair, columns) if pair.repeats else None
    known = know_renamed(engine, pair, columns, of_private)
    if not pair.other_names:
        lost = _find_lost(engine, {one.name: one.type for one in columns}, own, [*pair.names])
        known = replace(known, alike=lost.alike, folding=lost.writing or LETTERS)
    same_names = {name: name for name in pair.names}
    known_of_p = MendedTables((), alike=known.alike, folding=known.folding)
    of_p = _join(public, same_names, known_of_p, person, keeps_names=True)
    titles = [join_names([" ".join(name.split()) for name in names]) for names in _list(pair)]
    if not of_p.isprintable():
        return
    if of_private is None:
        of_t = _join(private, pair.names, known, person, keeps_names=False)
        if of_t.isprintable():
            yield (
                f"If {titles[1]} of T name the same people as {titles[0]} of P, this writes one"
                f" column {person} of both, in DuckDB; then run init for {name_copies(originals)}:"
            )
            yield from (of_p, of_t)
        return
    told = [
        *tell_one_row_each(
            of_private,
            [repeat_private(known, of_private, private, person, known.alike)],
            is_last=False,
        )
    ]
    if told:
        yield from told
        then = "then run init for both new files"
        yield f"This writes {titles[0]} of P as one column {person}, too; {then}:"
        yield of_p


def with_renamed_pair(engine: Engine, found: Profile) -> Profile:
    """Return the profile with the columns of T that name people together, as some of P do.

    With statements, if P has one row of each, whatever T calls them. Of a T that no key matches
    to P. Where nothing else names people, columns that differ together in all rows of P may, if T
    has several rows of them, or has them under other names.
    """
    if found.renamed is not None:
        return found
    parts = find_parts_of_names(engine, [one.name for one in found.public], found.own)
    if parts is not None:
        told = tuple(tell_parts(parts, found.originals))
        return replace(found, parts_of_names=parts, pair_copies=told)
    names = find_names_of_public(found.panel, found.pair)
    is_open = found.panel is None and found.public_count is None and found.may_count is None
    namesakes = 0
    if names is None and is_open:
        names, namesakes = find_naming_each(engine, found.public)
    if names is None:
        return found
    own = {name: found.private[name] for name in found.own}
    pair, text = find_joined(engine, found.public, own, names, panel=found.panel)
    if text is not None:
        found = replace(found, own_repeats=None, text_of_pair=text)
        copies = tell_texts(engine, text, found.public, found.originals)
    elif pair is not None:
        is_renamed = bool(pair.other_names)
        if namesakes:
            return replace(found, renamed_pair=replace(pair, namesakes=namesakes))
        found = replace(found, renamed_pair=pair)
        found = replace(found, own_repeats=None) if is_renamed else found
        copies = tell_joined(engine, pair, found.public, found.originals)
    elif {*names} <= {*own} and (found.pair is not None or _are_called(names)) and not namesakes:
        # One row of each in both: it is asked whether they name people.
        pair = count_own_names(engine, names)
        copies = tell_joined(engine, pair, found.public, found.originals)
    else:
        return found
    if found.panel is not None:
        return found
    return replace(found, pair=found.pair or (*names,), pair_copies=tuple(copies))


def _are_called(names: Sequence[str]) -> bool:
    """Whether one of these columns has the names of people, and no number beside a place's."""
    return any(find_kind(name) == "name" for name in names)


def find_naming_each(
    engine: Engine, columns: Sequence[ColumnProfile]
) -> tuple[Sequence[str] | None, int]:
    """Return columns that differ together in all rows of P, or names and a birth in nearly all.

    Also how many rows have those of another: a few namesakes, whom no statement tells apart.
    """
    names = find_designed_names(engine, columns)
    full = find_names_of_each(engine, columns) if names is None else None
    return full if full is not None else (names, 0)


def find_joined(
    engine: Engine,
    public: Sequence[ColumnProfile],
    own: Mapping[str, ColumnType],
    names: Sequence[str],
    *,
    panel: Panel | None = None,
    repeats: bool = True,
) -> tuple[RenamedColumns | None, TextOfPair | None]:
    """Return the columns of T that name people as these of P do, or that has them as one text.

    Under the same names only if several rows of T have one person, P has one, and that is asked:
    `repeats`. `panel`: these columns, if P has several.
    """
    time = None if panel is None or panel.time is None else panel.time.name
    pair = find_renamed_pair(engine, public, own, names, time)
    if pair is None and repeats and panel is None and {*names} <= {*own}:
        pair = count_own_names(engine, names)
        types = {one.name: one.type for one in public}
        is_own = 2 * _find_lost(engine, types, own, names).left <= pair.rows
        pair = pair if pair.repeats and is_own else None
    if pair is not None or len(names) != A_PAIR:
        return pair, None
    both = names[0], names[1]
    return None, find_text_of_pair(engine, [one.name for one in public], own, both)


def _find_lost(
    engine: Engine,
    public: Mapping[str, ColumnType],
    private: Mapping[str, ColumnType],
    names: Sequence[str],
) -> Lost:
    return find_lost(engine, {name: (public[name], private[name]) for name in names})


def tell_texts(
    engine: Engine,
    text: TextOfPair,
    columns: Sequence[ColumnProfile],
    originals: Sequence[Original],
) -> Iterator[str]:
    """Yield what statements do that write T's texts in P, and keep one row of each in T, and each.

    None if DuckDB does not read both by their names. `columns`: of P, with one row of each person.
    """
    if not all(map(has_copy, originals)) or not have_own_copies(originals):
        return
    public, private = originals
    made = exp.alias_(join_values([*map(column, text.names)], text.sign), text.name, quoted=True)
    of_p = write_copy(exp.select(made, exp.Star()).from_(read_rows(public)), public, _NAMED)
    if not of_p.isprintable():
        return
    own = engine.columns(PRIVATE)
    of_private = find_panel_of_private(engine, text.name, columns, [*own])
    told: list[str] = []
    if of_private is not None:
        names = tuple(one.name for one in columns)
        known = MendedTables(names, (*own,), own_time=find_own_time(engine, of_private))
        repeating = repeat_private(known, of_private, private)
        told = [*tell_one_row_each(of_private, [repeating], is_last=False)]
    yield from told
    then = "for both new files" if told else f"with {name_copies([public])} for P"
    titles = join_names([" ".join(name.split()) for name in text.names])
    yield (
        f"This writes {titles} of P as {' '.join(text.name.split())} of T has them, in DuckDB; then"
        f" run init {then}:"
    )
    yield of_p


def _list(pair: RenamedColumns) -> Iterator[Sequence[str]]:
    """Yield the names of P's columns, and of T's."""
    yield [*pair.names]
    yield [*pair.names.values()]


def _find_panel(
    engine: Engine, pair: RenamedColumns, columns: Sequence[ColumnProfile]
) -> Panel | None:
    """Return what names people who have several rows of T, by P's names, with their time."""
    *within, name = pair.names.values()
    panel = find_panel_of_private(engine, name, columns, [*engine.columns(PRIVATE)], (*within,))
    *groups, number = pair.names
    return None if panel is None else replace(panel, name=number, within=tuple(groups))


def _join(
    original: Original,
    names: Mapping[str, str],
    known: MendedTables,
    person: str,
    *,
    keeps_names: bool,
) -> str:
    """Return the statement that writes a column `person` of several; NULL where one is.

    `names`: the columns of the table by P's names.
    """
    values: list[exp.Expr] = []
    for public, name in names.items():
        value: exp.Expr = column(name)
        if public in known.casts:
            type_ = exp.DataType.build(known.casts[public].title, "duckdb", udt=True)
            value = exp.Cast(this=value, to=type_)
        values.append(known.folding.fold(value) if public in known.alike else value)
    left_out = [exp.to_identifier(name, quoted=True) for name in names.values()]
    others = exp.Star() if keeps_names else exp.Star(except_=left_out)
    made = exp.alias_(join_values(values, "|"), person, quoted=True)
    rows = exp.select(made, others).from_(read_rows(original))
    return write_copy(rows, original, _NAMED)
