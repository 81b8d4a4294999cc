"""Finds two columns of P that name people together: a centre and a number in it, for instance.

So do a household and the number of a member. By their names, both number people or members, or one
names a group; by the rows, pairs differ in all of them, or those of a pair are one person's.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.column_words import find_kind, is_time, names_household
from dpsql.domain.numbered_words import may_number_members, names_group, names_report
from dpsql.domain.several_rows import may_repeat_people
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.rows_of_people import RowsOfPeople, look_at_rows
from dpsql.first_job.people.together.namesakes import count_equal
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier

#: All are counted in one statement, which groups P by each; few are looked at further.
_MOST_COUNTED, _MOST_LOOKED_AT = 8, 2
#: Fewer people may differ in two columns by chance.
_LEAST_PEOPLE = 20
#: Of so many people, one has several rows at least; of a case, few have several charges.
_MANY, _MANY_OF_CASES = 2, 20
#: A number that starts anew in groups is in so many on average, and has few gaps.
_MANY_GROUPS, _FEW_GAPS = 2, 2
#: One who differs may be a wrong value; of so many whom a group tells apart, one differs in sex.
_LEAST_DIFFERING, _MANY_TOLD = 3, 3


@dataclass(frozen=True)
class Pair:
    """A number of people, and the group that it is `within`; how many pairs, and rows, P has.

    `is_of_case`: somebody in a case, whose rows are of charges and the like. Most have one each.
    `is_called`: by a name, which two of a case may have.
    """

    number: ColumnProfile
    within: ColumnProfile
    pairs: int = 0
    rows: int = 0
    is_of_case: bool = False
    is_called: bool = False

    @property
    def names(self) -> tuple[str, str]:
        """Both, the group first."""
        return self.within.name, self.number.name

    @property
    def differs(self) -> bool:
        """Whether each row of P has a pair of its own."""
        return self.pairs == self.rows == self.number.rows >= _LEAST_PEOPLE

    @property
    def starts_anew(self) -> bool:
        """Whether the number counts from 0 or 1 on in each group, or is one of few in households.

        Members of a household may be numbered with gaps, as 1, 3 and 171 where some have left. A
        number of a person would have more values than households have.
        """
        one = self.number
        if self.pairs < _MANY_GROUPS * one.distinct:
            return False
        if names_household(self.within.name):
            return _MANY_GROUPS * one.distinct <= self.within.distinct
        if one.least not in (0, 1) or one.greatest is None:
            return False
        return one.greatest <= _FEW_GAPS * one.distinct


def count_pairs(engine: Engine, columns: Sequence[ColumnProfile]) -> list[Pair]:
    """Return the pairs of columns of P that may name people together, those with most pairs first.

    None where one column names each row.
    """
    possible = [*_list_possible(columns)][:_MOST_COUNTED]
    if not possible:
        return []
    counted = [
        Pair(possible[int(number)].number, possible[int(number)].within, int(pairs), int(rows or 0))
        for number, pairs, rows in sorted(engine.fetch(pairs_query(possible)))
    ]
    return sorted(counted, key=lambda one: -one.pairs)


def _list_possible(columns: Sequence[ColumnProfile]) -> Iterator[Pair]:
    repeating = [one for one in columns if 1 < one.distinct < one.present and one.rows]
    members = [one for one in repeating if may_number_members(one.name)]
    numbers = [one for one in members if not names_report(one.name)]
    if any(may_number_members(one.name) and one.distinct == one.rows for one in columns):
        return
    for number in sorted(numbers, key=lambda one: names_group(one.name)):
        if names_group(number.name):
            continue
        for other in repeating:
            is_group = names_group(other.name) and not is_time(other.name)
            is_size = find_kind(other.name) == "household" and other not in numbers
            # A household of which there are many, and few members of one, is no size.
            is_many = other.distinct >= _LEAST_PEOPLE and other.distinct > number.distinct
            is_size = is_size and not (names_household(other.name) and is_many)
            later = other in numbers and (other.distinct, other.name) > (
                number.distinct,
                number.name,
            )
            if other is not number and (is_group or later) and not is_size:
                yield Pair(number, other)


def pairs_query(pairs: Sequence[Pair]) -> exp.Query:
    """Return the query that counts the distinct pairs of columns of P, and the rows with both."""
    counts = []
    for number, pair in enumerate(pairs):
        both = [column(name) for name in pair.names]
        groups = (
            exp.select(exp.alias_(exp.Count(this=exp.Star()), "row_count"))
            .from_(exp.Table(this=identifier(PUBLIC)))
            .where(*(one.copy().is_(exp.null()).not_() for one in both))
            .group_by(*both)
        )
        numbered = exp.alias_(exp.Literal.number(number), "pair_number")
        rows = exp.alias_(exp.Sum(this=exp.column("row_count")), "row_count")
        people = exp.alias_(exp.Count(this=exp.Star()), "pair_count")
        counts.append(exp.select(numbered, people, rows).from_(groups.subquery("pairs")))
    return counts[0] if len(counts) == 1 else exp.union(*counts, distinct=False)


def find_panel_of_pairs(
    engine: Engine, columns: Sequence[ColumnProfile], pairs: Sequence[Pair]
) -> Panel | None:
    """Return the pair that names people with several rows each; the first certain, or that may.

    `pairs`: as `count_pairs` returns them.
    """
    doubtful = None
    several = [one for one in pairs if may_repeat_people(one.number.name, one.rows, one.pairs)]
    for one in several[:_MOST_LOOKED_AT]:
        rows = look_at_rows(engine, columns, [one.within, one.number])
        many = _MANY_OF_CASES if one.is_of_case else _MANY
        are_few = many * rows.repeated < one.pairs or one.pairs < _LEAST_PEOPLE
        if rows.is_of_several or are_few:
            continue
        is_certain = (rows.is_of_one or rows.is_design) and not one.is_called
        if is_certain or (doubtful is None and (rows.kept or one.starts_anew or one.is_of_case)):
            words = one.number.name, one.rows, one.pairs
            within = (one.within.name,)
            panel = Panel(*words, is_certain=is_certain, time=rows.time, within=within)
            panel = _tell_apart(engine, columns, one, rows) or panel
            if panel.is_certain:
                return panel
            doubtful = panel
    return doubtful


def _tell_apart(
    engine: Engine, columns: Sequence[ColumnProfile], pair: Pair, rows: RowsOfPeople
) -> Panel | None:
    """Return the pair with a group that tells those apart who share it: a class of a school.

    Those who share a pair differ in sex or birth, and nobody does with the group. Groups that one
    person may have several of, a class of each year, tell apart many who do not differ.
    """
    if (differing := _count_differing(rows)) < _LEAST_DIFFERING:
        return None
    for other in columns:
        is_group = names_group(other.name) and not is_time(other.name) and not other.has_nulls
        if not is_group or other.distinct <= 1 or other.name in pair.names:
            continue
        names = [one.name for one in columns if one.name in (other.name, pair.within.name)]
        every = [column(name) for name in (*names, pair.number.name)]
        ((people, present, _),) = count_equal(engine, [every])
        if present != pair.rows or people - pair.pairs > _MANY_TOLD * differing:
            continue
        told = look_at_rows(engine, columns, [other, pair.within, pair.number])
        if people > pair.pairs and not _count_differing(told):
            is_certain = told.is_of_one or told.is_design
            number = pair.number.name
            return Panel(
                number, present, people, is_certain=is_certain, time=told.time, within=(*names,)
            )
    return None


def _count_differing(rows: RowsOfPeople) -> int:
    """Count people whose rows differ in a sex or a birth, by the column where most do."""
    return max((n for kind, n in rows.lasting if kind in ("sex", "birth")), default=0)
