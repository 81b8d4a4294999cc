"""The sentence that a page begins with: how sure whoever the job describes can be of anybody.

What holds for those who know what the job says outsiders know comes first; presence without that
knowledge follows it.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpsql.report.informed import Informed, find_informed
from dpsql.report.sentences import as_range

#: Who learns something: the one who has the release, or who would have one of this shape.
_READERS = {
    "released": "Whoever links the release with",
    "levels": "At these levels, whoever has",
    "raw": "With raw values, whoever has",
    "pooled": "With a pooled release, whoever has",
    "parts": "With these parts, cut along the hierarchies, whoever has",
    "boxes": "With these boxes, whoever has",
}
_NOBODY = "The private table is empty, so there is nobody whose presence could be told."
_EVERYBODY = (
    "Everybody of the public table is in the private table: "
    "no generalization can hide anybody's presence."
)


def sum_up(found: Mapping[str, Any]) -> str:
    """Return what linking with P reveals about the people of P; `found` is an outcome's JSON.

    It follows from P, the hierarchies, the job and the release, or from what would be released.
    """
    low, high = (Fraction(found["presence"][end]) for end in ("min", "max"))
    if high == 0:
        return _NOBODY
    if low == 1:
        return _EVERYBODY
    reader, informed = f"{_name_reader(found)} the public table", find_informed(found)
    # A δmin of 0 is no bound that could be broken.
    is_bounded = bool(Fraction((found.get("delta") or {}).get("min", 0)))
    if informed is None:
        return _tell(reader, Informed(low, high, "", ""), is_bounded=is_bounded)
    reader = f"{reader} and {informed.knows}"
    plain = tell_without(informed, found["presence"], "presence")
    if informed.unknown:
        return f"How surely {_uncapitalize(reader)} can place people is not known:" + (
            f" {informed.unknown}. {plain}"
        )
    return f"{_tell(reader, informed, is_bounded=is_bounded)} {plain}"


def tell_without(informed: Informed, presence: Mapping[str, str], it: str = "it") -> str:
    """Return a sentence on whoever does not know what that outsider knows.

    `it`: what presence is called, where the sentence before did not name it.
    """
    ends = Fraction(presence["min"]), Fraction(presence["max"])
    same = not informed.unknown and ends == (informed.low, informed.high)
    return f"{informed.without}, {it} is {'the same' if same else as_range(*ends)}."


def tell_presence(found: Mapping[str, Any], columns: str, verbs: tuple[str, str]) -> str:
    """Return what presence is for an outsider who knows these columns, and what the job says.

    `verbs`: what stands before one number, and before two ends. `found` is an outcome's JSON.
    """
    ends = tuple(Fraction(found["presence"][end]) for end in ("min", "max"))
    informed = find_informed(found, "T")
    whom = f"for an outsider who knows {columns}"
    if informed is None:
        low, high = ends
        return f"{verbs[low < high]} {as_range(low, high)} {whom}."
    whom, plain = f"{whom} and {informed.knows}", tell_without(informed, found["presence"])
    if informed.unknown:
        return f"is not known {whom}: {informed.unknown}. {plain}"
    remark = f", {informed.remark}," if informed.remark else ""
    verb = verbs[informed.low < informed.high]
    return f"{verb} {as_range(informed.low, informed.high)}{remark} {whom}. {plain}"


def _name_reader(found: Mapping[str, Any]) -> str:
    levels = found.get("levels")
    shape = "boxes" if not levels else "pooled" if "pooled" in found else "levels"
    if "rest" in found:
        shape = "parts"
    elif shape == "levels" and not any((levels or {}).values()):
        shape = "raw"
    return _READERS["released" if found.get("release") is not None else shape]


def _uncapitalize(text: str) -> str:
    return f"{text[0].lower()}{text[1:]}"


def _tell(reader: str, informed: Informed, *, is_bounded: bool) -> str:
    """Say how surely people are placed; `is_bounded`: whether the job asks for a least presence."""
    low, high = informed.low, informed.high
    nobody = "nobody else" if informed.is_of_others else "nobody"
    where = "it" if "the private table" in informed.knows else "the private table"
    # What these knew before may have told people apart.
    if low == high and informed.knows:
        return (
            f"{reader} can place everybody in {where} with one probability, {informed.write(high)}."
        )
    if low == high:
        return (
            f"{reader} learns nothing new: everybody's presence is {informed.write(high)}, as it"
            " was before."
        )
    if high == 1:
        knows = "knows for certain of at least one" + (" other" * informed.is_of_others)
        knows = knows if informed.has_high else "may know for certain of some"
        also = (
            f"{'' if informed.has_low else 'perhaps '}of another that they are not"
            if low == 0
            else f"can place {nobody} there with a probability below {informed.write(low)}"
        )
        return f"{reader} {knows} person that they are in the private table, and {also}."
    upper = (
        f"{reader} can place {nobody} in {where} with a probability above {informed.write(high)}"
    )
    if low == 0:
        knows = "knows" if informed.has_low else "may know"
        return f"{upper}, but {knows} of some people that they are not in it."
    if is_bounded:
        return f"{upper} or below {informed.write(low)}."
    return f"{upper}; the least that anybody has is {informed.write(low)}."
