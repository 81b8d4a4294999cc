"""No level of a first job has as many labels as the one below."""

from datetime import date, timedelta

import pytest

from dpsql.engines.base import ColumnType
from dpsql.first_job.columns import BulkOfDays, ColumnProfile
from dpsql.first_job.proposal import propose_one
from dpsql.first_job.roles import Role

ROWS = 9_000


def propose(values, family="text", **counts):
    """Propose for a column of P with these values, listed if they are few."""
    ends = [value[:10] for value in (min(values), max(values))]
    n = counts.pop("distinct", len(values))
    one = ColumnProfile(
        *("c", ColumnType(family, family.upper()), ROWS, ROWS, n),
        *(counts.pop("numbers", 0), counts.pop("dates", ROWS), counts.pop("codes", 0), 0),
        *(len(values[0]), len(values[0]), counts.pop("least", None), counts.pop("greatest", None)),
        *(tuple(values) if n <= 60 else (), None, *ends),
        days=counts.pop("days", None),
    )
    return propose_one(one, Role(1, counts.pop("kind", ""))).words


def list_days(n, step=1, time=""):
    return tuple(f"{date(2017, 1, 1) + timedelta(step * i)}{time}" for i in range(n))


@pytest.mark.parametrize(
    ("values", "distinct", "units"),
    [
        (list_days(300), 300, ["month", "quarter"]),
        (list_days(20), 20, ["month"]),
        # A moment a day, as pandas writes days.
        (list_days(300, time=" 00:00:00"), 300, ["month", "quarter"]),
        (list_days(300, time=" 10:15:00"), 900, ["day", "month", "quarter"]),
        ([f"2017-01-02 {i:02}:15:00" for i in range(24)], 24, ["day"]),
        # Births of which the month is known, written as its first day.
        (
            tuple(f"{1940 + i // 12}-{1 + i % 12:02}-01" for i in range(720)),
            720,
            ["year", "decade"],
        ),
        # Days that are months, and such that are years.
        (tuple(f"2017-{i:02}-01" for i in range(1, 13)), 12, ["quarter"]),
        (tuple(f"{i}-01-01" for i in range(1970, 2000)), 30, ["decade"]),
    ],
)
def test_units_of_dates_say_less_than_the_level_below(values, distinct, units):
    days = sorted({value[:10] for value in values})
    bulk = BulkOfDays(days[0], days[-1], len(days))
    family = "timestamp" if len(values[0]) > 10 else "date"
    assert propose(values, family, distinct=distinct, days=bulk)["dates"] == units


@pytest.mark.parametrize(
    ("first", "last", "lengths"),
    [
        # Zips of one county, of two, and of the whole country.
        (80100, 80990, [4, 3]),
        (80100, 82990, [4, 3, 2]),
        (10100, 92990, [4, 3, 2, 1]),
        # With a zero in front.
        (1000, 9990, [4, 3, 2]),
    ],
)
def test_a_prefix_that_all_codes_have_is_no_level(first, last, lengths):
    values = [f"{first + (last - first) * i // 89:05}" for i in range(90)]
    assert propose_codes(values)["prefix"] == lengths


def test_nor_of_few_codes():
    assert propose_codes([f"{80100 + i}" for i in range(40)])["prefix"] == [4]


def propose_codes(values):
    ends = {"least": int(values[0]), "greatest": int(values[-1])}
    return propose(values, numbers=ROWS, codes=ROWS, dates=0, kind="postcode", **ends)


def test_a_year_that_all_days_have_is_no_level():
    days = list_days(200)
    bulk = BulkOfDays(days[0], days[-1], len(days))
    assert "year" not in propose(days, "date", days=bulk)["dates"]


def test_a_rule_of_few_numbers_says_less_than_the_level_below():
    """The prices of a table, all whole tens: intervals of five are the numbers themselves."""
    values = tuple(f"{10 * i}.5" for i in range(1, 40))
    ends = {"least": 10.5, "greatest": 390.5}
    words = propose(values, "decimal", numbers=ROWS, dates=0, **ends)
    assert min(map(float, words["widths"])) > 10
