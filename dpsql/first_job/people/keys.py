"""Finds the key that T is matched to P by, and says what is wrong with one that is near.

A key of P names each row once. T's own keys are counted, too: where most of them are others than
P's, the column is another number of the same name.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from dpsql.domain.column_words import calls_person, find_kind, is_identifier, may_number
from dpsql.domain.numbered_words import names_occasion, reaches_people
from dpsql.domain.plurals import name_count
from dpsql.domain.several_rows import may_repeat_people
from dpsql.engines.base import ColumnType, Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.agreeing_rows import find_agreeing
from dpsql.first_job.people.chance import may_differ_by_chance
from dpsql.first_job.people.made_keys import is_made_of_two
from dpsql.first_job.profile import Profile
from dpsql.first_job.spelled_names import find_spelled
from dpsql.sql.tables.differing_rows import (
    SharedColumn,
    compare_by_key,
    find_respelled,
    find_rounded,
    list_shared_times,
    read_number,
    with_times,
)
from dpsql.sql.tables.key_writings import Writing
from dpsql.sql.tables.keys import count_private_keys
from dpsql.sql.tables.private_table import PRIVATE
from dpsql.sql.templates import column, identifier

#: The fewest rows of a table with a key: in a smaller one, values may differ by chance.
_LEAST_PEOPLE = 20
#: Where one of so many columns differs, and another agrees, rows of other people may agree there.
_FEW_COLUMNS = 2
_KEYS = ("text", "integer", "uuid")


@dataclass(frozen=True)
class Key:
    """The key that T is matched by; `faults`: what is wrong with it in T, in the words of check.

    `people`: T's rows but for those that repeat the key of another. `doubt`: why it may name other
    people in T than in P, or what else most rows of T tell of values that differ; empty if nothing
    does. `refuted`: what differs, if it seems to name others. `by_chance`: asks whether it names
    people at all, if neither its name nor its form says so. `contradicted`: which other identifiers
    of T are those of others in P. `writing`: how more of its keys occur in P, if some do not.
    `has_unknown`: P lacks some keys of T in all writings, and nothing says why. `is_left`: by
    `writing`, or where there is none, P lacks some.
    """

    name: str
    people: int
    faults: tuple[str, ...] = ()
    doubt: str = ""
    refuted: str = ""
    by_chance: str = ""
    contradicted: str = ""
    writing: Writing | None = None
    has_unknown: bool = False
    is_left: bool = False

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is said of the key beside its faults."""
        return tuple(filter(None, (self.by_chance, self.contradicted, self.doubt)))


def settle_key(engine: Engine, found: Profile) -> tuple[Profile, Key | None]:
    """Return the key, and the profile with what is none although it names each row of P.

    Each column that could be one is counted in T, in one statement.
    """
    while (name := find_key(found)) is not None:
        counts = count_private_keys(engine, name, found.originals)
        if 2 * counts.unknown <= counts.present:
            faults = tuple(str(one) for one in counts.find_faults(name, "T"))
            people = counts.rows - (counts.present - counts.distinct)
            asked = _ask_of_chance(found, name)
            if asked and is_made_of_two(engine, found.public, name):
                asked = ""
            key = Key(name, people, faults, by_chance=asked, writing=counts.writing)
            is_unknown = bool(counts.unknown) and not counts.hint and not counts.is_another
            is_left = counts.unknown > counts.written and not counts.is_another
            return found, replace(key, has_unknown=is_unknown, is_left=is_left)
        found = replace(found, foreign={**found.foreign, name: counts.tell_unknown()})
        if counts.writing is not None:
            found = replace(found, written={**found.written, name: counts.writing})
            left = {name} if counts.unknown > counts.written else set[str]()
            found = replace(found, unwritten=found.unwritten | left)
    return found, None


def _ask_of_chance(found: Profile, name: str) -> str:
    """Ask whether a key names people, if neither its name nor its form says so."""
    one = _find(found, name)
    if not may_differ_by_chance(one):
        return ""
    others = [other.name for other in found.public if other.name != name]
    if found.private.keys().isdisjoint(others):
        mend = "give T the key of P, or the columns to match it by"
    else:
        mend = "drop key from private: T is matched on the quasi-identifiers"
    return (
        f"{name} is the key, but neither its name nor its values look like a number of people: is"
        f" it unique by chance? If so, {mend}"
    )


