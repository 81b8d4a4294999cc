"""What follows a long run: a picture on a terminal, lines elsewhere. Nothing here measures time."""

import errno
from io import StringIO

import pytest
from rich.console import Console

from dpsql.cli.terminal.progress import EVERY, Follower
from dpsql.domain.progress import CuttingProgress, FrontierProgress, Progress


class Hands:
    """A clock that stands until it is moved."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def hands():
    return Hands()


class Terminal(StringIO):
    """A text that a terminal would show; one that `is_gone` takes nothing any more."""

    is_gone = False

    def isatty(self):
        return True

    def write(self, text):
        if self.is_gone:
            raise OSError(errno.EIO, "gone")
        return super().write(text)


@pytest.fixture
def follow(hands):
    """Make a follower that writes to a text; it is cleared at the end."""
    made = []

    def make(*, is_terminal=False, enabled=True, **environment):
        written = Terminal() if is_terminal else StringIO()
        console = Console(
            file=written,
            force_terminal=is_terminal or None,
            width=100,
            _environ={"TERM": "xterm"} | environment,
        )
        follower = Follower(console, enabled=enabled, clock=hands)
        made.append(follower)
        return follower, written

    yield make
    for follower in made:
        follower.clear()


@pytest.mark.parametrize(
    ("progress", "end"),
    [
        (
            Progress(6480, 3000, 40, None),
            "search: 3,000 of 6,480 nodes decided, 40 counted, none holds yet",
        ),
        (Progress(9, 3, 4, 0.5), "best so far 0.5"),
        (Progress(9, 3, 4, 0.5, 0.25), "best so far 0.5, 0.25 still possible"),
        (
            FrontierProgress(9, 3, 4, 0.5, points=2),
            "3 of 9 nodes decided, 4 counted, 2 points so far",
        ),
        (FrontierProgress(9, 3, 4, None), "0 points so far"),
        (CuttingProgress(1200, 7, 3), "search: 1,200 parts, 7 of them may still be cut"),
        (CuttingProgress(12, 7, 3, 900, 30), "may still be cut, with 30 of 900 people of P"),
    ],
)
def test_the_words_say_how_far_the_search_is(follow, progress, end):
    follower, _ = follow()
    follower.enter("search")
    follower.update(progress)
    assert follower.tell().endswith(end)


def test_a_short_run_writes_no_line(follow, hands):
    follower, written = follow()
    for stage in ("load", "search", "release", "verify"):
        follower.enter(stage)
        follower.update(Progress(9, 3, 4, 0.5))
        hands.now += EVERY / 4 - 0.01
    assert written.getvalue() == ""


def test_a_long_run_writes_a_line_now_and_then_and_at_each_stage(follow, hands):
    follower, written = follow()
    follower.enter("load")
    hands.now += 12
    follower.tick()  # while one statement runs, nothing else calls
    hands.now += 1
    follower.tick()  # too soon
    follower.enter("search")
    hands.now += 4
    follower.update(Progress(9, 3, 4, 0.5))  # too soon
    hands.now += 6
    follower.update(Progress(9, 5, 6, 0.5))
    follower.enter("verify")
    assert written.getvalue().splitlines() == [
        "[12 s] load",
        "[13 s] search",
        "[23 s] search: 5 of 9 nodes decided, 6 counted, best so far 0.5",
        "[23 s] verify",
    ]


def test_starts_of_pooling_are_told_with_how_long_the_rest_takes(follow, hands):
    follower, written = follow()
    follower.enter("search")
    for known in (9000, 9010, 9020, 9060, 9100):
        follower.update(Progress(13_824, known, known - 8990, 0.5, 0.25, unit="start"))
        hands.now += 5
    told = follower.tell()
    assert told == (
        "search: 9,100 of 13,824 starts decided, 110 counted, best so far 0.5, 0.25 still possible,"
        " about 10 min left"
    )
    assert written.getvalue().splitlines()[-1] == f"[20 s] {told}"


def test_a_limit_is_offered_once_a_search_takes_long(follow, hands):
    follower, _ = follow()
    follower.offer_limit("--time-limit 60")
    offer = "; --time-limit 60 ends a search with the best by then"
    follower.enter("search: pooled, 1 of 2")
    follower.update(Progress(13_824, 0, 10, None, unit="start"))
    assert offer not in follower.tell()
    hands.now += 20
    assert follower.tell().endswith(offer)
    follower.update(Progress(13_824, 0, 10, 0.5))
    assert follower.tell().endswith(offer)
    # A search of nodes that has found none, parts, and what is chosen from P have no such end.
    follower.update(Progress(13_824, 0, 10, None))
    assert offer not in follower.tell()
    follower.update(CuttingProgress(1200, 7, 3))
    assert offer not in follower.tell()
    follower.enter("choose")
    hands.now += 20
    follower.update(Progress(13_824, 0, 10, 0.5))
    assert offer not in follower.tell()


def test_parts_are_told_with_how_long_their_people_take(follow, hands):
    follower, _ = follow()
    follower.enter("search")
    for open_people in (1000, 1000, 900, 800, 700):
        follower.update(CuttingProgress(1200, 7, 3, 1000, open_people))
        hands.now += 5
    told = "7 of them may still be cut, with 700 of 1,000 people of P, at least 40 s left"
    assert follower.tell().endswith(told)


def test_no_forecast_without_a_pace(follow, hands):
    follower, _ = follow()
    follower.enter("search")
    for _ in range(4):
        follower.update(Progress(100, 40, 4, 0.5, unit="start"))
        hands.now += 20
    assert follower.tell().endswith("best so far 0.5")


def test_nothing_is_written_where_it_is_not_wanted(follow, hands):
    follower, written = follow(enabled=False)
    follower.enter("load")
    hands.now += 100
    follower.update(Progress(9, 3, 4, 0.5))
    assert written.getvalue() == ""


def test_a_terminal_sees_stages_seconds_and_a_bar(follow, hands):
    follower, written = follow(is_terminal=True)
    follower.enter("load")
    hands.now += 2.5
    follower.enter("search")
    hands.now += 4
    follower.update(Progress(8, 4, 3, 0.5, 0.25))
    console = Console(file=StringIO(), width=100)
    console.print(follower.picture())
    first, bar, words = console.file.getvalue().splitlines()
    assert "load 2.5 s, search 4 s" in first
    assert bar.strip() == "━" * 20  # of 40
    assert words.strip() == "4 of 8 nodes decided, 3 counted, best so far 0.5, 0.25 still possible"
    follower.clear()
    assert written.getvalue().endswith("\x1b[2K")  # the last line of the picture is erased


def test_a_stderr_that_is_closed_does_not_end_the_run(follow, hands):
    follower, written = follow()
    follower.enter("load")
    written.close()
    hands.now += 100
    follower.tick()
    follower.enter("search")


def test_a_terminal_that_goes_away_does_not_end_the_run(follow):
    follower, written = follow(is_terminal=True)
    follower.enter("load")
    written.is_gone = True
    follower.enter("search")
    follower.clear()


def test_a_terminal_that_is_gone_before_the_run_does_not_end_it(follow):
    follower, written = follow(is_terminal=True)
    written.is_gone = True
    follower.enter("load")
    follower.clear()


@pytest.mark.parametrize(
    ("is_terminal", "environment"), [(False, {"FORCE_COLOR": "1"}), (True, {"TERM": "dumb"})]
)
def test_where_nothing_can_move_there_are_plain_lines(follow, hands, is_terminal, environment):
    follower, written = follow(is_terminal=is_terminal, **environment)
    follower.enter("load")
    hands.now += 12
    follower.enter("search")
    assert written.getvalue() == "[12 s] search\n"


def test_a_line_that_nobody_reads_does_not_hold_up_the_run(follow, hands):
    follower, _ = follow()
    follower.enter("load")
    hands.now += 12
    with follower._lock:  # as while a line is being written
        follower.enter("search")


def test_stages_of_one_kind_are_summed_up_once_they_are_done(follow, hands):
    follower, _ = follow(is_terminal=True)
    for stage, seconds in (("search: spalm, 1 of 3", 2), ("search: mpalm, 2 of 3", 4)):
        follower.enter(stage)
        hands.now += seconds
    follower.enter("search: pooled, 3 of 3")
    hands.now += 1
    console = Console(file=StringIO(), width=100)
    console.print(follower.picture())
    assert "search 6.0 s, search: pooled, 3 of 3 1 s" in console.file.getvalue()
