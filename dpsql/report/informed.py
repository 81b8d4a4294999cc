"""Who knows what a job says outsiders may know, and between what presence is for them.

A class's presence is the mean of what such an outsider believes of its people, so their bounds are
never inside those of presence. All follows from P, the job and the releases.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpsql.domain.plurals import name_count
from dpsql.report.sentences import as_percent
from dpsql.report.written_bounds import as_bound

#: A fraction of a greater denominator is no easier to read than its percent.
_LONGEST = 10**6


@dataclass(frozen=True)
class Informed:
    """An outsider who knows more than P and the release: presence lies from `low` to `high`.

    `knows`: what, as words after "whoever"; `without` begins what is said of whoever does not.
    `remark`: how it was computed, or of whom it is greatest. `has_low`, `has_high`: whether these
    ends are known to be somebody's. `unknown`: why nothing is known of this outsider, empty if it
    is. `is_of_others`: whether it is said of all but those who are known to be absent.
    `is_rounded`: whether the ends are computed to 9 digits only.
    """

    low: Fraction
    high: Fraction
    knows: str
    without: str
    remark: str = ""
    has_low: bool = True
    has_high: bool = True
    unknown: str = ""
    is_of_others: bool = False
    is_rounded: bool = False

    def write(self, share: Fraction) -> str:
        """Return a presence exactly, or as a percent alone if its fraction is long.

        >>> Informed(Fraction(0), Fraction(1), "", "").write(Fraction(1, 3)).replace(chr(160), " ")
        '1/3 (≈ 33.3 %)'
        """
        is_short = share.denominator <= _LONGEST and not self.is_rounded
        return as_bound(share) if is_short else as_percent(share)


def find_informed(found: Mapping[str, Any], table: str = "the private table") -> Informed | None:
    """Return the outsider whom the job describes, from the JSON of an outcome; None without one.

    `table`: what T is called.
    """
    if "posterior" in found:
        return _know_rates(found)
    if "together" in found:
        return _have_earlier(found["together"], table)
    if "presence_if_absent" in found:
        return _know_absent(found, table)
    return None


def _know_rates(found: Mapping[str, Any]) -> Informed:
    posterior = found["posterior"]
    plain = [Fraction(found["presence"][end]) for end in ("min", "max")]
    low, high = (Fraction(posterior[end]).limit_denominator(10**9) for end in ("min", "max"))
    remark = ""
    if "rate" in posterior:
        remark = f"greatest for people of rate {as_percent(Fraction(posterior['rate']))}"
    return Informed(
        low,
        high,
        "knows the rates of the prior",
        "Without the rates",
        remark,
        # What is computed to 9 digits alone makes nobody's presence certain.
        has_low=low != 0 or plain[0] == 0,
        has_high=high != 1 or plain[1] == 1,
        is_rounded=True,
    )


def _have_earlier(together: Mapping[str, Any], table: str) -> Informed | None:
    is_refused = together["method"] == "refused"
    if not together["releases"] and not is_refused:
        return None
    count = name_count(together["releases"], "earlier release", "earlier releases")
    low, high = (Fraction(together["presence"][end]) for end in ("min", "max"))
    is_computed = together["method"] in ("nested", "exact")
    remark = {
        "nested": "as the finest release has it",
        "exact": "by all T that the releases allow",
        "bounds": "at the most, as all T that the releases allow are too many",
        "refused": "",
    }[together["method"]]
    return Informed(
        low,
        high,
        "has the earlier releases" if is_refused else f"has {count} of {table}",
        "Without " + ("that release" if together["releases"] == 1 and not is_refused else "them"),
        remark,
        has_low=is_computed,
        has_high=is_computed,
        unknown=together.get("reason", "") if is_refused else "",
    )


def _know_absent(found: Mapping[str, Any], table: str) -> Informed | None:
    asked = [int(one["asked"]) for one in found.get("models", ()) if one["name"] == "known_absent"]
    if not asked or not asked[0]:
        return None
    absent = name_count(asked[0], "person", "people")
    they = "they are" if asked[0] > 1 else "this one is"
    return Informed(
        Fraction(found["presence"]["min"]),
        Fraction(found["presence_if_absent"]["max"]),
        f"knows of {absent} of a class that {they} not in {table}",
        "Without that",
        is_of_others=True,
    )
