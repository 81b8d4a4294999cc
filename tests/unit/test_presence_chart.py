"""The axis of the histogram of presence: as long as the people and δmax need it."""

from fractions import Fraction

import pytest

from dpsql.report.charts.bars import read_bars
from dpsql.report.charts.presence_chart import LEFT, RIGHT, draw_chart


def draw(delta_max, at):
    asked = {"min": Fraction(0), "max": Fraction(delta_max)}
    shares = [Fraction(one) for one in at.split()]
    people = [sum(bar.low < one <= bar.high for one in shares) for bar in read_bars(asked)]
    return draw_chart(people, (min(shares), max(shares)), shares[0], asked)


@pytest.mark.parametrize(
    ("delta_max", "at", "labels"),
    [
        ("1/20", "1/50 1/30", "0 1 2 3 4 5"),
        ("1/20", "1/50 6/100", "0 2 4 6 8 10"),
        ("17/100", "1/50 1/10", "0 5 10 15 20"),
        ("1/5", "1/50 1/3", "0 10 20 30 40 50"),
        ("2/3", "1/2 2/3", "0 20 40 60 80 100"),
        ("1/20", "1/50 1", "0 20 40 60 80 100"),
    ],
)
def test_the_axis_ends_where_people_and_delta_do(delta_max, at, labels):
    chart = draw(delta_max, at)
    found = [tick.label.removesuffix("\N{NO-BREAK SPACE}%") for tick in chart.presence_ticks]
    assert " ".join(found) == labels
    places = [chart.prior, *chart.reached, *(mark.x for mark in chart.marks)]
    places += [end for bar in chart.bars for end in (bar.x, bar.x + bar.width)]
    assert min(places) >= LEFT and max(places) <= RIGHT


def test_a_bar_ends_at_its_tick():
    chart = draw("1/20", "1/50 1/30")
    assert [bar.range for bar in chart.bars] == [
        "over 1\N{NO-BREAK SPACE}% to 2\N{NO-BREAK SPACE}%",
        "over 3\N{NO-BREAK SPACE}% to 4\N{NO-BREAK SPACE}%",
    ]
    ticks = [tick.at for tick in chart.presence_ticks]
    for bar, tick in zip(chart.bars, (ticks[2], ticks[4]), strict=True):
        assert bar.x + bar.width == pytest.approx(tick, abs=1.6)
