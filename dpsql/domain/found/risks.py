"""The risks of re-identification that regulators ask for, exactly, from the sizes of classes.

The prosecutor knows that the person is in T, the journalist and the marketer do not: the journalist
seeks one person, the marketer as many as possible. Someone is found with probability 1 / t in a
class of t rows of T if they are known to be in it, else with 1 / p among its p people of P. Source:
El Emam, Guide to the De-Identification of Personal Health Information, 2013.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpsql.domain.attributes import KnowsAttributes
from dpsql.domain.threshold import parse_threshold, spell_threshold
from dpsql.errors import ConfigError
from dpsql.faces import name_option

#: Thresholds by name: at least 11 people. EMA policy 0070 and Health Canada round 1/11 to 0.09.
PRESETS = {"ema-health-canada": Fraction(1, 11)}
#: The threshold of reports.
REPORTED = PRESETS["ema-health-canada"]
#: Presence is at least 1 of as many people as a count may state.
_SMALL = re.compile(r"([0-9]{1,13})/([1-9][0-9]{0,12})")
#: Of a mean; with more digits it is rounded to so many decimals.
_MOST_DIGITS, _DECIMALS = 100, 18


@dataclass(frozen=True)
class SizedClasses:
    """All classes of P of one size: their number, of how many T has rows, and these rows.

    `least_rows` is the least number of rows that one of the latter has, `least` and `greatest` are
    those of all classes of the size.
    """

    people: int
    classes: int
    private_classes: int
    private_rows: int
    least_rows: int | None
    least: int
    greatest: int


@dataclass(frozen=True)
class Risk(KnowsAttributes):
    """A risk of re-identification, exact; None if T has no rows.

    `maximum`: that of the row of T where it is greatest, `mean`: of all rows. A mean with very
    many digits is rounded to 18 decimals.
    """

    maximum: Fraction | None
    mean: Fraction | None

    def to_dict(self) -> dict[str, str | None]:
        """Return the JSON form."""
        return {"max": spell(self.maximum), "mean": spell(self.mean)}


@dataclass(frozen=True)
class Risks(KnowsAttributes):
    """The risks of re-identification of one table, as in `risks.prosecutor.maximum`.

    `prosecutor`, who knows that somebody is in T; `journalist`, who seeks one person and does not
    know; `marketer`, who seeks as many as possible, as a mean. `above_threshold`: rows of T above
    the threshold, `classes_above`: the classes that they are in; None if none was given.
    `unique_in_population`: classes of P with one person. `k_map`: people of P in the smallest
    class that T has rows of; None without rows. `minimum`, `maximum`: of presence.
    """

    prosecutor: Risk
    journalist: Risk
    marketer: Fraction | None
    above_threshold: int | None
    classes_above: int | None
    unique_in_population: int
    k_map: int | None
    minimum: Fraction
    maximum: Fraction

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "prosecutor": self.prosecutor.to_dict(),
            "journalist": self.journalist.to_dict(),
            "marketer": spell(self.marketer),
            "above_threshold": self.above_threshold,
            "unique_in_population": self.unique_in_population,
            "k_map": self.k_map,
            "presence": {"min": str(self.minimum), "max": str(self.maximum)},
        }


def find_risks(sizes: Iterable[SizedClasses], threshold: Fraction | None = None) -> Risks:
    """Return the risks of classes, which are listed by their size.

    >>> three, six = SizedClasses(3, 1, 1, 2, 2, 2, 2), SizedClasses(6, 1, 1, 3, 3, 3, 3)
    >>> found = find_risks([three, six], Fraction(1, 4)).to_dict()
    >>> found["prosecutor"], found["journalist"]
    ({'max': '1/2', 'mean': '2/5'}, {'max': '1/3', 'mean': '7/30'})
    >>> found["marketer"], found["above_threshold"]
    ('7/30', 2)
    """
    listed = list(sizes)
    present = [one for one in listed if one.least_rows is not None]
    above = [one for one in present if threshold is not None and is_above(one.people, threshold)]
    counted = threshold is not None
    risks = Risks(
        Risk(None, None),
        Risk(None, None),
        None,
        sum(one.private_rows for one in above) if counted else None,
        sum(one.private_classes for one in above) if counted else None,
        sum(one.classes for one in listed if one.people == 1),
        min((one.people for one in present), default=None),
        min(Fraction(one.least, one.people) for one in listed),
        max(Fraction(one.greatest, one.people) for one in listed),
    )
    if not present:
        return risks
    rows = sum(one.private_rows for one in present)
    classes = sum(one.private_classes for one in present)
    people = sum(one.people * one.private_classes for one in present)
    marketer = _add(Fraction(one.private_rows, one.people) for one in present) / rows
    fewest = min(one.least_rows for one in present if one.least_rows is not None)
    return Risks(
        Risk(Fraction(1, fewest), Fraction(classes, rows)),
        Risk(
            Fraction(1, min(one.people for one in present)),
            max(Fraction(classes, people), marketer),
        ),
        marketer,
        risks.above_threshold,
        risks.classes_above,
        risks.unique_in_population,
        risks.k_map,
        risks.minimum,
        risks.maximum,
    )


def _add(terms: Iterable[Fraction]) -> Fraction:
    """Add fractions pair by pair: their denominators stay short for longer."""
    sums = list(terms)
    while len(sums) > 1:
        sums = [sum(sums[i : i + 2], Fraction(0)) for i in range(0, len(sums), 2)]
    return sums[0]


def is_above(people: int, threshold: Fraction) -> bool:
    """Whether the risk 1 / `people` exceeds a threshold; equality does not."""
    return threshold.denominator > people * threshold.numerator


def find_least_people(threshold: Fraction) -> int:
    """Return how many people of P a class needs so that its risk does not exceed the threshold.

    >>> find_least_people(Fraction(1, 11)), find_least_people(Fraction(9, 100))
    (11, 12)
    """
    return -(-threshold.denominator // threshold.numerator)


def read_threshold(words: object) -> Fraction:
    """Read the name of a preset, a fraction or a decimal.

    Raises:
        ConfigError: it is none of these, or 0.
    """
    if isinstance(words, str) and words in PRESETS:
        return PRESETS[words]
    presets = ", ".join(PRESETS)
    try:
        threshold = _read_ratio(words) or parse_threshold(words, name_option("threshold"))
    except ConfigError as error:
        raise ConfigError(f"{error} (or one of: {presets})") from None
    if not threshold:
        raise ConfigError(
            f"{name_option('threshold')}: no class keeps to 0; write 1/11, 0.05, or {presets}"
        )
    return threshold


def _read_ratio(words: object) -> Fraction | None:
    """Return a fraction of two whole numbers up to 1, whose terms may be as large as a count."""
    written = _SMALL.fullmatch(words.strip()) if isinstance(words, str) else None
    ratio = Fraction(int(written[1]), int(written[2])) if written else None
    return ratio if ratio is not None and ratio <= 1 else None


def spell(risk: Fraction | None) -> str | None:
    """Return a risk as JSON has it: a fraction, or a rounded decimal where that is very long."""
    if risk is None:
        return None
    if risk.denominator < 10**_MOST_DIGITS:
        return str(risk)
    return spell_threshold(Fraction(round(risk * 10**_DECIMALS), 10**_DECIMALS))
