"""What a key needs to name one person each: all rows have one, none repeats, and P has T's."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.column_words import (
    find_kind,
    is_identifier,
    is_time,
    names_household,
    split_name,
)
from dpsql.domain.names import fold_name
from dpsql.domain.numbered_words import (
    ends_as_number,
    may_be_answers,
    names_act,
    names_group,
    names_occasion,
    names_other_person,
)
from dpsql.domain.plurals import name_count
from dpsql.domain.several_rows import (
    OwnRepeats,
    may_repeat_people,
    names_nobody,
    tell_names_nobody,
)
from dpsql.engines.base import Engine
from dpsql.errors import DuplicateKey, InputError, SubsetError
from dpsql.sql.tables.copies import Original, tell_original
from dpsql.sql.tables.key_writings import (
    Writing,
    count_unknown,
    find_writing,
    list_alike,
    unknown_query,
)
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.tables.unknown_keys import tell_unknown
from dpsql.sql.templates import column, identifier, render

#: Tenths of the keys of T: where P lacks so many, T is hardly about people of P by this key.
_NEARLY_ALL = 9
#: A number that starts anew in groups is in so many of them on average; of few people in fewer.
_ANEW, _ANEW_IN_KNOWN = 2, Fraction(11, 10)
#: How people are numbered: 12, P-012, 7b.
_NUMBER_OF_SOMEBODY = "^[A-Za-z]{0,4}[-_./ ]?[0-9]+[A-Za-z]?$"
#: Of a group, such as a site.
_MEMBERS = frozenset(
    ("subject", "subj", "participant", "proband", "pupil", "person", "member", "respondent")
)
#: Each group that is looked at costs a pass over T.
_MOST_GROUPS, _MOST_LASTING = 4, 8
#: Fewer people are not numbered anew in each group.
_FEWEST_IN_GROUPS = 20


@dataclass(frozen=True)
class KeyCounts:
    """A table's rows, those with a key, and its distinct keys; rows whose key P does not have.

    `hint`: how P may have more of them, if all are as `writing` says: so many as `written`.
    `origin`: where else they may be; `drops`: statements for these rows.
    """

    rows: int
    present: int
    distinct: int
    unknown: int = 0
    hint: str = ""
    writing: Writing | None = None
    written: int = 0
    origin: str = ""
    drops: str = ""

    def find_faults(self, column: str, table: str) -> Iterator[InputError]:
        """Yield what makes the key of a table none; `table` is P or T, as messages name it."""
        if table == "P" and names_nobody(column, self.present, self.distinct):
            yield InputError(tell_names_nobody(column, self.present, self.distinct, "key"))
        elif self.distinct < self.present:
            repeat = name_count(self.present - self.distinct, "row repeats", "rows repeat")
            yield DuplicateKey(
                f"{table}: {repeat} the {column} of another, though key: {column} says that each"
                " is another person; keep one row of each, or name another key"
            )
        if self.present < self.rows:
            have = name_count(self.rows - self.present, "row has", "rows have")
            yield InputError(f"{table}: {have} no key {column!r}; fill or drop it")
        if self.unknown:
            keys = "1 key of T does" if self.unknown == 1 else f"{self.unknown:,} keys of T do"
            if self.distinct < self.present:
                keys = f"the keys of {name_count(self.unknown, 'row')} of T do"
            hint = self.hint or self._hint_at_mend()
            yield SubsetError(f"{keys} not occur in P; T must be a subset of P{hint}")

    def tell_unknown(self) -> str:
        """Say how many keys of T do not occur in P: of rows, where several have one.

        >>> KeyCounts(30, 30, 30, 29).tell_unknown()
        '29 of 30 keys of T do not occur in P'
        >>> KeyCounts(348, 348, 237, 348).tell_unknown()
        'the keys of 348 of 348 rows of T do not occur in P (T repeats keys, and has 237)'
        """
        if self.distinct == self.present:
            keys = name_count(self.present, "key")
            return f"{self.unknown:,} of {keys} of T do not occur in P{self._hint}"
        of_rows = f"{self.unknown:,} of {name_count(self.present, 'row')}"
        return (
            f"the keys of {of_rows} of T do not occur in P (T repeats keys, and has"
            f" {self.distinct:,}){self._hint}"
        )

    @property
    def _hint(self) -> str:
        return self.hint or self.origin

    @property
    def is_another(self) -> bool:
        """Whether P lacks most keys: P and T may be exchanged, or the key be another."""
        return self.unknown > 1 and 10 * self.unknown >= _NEARLY_ALL * self.present

    def _hint_at_mend(self) -> str:
        """Say what may be done about keys that P does not have, nor in another spelling."""
        rows = "this row" if self.unknown == 1 else "these rows"
        mend = f"drop {rows} of T, or add the people to P"
        if self.is_another:
            mend = f"most are missing: P and T may be exchanged, or the key be another; or {mend}"
        told = f"{self.origin}; if not, {mend}" if self.origin else f"; {mend}"
        return f"{told}. {self.drops}" if self.drops else told


def check_key(engine: Engine, key: str, originals: Sequence[Original] = ()) -> None:
    """Check that keys are unique and not NULL in P and T, and that each key of T occurs in P.

    `originals`: the files or tables of P and of T, for a statement that writes keys alike in both.

    Raises:
        DuplicateKey, InputError, SubsetError: the first of these that is not so.
    """
    public = _count_keys(engine, [key], PUBLIC)
    if not public.rows:
        raise InputError("P has no rows; presence is measured against a population")
    _refuse(public, key, "P")
    private = _count_keys(engine, [key], PRIVATE)
    _refuse(private, key, "T")
    if unknown := count_unknown(engine, key):
        found = find_writing(engine, key, unknown)
        hint = _tell_writing(found)
        if found is not None and originals and (copies := [*list_alike(originals, key, found[0])]):
            hint += f", as DuckDB does by {' '.join(copies)}"
        origin = tell_original(*originals) if originals else ""
        counts = replace(private, unknown=unknown, hint=hint, origin=origin)
        told = [] if counts.is_another else tell_unknown(originals, key)
        drops = " ".join(f"{does}: {statement}" for does, statement in told)
        _refuse(replace(counts, drops=drops), key, "T")


def find_own_repeats(engine: Engine) -> OwnRepeats | None:
    """Return an identifier of people that T alone has, and that several of its rows share.

    By its name; not one of households, of others than the person of the row, or of visits. Its
    numbers may start anew in each group that T has: then both readings are told.
    """
    public = {fold_name(name) for name in engine.columns(PUBLIC)}
    for name, type_ in engine.columns(PRIVATE).items():
        is_other = names_household(name) or names_other_person(name) or names_occasion(name)
        # A number of charges or lines names nobody.
        is_other = is_other or names_act(name)
        if fold_name(name) in public or is_other or not is_identifier(name):
            continue
        counts = _count_keys(engine, [name], PRIVATE)
        found = OwnRepeats(name, counts.present, counts.distinct)
        if type_.family == "text" and _are_answers(engine, found):
            continue
        may_start_anew = ends_as_number(name) or _calls_member(name)
        if may_start_anew and counts.distinct < counts.present:
            found = _with_group(engine, found)
        if any(may_repeat_people(name, found.rows, one) for one in (found.distinct, found.within)):
            return found
    return None


def _are_answers(engine: Engine, found: OwnRepeats) -> bool:
    """Whether a column called number has few texts, such as 20-29 per day, that number nobody."""
    if not may_be_answers(found.name, found.rows, found.distinct):
        return False
    text = exp.cast(column(found.name), "VARCHAR")
    numbers = exp.RegexpLike(this=text, expression=exp.Literal.string(_NUMBER_OF_SOMEBODY))
    others = exp.not_(numbers)
    query = render("count_rows", source=exp.Table(this=identifier(PRIVATE)), condition=others)
    return int(engine.fetch(query)[0][0]) > 0


def _calls_member(name: str) -> bool:
    """Whether a column is called as people of a study or a group are, without a word for a number.

    >>> [_calls_member(name) for name in ("subject", "subj", "patient_id", "pid")]
    [True, True, False, False]
    """
    return bool({*split_name(name)[-1:]} & _MEMBERS)


def _with_group(engine: Engine, found: OwnRepeats) -> OwnRepeats:
    """Return what repeats with the group of T in which its numbers may start anew, if there is one.

    People have a row for each time, which is no group. A group of any name has twice as many people
    at least, and something else is the same in all rows of each: what differs in them is none.
    """
    groups = _list_groups(engine, found.name)
    if not ends_as_number(found.name):
        # A subject of a site; people of a register move from town to town.
        groups = [one for one in groups if names_group(one)]
    for group in groups[:_MOST_GROUPS]:
        within = _count_keys(engine, [group, found.name], PRIVATE).distinct
        is_known = _is_group(group)
        if within < _FEWEST_IN_GROUPS:
            # In few regions, few numbers are those of members of something else.
            continue
        least = _ANEW_IN_KNOWN if is_known else _ANEW
        grouped = replace(found, group=group, within=within)
        if within >= least * found.distinct and (is_known or _has_lasting(engine, grouped)):
            return grouped
    return found


def _has_lasting(engine: Engine, found: OwnRepeats) -> bool:
    """Whether a column is the same in the rows of a number of a group, and not of the number.

    But for a few of them, and for rows without a value.
    """
    named = found.group, found.name
    others = [one for one in engine.columns(PRIVATE) if one not in named]
    for one in others[:_MOST_LASTING]:
        counts = _count_keys(engine, [*named, one], PRIVATE)
        is_same = counts.distinct <= _ANEW_IN_KNOWN * found.within
        if is_same and 4 * counts.present >= 3 * counts.rows:
            alone = _count_keys(engine, [found.name, one], PRIVATE).distinct
            if alone >= _ANEW_IN_KNOWN * found.distinct:
                return True
    return False


def _list_groups(engine: Engine, name: str) -> list[str]:
    """List the columns of T that may be groups of people: by their names first."""
    others = [
        (one, type_)
        for one, type_ in engine.columns(PRIVATE).items()
        if one != name and not (is_time(one) or is_identifier(one))
    ]
    known = [one for one, _ in others if _is_group(one)]
    texts = [one for one, type_ in others if type_.family == "text" and not find_kind(one)]
    return [*known, *(one for one in texts if one not in known)]


def _is_group(name: str) -> bool:
    return names_group(name) or find_kind(name) == "place"


def _count_keys(engine: Engine, key: Sequence[str], table: str) -> KeyCounts:
    rows, present, distinct = map(int, engine.fetch(keys_query(key, table))[0])
    return KeyCounts(rows, present, distinct)


def _refuse(counts: KeyCounts, column: str, table: str) -> None:
    for fault in counts.find_faults(column, table):
        raise fault


def count_private_keys(engine: Engine, key: str, originals: Sequence[Original] = ()) -> KeyCounts:
    """Count the keys of T, and those that P does not have, in one statement.

    P's own are taken to be unique. `originals`: what P and T are.
    """
    of_private, of_unknown = (
        query.subquery(name)
        for query, name in ((keys_query([key], PRIVATE), "keys"), (unknown_query(key), "unknown"))
    )
    query = exp.select("*").from_(of_private).join(of_unknown, join_type="cross")
    rows, present, distinct, lost = map(int, engine.fetch(query)[0])
    # A row without a key has none of P's.
    unknown = lost - (rows - present)
    found = find_writing(engine, key, lost) if unknown else None
    writing = None if found is None else found[0]
    origin = tell_original(*originals) if originals else ""
    counts = KeyCounts(rows, present, distinct, unknown, _tell_writing(found), writing)
    return replace(counts, origin=origin, written=0 if found is None else found[1])


def _tell_writing(found: tuple[Writing, int] | None) -> str:
    """Say of how many of these rows the key occurs in P if written so; empty if of none."""
    if found is None:
        return ""
    keys = "1 of them does" if found[1] == 1 else f"{found[1]:,} of them do"
    return f"; {keys} {found[0].said}: if these are the same people, write keys alike in both"


def keys_query(key: Sequence[str], table: str) -> exp.Query:
    """Return the query that counts rows, those with a key, and keys of one or several columns.

    Of the table by its name: a column may be called as what is counted.
    """
    values = [column(name, table) for name in key]
    lacks = exp.or_(*(value.copy().is_(exp.null()) for value in values))
    source = exp.Table(this=identifier(table))
    return render("count_keys", source=source, key=values, lacks_key=lacks)
