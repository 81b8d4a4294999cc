"""Proposes the keys of a hierarchy that covers every value of a column, and a remark."""

from dataclasses import replace

from dpsql.domain.column_words import is_year, may_number, names_place
from dpsql.domain.graded_words import is_graded
from dpsql.domain.numbered_words import names_code
from dpsql.domain.plurals import name_count
from dpsql.domain.words.kinds import NOMINAL
from dpsql.domain.words.us_states import group_states
from dpsql.first_job.columns import MOST_LISTED, ColumnProfile, may_be_codes
from dpsql.first_job.rules.days import has_times, propose_dates
from dpsql.first_job.rules.fips import SAID_OF_FIPS, propose_fips
from dpsql.first_job.rules.formed import propose_formed
from dpsql.first_job.rules.missing_codes import tell_missing_codes
from dpsql.first_job.rules.serial_days import are_serial_days, propose_serial_days
from dpsql.first_job.rules.widths import propose_widths
from dpsql.first_job.texts.form import TextForm

_LEVELS = 4
#: ZIP+4 and its like: a code, and a part that few know.
_LONG_POSTCODE, _POSTCODE = 9, 5
#: Kinds with few codes: where numbers are more, they are none.
_FEW_CODES, MOST_CODES = ("sex", "marital", "language"), 12
_LEAST_WITH_COMMA = 10_000
#: Codes of four digits may have parts; one of so many numbers is a code, at most.
_LEAST_LONG, _SPARSE = 1000, 10
_MOST_CODES_FROM_ZERO = 20
_FLAG = 2
#: Longer texts are written freely.
_LONGEST = 80
#: Kinds of what no word says, or that a code beside makes no amount.
_UNKNOWN = ("", "studied", "household", "affiliation")
_AS_INTEGERS = (
    "; as integers (CAST AS BIGINT in P and T, Int64 of pandas), they could have a list, and no"
    " intervals"
)
_Words = dict[str, object]


def propose_hierarchy(one: ColumnProfile, kind: str) -> tuple[_Words, str]:
    """Return the keys of a hierarchy for a column of a kind, and a remark."""
    words, remark = _find_words(one, kind)
    return words | ({"nulls": "own_leaf"} if one.has_nulls else {}), remark


def _find_words(one: ColumnProfile, kind: str) -> tuple[_Words, str]:
    count = name_count(one.distinct, "value")
    listed = [value for value in one.values if value is not None]
    if one.reads_as_number and one.form is None:
        # As texts, 10 comes before 2.
        listed.sort(key=float)
    of_numbers = _are_codes(one, kind)
    of_codes = of_numbers and one.type.family != "float"
    if one.form is not None:
        return propose_formed(one, one.form, kind)
    if one.reads_as_date:
        return propose_dates(one, count, of_moments=has_times(one))
    if are_serial_days(one, kind):
        return propose_serial_days(one, count)
    # A flag, such as 0 and 1, has no interval that would say less than both and more than nothing.
    is_flag = one.is_flag and one.type.family in ("text", "integer", "decimal")
    if one.reads_as_number and not is_flag and not (of_codes and one.distinct <= MOST_LISTED):
        if (words := propose_fips(one)) is not None:
            return words, f"{count}, {SAID_OF_FIPS}"
        if _is_written_as_code(one, kind):
            said = f"{count}, codes{_ask_of_digits(one, kind)}"
            return {"prefix": _choose_lengths(one, kind)}, said
        if kind == "postcode" and one.type.family == "text" and one.padded:
            # Their zeros are not lost: 01067 is no neighbor of 1010.
            return {"prefix": _choose_lengths(one, kind)}, f"{count}, codes of several lengths"
        if kind == "postcode" and one.type.family in ("text", "integer"):
            widths = [str(10**digits) for digits in range(1, min(one.longest, _LEVELS + 1))]
            return {"widths": widths or ["10"]}, f"{count}, codes of several lengths"
        if of_numbers and one.distinct > _FLAG and may_be_codes(one):
            if _are_sparse(one):
                widths = [str(10**digits) for digits in range(1, _LEVELS)]
                said = f"{count}, codes of several lengths{_ask_of_digits(one, kind)}"
                return {"widths": widths}, said
            # Of codes without an order an interval means nothing, but that of each code alone.
            return {"widths": ["1"]}, f"{count}, codes: kept or suppressed{_AS_INTEGERS}"
        span = f"{count} from {_say(one.least)} to {_say(one.greatest)}"
        if one.is_flag:
            # A list needs exact values.
            span += f": kept or suppressed{_AS_INTEGERS}"
            if may_be_codes(one):
                return {"widths": ["1"]}, span
        words = propose_widths(one, is_age=kind == "age")
        if missing := tell_missing_codes(one.missing_codes, one.name):
            span += f"; {missing}"
        few = [f"below {_say(words['from'])}"] if "from" in words and not missing else []
        is_of_codes = one.missing_codes is not None and one.missing_codes.most is not None
        few += [f"from {_say(words['to'])} on"] if "to" in words and not is_of_codes else []
        return words, f"{span}; few are {' or '.join(few)}" if few else span
    if one.type.family == "text" and one.are_codes and one.distinct > MOST_LISTED:
        return {"prefix": _choose_lengths(one, kind)}, f"{count}, codes"
    if one.distinct <= MOST_LISTED:
        if one.type.family == "text" and (states := group_states([*map(str, listed)])):
            return {"tree": states}, f"{count}, by division and region of the US Census Bureau"
        hint = "; group them: write several lists in place of one" if one.distinct > 2 else ""
        hint += ", or {prefix: [1]} for what begins alike" if _begin_alike(one) else ""
        if missing := tell_missing_codes(one.missing_codes, one.name):
            hint += f"; {missing}"
        return {"tree": {"*": listed}}, f"{count}{hint}"
    if kind == "postcode":
        return {"prefix": _choose_lengths(one, kind)}, f"{count}, codes"
    # More letters of a name mean nothing.
    said = f"{count}, by first letter; groups in a CSV would say more: dpsql hierarchy build"
    return {"prefix": [1]}, said


