"""Presence of everybody, from the counts of classes, and squares of their rows of T."""

from collections.abc import Sequence
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.found.presence_bars import PresenceBar, find_bar
from dpsql.domain.found.statistics import Presence
from dpsql.engines.base import Engine
from dpsql.privacy.known_absence import presence_if_absent
from dpsql.privacy.model import times
from dpsql.sql.templates import render

#: Counts below this have squares that fit a BIGINT, and so do sums of squares of T.
_LARGEST_SQUARED = 3_000_000_000


def measure_presence(
    engine: Engine,
    classes: exp.Query,
    bars: Sequence[PresenceBar],
    public_rows: int,
    known_absent: int | None = None,
) -> Presence:
    """Measure the exact presence over all classes of P, which the statement `classes` lists.

    `public_rows`: the rows of P, an upper bound of every count. `known_absent`: how many people of
    a class are known not to be in T.
    """
    counted, extremes = [0] * len(bars), []
    for bar, people, private in engine.fetch(presence_query(classes, bars, public_rows)):
        if bar is None:
            extremes.append(Fraction(private, people))
        else:
            counted[bar] = people
    absent = None if known_absent is None else measure_if_absent(engine, classes, known_absent)
    return Presence(min(extremes), max(extremes), tuple(counted), absent, tuple(bars))


def measure_if_absent(engine: Engine, classes: exp.Query, absent: int) -> Fraction:
    """Measure the greatest presence of people who are not among so many absent ones of a class."""
    rows = engine.fetch(if_absent_query(classes, absent))
    found = (presence_if_absent(people, private, absent) for people, private in rows)
    return max(found, default=Fraction(0))


def if_absent_query(classes: exp.Query, absent: int) -> exp.Query:
    """The statement that lists the classes in which the others are likeliest to be in T."""
    return render("list_if_absent", classes=classes, absent=exp.Literal.number(absent))


def presence_query(classes: exp.Query, bars: Sequence[PresenceBar], public_rows: int) -> exp.Query:
    """The statement that counts the people of P in each bar and lists the extreme classes."""
    public, private = exp.column("public_count"), exp.column("private_count")
    return render(
        "measure_presence",
        classes=classes,
        last_bar=exp.Literal.number(len(bars) - 1),
        bars=[
            {
                "number": exp.Literal.number(i),
                "reaches": (exp.LTE if bar.with_high else exp.LT)(
                    this=times(private, bar.high.denominator, public_rows),
                    expression=times(public, bar.high.numerator, public_rows),
                ),
            }
            for i, bar in enumerate(bars[:-1])
        ],
    )


def everybody_alike(public_rows: int, private_rows: int, bars: Sequence[PresenceBar]) -> Presence:
    """Return the presence if all people of P are one class."""
    counted = [0] * len(bars)
    counted[find_bar(bars, public_rows, private_rows)] = public_rows
    share = Fraction(private_rows, public_rows)
    return Presence(share, share, tuple(counted), bars=tuple(bars))


def square_private_count(private_rows: int) -> exp.Expr:
    """The square of a class's rows of T, in a type that holds the sum of all squares."""
    # A DType is not parsed, unlike a text: a search makes this expression a thousand times.
    wide = exp.DType.BIGINT if private_rows < _LARGEST_SQUARED else "DECIMAL(19, 0)"
    factor = exp.cast(exp.column("private_count"), wide)
    return factor * factor