def doubt_key(engine: Engine, found: Profile, key: Key, chosen: Sequence[str]) -> Key:
    """Return the key with a doubt if most rows of T differ from P's of the same key.

    A number of its own table, such as that of a row, is unique in P and occurs there, too. Where
    the tables write values in other ways, or one column alone differs, that is said instead.
    """
    own = {name: found.private[name] for name in found.own}
    times = list_shared_times(key.name, {one.name: one.type for one in found.public}, own)
    of_times = [one.public for one in times]
    shared = [
        SharedColumn(one.name, one.name, one.type, own[one.name])
        for one in found.public
        if one.name in chosen and one.name in own and one.name not in of_times
    ]
    if not shared and (doubt := _doubt_numbers(engine, found, key.name)):
        return replace(key, doubt=doubt)
    differing = compare_by_key(engine, key.name, shared, times)
    if not differing.rows:
        return replace(key, doubt=differing.tell()) if differing.is_told else key
    differing = with_times(engine, differing, found.originals[0])
    names = [one for one in shared if one.public in differing.columns]
    # Rounding changes most values, and not a few of a flag.
    often = [one for one in names if 3 * differing.columns[one.public] >= found.private_rows]
    rounded = find_rounded(engine, key.name, often)
    others = [one for one in shared if one.public not in rounded]
    if rounded and 2 * compare_by_key(engine, key.name, others).rows <= found.private_rows:
        return replace(key, doubt=_tell_rounded(engine, found, key.name, (shared, times), rounded))
    if 2 * differing.rows <= found.private_rows:
        return replace(key, doubt=differing.tell())
    respelled = find_respelled(engine, key.name, names)
    others = [one for one in shared if one.public not in respelled]
    if respelled and 2 * compare_by_key(engine, key.name, others).rows <= found.private_rows:
        written = {name: differing.columns[name] for name in respelled}
        return replace(key, doubt=replace(differing, columns=written).respell(key.name))
    if len(names) == 1 and len(shared) > _FEW_COLUMNS:
        return replace(key, doubt=differing.blame(key.name))
    if differing.rows >= _LEAST_PEOPLE:
        # All shared columns may tell that: what lasts may not be among the chosen.
        known = [one for one in found.public if agree(one.type, own.get(one.name))]
        known = [one for one in known if one.name not in of_times]
        if agreeing := find_agreeing(engine, _find(found, key.name), known, key.people):
            return replace(key, doubt=differing.confirm(key.name, agreeing))
    # A few rows may be wrong where the key is right.
    refuted = differing.refute(key.name) if differing.rows >= _LEAST_PEOPLE else ""
    return replace(key, doubt=differing.doubt(key.name), refuted=refuted)


def _find(found: Profile, name: str) -> ColumnProfile:
    return next(one for one in found.public if one.name == name)


def _tell_rounded(
    engine: Engine,
    found: Profile,
    key: str,
    compared: tuple[Sequence[SharedColumn], Sequence[SharedColumn]],
    rounded: Mapping[str, str],
) -> str:
    """Say which columns differ by rounding, and in which others some rows differ."""
    shared, times = compared
    by_rounding = [one for one in shared if one.public in rounded]
    rest = [one for one in shared if one.public not in rounded]
    others = with_times(engine, compare_by_key(engine, key, rest, times), found.originals[0])
    told = compare_by_key(engine, key, by_rounding).round(key, rounded)
    return f"{told}. {others.tell()}" if others.is_told else told


def find_key(found: Profile) -> str | None:
    """Return a column of P without NULL and duplicates that T has, too; None if there is none.

    A row that stands for several people has no key, and marked rows of P need none.
    """
    return next((one.name for one in list_keys(found)), None)


def list_keys(found: Profile) -> Iterator[ColumnProfile]:
    """Yield what `find_key` returns the first of."""
    for one in _list_possible_keys(found):
        if one.distinct == one.rows and not one.has_nulls and one.name not in found.foreign:
            yield one


def find_spoiled(found: Profile, *, by_name: bool = True) -> tuple[str, str] | None:
    """Return an identifier of both tables that is no key, and why; None if none is near.

    An identifier has a value for each row of P but for some, or for each of some rows of a person,
    and is called one; without `by_name`, as where T has no other column of P, by whatever name.
    """
    if find_key(found) is not None:
        return None
    for one in _list_possible_keys(found):
        if one.name in found.foreign:
            return one.name, f"{one.name} is no key: {found.foreign[one.name]}"
        is_near = _nearly_names(one) or may_repeat_people(one.name, one.present, one.distinct)
        if not is_near or (by_name and not is_identifier(one.name)):
            continue
        faults = (
            _tell_rows(one.present - one.distinct, "repeats", "it"),
            _tell_rows(one.rows - one.present, "has", "none"),
        )
        return one.name, f"{one.name} is no key: {' and '.join(filter(None, faults))}"
    return None


def _tell_rows(rows: int, verb: str, what: str) -> str:
    """Return what is wrong with so many rows of P; empty if there are none."""
    if not rows:
        return ""
    said = verb if rows == 1 else {"repeats": "repeat", "has": "have"}[verb]
    return f"{name_count(rows, 'row')} of P {said} {what}"