def has_no_order(one: ColumnProfile, kind: str) -> bool:
    """Whether values are too many for the job to list, and no rule groups them by what they mean.

    Numbers of institutions are given as they come, and their digits say nothing.
    """
    if one.form is not None:
        return _are_codes_beside_texts(one, one.form, kind)
    if one.distinct <= MOST_LISTED or one.longest > _LONGEST or one.reads_as_date:
        return False
    if kind == "postcode" or one.type.family not in ("text", "integer"):
        return False
    if not one.reads_as_number:
        return one.type.family == "text" and (names_place(one.name) or not one.are_codes)
    if not _are_codes(one, kind) or not may_be_codes(one) or propose_fips(one) is not None:
        return False
    has_parts = _is_written_as_code(one, kind) or _are_sparse(one)
    return names_place(one.name) or not has_parts


def _are_codes_beside_texts(one: ColumnProfile, form: TextForm, kind: str) -> bool:
    """Whether numbers beside NA and the like would have no order without these texts."""
    numbers = sum(form.texts[text] for text in form.plain)
    if form.kind != "numbers" or numbers != one.numbers:
        return False
    alone = replace(one, form=None, present=numbers, distinct=len(form.plain))
    return has_no_order(alone, kind)


def _are_codes(one: ColumnProfile, kind: str) -> bool:
    """Whether numbers have no order; but not years of marriage, or weeks of work."""
    is_amount = kind in _FEW_CODES and one.distinct > MOST_CODES
    if is_amount or (kind == "occupation" and _counts_from_zero(one)) or is_graded(one.name):
        return False
    is_named = kind == "identifier" or (kind in _UNKNOWN and names_code(one.name))
    return _is_nominal(one, kind) or (is_named and one.distinct <= MOST_LISTED)


def _say(number: object) -> str:
    """Write a number as people do; years have no comma.

    >>> _say(2.3e6), _say("200000"), _say(1974.0), _say(469.09)
    ('2,300,000', '200,000', '1974', '469.09')
    """
    value = float(str(number))
    return f"{value:,.12g}" if abs(value) >= _LEAST_WITH_COMMA else f"{value:.12g}"


def _is_nominal(one: ColumnProfile, kind: str) -> bool:
    """Whether numbers have no order: of such a kind, or numbers of insurers and parties."""
    return kind in NOMINAL or (kind == "affiliation" and may_number(one.name))


def _is_written_as_code(one: ColumnProfile, kind: str) -> bool:
    """Whether numbers are codes of one length, whose prefixes mean more than intervals."""
    if one.type.family not in ("text", "integer") or not one.are_codes:
        return False
    if is_year(one.name) or kind in ("birth", "age", "income", "measure"):
        return False
    if _is_nominal(one, kind) or kind == "postcode":
        return True
    return one.padded > 0 and one.type.family == "text"


def _ask_of_digits(one: ColumnProfile, kind: str) -> str:
    """Ask whether first digits group codes, as those of postcodes do."""
    if kind == "postcode":
        return ""
    how = "as integers, they can be grouped" if one.type.family == "float" else "group them"
    return f"; if their first digits mean nothing, {how} in a CSV: dpsql hierarchy build"


def _counts_from_zero(one: ColumnProfile) -> bool:
    """Whether numbers are many, and nearly all from zero to the greatest."""
    if one.least != 0 or one.greatest is None or one.distinct <= _MOST_CODES_FROM_ZERO:
        return False
    return 2 * one.distinct > one.greatest


def _are_sparse(one: ColumnProfile) -> bool:
    """Whether numbers are few of those between, as those of towns are whose first digits say more.

    Numbers that count on, 1, 2, 3, say nothing by their digits.
    """
    is_long = one.greatest is not None and one.greatest >= _LEAST_LONG
    return is_long and _SPARSE * one.distinct < (one.greatest or 0) - (one.least or 0)


def _begin_alike(one: ColumnProfile) -> bool:
    """Whether values are many codes of one length, such as those of regions."""
    is_code = one.codes == one.present and 1 < one.shortest == one.longest
    return is_code and one.distinct > MOST_CODES and one.type.family in ("text", "integer")


def _choose_lengths(one: ColumnProfile, kind: str) -> list[int]:
    longest = one.longest - 1 if one.shortest == one.longest else max(one.shortest, 1)
    if kind == "postcode" and one.longest >= _LONG_POSTCODE:
        longest = min(longest, _POSTCODE)
    return list(range(max(longest, 1), 0, -1))[:_LEVELS]
