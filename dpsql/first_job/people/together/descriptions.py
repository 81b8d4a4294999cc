"""Finds columns of P that describe each person, where none names people: birth, sex and postcode.

Together these are hardly those of two people: where far more rows have one description than chance
lets expect, and differ elsewhere, somebody may have several rows. Twins and neighbours may, too, so
that it is only asked.
"""

from collections.abc import Iterator, Sequence

from dpsql.domain.column_words import find_kind, is_known_less
from dpsql.domain.numbered_words import names_other_person
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.called_by_names import list_called_by_names
from dpsql.first_job.people.one_row_each import is_made
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.rows_of_people import look_at_rows
from dpsql.first_job.people.together.namesakes import (
    Namesakes,
    count_namesakes,
    numbers_people,
    share_days,
)

#: What describes somebody for good, or for long; of each kind, so many columns.
_KINDS = {"birth": 3, "name": 2, "sex": 1, "postcode": 1, "race": 1, "nationality": 1}
#: A ward or a county may be that of a visit: looked at where the rest is not enough.
_MOST_PLACES = 2
#: One row of so many may lack such a value: it is no row of anybody then.
_FEW_NULLS = 20
#: Without a column so many times as many rows repeat beyond chance: it differs in rows of people.
_CLEARLY_MORE = 1.25
#: So many times what chance lets expect, where a description was made one column already.
_TIMES_CHANCE_AGAIN = 4


def find_panel_of_descriptions(engine: Engine, columns: Sequence[ColumnProfile]) -> Panel | None:
    """Return the columns that describe people, some of whom may have several rows of P each.

    None without a birth, where nothing else differs in rows of one description, or where a column
    numbers people, unless it was made of such a description. It is never certain.
    """
    chosen = [one for kind, most in _KINDS.items() for one in _list_of(kind, columns, most)]
    if not any(find_kind(one.name) == "birth" for one in chosen):
        return None
    if any(numbers_people(one) for one in columns if not is_made(one)):
        return None
    # A defendant or a claimant is called by name, too.
    chosen += [one for one in list_called_by_names(engine, columns) if one not in chosen]
    places = _list_of("place", columns, _MOST_PLACES)
    sets = (chosen, *([*chosen, one] for one in places))
    found = (_judge(engine, columns, one) for one in sets if len(one) > 1)
    return next((panel for panel in found if panel is not None), None)


def _judge(
    engine: Engine, columns: Sequence[ColumnProfile], chosen: Sequence[ColumnProfile]
) -> Panel | None:
    """Return the panel of people whom these columns describe; None if they hardly repeat."""
    if not any(one.distinct > 1 for one in columns if one not in chosen and not is_made(one)):
        return None
    equal = count_namesakes(engine, chosen)
    if not equal.repeated:
        return None
    rows = look_at_rows(engine, columns, chosen)
    # Who made such a column has people with several rows: less is to be asked about then.
    by_chance = equal.are_by_chance and not share_days(engine, chosen, equal)
    if any(map(is_made, columns)):
        by_chance = equal.may_be_chance(_TIMES_CHANCE_AGAIN)
    if (by_chance or equal.are_few) and not rows.is_design:
        return None
    fewer, of_fewer = _drop_changing(engine, chosen, equal)
    if fewer != chosen:
        chosen, equal, rows = fewer, of_fewer, look_at_rows(engine, columns, fewer)
    *within, name = (one.name for one in chosen)
    named = name, equal.rows, equal.people
    return Panel(*named, is_certain=False, time=rows.time, within=tuple(within))


def _drop_changing(
    engine: Engine, chosen: Sequence[ColumnProfile], equal: Namesakes
) -> tuple[Sequence[ColumnProfile], Namesakes]:
    """Return the columns without those that differ in rows of people, as a ward of visits does.

    A birth stays. `equal`: what repeats in all of them.
    """
    while True:
        fewer = ([one for one in chosen if one is not left_out] for left_out in chosen)
        possible = [
            one
            for one in fewer
            if len(one) > 1 and any(find_kind(each.name) == "birth" for each in one)
        ]
        counted = [(one, count_namesakes(engine, one)) for one in possible]
        best, found = max(counted, key=lambda one: one[1].beyond_chance, default=(chosen, equal))
        if found.beyond_chance <= _CLEARLY_MORE * max(equal.beyond_chance, 0):
            return chosen, equal
        chosen, equal = best, found


def _list_of(kind: str, columns: Sequence[ColumnProfile], most: int) -> Iterator[ColumnProfile]:
    """Yield columns of a kind that describe the person of a row, those of most values first."""
    own = (one for one in columns if one.distinct > 1 and find_kind(one.name) == kind)
    of_person = (
        one for one in own if not is_known_less(one.name) and not names_other_person(one.name)
    )
    whole = (one for one in of_person if _FEW_NULLS * (one.rows - one.present) <= one.rows)
    yield from sorted(whole, key=lambda one: -one.distinct)[:most]
