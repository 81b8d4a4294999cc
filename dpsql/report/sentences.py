"""Numbers of an outcome in plain words, and sentences on what was found.

Presence is a fraction, followed by a percentage that is easier to read, with ≈ if it is rounded.
Assumes minimum and maximum are over all classes of P, as in `domain.statistics.Presence`.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from typing import Any, TypeVar

from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.plurals import name_count

_Number = TypeVar("_Number", Fraction, float)
_SIXTH = Decimal("1e-6")
#: Digits that numbers may have beyond those asked for, so that they are told apart.
_MORE_DIGITS = 10

#: A label of no more characters stands on one line: dates would be broken at their hyphens.
UNBROKEN = 30

#: One line for each metric of the catalog: what it measures and which end is better.
_METRIC_NOTES = {
    "loss": "share of a column's values that a released label stands for, on average: "
    "0 nothing is lost, 1 everything",
    "discernibility": "sum of squares of how many rows of T look alike; lower is better",
    "precision": "1 − the mean of level / last level: 1 raw values, 0 one label for everybody",
    "class_size": "rows of T that look alike, on average",
    "entropy": "bits lost in going from the raw to the released values of T, all rows and columns "
    "together",
}
#: A range of numbers or dates costs its width, whatever values of P it has.
_LOSS_OF_BOXES = (
    "share of a column's whole range (numbers and dates) or of its values (other columns) that a"
    " released cell covers, on average: 0 nothing is lost, 1 everything"
)

#: Of what is told by levels, where a release has none.
NO_LEVELS = "The job's algorithm does not release levels; dpsql anonymize shows what it releases."


#: Most columns of P that a sentence names; JSON, manifest and reports name all of them.
_MOST_NAMED = 8


def name_columns(names: Sequence[str]) -> str:
    """Name the columns of P that an outsider knows; if they are many, state only their number."""
    return f"{len(names):,} columns of P" if len(names) > _MOST_NAMED else ", ".join(names)


def tell_metric(name: str, shape: str) -> str:
    """Return what a metric measures, of a release of such a shape."""
    return _LOSS_OF_BOXES if (name, shape) == ("loss", "boxes") else _METRIC_NOTES[name]


def as_range(low: Fraction, high: Fraction) -> str:
    """Return two shares as ends, or the one that both are.

    >>> as_range(Fraction(0), Fraction(1, 5)).replace(chr(160), " ")
    'between 0 % and 20 %'
    >>> as_range(Fraction(1, 2), Fraction(1, 2)).replace(chr(160), " ")
    'exactly 50 %'
    """
    ends = write_ends(low, high)
    if low == high:
        return f"exactly {ends[0]}" if ends[0][0].isdigit() else ends[0]
    return f"between {ends[0]} and {ends[1]}"


def write_ends(low: Fraction, high: Fraction) -> tuple[str, str]:
    """Return two shares, with as many digits as tell them apart if they differ.

    >>> low, high = write_ends(Fraction(80, 1000), Fraction(801, 10_000))
    >>> low.replace(chr(160), " "), high.replace(chr(160), " ")
    ('8 %', '8.01 %')
    """
    digits = 1
    while (
        low < high
        and digits < _MORE_DIGITS
        and round(low * 100, digits) == round(high * 100, digits)
    ):
        digits += 1
    return as_percent(low, digits), as_percent(high, digits)


def as_percent(share: Fraction, decimals: int = 1) -> str:
    """Return the share as a percent, rounded to at least two significant digits from 0 and 100.

    `decimals`: those that it has at least where it is rounded.

    Only 0 reads as 0 and only 1 as 100.

    >>> [as_percent(Fraction(*pair)).replace(chr(160), " ") for pair in ((1, 5), (2, 3), (1, 300))]
    ['20 %', '≈ 66.7 %', '≈ 0.33 %']
    """
    percent = share * 100
    gap = min(percent, 100 - percent)
    digits = decimals
    while 0 < gap * 10**digits < 10:
        digits += 1
    units = round(percent * 10**digits)
    text = f"{Decimal(units).scaleb(-digits):f}"
    if Fraction(units, 10**digits) == percent:
        return f"{text.rstrip('0').removesuffix('.') if '.' in text else text}\u00a0%"
    return f"≈\u00a0{text}\u00a0%"


def write_percent(share: Fraction, decimals: int = 1) -> str:
    """Return the percent for an error: there a space that breaks no line is escaped.

    >>> write_percent(Fraction(2, 3))
    '≈ 66.7 %'
    """
    return as_percent(share, decimals).replace("\u00a0", " ")


def write_apart(
    numbers: Sequence[_Number], write: Callable[[_Number, int], str], digits: int
) -> list[str]:
    """Write numbers with `digits`, or with as many more as tell those apart that differ.

    With no more where ten do not suffice: what differs then is rounding.

    >>> write_apart([0.3931, 0.39312, 0.5], lambda number, digits: f"{number:.{digits}g}", 4)
    ['0.3931', '0.39312', '0.5']
    """
    several = len({*numbers})
    for more in range(_MORE_DIGITS):
        told: list[str] = [write(number, digits + more) for number in numbers]
        if len({*told}) == several:
            return told
    return [write(number, digits) for number in numbers]


def as_bounds(least: float, most: float) -> tuple[str, str]:
    """Return what a probability is at least and at most, rounded outwards to six decimals.

    Only 1 itself is at least 1: who signs a confidence must not sign more than was found.

    >>> as_bounds(0.95, 0.99999998), as_bounds(0.99999998, 1.0)
    (('0.95', '1'), ('0.999999', '1'))
    """
    ends = (least, ROUND_FLOOR), (most, ROUND_CEILING)
    rounded = (Decimal(repr(end)).quantize(_SIXTH, rounding) for end, rounding in ends)
    low, high = (f"{end:f}".rstrip("0").removesuffix(".") for end in rounded)
    return low, high


def as_job_text(value: object) -> str:
    """Return a value of a job as a job file may contain it.

    >>> as_job_text({"c": "2", "strict": True})
    '{c: 2, strict: true}'
    """
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {as_job_text(one)}' for key, one in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(as_job_text, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def name_algorithm(curve: Mapping[str, Any]) -> str:
    """Return the algorithm of a curve as a job file may have it, without the outer braces.

    >>> name_algorithm({"algorithm": {"pooled": {"path": "root"}}})
    'pooled: {path: root}'
    """
    text = as_job_text(curve["algorithm"])
    return text[1:-1] if isinstance(curve["algorithm"], Mapping) else text


def as_number(value: float) -> str:
    """Return a count with separators, another number with six significant digits or more.

    >>> as_number(45222), as_number(0.622222222), as_number(25.0), as_number(1535880.25)
    ('45,222', '0.622222', '25', '1,535,880')
    """
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.0f}" if 1e6 <= abs(value) < 1e15 else f"{value:,.6g}"


def as_label(label: str | None) -> str:
    """Return a visible label: NULL, or text, with quotes if its ends are blank or it is NULL.

    >>> as_label("47*"), as_label(None), as_label(" "), as_label("NULL")
    ('47*', 'NULL', '" "', '"NULL"')
    """
    if label is None:
        return "NULL"
    return label if label.strip() == label != "" and label != "NULL" else f'"{label}"'


def sum_up_overlap(found: Mapping[str, Any]) -> str:
    """Say how overlapping boxes were judged, as the JSON has it.

    >>> sum_up_overlap({"overlap": {"method": "laminar", "forced": 0}})
    'Its boxes overlap; presence is exact if each row was generalized by itself.'
    """
    method, forced = found["overlap"]["method"], found["overlap"]["forced"]
    told = "Its boxes overlap; presence is exact if each row was generalized by itself."
    if method == "not_certified":
        told = "Its boxes overlap in too many ways to count presence; it is not certified."
    if forced:
        people = name_count(forced, "person is", "people are")
        told += f" {people} in T for certain, whoever the rows stand for."
    if "suppressed" in found:
        told += f" {_tell_suppressed(found['suppressed'])}"
    return told


def _tell_suppressed(found: Mapping[str, Any]) -> str:
    rows = name_count(found["rows"], "row is", "rows are")
    ends = {
        name: " to ".join(as_percent(Fraction(found[name][end])) for end in ("min", "max"))
        for name in ("random_rows", "whole_classes")
        if found[name] is not None
    }
    told = f"{rows} suppressed: presence is {ends['random_rows']} if any rows may have been"
    if "whole_classes" in ends:
        told += f", and {ends['whole_classes']} if whole classes were; the worse counts"
    return f"{told}."


def tell_together(found: Mapping[str, Any]) -> str:
    """Say how sure somebody can be who has all releases of this T, as the JSON has it.

    >>> found = {"method": "nested", "presence": {"min": "0", "max": "1/4"}, "releases": 1}
    >>> tell_together(found | {"of_other_tables": 0}).replace(chr(160), " ")
    'with 1 earlier release of this T it is 0 % to 25 %, as the finest of them has it'
    """
    count = name_count(found["releases"], "earlier release", "earlier releases")
    if not found["releases"] and found["method"] != "refused":
        return "no earlier release is of this T"
    shares = [Fraction(found["presence"][end]) for end in ("min", "max")]
    low, high = map(as_percent, shares)
    vacuous = ", so nothing is promised" if shares == [0, 1] else ""
    ends = {
        "nested": f"is {low} to {high}, as the finest of them has it",
        "exact": f"is {low} to {high}, by all T that they allow",
        "bounds": f"lies somewhere between {low} and {high}{vacuous}: all T that they allow are too"
        " many to count; levels that nest with those of the others need no count",
        "refused": f"is not known: {found.get('reason', '')}",
    }[found["method"]]
    return f"with {count} of this T it {ends}"


def sum_up_together(found: Mapping[str, Any]) -> str:
    """Say the same as sentences, and how many earlier releases were left out."""
    told = tell_together(found)
    return f"{told[0].upper()}{told[1:]}.{tell_left_out(found)}"


def tell_left_out(found: Mapping[str, Any]) -> str:
    """Say how many earlier releases were left out, after a blank, or nothing."""
    others = found["of_other_tables"]
    if not others:
        return ""
    return (
        f" {name_count(others, 'earlier release is', 'earlier releases are')} of another T, and"
        " judged for itself."
    )


def name_labels(labels: Mapping[str, str | None]) -> str:
    """Return the labels of a class with their columns.

    >>> name_labels({"zip": "101*", "sex": None})
    'zip 101*, sex NULL'
    """
    told = ", ".join(f"{name} {as_label(label)}" for name, label in labels.items())
    return told or "values that the statistics do not have"


def sum_up_confidence(presence: ConfidentPresence) -> str:
    """Say what somebody may sign where P is known from statistics only."""
    if presence.asked is None:
        return "P is known from statistics only, and the job asks for no confidence."
    if presence.delta is not None and presence.delta < 1:
        text = (
            f"If the statistics are right, in at least {as_percent(presence.asked)} of the"
            " populations that fit them nobody can be placed in T with more than"
            f" {as_percent(presence.delta)}."
        )
    elif presence.contradictions:
        text = (
            f"Of {name_count(presence.contradictions, 'class', 'classes')} T has more people than"
            " the statistics say P has: one of them is wrong, or columns depend on each other."
        )
    else:
        text = (
            "Even if the statistics are right, somebody may be placed in T for certain, in more"
            f" than {as_percent(1 - presence.asked)} of the populations that fit them."
        )
    several = len(presence.independent) > 1
    if presence.weakest is not None and not presence.contradictions:
        weakest = presence.weakest
        told = "the one at the root" if weakest.is_at_root else name_labels(weakest.labels)
        text += f" Weakest class: {told}."
    return text + (" Columns of several tables are assumed to be independent." if several else "")
