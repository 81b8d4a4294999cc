"""Proposes the keys of a hierarchy that covers every value of a column, and a remark."""

from dpsql.domain.column_words import NOMINAL, is_graded, is_year
from dpsql.domain.plurals import name_count
from dpsql.first_job.columns import MOST_LISTED, ColumnProfile
from dpsql.first_job.days import propose_dates
from dpsql.first_job.formed import propose_formed
from dpsql.first_job.widths import propose_widths

_LEVELS = 4
#: ZIP+4 and its like: a code, and a part that few know.
_LONG_POSTCODE, _POSTCODE = 9, 5
#: Kinds with few codes: where numbers are more, they are none.
_FEW_CODES, MOST_CODES = ("sex", "marital", "language"), 12
_LEAST_WITH_COMMA = 10_000
_Words = dict[str, object]


def propose_hierarchy(one: ColumnProfile, kind: str) -> tuple[_Words, str]:
    """Return the keys of a hierarchy for a column of a kind, and a remark."""
    words, remark = _find_words(one, kind)
    return words | ({"nulls": "own_leaf"} if one.has_nulls else {}), remark


def _find_words(one: ColumnProfile, kind: str) -> tuple[_Words, str]:
    count = name_count(one.distinct, "value")
    listed = [value for value in one.values if value is not None]
    is_code = kind in NOMINAL or kind == "identifier"
    of_codes = is_code and one.type.family != "float" and not is_graded(one.name)
    # Years of marriage, and not kinds of it.
    of_codes = of_codes and not (kind in _FEW_CODES and one.distinct > MOST_CODES)
    if one.form is not None:
        return propose_formed(one, one.form, kind)
    if one.reads_as_date:
        return propose_dates(one, count)
    # A flag, such as 0 and 1, has no interval that would say less than both and more than nothing.
    is_flag = one.is_flag and one.type.family in ("text", "integer", "decimal")
    if one.reads_as_number and not is_flag and not (of_codes and one.distinct <= MOST_LISTED):
        if _is_written_as_code(one, kind):
            return {"prefix": _choose_lengths(one, kind)}, f"{count}, codes"
        if kind == "postcode" and one.type.family == "text" and one.padded:
            # Their zeros are not lost: 01067 is no neighbor of 1010.
            return {"prefix": _choose_lengths(one, kind)}, f"{count}, codes of several lengths"
        if kind == "postcode" and one.type.family in ("text", "integer"):
            widths = [str(10**digits) for digits in range(1, min(one.longest, _LEVELS + 1))]
            return {"widths": widths or ["10"]}, f"{count}, codes of several lengths"
        span = f"{count} from {_say(one.least)} to {_say(one.greatest)}"
        if one.is_flag:
            # A list needs exact values.
            span += "; as integers, such as Int64 of pandas, they could have a list"
        words = propose_widths(one, is_age=kind == "age")
        few = [f"below {_say(words['from'])}"] if "from" in words else []
        few += [f"from {_say(words['to'])} on"] if "to" in words else []
        return words, f"{span}; few are {' or '.join(few)}" if few else span
    if one.type.family == "text" and one.are_codes and one.distinct > MOST_LISTED:
        return {"prefix": _choose_lengths(one, kind)}, f"{count}, codes"
    if one.distinct <= MOST_LISTED:
        hint = "; group them: write several lists in place of one" if one.distinct > 2 else ""
        hint += ", or {prefix: [1]} for what begins alike" if _begin_alike(one) else ""
        return {"tree": {"*": listed}}, f"{count}{hint}"
    if kind == "postcode":
        return {"prefix": _choose_lengths(one, kind)}, f"{count}, codes"
    # More letters of a name mean nothing.
    return {"prefix": [1]}, f"{count}, by first letter; a list in a CSV would say more"


def _say(number: object) -> str:
    """Write a number as people do; years have no comma.

    >>> _say(2.3e6), _say("200000"), _say(1974.0), _say(469.09)
    ('2,300,000', '200,000', '1974', '469.09')
    """
    value = float(str(number))
    return f"{value:,.12g}" if abs(value) >= _LEAST_WITH_COMMA else f"{value:.12g}"


def _is_written_as_code(one: ColumnProfile, kind: str) -> bool:
    """Whether numbers are codes of one length, whose prefixes mean more than intervals."""
    if one.type.family not in ("text", "integer") or not one.are_codes:
        return False
    if is_year(one.name) or kind in ("birth", "age", "income", "measure"):
        return False
    if kind in NOMINAL or kind == "postcode":
        return True
    return one.padded > 0 and one.type.family == "text"


def _begin_alike(one: ColumnProfile) -> bool:
    """Whether values are many codes of one length, such as those of regions."""
    is_code = one.codes == one.present and 1 < one.shortest == one.longest
    return is_code and one.distinct > MOST_CODES and one.type.family in ("text", "integer")


def _choose_lengths(one: ColumnProfile, kind: str) -> list[int]:
    longest = one.longest - 1 if one.shortest == one.longest else max(one.shortest, 1)
    if kind == "postcode" and one.longest >= _LONG_POSTCODE:
        longest = min(longest, _POSTCODE)
    return list(range(max(longest, 1), 0, -1))[:_LEVELS]
