"""What a first job says of people: which column names them, how many they are, and what to mend.

Where people have several rows of P each, no bound holds for them: the job names the column, and
commands refuse P until it has one row of each.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.column_words import (
    calls_person,
    find_kind,
    is_called_time,
    is_identifier,
    is_time_alone,
    names_household,
    rank_interval,
)
from dpsql.domain.numbered_words import (
    names_group,
    names_number_alone,
    names_occasion,
    names_other_person,
    reaches_people,
)
from dpsql.domain.people_called import says_people
from dpsql.domain.plurals import join_names, name_count
from dpsql.domain.renamed_pairs import A_PAIR
from dpsql.domain.several_rows import (
    ASK_OF_PEOPLE,
    ask_of_alike,
    ask_of_occasions,
    ask_of_people,
    ask_of_private_waves,
    ask_of_repeated_occasions,
    ask_of_waves,
    tell_repeats,
)
from dpsql.domain.times_of_person import doubt_times
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.dependent.repeats import count_distinct
from dpsql.first_job.people.alike import count_named, fold_alike, list_present, title_alike
from dpsql.first_job.people.chance import has_points
from dpsql.first_job.people.keys import (
    Key,
    agree,
    counts_cases,
    find_spoiled,
    list_names,
    numbers_rows,
    rank_name,
)
from dpsql.first_job.people.naming import name_people
from dpsql.first_job.people.one_row_each import MADE, is_ordered
from dpsql.first_job.people.panels import Panel, look_at_named
from dpsql.first_job.people.people_by_number import find_number_of_people
from dpsql.first_job.people.rows_of_people import find_course, find_varying, list_differing
from dpsql.first_job.people.rows_of_private import find_panel_of_private
from dpsql.first_job.people.together.namesakes import count_equal
from dpsql.first_job.profile import Profile
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC, PrivateRows
from dpsql.sql.templates import column, identifier


def with_panel(engine: Engine, found: Profile, named: Sequence[str] = ()) -> Profile:
    """Return the profile with what names people with several rows, or two columns that name each.

    Rows that stand for several people have none. `named`: the columns of P that the job names.
    """
    if found.public_count is not None:
        return found
    if named:
        found = replace(found, panel=look_at_named(engine, found.public, named))
    else:
        found = name_people(engine, found)
    if (panel := found.panel) is not None:
        time = panel.time or _find_time_of_mark(engine, found, panel)
        known = time is not None and is_ordered(time)
        other = None if known else _find_last(engine, found, panel)
        time = time if other is None else None
        panel = replace(panel, time=time, moment=other)
        number = find_number_of_people(engine, found, panel)
        panel = replace(panel, varying=_list_varying(engine, found, panel), number=number)
        found = replace(found, panel=panel)
    numbers = [*(found.pair or ()), *(found.panel.names if found.panel is not None else ())]
    return replace(found, may_count=None) if found.may_count in numbers else found


def _find_last(engine: Engine, found: Profile, panel: Panel) -> ColumnProfile | None:
    """Return what says which row of somebody is the last: a day, a number of rows, or a number.

    One whose order is known, if there is one: a number of visits orders rows that a text does not.
    """
    names, moments = panel.names, list_moments(found)
    ordered = [one for one in moments if is_ordered(one)]
    return (
        find_varying(engine, names, ordered)
        or find_course(engine, names, found.public)
        or find_varying(engine, names, [*_list_times(found)])
        or find_varying(engine, names, [one for one in moments if one not in ordered])
    )


def _list_varying(engine: Engine, found: Profile, panel: Panel) -> tuple[str, ...]:
    """Return the columns of P that differ in the rows of most people, but for what orders these."""
    apart = [*panel.names, *([panel.latest.name] if panel.latest is not None else [])]
    possible = [
        one for one in found.public if one.name not in apart and 1 < one.distinct < one.rows
    ]
    return tuple(one.name for one in list_differing(engine, panel.names, possible))


def list_moments(found: Profile) -> list[ColumnProfile]:
    """List what may say when a row was: dates, none of a birth or death, then ends of intervals."""
    dates = [one for one in found.public if one.reads_as_date]
    moments = [one for one in dates if find_kind(one.name) not in ("birth", "death")]
    intervals = [one for one in found.public if one.reads_as_number and rank_interval(one.name)]
    return [*moments, *sorted(intervals, key=lambda one: -rank_interval(one.name))]


def _list_times(found: Profile) -> Iterator[ColumnProfile]:
    """Yield numbers that say when a row was, which some people have twice."""
    for one in found.public:
        if is_called_time(one.name) and one.reads_as_number and 1 < one.distinct < one.rows:
            yield one


def _find_time_of_mark(engine: Engine, found: Profile, panel: Panel) -> ColumnProfile | None:
    """Return the time of all rows, of several columns that mark T; None if there is none.

    By a column that says when somebody came into T, the last row would be a marked one. So it is
    called as the time of a row is, each row has one, and no two rows of a person have the same,
    of T or not.
    """
    if len(found.marking) <= 1:
        return None
    for one in found.marking:
        if not is_time_alone(one.name) or one.has_nulls:
            continue
        named = [*map(column, panel.names), column(one.name)]
        ((distinct, rows, _),) = count_equal(engine, [named])
        if distinct == rows == panel.rows:
            return one
    return None


@dataclass(frozen=True)
class People:
    """How many people P and T have; `are_rows`: they are rows, as nothing tells whose they are.

    `partly`: people of T of whom other rows of P are marked as outside of T. `repeats`: a T of its
    own has several rows of what names people, or may name them, in P. `of_private`: those of a T
    whose rows repeat the key of another, where P has one row of each. `own_time`: when rows of T
    were, by a column of its own, where somebody may have several.
    """

    public: int
    private: int
    are_rows: bool = False
    partly: int = 0
    repeats: bool = False
    of_private: Panel | None = None
    own_time: ColumnProfile | None = None

    def tell_partly(self) -> Iterator[str]:
        """Yield what row to keep of those of whom some rows are marked."""
        if self.partly:
            yield tell_partly(self.partly)

    @property
    def share(self) -> Fraction:
        """Of P in T."""
        return Fraction(self.private, self.public)


def count_people(engine: Engine, found: Profile, key: Key | None, rows: PrivateRows) -> People:
    """Count people by the column that names them, where they have several rows of P or of T.

    `rows`: how T is found in P. Without a key, T must have the column itself.
    """
    panel, repeats = find_certain_panel(found), _repeats(engine, found)
    if panel is None:
        if key is None:
            return People(found.public_rows, found.private_rows, repeats=repeats)
        of_private = None
        if key.people < found.private_rows:
            of_private = find_panel_of_private(engine, key.name, found.public, found.own)
        return People(found.public_rows, key.people, repeats=repeats, of_private=of_private)
    types = {one.name: one.type for one in found.public}
    is_in_t = all(agree(types[name], found.private.get(name)) for name in panel.names)
    if rows.mark is None and not is_in_t:
        return People(found.public_rows, found.private_rows, are_rows=True, repeats=repeats)
    named = rows.select([column(name, rows.home) for name in panel.names])
    for name in panel.names:
        named = named.where(column(name, rows.home).is_(exp.null()).not_())
    members = count_named(engine, named, panel.names, found.alike if panel.within else ())
    partly = count_partly(engine, panel.names, rows.mark, found.alike) if found.is_marked else 0
    return People(panel.people, members, partly=partly, repeats=repeats)


def _repeats(engine: Engine, found: Profile) -> bool:
    """Whether a T of its own has several rows of what names people, or may name them, in P."""
    if found.is_marked or found.panel is None or not {*found.own}.issuperset(found.panel.names):
        return False
    return count_distinct(engine, PRIVATE, found.panel.names) < found.private_rows


def tell_partly(people: int) -> str:
    """Say what to mark of people of whom some rows are marked, and why."""
    some = name_count(people, "person of T has", "people of T have")
    return (
        f"{some} other rows that are not marked: mark all rows of a person alike; otherwise"
        " the one row that is kept may put a person of T outside of T"
    )


def count_partly(
    engine: Engine, names: Sequence[str], mark: exp.Expr | None, alike: Collection[str] = ()
) -> int:
    """Count the people of whom some rows are marked, and some are not.

    `alike`: columns whose values differ in case and spaces alone, and name one person then.
    """
    one, none = exp.Literal.number(1), exp.Literal.number(0)
    marked = exp.Case(ifs=[exp.If(this=mark, true=one)], default=none)
    source = exp.Table(this=identifier(PUBLIC))
    people = (
        exp.select(exp.alias_(exp.Min(this=marked.copy()), "least_mark"))
        .from_(source)
        .where(*list_present(names))
        .group_by(*(fold_alike(column(name), alike) for name in names))
        .having(exp.Min(this=marked.copy()) < exp.Max(this=marked.copy()))
    )
    count = exp.select(exp.Count(this=exp.Star())).from_(people.subquery("partly"))
    return int(engine.fetch(count)[0][0])


def find_certain_panel(found: Profile) -> Panel | None:
    """Return the column that names people with several rows of P, unless groups may share it."""
    return found.panel if found.panel is not None and found.panel.is_certain else None


def tell_panel(found: Profile) -> str:
    """Say what is wrong with a P that has several rows of people; empty if nothing is."""
    panel = find_certain_panel(found)
    return (
        ""
        if panel is None
        else tell_repeats(panel.rows - panel.people, title_alike(panel, found.alike))
    )


def tell_counts(found: Profile) -> str:
    """Say that rows of P stand for several people, or ask whether they do; empty if neither."""
    if found.public_count is not None:
        return (
            f"each row of P stands for as many people as {found.public_count} says,"
            f" {found.public_rows:,} in all; drop count from the job if each is one person"
        )
    if found.may_count is None:
        return ""
    return (
        f"each row of P is taken for one person; if it stands for several, as {found.may_count}"
        f" says, write count: {found.may_count} beside the path of public"
    )


def list_doubts_of_people(found: Profile, key: Key | None, matched: str = "") -> list[str]:
    """Say why an identifier is no key, and ask whether P has a row per person, where one repeats.

    One line where both are about the same column; none of a column that surely names people, of
    which `tell_panel` tells. Also ask where what names the rows of P may name visits. `matched`:
    what follows from having no key.
    """
    spoiled, panel = find_spoiled(found), found.panel
    told = [f"{spoiled[1]}{matched}"] if spoiled else []
    told += [ask_of_alike(values, name) for name, values in found.alike.items()]
    own = found.called_otherwise or found.own_repeats
    told += [] if own is None else [own.ask()]
    told += [] if found.parts_of_names is None else [found.parts_of_names.tell()]
    told += [] if found.private_moment is None else [found.private_moment.ask()]
    told += [] if found.lacking is None else [found.lacking.tell()]
    if (waves := found.private_waves) is not None:
        told.append(ask_of_private_waves(waves.time, waves.lasting, found.private_rows))
    if found.answer is not None:
        return [*told, *doubt_times(found.answer)]
    is_found = found.renamed_pair is not None or found.text_of_pair is not None
    if key is None and found.pair is not None and not is_found:
        told.append(_tell_pair(found, found.pair))
    if found.waves is not None:
        told.append(ask_of_waves(found.waves.time, found.waves.lasting))
    if panel is None:
        person = find_person_beside(found, key)
        name = "" if person is None else person.name
        if key is not None and person is None:
            name = key.name
        is_case = any(one.name == name and counts_cases(one) for one in found.public)
        return [*told, ask_of_occasions(name)] if names_occasion(name) and not is_case else told
    is_same = spoiled is not None and spoiled[0] == panel.name
    if panel.may_be_of_occasions:
        asked = ask_of_repeated_occasions(panel.rows - panel.people, panel.name)
        return [*told[is_same:], asked]
    if panel.is_certain:
        return told[1:] if is_same else told
    if is_same and not panel.within:
        return [f"{told[0]}; {ASK_OF_PEOPLE}", *told[1:]]
    return [*told, ask_of_people(panel.rows - panel.people, title_alike(panel, found.alike))]


def _tell_pair(found: Profile, pair: Sequence[str]) -> str:
    """Say that two columns may name people together, and how to use that."""
    what = f"{join_names(pair)} together differ in all rows of P, and may name people"
    if found.is_marked or not {*pair} <= found.private.keys():
        return f"{what}: if so, write person: [{', '.join(pair)}], and each run checks them"
    of_all = "both" if len(pair) == A_PAIR else "them"
    return f"{what}: write one column of {of_all} in P and in T, and T is matched by it"


@dataclass(frozen=True)
class Person:
    """A column of P in which each row has its own value, as one that names people must.

    `others`: identifiers that repeat. `is_named`: its name is that of a number of people, or known
    to be another; a whole number of any name may measure people, or number stays.
    """

    name: str
    others: tuple[str, ...] = ()
    is_named: bool = True


def find_person(found: Profile) -> Person | None:
    """Return what seems to name a person, with a value for each row of P; None if nothing does."""
    if found.public_count is not None:
        return None
    named = [*list_names(found)]
    identifiers = [one for one in named if is_identifier(one.name) or calls_person(one.name)]
    contacts = [one for one in named if reaches_people(one.name)]
    if unique := sorted(_list_unique([*identifiers, *contacts]), key=_rank_person):
        best = unique[0]
        others = (
            one
            for one in identifiers
            if one.distinct < one.present
            and not names_other_person(one.name)
            and not names_household(one.name)
            and not has_points(one)
        )
        # What many people share is no other reading of a row with a number of a person, or an
        # e-mail, of its own; where a number is only called one, it is.
        is_person = best in contacts or not names_number_alone(best.name)
        told = (
            one.name
            for one in others
            if not (is_person and names_group(one.name)) and best.name not in MADE
        )
        # A number of something unknown may be one of stays: it is asked about.
        is_named = best.name in MADE or says_people(best.name) or names_occasion(best.name)
        return Person(best.name, tuple(told), is_named=is_named)
    # Where T is another table, a column that is unique in P is asked about as the key.
    for one in named if found.is_marked else ():
        is_whole = one.type.family == "integer" or (
            one.reads_as_number and one.codes == one.present
        )
        if _list_unique([one]) and is_whole and not find_kind(one.name):
            return Person(one.name, is_named=False)
    return None


def find_person_beside(found: Profile, key: Key | None) -> Person | None:
    """Return what seems to name a person; None where the key does, which each run checks.

    A key that may number visits is no answer: what names people better is.
    """
    person = find_person(found)
    if key is None:
        return person
    is_better = person is not None and rank_name(person.name) < rank_name(key.name)
    return person if is_better and names_occasion(key.name) else None


def _list_unique(columns: Sequence[ColumnProfile]) -> list[ColumnProfile]:
    return [one for one in columns if one.distinct == one.rows and not one.has_nulls]


def _rank_person(one: ColumnProfile) -> tuple[bool, int]:
    """Order what names people before numbers of visits, and these before those of rows."""
    counts_rows = numbers_rows(one) and names_number_alone(one.name)
    return counts_rows, rank_name(one.name)
