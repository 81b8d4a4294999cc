"""The bars of the histogram of presence in words, and as an outcome states them."""

from collections.abc import Mapping
from fractions import Fraction

from dpsql.domain.found.presence_bars import PresenceBar, find_bars
from dpsql.domain.threshold import PresenceBounds
from dpsql.report.sentences import as_percent


def read_bars(delta: Mapping[str, Fraction | str] | None) -> tuple[PresenceBar, ...]:
    """The bars of an outcome, whose `delta` has ``min`` and ``max``, or nothing."""
    if not delta:
        return find_bars(None)
    return find_bars(PresenceBounds(Fraction(delta["min"]), Fraction(delta["max"])))


def name_bar(bar: PresenceBar) -> str:
    """Return the range of presence of a bar in words.

    >>> bars = read_bars({"min": "1/10", "max": "1/5"})
    >>> [name_bar(bar).replace(chr(160), " ") for bar in bars[:3]]
    ['0 % to 5 %', 'over 5 % to under 10 %', '10 % to 15 %']
    """
    if bar.low == bar.high:
        return f"exactly {as_percent(bar.low)}"
    over, under = "" if bar.with_low else "over ", "" if bar.with_high else "under "
    return f"{over}{as_percent(bar.low)} to {under}{as_percent(bar.high)}"
