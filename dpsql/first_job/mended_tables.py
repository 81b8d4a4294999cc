"""Which tables a statement keeps one row of each person of, and what of them.

A first job and `check` say the same of one pair of tables: what both know of them stands here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlglot import exp

from dpsql.domain.column_words import says_when
from dpsql.domain.plurals import join_names
from dpsql.domain.renamed_pairs import RenamedColumns
from dpsql.domain.several_rows import Renamed
from dpsql.domain.texts_of_pairs import TextOfPair
from dpsql.engines.base import ColumnType, Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.one_row_each import (
    Naming,
    Repeating,
    list_marking,
    name_flag,
    name_person,
)
from dpsql.first_job.people.panel_keys import tell_dropped
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.rows_of_private import find_own_time, find_panel_of_renamed
from dpsql.first_job.people.together.texts_of_pairs import join_values
from dpsql.first_job.people.told_statements import tell_one_row_each
from dpsql.first_job.proposals import list_others
from dpsql.sql.tables.copies import (
    PEOPLE,
    Original,
    find_copy,
    has_copy,
    have_own_copies,
    name_copies,
    read_rows,
    write_copy,
)
from dpsql.sql.tables.key_writings import LETTERS, Writing
from dpsql.sql.tables.private_table import PRIVATE
from dpsql.sql.templates import column

#: How the name of a copy ends in which a column of T has P's name.
_NAMED = "named"
#: A CSV has numbers as texts, and pandas whole ones as others where some are missing.
_CAST = frozenset(("text", "integer", "decimal", "float"))


@dataclass(frozen=True)
class MendedTables:
    """What is known of a P with several rows of people, and of its T.

    `public`: the columns of P. `own`: those that T itself has, if it is a table of its own; None if
    it is rows of P, of which `mark` is true where not all of a person are marked alike. `key`: what
    T is matched by. `repeats`: several rows of T name one person. `alike`: columns of which values
    that are one by `folding`, as in case and spaces alone, may be one person's. `writing`: how keys
    of T occur in P, if not as they are. `renamed`: by P's name, that of a column of T that `own`
    has as P calls it. `text`: a column of T with both columns that name people of P as one text.
    """

    public: tuple[str, ...]
    own: tuple[str, ...] | None = None
    key: str | None = None
    repeats: bool = False
    mark: exp.Expr | None = None
    alike: tuple[str, ...] = ()
    writing: Writing | None = None
    own_time: ColumnProfile | None = None
    casts: Mapping[str, ColumnType] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    folding: Writing = LETTERS
    text: TextOfPair | None = None

    def has_people(self, panel: Panel) -> bool:
        """Whether T itself has all columns that name people; not those that it takes from P."""
        return self.own is not None and {*self.own}.issuperset(panel.names)


def list_repeating(
    known: MendedTables,
    panel: Panel,
    public: Original,
    private: Original,
) -> Iterator[Repeating]:
    """Yield P, and T if P's mend changes what it has to have, with what P does not have of it.

    T's last row of somebody may be another than P's: P's values count. None where a copy would
    replace P or T.
    """
    if not have_own_copies([public, private]):
        return
    own = known.own or ()
    # As a column of T has this name in another sense, so has P.
    person = name_person(panel, [*known.public, *own])
    flag = name_flag(known.mark, known.public)
    of_public = Repeating(
        public,
        person=person,
        mark=known.mark,
        flag=flag,
        alike=known.alike,
        left_out=list_marking(known.mark, flag, panel),
    )
    if (text := known.text) is not None:
        joined = join_values([*map(column, text.names)], text.sign)
        yield replace(of_public, person=text.name, joined=joined)
        return
    yield replace(of_public, folding=known.folding)
    if known.own is None:
        return
    others = (*list_others(known.public, own, panel.names),)
    if known.has_people(panel):
        # What names people together is one column of P then, and so of T.
        alike = tuple(name for name in known.alike if name in panel.names)
        if person or known.repeats or alike:
            yield repeat_private(known, panel, private, person, alike)
    elif (naming := _find_naming(known, panel, public)) is not None:
        given = Repeating(private, others, person, naming=naming, alike=known.alike)
        yield replace(given, dated=_date(panel, others), own_time=known.own_time)


def repeat_private(
    known: MendedTables,
    panel: Panel,
    private: Original,
    person: str = "",
    alike: Sequence[str] = (),
) -> Repeating:
    """Return a T that has itself what names people, with what P does not have of it.

    So it is, too, where P has one row of each already.
    """
    own = known.own or ()
    others = (*list_others(known.public, own, panel.names),)
    time, own_time = panel.latest, known.own_time
    # What T writes in another way than P is in the order of its own days.
    is_unlike = time is not None and own_time is not None and own_time.name == time.name
    is_timed = time is not None and time.name in own and not is_unlike
    # T's time shows by the key whether P's row is of another one than what T alone has.
    dated = _date(panel, others) if is_timed else ()
    kept = tuple(dict.fromkeys([*(() if person else panel.names), *dated, *others]))
    casts = {name: type_ for name, type_ in known.casts.items() if name in panel.names}
    return Repeating(
        private,
        kept,
        person,
        is_timed=is_timed,
        alike=(*alike,),
        own_time=known.own_time,
        casts=casts,
        folding=known.folding,
        renamed=known.renamed,
    )


def _date(panel: Panel, others: Sequence[str]) -> tuple[str, ...]:
    """Return the time that is kept beside what T alone has: one that is known by its name again."""
    time = panel.latest
    return (time.name,) if time is not None and others and says_when(time.name) else ()


def list_casts(
    public: Mapping[str, ColumnType], private: Mapping[str, ColumnType]
) -> dict[str, ColumnType]:
    """Return P's types of columns that are numbers in one table, and texts in the other."""
    return {
        name: public[name]
        for name, type_ in private.items()
        if name in public
        and type_.family != public[name].family
        and {type_.family, public[name].family} <= _CAST
    }


