"""What the line that follows a search says."""

from io import StringIO

import pytest
from rich.console import Console

from dpsql.search.frontier import FrontierProgress
from dpsql.search.spalm import Progress
from dpsql.terminal import ProgressLine


@pytest.mark.parametrize(
    ("progress", "end"),
    [
        (
            Progress(6480, 3000, 40, None),
            "3,000 of 6,480 nodes decided, 40 counted, none holds yet",
        ),
        (Progress(9, 3, 4, 0.5), "best so far 0.5"),
        (
            FrontierProgress(9, 3, 4, 0.5, points=2),
            "3 of 9 nodes decided, 4 counted, 2 points so far",
        ),
        (FrontierProgress(9, 3, 4, None), "0 points so far"),
    ],
)
def test_the_line_says_how_far_the_search_is(progress, end):
    line = ProgressLine(Console(file=StringIO(), force_terminal=False), enabled=True)
    line.update(progress)
    assert line._status is not None
    assert str(line._status.status).endswith(end)
    line.clear()
    assert line._status is None
