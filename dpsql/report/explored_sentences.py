"""What a point of the slider costs and promises, in figures and sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpsql.domain.found.explored import ExploredPoint, LinkRisk
from dpsql.domain.found.risks import REPORTED, find_least_people
from dpsql.domain.plurals import name_count
from dpsql.report.more_time import name_more_time_of_page
from dpsql.report.sentences import as_percent, write_apart, write_ends

_ABOVE = "above the job's δmax"


@dataclass(frozen=True)
class Figures:
    """The figures of a point, with as many digits as tell it from the others of its algorithm.

    `presence`: the greatest, as `delta` has it where both are one number. `mark`: how it stands to
    the job's δmax; empty if the job has none, or there is more to say. `informed`: the greatest
    presence for whoever knows what the job says outsiders know; empty where that is not known.
    """

    delta: str
    loss: str
    kept: str
    presence: str
    mark: str = ""
    informed: str = ""

    @property
    def is_reached(self) -> bool:
        """Whether the greatest presence is written as δmax is."""
        return self.presence == self.delta

    @property
    def is_asked(self) -> bool:
        """Whether the point is the one that the job's δmax allows."""
        return bool(self.mark) and self.mark != _ABOVE


def write_figures(
    points: Sequence[ExploredPoint], asked: Fraction | None = None
) -> tuple[Figures, ...]:
    """Write the figures of an algorithm's points; `asked`: the job's δmax."""
    deltas = write_apart([point.delta_max for point in points], as_percent, 1)
    losses = write_apart([point.loss for point in points], lambda x, digits: f"{x:.{digits}g}", 4)
    kept = write_apart([1 - point.loss for point in points], _write_kept, 1)
    marks = _mark([point.delta_max for point in points], asked)
    presence = [
        delta if point.presence.maximum == point.delta_max else as_percent(point.presence.maximum)
        for point, delta in zip(points, deltas, strict=True)
    ]
    informed = [
        "" if one.most_informed is None else as_percent(one.most_informed) for one in points
    ]
    return tuple(map(Figures, deltas, losses, kept, presence, marks, informed))


def _write_kept(share: float, digits: int) -> str:
    r"""Return a share in percent: nothing and all without decimals, and no other as one of them.

    >>> _write_kept(0.0, 1), _write_kept(0.4375, 1), _write_kept(1.0, 2)
    ('0\xa0%', '43.8\xa0%', '100\xa0%')
    """
    return f"{100 * share:.{0 if share in (0, 1) else digits}f}\u00a0%"


def _mark(deltas: Sequence[Fraction], asked: Fraction | None) -> list[str]:
    """Say which points the job's δmax allows: of the last one, and of those above it.

    >>> _mark([Fraction(1, 10), Fraction(1, 5), Fraction(1, 2)], Fraction(1, 5))
    ['', "the job's δmax", "above the job's δmax"]
    """
    if asked is None:
        return [""] * len(deltas)
    last = max((delta for delta in deltas if delta <= asked), default=None)
    told = "the job's δmax" if last == asked else "the last that the job's δmax allows"
    return [_ABOVE if delta > asked else told if delta == last else "" for delta in deltas]


def _tell_presence(low: Fraction, high: Fraction, most: str) -> str:
    """Say how surely people are placed in T; `most`: the greatest presence, as it is written.

    >>> _tell_presence(Fraction(2, 25), Fraction(2, 25), "8 %")
    'Everybody of P is in T with a probability of 8 %.'
    >>> print(_tell_presence(Fraction(0), Fraction(11, 80), "13.75 %"))
    Nobody is placed in T with a probability above 13.75 %.
    """
    if low == high == 1:
        return "Everybody of P is surely in T."
    if high == 1:
        return "Some people are surely in T."
    if low == high:
        return f"Everybody of P is in T with a probability of {most}."
    ends = write_ends(low, high)
    # Two ends that are near each other have more digits than one needs, unless one is exact.
    most = max(most, ends[1], key=len) if most.startswith("≈") else most
    if low:
        return f"Everybody of P is in T with a probability between {ends[0]} and {most}."
    return f"Nobody is placed in T with a probability above {most}."


