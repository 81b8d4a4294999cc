"""A page names the δmax that were tried, and says of these alone that nothing keeps more."""

from fractions import Fraction

import pytest

from dpsql.domain.found.explored import THIS_RELEASE, ExploredAlgorithm, ExploredPoint
from dpsql.domain.found.statistics import Presence
from dpsql.report.explored_tries import tell_alone, tell_left, tell_notes

PRESENCE = Presence(Fraction(0), Fraction(1, 4), (3, 2))
TIME = "dpsql report JOB -o PAGE.html --internal --explore 60"
COMPARE = "dpsql compare JOB --delta …"


def at(percent, loss=0.5, **words):
    return ExploredPoint(Fraction(percent, 100), loss, {}, PRESENCE, **words)


def explored(points, tried=(), untried=(), name="cuts", **words):
    shares = ([Fraction(one, 100) for one in some] for some in (tried, untried))
    given = dict(zip(("tried", "untried"), map(tuple, shares), strict=True))
    return ExploredAlgorithm(name, tuple(points), is_proven=False, **given, **words)


def tell(one, *others, kind="cuts"):
    return tell_alone(one, 402, (one, *others), kind).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("tried", "untried", "told", "way"),
    [
        ([75, 80, 90], [], "at δmax 80 % and 90 % nothing was found that keeps more", COMPARE),
        ([60, 75], [], "at δmax 60 % no release was found that keeps anything", COMPARE),
        (
            [60, 70, 75, 80],
            [90],
            "at δmax 60 % and 70 % no release was found that keeps anything, and at 80 % nothing"
            " was found that keeps more",
            TIME,
        ),
        ([75], [80], "no other δmax was tried", TIME),
    ],
)
def test_one_point_says_where_else_was_looked(tried, untried, told, way):
    text = tell(explored([at(75)], tried, untried))
    assert text.startswith(f"There is one point, so the slider cannot move: {told}. `{way}")


def test_points_that_are_left_out_are_counted_where_the_slider_moves():
    found = explored([at(50), at(75, 0.2)], [50, 75, 80], [20, 90])
    told = tell_left(found).replace("\u00a0", " ")
    assert told.startswith("2 of 5 δmax were left out, as no time was left: 20 % and 90 %.")
    assert TIME in told
    # Of one point the sentence before says how.
    assert "dpsql" not in tell_left(explored([at(50)], [50], [20]))
    assert tell_left(explored([at(50), at(75, 0.2)], [50, 75])) == ""
    measured = ExploredAlgorithm("levels", found.points, note="2 of 5 points")
    assert tell_left(measured) == "2 of 5 points. `dpsql frontier JOB` lists all of them."


def test_where_nothing_is_lost_nothing_keeps_more():
    text = tell(explored([at(75, 0.0)], [75, 80]))
    assert "nothing is lost at this one" in text and "80" not in text


def test_a_search_that_was_ended_early_leads_to_more_time():
    assert TIME in tell(explored([at(75, least=3, is_whole=False)], [75, 80]))
    # There the sentence of the point says it.
    assert "dpsql" not in tell(explored([at(75, is_whole=False)], [75, 80]))


def test_a_note_says_where_no_release_was_found():
    (note,) = tell_notes(explored([at(30), at(40, 0.2)], [20, 25, 30, 35, 40]))
    told = "; at 20 % and 25 % no release was found that keeps anything"
    assert note.replace("\u00a0", " ").endswith(f"35 % and 40 %{told}")


def test_who_gave_a_minute_already_is_told_to_give_more():
    text = tell_alone(explored([at(75)], [75], [80]), 402, asked_seconds=60.0)
    assert text.endswith("--internal --explore 120` gives all searches 2 minutes.")


def test_a_release_that_stands_alone_is_compared_with_points_of_no_greater_bound():
    """What the job would release at another δmax is not known: it may choose from P alone."""
    own = explored([at(95)], name=THIS_RELEASE)
    cuts = explored([at(80, 0.4), at(90, 0.3), at(99, 0.1)], [80, 90, 99])
    text = tell(own, cuts)
    assert "At δmax 90 % “cuts” loses less: 0.3. Its points are chosen from T, by loss." in text
    assert "in the job" not in text and "loses less" not in tell(own, cuts, kind="boxes")
    same = explored([at(95, 0.2)], [95])
    assert "At δmax 95 % “cuts” loses less: 0.2." in tell(own, same)
    assert all(COMPARE in tell(own, *some) for some in ([], [cuts]))


def test_notes_name_what_was_tried_and_what_was_not():
    notes = tell_notes(explored([at(75)], [70, 75], [80, 90], note="a reason"))
    assert [one.replace("\u00a0", " ") for one in notes] == [
        "cuts: a reason",
        "cuts: tried at δmax 70 % and 75 %; at 70 % no release was found that keeps anything",
        "cuts: no time was left for δmax 80 % and 90 %",
    ]
