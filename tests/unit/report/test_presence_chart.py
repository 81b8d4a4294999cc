"""The axes of the histogram of presence: as long as the people and δmax need them."""

from fractions import Fraction
from itertools import pairwise

import pytest

from dpsql.report.charts.bars import read_bars
from dpsql.report.charts.frame import BROAD, FRAMES, LETTER, SLIM, Tick, keep_apart
from dpsql.report.charts.presence_chart import draw_chart
from dpsql.report.charts.scale import find_root_ticks


def draw(delta_max, at, frame=BROAD):
    asked = {"min": Fraction(0), "max": Fraction(delta_max)}
    shares = [Fraction(one) for one in at.split()]
    people = [sum(bar.low < one <= bar.high for one in shares) for bar in read_bars(asked)]
    return draw_chart(people, (min(shares), max(shares)), shares[0], asked, frame)


@pytest.mark.parametrize("frame", FRAMES, ids=[one.name for one in FRAMES])
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
def test_the_axis_ends_where_people_and_delta_do(delta_max, at, labels, frame):
    chart = draw(delta_max, at, frame)
    found = [tick.label.removesuffix("\N{NO-BREAK SPACE}%") for tick in chart.presence_ticks]
    assert " ".join(found) == labels
    places = [chart.prior, *chart.reached, *(mark.x for mark in chart.marks)]
    places += [end for bar in chart.bars for end in (bar.x, bar.x + bar.width)]
    assert min(places) >= frame.left and max(places) <= frame.right


def test_a_bar_ends_at_its_tick():
    chart = draw("1/20", "1/50 1/30")
    assert [bar.range for bar in chart.bars] == [
        "over 1\N{NO-BREAK SPACE}% to 2\N{NO-BREAK SPACE}%",
        "over 3\N{NO-BREAK SPACE}% to 4\N{NO-BREAK SPACE}%",
    ]
    ticks = [tick.at for tick in chart.presence_ticks]
    for bar, tick in zip(chart.bars, (ticks[2], ticks[4]), strict=True):
        assert bar.x + bar.width == pytest.approx(tick, abs=1.6)


@pytest.mark.parametrize("frame", FRAMES, ids=[one.name for one in FRAMES])
def test_heights_are_square_roots_and_one_person_is_seen(frame):
    asked = {"min": Fraction(0), "max": Fraction(1, 5)}
    people = [0] * len(read_bars(asked))
    people[:3] = [1_000_000, 250_000, 1]
    chart = draw_chart(people, (Fraction(0), Fraction(1, 5)), Fraction(1, 10), asked, frame)
    most, quarter, one = (bar.height for bar in chart.bars)
    assert most == frame.bottom - frame.top
    assert quarter == most / 2
    assert one == 1.5
    assert all(bar.y + bar.height == frame.bottom for bar in chart.bars)


@pytest.mark.parametrize(
    "most", [*range(1, 300), 770, 4_567, 99_999, 10**6, 123_456_789, 8 * 10**9]
)
def test_ticks_of_people_reach_all_and_are_apart(most):
    ticks = find_root_ticks(most)
    assert ticks[0] == 0 and ticks[-1] >= most and len(ticks) == len({*ticks}) <= 8
    places = [(tick / ticks[-1]) ** 0.5 for tick in ticks]
    # As far as a line of text is high, of the lower drawing.
    least = min(frame.bottom - frame.top for frame in FRAMES)
    assert all((b - a) * least > 14 for a, b in pairwise(places))


@pytest.mark.parametrize("delta_max", ["1", "1/3", "9/10"])
def test_every_bar_has_its_number_on_a_phone(delta_max):
    """They read upwards where they would overlap, below the labels of δ."""
    asked = {"min": Fraction(0), "max": Fraction(delta_max)}
    people = [1_503 * 10 ** (place % 3) for place in range(len(read_bars(asked)))]
    drawn = draw_chart(people, (Fraction(0), Fraction(1)), Fraction(1, 5), asked, SLIM).bars
    assert len(drawn) == len(people) and all(bar.label for bar in drawn)
    middles = [bar.middle for bar in drawn]
    assert all(after - before > 10.8 for before, after in pairwise(middles))
    for bar in drawn:
        assert bar.turn == "end" or bar.label_y - len(bar.label) * LETTER > 32
    few = draw_chart([5, *[0] * (len(people) - 1)], (Fraction(0),) * 2, Fraction(0), asked, SLIM)
    assert [bar.turn for bar in few.bars] == [""]


def test_labels_that_would_overlap_are_left_out_evenly():
    ticks = [Tick(10.0 * place, "0.01\N{NO-BREAK SPACE}%") for place in range(25)]
    kept = keep_apart(ticks)
    assert [tick.at for tick in kept] == [0, 50, 100, 150, 200]
    assert keep_apart(kept) == kept and keep_apart([]) == ()