def tell_point(
    point: ExploredPoint,
    figures: Figures,
    before: ExploredPoint | None = None,
    *,
    is_proven: bool,
    is_informed: bool = False,
    asked_seconds: float = 0.0,
) -> str:
    """Say what a release costs and promises; `before`: the point of the next smaller δmax.

    `is_informed`: whether the job says that outsiders know more than P; δmax holds against it.
    `asked_seconds`: those that the page was given by option, which were too few if it ended early.
    """
    surest = _tell_presence(point.presence.minimum, point.presence.maximum, figures.presence)
    if is_informed:
        most = figures.informed or figures.delta
        surest = (
            "Even with the knowledge that the job grants to outsiders, nobody is placed in T with a"
            f" probability above {most}. Without that knowledge, {surest[0].lower()}{surest[1:]}"
        )
    is_least = is_proven and point.is_whole
    least = "the least loss is" if is_least and point.least is None else "the loss is"
    most, kept = ("", "") if point.is_whole else ("at most ", "at least ")
    told = (
        f"With δmax {figures.delta}, {least} {most}{figures.loss}:"
        f" {kept}{figures.kept} is kept (1\u00a0−\u00a0loss). {surest}"
    )
    if point.climbed is not None and point.least is not None:
        told += _tell_climb(point.least, *point.climbed)
    if is_least and point.least is not None:
        number = f" with {name_count(point.least, 'person', 'people')}"
        tried = " with any number of people that it tries"
        number = "" if point.climbed == (0, 0) else number
        told += f" No start of the path loses less{tried if point.finds_least else number}."
    if point.box_count is not None:
        told += f" The rows of T are in {name_count(point.box_count, *point.box_nouns)}."
    if not point.is_whole and point.least is not None:
        told += " Not all starts were tried, so one that keeps more may exist."
    elif not point.is_whole:
        told += f" Ended early. {tell_more_time(asked_seconds)}"
    return told + _tell_safer(point, before)


def _tell_safer(point: ExploredPoint, before: ExploredPoint | None) -> str:
    """Say where the point `before`, of less presence, loses as much; else nothing.

    So it may be where the release of the page stands beside what is best.
    """
    if before is None or point.loses_less_than(before):
        return ""
    at = as_percent(before.delta_max)
    return f" The point before this one loses no more, and its δmax is {at}."


def tell_more_time(asked_seconds: float) -> str:
    """Say how to find more than was found; a command stands between backticks."""
    command, time = name_more_time_of_page(asked_seconds)
    return f"`{command}` gives all searches {time}."


def tell_risk(risk: LinkRisk | None, private_rows: int, public_rows: int) -> str:
    """Say how hard rows of T are to link to their people, and who is known not to be in T.

    >>> print(tell_risk(LinkRisk(16, 0, 900), 402, 1000).replace(chr(160), " "))
    Each row of T could be any of at least 16 people of P (k-map 16). No row of T is in a class of\
 fewer than 11 people, the threshold of EMA and Health Canada. 100 of 1,000 people of P (10 %) can\
 be known not to be in T.
    """
    if risk is None:
        return "To how many people of P a row could belong (k-map) was not counted at this point."
    people = name_count(risk.k_map, "person", "people")
    told = f"Each row of T could be any of at least {people} of P (k-map {risk.k_map:,})."
    if risk.k_map == 1:
        told = "Some row of T could be only one person of P (k-map 1)."
    told += f" {tell_few(risk.rows, private_rows)}"
    absent = public_rows - risk.people
    return f"{told} {tell_absent(absent, public_rows)}" if absent else told


def tell_absent(absent: int, public_rows: int) -> str:
    """Say how many people of P are in classes without rows of T.

    >>> print(tell_absent(1, 1000).replace(chr(160), " "))
    1 of 1,000 people of P (0.1 %) can be known not to be in T.
    """
    share = as_percent(Fraction(absent, public_rows))
    return f"{absent:,} of {public_rows:,} people of P ({share}) can be known not to be in T."


def tell_few(few: int, private_rows: int) -> str:
    """Say how many rows of T are in classes of fewer people than the threshold of reports asks.

    >>> print(tell_few(1, 402).replace(chr(160), " "))
    1 of 402 rows of T (≈ 0.25 %) is in a class of fewer than 11 people, the threshold of EMA and\
 Health Canada.
    """
    share = f" ({as_percent(Fraction(few, private_rows))})" if few else ""
    rows = f"{few:,} of {private_rows:,} rows of T{share}" if few else "No row of T"
    return (
        f"{rows} {'is' if few <= 1 else 'are'} in a class of fewer than"
        f" {find_least_people(REPORTED)} people, the threshold of EMA and Health Canada."
    )


def _tell_climb(least: int, people: int, rows: int) -> str:
    if not people:
        return " Nobody climbs: in each column all rows have one level."
    climb = name_count(people, "person", "people")
    return (
        " People climb to coarser labels, step by step, until at least"
        f" {name_count(least, 'person', 'people')} of P share them, or to the root: {climb} of P"
        f" and {name_count(rows, 'row')} of T climb."
    )
