"""A page of 300 columns with long names."""

from fractions import Fraction

from dpsql.domain.found.frontier_point import FrontierPoint
from dpsql.domain.found.presence_bars import find_bars
from dpsql.domain.found.statistics import Presence
from dpsql.domain.threshold import PresenceBounds
from dpsql.report.details import Details, Insight, Layer, Sample, ShownClass
from dpsql.report.facts import Facts, Secrets

SHARE = Fraction(999_999_999, 1_000_000_007)


BARS = find_bars(PresenceBounds(Fraction(0), SHARE))


def make_wide() -> tuple[Facts, Secrets]:
    """Facts of 300 columns, whose names have a word of 80 letters or many short ones."""
    names = [
        f"{number}{'x' * 80}" if number % 2 else f"column {number} of a table of many words"
        for number in range(300)
    ]
    label = "a label " * 20
    levels = {name: number % 3 for number, name in enumerate(names)}
    facts = Facts(
        status="released",
        choose=None,
        satisfied=True,
        is_unsafe=False,
        public_rows=3_000_000_019,
        private_rows=77_777_777,
        sentence="Whoever has the public table can place nobody in the private table.",
        presence=Presence(Fraction(0), SHARE, (3_000_000_000, *[1] * (len(BARS) - 1))),
        posterior={},
        together="",
        overlap="",
        delta={"min": Fraction(0), "max": SHARE},
        constraints={"k_anonymity": 5},
        keep=(label,),
        public_columns=(label, *names[:20]),
        levels=levels,
        heights=dict.fromkeys(names, 3),
        box_count=None,
        rest=None,
        pooled=None,
        steps=(),
        losses=dict.fromkeys(names, 1 / 3),
        metrics={"loss": 1 / 3, "discernibility": 10**15},
        release=f"{'r' * 200}.parquet",
        sha256="0f" * 32,
        details=Details(
            (ShownClass(dict.fromkeys(names, label), 4_567_890, 12_345),),
            {name: (Sample(123, ("raw", None, label, "*")),) for name in names},
        ),
    )
    few = {name: levels[name] for name in names[:16]}
    points = tuple(FrontierPoint(SHARE / (n + 1), n / 200, few) for n in range(199, -1, -1))
    layers = tuple(Layer(number, 300 - number, number % 50) for number in range(301))
    search = {"nodes": 10**6, "checked": 12_345, "optimal": True}
    insight = Insight(points, layers, 150, "holds", 12_345)
    return facts, Secrets("spalm", "loss", search, 12.5, insight)