def _nearly_names(one: ColumnProfile) -> bool:
    """Whether rows have a value of their own but for half of them: all of P may be there twice."""
    return 2 * one.distinct >= one.rows


def _list_possible_keys(found: Profile) -> Iterator[ColumnProfile]:
    """Yield the columns of both tables whose type is one of keys, where a key is of use.

    Identifiers first, and numbers of P's rows last: T may number its own.
    """
    if found.is_marked or found.public_count is not None or found.private_count is not None:
        return
    panel = found.panel
    has_people = panel is not None and panel.is_certain and {*panel.names} <= {*found.private}
    for one in sorted(
        list_names(found), key=lambda one: (found.answer != (one.name,), *_rank(one))
    ):
        if has_people and may_differ_by_chance(one):
            # Each row differs in a measurement, too, where people have several.
            continue
        if agree(one.type, found.private.get(one.name)):
            yield one


def _rank(one: ColumnProfile) -> tuple[bool, bool, bool, int]:
    """Order identifiers first, then what else differs by design, then by chance, row numbers last.

    An identifier that counts the rows of P comes after what differs by design.
    """
    counts, is_named = numbers_rows(one), is_identifier(one.name)
    named = rank_name(one.name)
    return counts and not is_named, may_differ_by_chance(one), counts, named


def rank_name(name: str) -> int:
    """Order names of columns by how likely each names a person, identifiers first.

    Then how to reach somebody, then numbers of visits or orders, then all others.

    >>> [rank_name(name) for name in ("pid", "email", "order_id", "ip")]
    [0, 1, 2, 3]
    """
    if is_identifier(name):
        return 2 if names_occasion(name) else 0
    return 1 if reaches_people(name) else 3


def numbers_rows(one: ColumnProfile) -> bool:
    """Whether a column is called a number of rows, or counts those of P from 0 or 1."""
    is_whole = one.type.family == "integer" or (one.reads_as_number and one.codes == one.present)
    counts = is_whole and one.distinct == one.rows and one.least in (0, 1)
    in_turn = counts and one.greatest == (one.least or 0) + one.rows - 1
    return in_turn or find_kind(one.name) == "record"


def counts_cases(one: ColumnProfile) -> bool:
    """Whether a column is called case, and counts the rows of P: those of a survey are people."""
    return one.name.lower() == "case" and numbers_rows(one)


def find_ends(engine: Engine, found: Profile, key: str) -> tuple[float | None, float | None]:
    """Return the least and the greatest number of T in a column; None if it has none."""
    value = column(key)
    number = read_number(value) if found.private[key].family == "text" else value
    ends = exp.select(exp.Min(this=number.copy()), exp.Max(this=number.copy()))
    least, greatest = engine.fetch(ends.from_(exp.Table(this=identifier(PRIVATE))))[0]
    return least, greatest


def _doubt_numbers(engine: Engine, found: Profile, key: str) -> str:
    """Doubt a key that counts the rows of both tables, where T has no other column to compare."""
    one = _find(found, key)
    if not numbers_rows(one) or one.least is None or found.private_rows == found.public_rows:
        return ""
    least, greatest = find_ends(engine, found, key)
    if least is None or (least, greatest) != (one.least, one.least + found.private_rows - 1):
        return ""
    return (
        f"{key} counts the rows of P and those of T, each from {int(one.least)} on: if T numbers"
        " its own, these are other people; give T the key of P, or the columns to match it by"
    )


def list_names(found: Profile) -> Iterator[ColumnProfile]:
    """Yield the columns of P whose type is one of keys."""
    for one in found.public:
        form = one.form or one.unlisted
        kind = None if form is None else form.kind
        is_named = is_identifier(one.name) or calls_person(one.name)
        is_amount = kind == "numbers" and not is_named
        is_date = one.reads_as_date or one.has_mixed_dates or kind == "dates"
        # pandas makes such numbers of whole ones where one is missing.
        is_whole = one.type.family == "float" and one.reads_as_number and not one.has_fractions
        is_number = is_named or (may_number(one.name) and not kind and not find_kind(one.name))
        may_name = one.type.family in _KEYS or (is_number and is_whole)
        names = may_name and not is_date and not is_amount
        if names and one.rows >= _LEAST_PEOPLE:
            yield one


def agree(public: ColumnType, private: ColumnType | None) -> bool:
    """Whether a column can be matched without a key: equal types, integers, or texts."""
    if private is None:
        return False
    families = (public.family, private.family)
    return public.name == private.name or families in (("integer", "integer"), ("text", "text"))


def list_only_public(found: Profile, key: str | None) -> list[ColumnProfile]:
    """Return the columns that P alone has, by any spelling, and that a key finds for T."""
    if key is None:
        return []
    return [
        one
        for one in found.public
        if one.name not in found.private and not find_spelled(one.name, found)
    ]
