"""A limit that shows rows of T is told, but not of a column that T writes otherwise than P."""

import pytest

from dpsql.sql.counting.counted_limits import PERCENTS, LimitCounts
from dpsql.sql.counting.telling_limits import find_by_limits


@pytest.mark.parametrize(
    ("below", "decides"),
    [
        # As many of P as of T; one row of T more, whose value P lacks; and hardly any of P.
        ((96, 96), True),
        ((95, 96), True),
        ((20, 96), False),
    ],
)
def test_what_p_hardly_has_is_written_otherwise(below, decides):
    counts = LimitCounts((below, (1000 - below[0], 4)) * len(PERCENTS), 1000, 100)
    telling, _ = find_by_limits({"seen": counts}, (1000, 100))
    assert [(one.name, one.decides) for one in telling] == [("seen", True)] * decides
