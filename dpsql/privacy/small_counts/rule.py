"""How counts were changed before they were published, and which counts a published one may mean.

Small counts are redacted, others are rounded: to the nearest multiple, or, as OpenSAFELY does with
``midpoint 6``, to the middle of 1 to 6, 7 to 12, … with 0 as it is.
"""

import re
from dataclasses import dataclass

from dpsql.errors import ConfigError, InputError

#: No count is larger.
MOST_PEOPLE = 10**12
_NUMBER = re.compile(r"0{0,6}([0-9]{1,13})([.]0{1,2})?")


@dataclass(frozen=True)
class Interval:
    """Whole numbers from `least` to `greatest`."""

    least: int
    greatest: int

    @property
    def is_exact(self) -> bool:
        """Whether it has one number."""
        return self.least == self.greatest

    def meet(self, other: "Interval") -> "Interval":
        """Return the numbers that both have; it is empty if its least exceeds its greatest."""
        return Interval(max(self.least, other.least), min(self.greatest, other.greatest))


@dataclass(frozen=True)
class DisclosureRule:
    """Counts up to `redacted` are not shown; others are `rounded`, or to a `midpoint`; or neither.

    Raises:
        ConfigError: a number is out of range, or there are two ways of rounding.
    """

    redacted: int | None = None
    rounded: int | None = None
    midpoint: int | None = None

    def __post_init__(self) -> None:
        """Refuse rules that have no meaning."""
        for name in ("redacted", "rounded", "midpoint"):
            value = getattr(self, name)
            if value is not None and not 1 <= value <= MOST_PEOPLE:
                raise ConfigError(f"{name}: write a whole number of at least 1")
        if self.rounded is not None and self.midpoint is not None:
            raise ConfigError("counts are rounded, or to a midpoint; give one of the two")

    @property
    def hidden(self) -> Interval:
        """What a redacted count may be."""
        return Interval(0, self.redacted or 0)

    def read(self, shown: str) -> Interval:
        """Return the counts that are shown as this number.

        Raises:
            InputError: it is no number, or no count is shown so.

        >>> DisclosureRule(7, 5).read("10"), DisclosureRule(midpoint=6).read("9")
        (Interval(least=8, greatest=12), Interval(least=7, greatest=12))
        """
        written = _NUMBER.fullmatch(shown)
        number = int(written[1]) if written else MOST_PEOPLE + 1
        if number > MOST_PEOPLE:
            raise InputError(f"{shown!r} is no number of people")
        found = self._find_counts(number)
        if self.redacted is not None and number:
            found = found.meet(Interval(self.redacted + 1, MOST_PEOPLE))
        if found.least > found.greatest:
            raise InputError(f"{shown!r}: by the rule no count is shown so")
        return found

    def _find_counts(self, number: int) -> Interval:
        """Return the counts that are rounded to a number, whichever way a tie goes."""
        if self.midpoint is not None and number:
            step, rest = divmod(number + self.midpoint // 2, self.midpoint)
            start = self.midpoint * (step - 1) + 1
            return Interval(1, 0) if rest else Interval(start, self.midpoint * step)
        # Where small counts are redacted, a 0 that is shown was not made by rounding.
        if self.rounded is not None and (number or self.redacted is None):
            far = self.rounded // 2
            is_multiple = number % self.rounded == 0
            return Interval(max(number - far, 0), number + far) if is_multiple else Interval(1, 0)
        return Interval(number, number)