def know_renamed(
    engine: Engine,
    renamed: Renamed | RenamedColumns,
    columns: Sequence[ColumnProfile],
    panel: Panel | None,
) -> MendedTables:
    """Return what is known of P, of these `columns`, and of a T that calls its people otherwise."""
    names = {private: public for public, private in renamed.other_names.items()}
    own = {names.get(name, name): type_ for name, type_ in engine.columns(PRIVATE).items()}
    return MendedTables(
        tuple(one.name for one in columns),
        (*own,),
        repeats=renamed.repeats,
        own_time=find_own_time(engine, panel),
        casts=list_casts({one.name: one.type for one in columns}, own),
        renamed=renamed.other_names,
    )


def tell_renamed(
    engine: Engine,
    renamed: Renamed,
    columns: Sequence[ColumnProfile],
    panel: Panel | None,
    originals: Sequence[Original],
) -> Iterator[str]:
    """Yield statements for such a T, and for P, if people have several rows there: `panel`."""
    public, private = originals
    of_private = panel
    if panel is None and renamed.repeats:
        own = engine.columns(PRIVATE)
        of_private = find_panel_of_renamed(engine, renamed, columns, [*own])
    known = know_renamed(engine, renamed, columns, of_private)
    if panel is not None:
        yield from tell_one_row_each(panel, [*list_repeating(known, panel, public, private)])
    elif of_private is not None:
        yield from tell_one_row_each(of_private, [repeat_private(known, of_private, private)])
    if not renamed.repeats:
        yield from tell_renaming(private, renamed, known.casts)
    yield from tell_lacking(renamed, panel, public, private)


def tell_lacking(
    renamed: Renamed, panel: Panel | None, public: Original, private: Original
) -> Iterator[str]:
    """Yield a statement that drops the people whom P lacks of such a T, as another one writes it.

    `panel`: what names people with several rows of P, whose copy may write them alike with T's.
    """
    if not renamed.is_left or not (has_copy(public) and has_copy(private)):
        return
    of_p = find_copy(public, PEOPLE) if panel is not None and renamed.repeats else public
    of_t = find_copy(private, PEOPLE if renamed.repeats else _NAMED)
    yield from tell_dropped(of_p, of_t, renamed.public)


def tell_renaming(
    private: Original, renamed: Renamed, casts: Mapping[str, ColumnType]
) -> Iterator[str]:
    """Yield what a statement of DuckDB does that calls a column of T as P does, and it.

    None if DuckDB does not read T by its name. `casts`: types of P's, where T has others.
    """
    if not has_copy(private):
        return
    value: exp.Expr = column(renamed.private)
    if renamed.public in casts:
        type_ = exp.DataType.build(casts[renamed.public].title, "duckdb", udt=True)
        value = exp.Cast(this=value, to=type_)
    others = exp.Star(except_=[exp.to_identifier(renamed.private, quoted=True)])
    named = exp.alias_(value, renamed.public, quoted=True)
    statement = write_copy(exp.select(named, others).from_(read_rows(private)), private, _NAMED)
    if statement.isprintable():
        yield (
            f"This calls {renamed.private} of T {renamed.public}, if both name the same people, in"
            f" DuckDB; then run init with {name_copies([private])} for T:"
        )
        yield statement


def tell_unnamed(known: MendedTables, panel: Panel, *, is_given: bool = False) -> Iterator[str]:
    """Yield what a T needs that names rows of P, or nobody, and not the people of these.

    `is_given`: a statement gives it that.
    """
    if known.own is None or known.text is not None or known.has_people(panel):
        return
    lacking = join_names([name for name in panel.names if name not in known.own])
    those = "this column" if len(panel.names) == 1 else "these columns"
    key = known.key or panel.number
    if not key:
        yield f"T has no {lacking}: give it {those}, too, as P loses rows that T is matched to"
        return
    if is_given:
        yield f"T has no {lacking}: its statement gives it {those} of P, by {key}"
        return
    yield (
        f"T has no {lacking}: give it {those} of P, by {key}, before P loses rows,"
        f" and leave {key} out"
    )


def _find_naming(known: MendedTables, panel: Panel, public: Original) -> Naming | None:
    """Return how P names the people of a T of keys, or of numbers; None if no statement reads P."""
    key = known.key or panel.number
    if not key or not has_copy(public):
        return None
    return Naming(public, key, known.writing if known.key else None)
