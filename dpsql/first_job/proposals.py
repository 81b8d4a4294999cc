"""Proposes, for a column of P, whether it is a quasi-identifier and how it is generalized."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, log10

from dpsql.engines.base import ColumnType
from dpsql.first_job.profile import MOST_LISTED, ColumnProfile, Profile

#: A column with a larger share of distinct values identifies people rather than describes them.
_IDENTIFYING = 0.5
#: Only tables with this many rows are tested so: a small table has few people of each kind.
_LEAST_ROWS = 100
#: With more columns the lattice takes long to search; further ones are proposed, but not chosen.
MOST_CHOSEN = 8
_FIRST_INTERVALS, _INTERVAL_LEVELS = 16, 4
#: The least width of the first interval, in mean distances of neighboring values.
_APART = 1.5
#: The fewest rows of a table with a key: in a smaller one, values may differ by chance.
_LEAST_PEOPLE = 20
_KEYS = ("text", "integer", "uuid")
_DATES = ("date", "timestamp")


@dataclass(frozen=True)
class Proposal:
    """A column, the keys of its hierarchy, and a remark; `chosen` if the job uses it."""

    name: str
    words: Mapping[str, object]
    remark: str
    chosen: bool


def propose(found: Profile) -> list[Proposal]:
    """Propose for each shared column; most distinct values first, as the order decides ties.

    Columns with one value, or with values that identify people, are listed but not chosen.
    """
    shared = [one for one in found.public if one.name in found.private]
    shared.sort(key=lambda one: -one.distinct)
    proposals = []
    key, chosen = find_key(found), 0
    for one in shared:
        words, remark = _find_hierarchy(one)
        reason = _find_reason_against(one, found.private[one.name], found)
        if one.name == key:
            reason = "it is the key"
        if not reason and chosen == MOST_CHOSEN:
            reason = f"more than {MOST_CHOSEN} columns take long to search"
        chosen += not reason
        proposals.append(
            Proposal(one.name, words, f"{remark}; {reason}" if reason else remark, not reason)
        )
    return proposals


def find_key(found: Profile) -> str | None:
    """Return a column of P without NULL and duplicates that T has, too; None if there is none.

    A row that stands for several people has no key.
    """
    if found.public_count is not None or found.private_count is not None:
        return None
    for one in found.public:
        unique = one.distinct == one.rows >= _LEAST_PEOPLE and not one.has_nulls
        names = one.type.family in _KEYS and not _reads_as_date(one)
        if unique and names and _agree(one.type, found.private.get(one.name)):
            return one.name
    return None


def _agree(public: ColumnType, private: ColumnType | None) -> bool:
    if private is None:
        return False
    return public.name == private.name or (public.family, private.family) == ("integer", "integer")


def _find_reason_against(one: ColumnProfile, private: ColumnType, found: Profile) -> str:
    if not _agree(one.type, private):
        return f"it is {one.type.title} in P and {private.title} in T; cast one of them"
    if one.distinct <= 1:
        return "it has one value and tells nobody apart"
    if _reads_as_number(one) or _reads_as_date(one):
        return ""
    if one.type.family not in ("text", "boolean", "uuid", "time"):
        return "no hierarchy is proposed for its type"
    names_rows = one.rows >= _LEAST_ROWS and one.distinct > _IDENTIFYING * one.rows
    if names_rows and found.public_count is None:
        return "it names people (nearly every row has another value)"
    return ""


def _find_hierarchy(one: ColumnProfile) -> tuple[dict[str, object], str]:
    """Return the keys of a hierarchy that covers every value of the column, and a remark."""
    nulls: dict[str, object] = {"nulls": "own_leaf"} if one.has_nulls else {}
    count = f"{one.distinct:,} values"
    if _reads_as_date(one):
        return {"dates": ["month", "year", "decade"]} | nulls, count
    if _is_code(one) and (one.distinct > MOST_LISTED or _is_long_number(one)):
        lengths = list(range(one.longest - 1, 0, -1))[:_INTERVAL_LEVELS]
        return {"prefix": lengths} | nulls, f"{count}, codes"
    if _reads_as_number(one) and one.least is not None and one.greatest is not None:
        widths = choose_widths(one.least, one.greatest, one.distinct)
        return {"widths": widths} | nulls, f"{count} from {one.least:g} to {one.greatest:g}"
    values = [value for value in one.values if value is not None]
    if one.distinct <= MOST_LISTED:
        hint = "; group them: write several lists in place of one" if one.distinct > 2 else ""
        return {"tree": {"*": values}} | nulls, f"{count}{hint}"
    lengths = sorted({max(1, one.longest // 2), max(1, one.longest // 4), 1}, reverse=True)
    return {"prefix": lengths} | nulls, f"{count}; a list in a CSV would say more than prefixes"


def choose_widths(least: float, greatest: float, distinct: int) -> list[str]:
    """Return widths of intervals, from about 1/16 of the range upwards; each divides the next.

    If few values are far apart, the first is wider than their mean distance: levels whose intervals
    contain one value each would generalize nothing.

    >>> choose_widths(17, 90, 74), choose_widths(0, 1, 1000), choose_widths(3, 3, 1)
    (['5', '10', '20', '40'], ['0.1', '0.2', '0.4', '0.8'], ['1'])
    >>> choose_widths(1, 4, 4), choose_widths(9, 20, 6)
    (['2'], ['5', '10'])
    """
    span = greatest - least
    if span <= 0:
        return ["1"]
    distance = span / max(distinct - 1, 1)
    # An interval has at most 12 decimals, and 18 digits before the point.
    rough = min(max(span / _FIRST_INTERVALS, _APART * distance, 10.0**-12), 10.0**17)
    place = floor(log10(rough))
    # Round numbers: 1, 2 and 5 times a power of ten.
    digit = next(digit for digit in (1, 2, 5, 10) if digit * 10.0**place >= rough)
    widths = [_spell(digit * 2**level, place) for level in range(_INTERVAL_LEVELS)]
    return [width for width in widths if float(width) < span] or widths[:1]


def _spell(digits: int, place: int) -> str:
    if place >= 0:
        return str(digits * 10**place)
    text = f"{digits:0{1 - place}d}"
    return f"{text[:place]}.{text[place:]}".rstrip("0").rstrip(".")


def _reads_as_date(one: ColumnProfile) -> bool:
    return one.type.family in _DATES or 0 < one.present == one.dates


def _reads_as_number(one: ColumnProfile) -> bool:
    return 0 < one.present == one.numbers


def _is_code(one: ColumnProfile) -> bool:
    """Whether all texts have digits and one length of at least three: postcodes, not ages."""
    return (
        one.type.family == "text"
        and 0 < one.present == one.codes
        and (3 <= one.shortest == one.longest <= 40)
    )


def _is_long_number(one: ColumnProfile) -> bool:
    """Whether all texts have four digits or more: their prefixes mean more than intervals."""
    return _reads_as_number(one) and one.shortest >= 4


def name_others(found: Profile, taken: Sequence[str]) -> list[str]:
    """Return the columns of T that could be kept: not in P, and no row numbers of pandas."""
    public = {one.name.casefold() for one in found.public}
    return [
        name
        for name in found.private
        if name not in taken
        and name.casefold() not in public
        and not name.startswith("__index_level_")
    ]
