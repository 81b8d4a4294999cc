"""Finds whether the rows of several times may be those of the same people, where no column says so.

Other people at another time are as alike as two samples are. The same people have the same sex,
race and schooling again: rows of two times agree in such columns more often than rows of one time
do. Where other people were asked each time, they agree less often, or as often but for chance.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from sqlglot import exp

from dpsql.domain.column_words import find_kind, is_experience, is_identifier, says_when
from dpsql.domain.numbered_words import names_number_alone
from dpsql.engines.base import Engine
from dpsql.first_job.columns import MOST_LISTED, ColumnProfile
from dpsql.first_job.dependent.repeats import count_distinct
from dpsql.first_job.people.keys import Key, agree
from dpsql.first_job.people.panels import Waves
from dpsql.first_job.people.people import find_person
from dpsql.first_job.people.renamed_ids import may_name
from dpsql.first_job.people.rows_of_people import FEW_TWICE, find_column_kind
from dpsql.first_job.people.rows_of_private import profile_time
from dpsql.first_job.people.times import is_time_of_all, may_be_time
from dpsql.first_job.people.together.full_names import find_full_name
from dpsql.first_job.people.together.names_at_times import find_panel_at_times
from dpsql.first_job.profile import Profile
from dpsql.hierarchies.column_values import paths_query
from dpsql.sql.tables.differing_rows import read_number
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column, identifier

#: Rows of each time on average, and columns that are looked at, of which so many are taken.
_ROWS_EACH, _MOST_TIMES, _MOST_ASKED, _MOST_TAKEN = 20, 2, 12, 4
#: Of all columns, so many are left out, one after the other.
_MOST_LEFT_OUT = 3
#: A column that lasts has so many rows of a value, and one NULL of so many rows at most: rows with
#: a NULL are not compared.
_ROWS_OF_VALUE, _ROWS_OF_NULL = 4, 4
#: What lasts, by its name, is looked at first.
_LASTING = ("birth", "sex", "race", "nationality", "education", "postcode", "place")
#: So many standard deviations are no chance; in tables of other people there are hardly three.
_NO_CHANCE = 5.0
#: Of so many rows, one has another row of its person at least.
_ROWS_OF_PEOPLE = 10
#: Of more rows, those of some times after each other are compared: two at least.
_MOST_ROWS, _FEWEST_TIMES = 60_000, 2
#: Of so many rows, two columns of the same people are nearer to what is no chance than this.
_ROUNDS, _HOPELESS = 2, 2.5
_FAMILIES = ("text", "integer", "decimal", "float", "boolean", "date")


@dataclass(frozen=True)
class _Agreement:
    """How far rows of two times agree more often than those of one: in deviations, and in pairs."""

    deviations: float
    pairs_per_row: float

    @property
    def is_clear(self) -> bool:
        """Whether it is no chance, and of many rows."""
        return self.deviations >= _NO_CHANCE and _ROWS_OF_PEOPLE * self.pairs_per_row >= 1


@dataclass(frozen=True)
class _Times:
    """The column with the times of rows, and the texts of those that are compared; all if none.

    `table`: P, or T.
    """

    name: str
    compared: tuple[str, ...] = ()
    table: str = PUBLIC


@dataclass(frozen=True)
class _Shared:
    """What rows of a person share: a column, or a year of birth, which is `year` less an age."""

    one: ColumnProfile
    year: ColumnProfile | None = None

    @property
    def title(self) -> str:
        """As it is told."""
        return self.one.name if self.year is None else f"{self.year.name} − {self.one.name}"

    def read(self) -> exp.Expr:
        """Return its value in a row."""
        if self.year is None:
            return column(self.one.name)
        return exp.Sub(this=_read_number(self.year), expression=_read_number(self.one))


_Tried = tuple[_Agreement, tuple[_Shared, ...]]


def with_waves(engine: Engine, found: Profile, key: Key | None) -> Profile:
    """Return the profile with the times of rows that may be the same people's, if there are any.

    None where something names people: a key, a number of each row, what repeats, full names. Few
    columns may name them together beside the times: then these are asked about.
    """
    if key is not None or found.answer is not None or not _is_open(found):
        return found
    times = [one for one in found.public if _is_time_of_rows(one)]
    for time in times[:_MOST_TIMES]:
        possible = [*_list_births(time, found.public), *map(_Shared, _list_possible(found.public))]
        waves = _find_lasting(engine, time, possible[:_MOST_ASKED])
        if waves is not None and not _numbers_members(engine, found, time):
            panel = find_panel_at_times(engine, found.public, time)
            return replace(found, panel=panel, waves=None if panel is not None else waves)
    return found


def with_private_waves(engine: Engine, found: Profile) -> Profile:
    """Return the profile with the times of rows of a T without a key, if people have several.

    None where a column of T names these, or several do together, where P is asked about the same,
    or of a large T. Of T, as of P, pairs of rows that agree are counted; which columns may last,
    P's tell.
    """
    known = (
        found.waves,
        found.own_repeats,
        found.renamed,
        found.renamed_pair,
        found.text_of_pair,
        found.public_count,
        found.answer,
    )
    if any(one is not None for one in known) or found.private_rows > _MOST_ROWS:
        return found
    own = {name: found.private[name] for name in found.own}
    together = found.pair or (found.panel.names if found.panel is not None else ())
    if any(map(may_name, own)) or (together and {*together} <= own.keys()):
        return found
    shared = [one for one in found.public if agree(one.type, own.get(one.name))]
    for name in [name for name in own if says_when(name)][:_MOST_TIMES]:
        distinct = count_distinct(engine, PRIVATE, [name])
        if not 1 < distinct * _ROWS_EACH <= found.private_rows or distinct == 1:
            continue
        time = profile_time(engine, name, own[name])
        others = [one for one in shared if one.name != name]
        possible = [*_list_births(time, others), *map(_Shared, _list_possible(others))]
        waves = _find_lasting(engine, time, possible[:_MOST_ASKED], PRIVATE)
        if waves is not None:
            return replace(found, private_waves=waves)
    return found


def _is_open(found: Profile) -> bool:
    """Whether nothing names people, and nothing else is asked of their rows."""
    if found.public_count is not None or found.panel is not None or found.pair is not None:
        return False
    person = find_person(found)
    if person is not None and person.is_named and not names_number_alone(person.name):
        return False
    called = (one for one in found.public if find_kind(one.name) in ("name", "contact"))
    are_called = any(2 * one.distinct >= one.rows for one in called)
    return not are_called and find_full_name(found.public) is None


def _is_time_of_rows(one: ColumnProfile) -> bool:
    is_time = is_time_of_all(one) or says_when(one.name)
    return is_time and one.distinct > 1 and one.distinct * _ROWS_EACH <= one.rows


def _list_possible(columns: Sequence[ColumnProfile]) -> Iterator[ColumnProfile]:
    """Yield columns that may last for people: by their names, then categories of many values."""
    possible = [
        one
        for one in columns
        if one.type.family in _FAMILIES
        and one.distinct > 1
        and _ROWS_OF_VALUE * one.distinct <= one.rows
        and _ROWS_OF_NULL * (one.rows - one.present) <= one.rows
        and (find_kind(one.name) == "birth" or not (may_be_time(one) or one.reads_as_date))
    ]
    kinds = {one.name: find_column_kind(one) for one in possible}
    named = [one for one in possible if kinds[one.name] in _LASTING]
    yield from sorted(named, key=lambda one: _LASTING.index(kinds[one.name]))
    others = [one for one in possible if one not in named]
    yield from sorted(others, key=lambda one: (one.distinct > MOST_LISTED, -one.distinct))


def _list_births(time: ColumnProfile, columns: Sequence[ColumnProfile]) -> Iterator[_Shared]:
    """Yield a year of birth for an age, which grows with the years of rows as it does.

    The age itself hides that rows are of the same people: they have another one each time. So does
    one that grows with a number of waves, if these are a year apart, and an experience in years.
    """
    if not time.reads_as_number or time.has_fractions:
        return
    whole = [one for one in columns if one.reads_as_number and not one.has_fractions]
    ages = [one for one in whole if find_kind(one.name) == "age"]
    experiences = [one for one in whole if is_experience(one.name)]
    yield from (_Shared(one, time) for one in (*ages[:1], *experiences[:1]))


def _read_number(one: ColumnProfile) -> exp.Expr:
    return read_number(column(one.name)) if one.type.family == "text" else column(one.name)


def _find_lasting(
    engine: Engine, time: ColumnProfile, possible: Sequence[_Shared], table: str = PUBLIC
) -> Waves | None:
    """Return the columns in which rows of two times agree most clearly; None if none are clear.

    Few columns are tried first. Where people come and go, these differ from time to time, and only
    many together tell people apart.
    """
    times = _Times(time.name, _choose_times(engine, time), table)
    for sets in (_add, _leave_out):
        tried = []
        for number, one in enumerate(sets(engine, times, possible), 1):
            if times.compared and number == _ROUNDS and one[0].deviations < _HOPELESS:
                return None
            tried += [one] if one[0].is_clear else []
        if tried:
            _, columns = max(tried, key=lambda one: one[0].deviations)
            return Waves(time.name, tuple(one.title for one in columns))
    return None


def _choose_times(engine: Engine, time: ColumnProfile) -> tuple[str, ...]:
    """Return times after each other that have about as many rows as are compared; none for all.

    >>> _choose_window([("1", 50_000), ("2", 20_000), ("3", 40_000), ("4", 90_000)])
    ('2', '3')
    """
    if time.rows <= _MOST_ROWS or not time.values:
        return ()
    counts = [(text, int(n)) for text, n in engine.fetch(paths_query([time.name]))]
    counts = [(text, n) for text, n in counts if text is not None]
    return _choose_window(sorted(counts, key=lambda one: _order_time(time, one[0])))


def _choose_window(counts: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    windows = [
        counts[start:end]
        for start in range(len(counts))
        for end in range(start + _FEWEST_TIMES, len(counts) + 1)
    ]
    best = min(windows, key=lambda one: abs(_MOST_ROWS - sum(n for _, n in one)), default=())
    return tuple(text for text, _ in best)


def _order_time(time: ColumnProfile, text: str) -> tuple[float, str]:
    return (float(text) if time.reads_as_number and time.form is None else 0, text)


def _add(engine: Engine, times: _Times, possible: Sequence[_Shared]) -> Iterator[_Tried]:
    """Yield sets of few columns, each with the one that shows most beside the last."""
    taken: tuple[_Shared, ...] = ()
    while len(taken) < min(_MOST_TAKEN, len(possible)):
        sets = [(*taken, one) for one in possible if one not in taken]
        best = _choose(engine, times, sets)
        yield best
        taken = best[1]


def _leave_out(engine: Engine, times: _Times, possible: Sequence[_Shared]) -> Iterator[_Tried]:
    """Yield sets of nearly all columns, without those that differ in rows of people most."""
    taken = tuple(possible)
    for _ in range(min(_MOST_LEFT_OUT, len(possible) - _MOST_TAKEN)):
        best = _choose(engine, times, [tuple(o for o in taken if o is not one) for one in taken])
        yield best
        taken = best[1]


def _choose(engine: Engine, times: _Times, sets: Sequence[tuple[_Shared, ...]]) -> _Tried:
    counted = zip(_count_agreement(engine, times, sets), sets, strict=True)
    return max(counted, key=lambda one: one[0].deviations)


def _count_agreement(
    engine: Engine, times: _Times, sets: Sequence[Sequence[_Shared]]
) -> list[_Agreement]:
    """Return for each set of columns how rows of two times agree in them, and rows of one."""
    values = [[one.read() for one in each] for each in sets]
    rows = engine.fetch(agreement_query(times.name, values, times.compared, times.table))
    judged = []
    for number in range(len(sets)):
        own = [one for one in rows if int(one[0]) == number]
        parts = [(int(one[2]), int(one[3])) for one in own if not int(one[1])]
        together = sum(int(one[3]) for one in own if int(one[1]))
        judged.append(_judge(parts, together))
    return judged


def _judge(times: Sequence[tuple[int, int]], together: int) -> _Agreement:
    """Compare the pairs of rows of two times that agree with those of one time.

    `times`: of each, its rows, and the ordered pairs that agree, each row with itself among them.
    `together`: such pairs of all rows. Each time counts as much on both sides: as shares change
    from time to time, rows of two times then agree less often than those of one, on average.

    >>> _judge([(2, 2), (2, 2)], 8).pairs_per_row
    0.5
    """
    times = [one for one in times if one[0] > 1]
    rows = sum(number for number, _ in times)
    across = rows * rows - sum(number * number for number, _ in times)
    if across <= 0:
        return _Agreement(0, 0)
    of_two = (together - sum(pairs for _, pairs in times)) / across
    weights = [number * (rows - number) / across for number, _ in times]
    within = [number * (number - 1) for number, _ in times]
    of_one = sum(
        weight * (pairs - number) / possible
        for weight, possible, (number, pairs) in zip(weights, within, times, strict=True)
    )
    rate = (together - rows) / (rows * rows - rows)
    apart = sum(weight**2 / one for weight, one in zip(weights, within, strict=True))
    variance = 2 * rate * (1 / across + apart)
    if variance <= 0:
        return _Agreement(0, 0)
    more = of_two - of_one
    return _Agreement(more / sqrt(variance), more * across / 2 / rows)


def agreement_query(
    time: str,
    sets: Sequence[Sequence[exp.Expr]],
    compared: Sequence[str] = (),
    table: str = PUBLIC,
) -> exp.Query:
    """Return the query that counts rows of a table, and pairs that agree in a set of values.

    For each set, a row for each time, and one for all times, which are told apart by a flag. Pairs
    are ordered, each row with itself among them. `compared`: the texts of times; all if none.
    """
    counts = [
        _count(number, [column(time)] * (not whole), values, column(time), compared, table)
        for number, values in enumerate(sets)
        for whole in (False, True)
    ]
    return counts[0] if len(counts) == 1 else exp.union(*counts, distinct=False)


def _count(
    number: int,
    times: Sequence[exp.Expr],
    values: Sequence[exp.Expr],
    time: exp.Expr,
    compared: Sequence[str],
    table: str,
) -> exp.Select:
    rows = exp.column("row_count")
    named = [exp.alias_(one.copy(), "time_of_row") for one in times]
    groups = (
        exp.select(exp.alias_(exp.Count(this=exp.Star()), "row_count"), *named)
        .from_(exp.Table(this=identifier(table)))
        .where(*(one.copy().is_(exp.null()).not_() for one in (time, *values)))
        .group_by(*(one.copy() for one in (*times, *values)))
    )
    if compared:
        texts = [exp.Literal.string(one) for one in compared]
        groups = groups.where(exp.In(this=exp.cast(time.copy(), "VARCHAR"), expressions=texts))
    squares = exp.cast(rows.copy(), "DOUBLE") * exp.cast(rows.copy(), "DOUBLE")
    counted = exp.select(
        exp.alias_(exp.Literal.number(number), "set_number"),
        exp.alias_(exp.Literal.number(int(not times)), "is_of_all"),
        exp.alias_(exp.Sum(this=rows.copy()), "row_count"),
        exp.alias_(exp.Sum(this=squares), "pair_count"),
    ).from_(groups.subquery("alike"))
    return counted.group_by(exp.column("time_of_row")) if times else counted


def _numbers_members(engine: Engine, found: Profile, time: ColumnProfile) -> bool:
    """Whether the time tells the rows of a number apart that is no person's, as `panel` is None.

    Then rows are of members of that, of a household or a firm, one each time.
    """
    for one in found.public:
        is_number = is_identifier(one.name) or (
            find_kind(one.name) == "" and one.type.family in ("integer", "text")
        )
        if one is time or not is_number or not 1 < one.distinct <= one.present // 2:
            continue
        repeated = one.present - count_distinct(engine, PUBLIC, [one.name, time.name])
        if FEW_TWICE * repeated <= one.present:
            return True
    return False
