"""A date that is written as a time is shown without midnight, a real time of day with it."""

from fractions import Fraction

import pytest

from dpsql.domain.found.explored import (
    ColumnCells,
    Exploration,
    ExploredAlgorithm,
    ExploredPoint,
)
from dpsql.domain.found.statistics import Presence
from dpsql.report.details import Sample
from dpsql.report.explored_dates import show_dates
from dpsql.report.midnight import drop_midnights, shorten_date


@pytest.mark.parametrize(
    "text",
    [
        "2021-05-17 00:00",
        "2021-05-17T00:00:00",
        "2021-05-17 00:00:00.000",
        "2021-05-17 00:00:00+02",
    ],
)
def test_midnight_goes_however_it_is_written(text):
    assert drop_midnights(text) == "2021-05-17"


@pytest.mark.parametrize(
    "text", ["2021-05-17 00:00:01", "2021-05-17 00:00:00.5", "2021-05-17 00:01", "00:00:00", "*"]
)
def test_everything_else_stays(text):
    assert drop_midnights(text) == text


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        (("2021-05-17 00:00:00", "2021", "*"), "2021-05-17"),
        # Times of day, and days beside which the raw value must not look like one of them.
        (("2021-05-17 00:00:00", "2021-05-17 00:00", "*"), "2021-05-17 00:00:00"),
        (("2021-05-17 00:00:00", "2021-05-17", "*"), "2021-05-17 00:00:00"),
        (("2021-05-17 08:30:00", "2021-05", "*"), "2021-05-17 08:30:00"),
        (("2021-05-17 00:00:00",), "2021-05-17 00:00:00"),
        ((None, "2021", "*"), None),
    ],
)
def test_one_value_is_a_date_where_its_levels_are_coarser_than_days(labels, shown):
    assert shorten_date(labels)[0] == shown


def test_a_slider_drops_midnights_of_columns_that_have_nothing_else():
    day, moment = "2021-05-17 00:00:00", "2021-05-18 08:30:00"
    point = ExploredPoint(
        Fraction(1, 2),
        0.5,
        {},
        Presence(Fraction(0), Fraction(1, 2), ()),
        shown=((day, day), None),
        cells={"day": ColumnCells(ranges=((f"[{day}..{day}]", 3),), rows=3)},
    )
    people = (((day, "*"), (day, "*")), ((day, "*"), (moment, "*")))
    exploration = Exploration((ExploredAlgorithm("boxes", (point,)),), people)
    samples = {"day": (Sample(3, (day, "*")),), "moment": (Sample(3, (day, "*")),)}
    found, told = show_dates(exploration, samples, ["day", "moment"])
    (shown,) = found.algorithms[0].points
    assert shown.shown == (("2021-05-17", day), None)
    assert shown.cells["day"].ranges == (("[2021-05-17..2021-05-17]", 3),)
    assert found.people[1] == (("2021-05-17", "*"), (moment, "*"))
    assert [told[name][0].labels[0] for name in ("day", "moment")] == ["2021-05-17", day]
