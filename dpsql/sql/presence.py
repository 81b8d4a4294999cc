"""What the counts of classes say: everybody's presence, and how alike the rows of T are."""

from fractions import Fraction

from sqlglot import exp

from dpsql.domain.statistics import Presence
from dpsql.engines.base import Engine
from dpsql.sql.templates import render

CLASSES = "classes"
PRESENCE_BINS = 20
#: Counts below this have squares that fit a BIGINT, and so do sums of squares of T.
_LARGEST_SQUARED = 3_000_000_000


def measure_presence(engine: Engine, classes: exp.Query) -> Presence:
    """Measure the exact presence over all classes of P, which a statement lists."""
    engine.materialize(CLASSES, classes)
    extremes = [Fraction(t, p) for p, t in engine.fetch(render("list_extreme_classes"))]
    bins = [0] * PRESENCE_BINS
    number = exp.Literal.number
    query = render(
        "count_people_by_presence",
        bins=number(PRESENCE_BINS),
        last_bin=number(PRESENCE_BINS - 1),
    )
    for index, people in engine.fetch(query):
        bins[index] = people
    engine.drop(CLASSES)
    return Presence(min(extremes), max(extremes), tuple(bins))


def everybody_alike(share: Fraction, people: int) -> Presence:
    """Where all `people` of P are one class, of which this share is in T."""
    bins = [0] * PRESENCE_BINS
    bins[min(int(share * PRESENCE_BINS), PRESENCE_BINS - 1)] = people
    return Presence(share, share, tuple(bins))


def square_private_count(private_rows: int) -> exp.Expr:
    """The square of a class's rows of T, in a type that holds the sum of all squares."""
    # A type that is no text is not parsed: a search makes this expression a thousand times.
    wide = exp.DType.BIGINT if private_rows < _LARGEST_SQUARED else "DECIMAL(19, 0)"
    factor = exp.cast(exp.column("private_count"), wide)
    return exp.Mul(this=factor, expression=factor.copy())
