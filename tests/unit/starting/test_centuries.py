"""Of which century two digits of a year are: never after today, and what the values leave open."""

from datetime import date

import pytest

from dpsql.first_job.rules.formed import propose_formed
from dpsql.first_job.texts.dates import read_dates
from tests.unit.starting.test_text_forms import column

TODAY = date(2026, 11, 27)


def read(years, day="01.02."):
    texts = {f"{day}{year:02}": 1 for year in years} | {f"13.02.{next(iter(years)):02}": 1}
    return read_dates(texts, TODAY)


@pytest.mark.parametrize(
    ("years", "first", "last", "is_open"),
    [
        ([*range(25, 99)], 1925, 1998, False),  # births of adults
        ([*range(40, 100), *range(11)], 1940, 2010, False),
        ([*range(20, 61)], 1920, 1960, False),
        ([*range(10, 27)], 2010, 2026, False),
        ([*range(95, 100), *range(27)], 1995, 2026, False),
        # The first and the last year adjoin: one is as likely as the other.
        ([*range(100)], 1927, 2026, True),
        ([*range(20, 100), *range(15)], 1920, 2014, True),
        # Years ahead: the end of a contract, or births of a century ago.
        ([*range(15, 36)], 1915, 1935, True),
        ([*range(95, 100), *range(28)], 1927, 2026, True),
    ],
)
def test_the_reading_of_least_span_that_is_not_ahead(years, first, last, is_open):
    form = read(years)
    found = sorted(int(day[:4]) for day in form.plain.values())
    assert (found[0], found[-1]) == (first, last)
    assert bool(form.doubt) == is_open
    assert form.years in form.doubt or not is_open


def test_no_day_of_this_year_is_after_today():
    assert read([26, 20, 25], "27.11.").plain["27.11.26"] == "2026-11-27"
    assert read([26, 20, 25], "28.11.").plain["28.11.26"] == "1926-11-28"


def test_a_leap_day_of_00_is_of_2000():
    # 1900 had none, though it would be nearer to the others.
    assert read_dates({"29.02.00": 1, "01.01.99": 1}, TODAY).plain["29.02.00"] == "2000-02-29"
    leap = read_dates({"29.02.00": 1, "13.01.20": 1, "01.01.40": 1, "01.01.60": 1}, TODAY)
    assert leap.plain["29.02.00"] == "2000-02-29"


def test_the_comment_says_how_years_are_read():
    form = read([*range(25, 99)])
    one, rows = column(list(form.plain))
    said = propose_formed(one, form.__class__(**{**form.__dict__, "texts": rows}), "date")[1]
    assert "dates DD.MM.YY; years 25 to 98 are read as 1925 to 1998" in said
