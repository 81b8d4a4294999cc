"""The data and the script of a page's slider: safe in HTML, and allowed by their digest alone."""

import hashlib
import json
from base64 import b64encode
from fractions import Fraction

from dpsql.domain.frontier_point import FrontierPoint
from dpsql.domain.presence_bars import find_bars
from dpsql.domain.statistics import Presence
from dpsql.report.details import Insight, Sample
from dpsql.report.explorer import make_explorer

BARS = find_bars(None)
HOSTILE = "</script><script>alert(1)</script>&amp;"


def make(points=2, asked=None):
    """The explorer of a column with a hostile name and hostile labels."""
    found = tuple(
        FrontierPoint(Fraction(number + 1, 10), 1 - number / 10, {HOSTILE: number})
        for number in range(points)
    )
    presence = Presence(Fraction(0), Fraction(1, 10), (5, *[0] * (len(BARS) - 1)))
    insight = Insight(points=found, explored=(presence,) * points)
    samples = {HOSTILE: (Sample(3, (HOSTILE, None, "*")),)}
    return make_explorer(insight, {HOSTILE: 2}, samples, BARS, asked)


def test_no_text_ends_its_element():
    found = make()
    assert "<" not in found.data
    assert json.loads(str(found.data))["columns"][0]["name"] == HOSTILE


def test_the_digest_is_that_of_the_script():
    found = make()
    digest = b64encode(hashlib.sha256(str(found.script).encode()).digest()).decode()
    assert found.digest == f"sha256-{digest}"
    assert "</" not in found.script.replace("</script", "")
    assert "innerHTML" not in found.script


def test_it_begins_at_the_greatest_bound_that_is_allowed():
    chosen = [
        json.loads(str(make(5, asked).data))["chosen"]
        for asked in (None, Fraction(1), Fraction(3, 10), Fraction(1, 100))
    ]
    assert chosen == [4, 4, 2, 0]


def test_one_point_is_nothing_to_explore():
    assert make(1) is None
    assert make(0) is None
