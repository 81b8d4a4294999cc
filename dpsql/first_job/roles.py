"""What a column of P is for a first job: a demographic to generalize, or a reason to leave it out.

The name decides with the values of P: an identifier has nearly as many values as rows, a text is
long, a measurement is a number with many values that is no demographic. T plays no part.
"""

import re
from dataclasses import dataclass

from dpsql.domain.column_words import (
    is_flag_of_time,
    is_identifier,
    is_time_alone,
    is_year,
    names_household,
    split_name,
)
from dpsql.domain.numbered_words import names_institution
from dpsql.domain.plurals import name_count
from dpsql.domain.several_rows import may_repeat_people
from dpsql.domain.words.kinds import DEMOGRAPHIC, NOMINAL
from dpsql.first_job.columns import MOST_LISTED, ColumnProfile
from dpsql.first_job.rules.formed import tell_unlisted
from dpsql.first_job.rules.serial_days import are_serial_days, tell_serial_days

#: A column with a larger share of distinct values identifies people rather than describes them.
_IDENTIFYING = 0.5
#: Only tables with this many rows are tested so: a small table has few people of each kind.
_LEAST_ROWS = 100
#: Texts with values of more characters are written freely.
_LONG = 80
#: Values of a flag.
_FLAG = 2
#: In a column that is named as one of texts, these are no codes.
_SHORT = 12
TOO_EXACT = "some of its numbers have more than 12 decimals or an exponent; round them to use it"
_IDENTIFIES = "it identifies people: most rows have their own value"
_GROUP = "; write groups in its place to use it"
_FREE = "it is free text"
_OF_RECORD = (
    "it is about the record (an interview, an entry, a change), not the person; if others know it,"
    " list it above"
)
IS_STUDIED = (
    "its name or values are like those of what a study looks at (a status, an outcome, a"
    " treatment, a diagnosis), which few know of others; if they do, list it above"
)
TIME_OF_ROW = (
    "it seems to be when rows were collected, which describes nobody; if it is when something"
    " happened to people, list it above"
)
NAMED_AS_TIME = (
    "it is named like a time; when a row was collected describes nobody; if it is of people and"
    " others know it, list it above"
)
OF_ANOTHER = (
    "it seems to be of a relative or a second one, which fewer people know; if they do, list it"
    " above"
)
OF_SERIES = (
    "it is numbered like others, as waves or ranks are, of which one is chosen; if others"
    " know more of them, list it above"
)
IN_FLAGS = (
    "it seems to be one of several flags of one column, as no row has two of them; to use them,"
    " make that column and list it above"
)
NAMES_INSTITUTIONS = (
    "it names places or institutions; if others know which is whose, list it above, with groups of"
    " these"
)
NAMED_AS_IDENTIFIER = "it is named as an identifier is; if it is an amount, list it above"
UNKNOWN = "nothing says that others know it; if they do, list it above"
MEASURED = "it looks like a measurement; to publish it as it is, see public_columns and keep"
#: What pandas calls a column without a name, as its index is in a CSV.
_FRAME_INDEX = re.compile("Unnamed: [0-9]+")
NUMBERS_ROWS = "it is pandas' index, a number of its rows: write the frame with index=False"
_YEARS = (1800, 2100)
#: Who has been told one of these does not know a person; others may be nearly unique as they are.
_MAY_BE_RARE = frozenset(("age", "birth", "postcode", "income", "death"))


@dataclass(frozen=True)
class Role:
    """What a column is. Lower ranks are chosen first.

    `reason`: why it is left out; empty if it may be chosen. `kind`: of `words`. `is_spare`: a job
    without other columns takes it in spite of its reason.
    """

    rank: int
    kind: str
    reason: str = ""
    is_spare: bool = False

    @property
    def is_amount(self) -> bool:
        """Whether it is an amount that few know of others, such as a wage to the cent."""
        return self.rank == _AMOUNT

    @property
    def is_event(self) -> bool:
        """Whether it is a day or a year on which something happened to people."""
        return self.rank == _EVENT


_EVENT, _CATEGORY, _NUMBER, STUDIED, _OTHER, _AMOUNT = (len(DEMOGRAPHIC) + i for i in range(6))
MOST_RANK = _AMOUNT
#: A category of more values is rather a list of things than something that people know.
MOST_KNOWN = 20
#: A measurement of few values is a grade.
_LEAST_MEASURED = 12
#: A text with more values, in more than one row of five, is written freely.
_MANY_TEXTS, _FEW_SHARE = 1000, 5


def find_role(one: ColumnProfile, kind: str, *, is_counted: bool) -> Role:
    """Return the role of a column of P of a kind; `is_counted`: its rows are several people each.

    A row of a table of counts is no person, so that a column cannot identify one.
    """
    rank = DEMOGRAPHIC.index(kind) if kind in DEMOGRAPHIC else _CATEGORY
    if not one.distinct:
        return Role(rank, kind, "it has no value")
    if one.distinct == 1:
        if not one.has_nulls:
            return Role(rank, kind, "it has one value and tells nobody apart")
        if kind not in DEMOGRAPHIC or not one.has_rule:
            return Role(_OTHER, kind, _tell_flag_of_nulls(one), is_spare=one.has_rule)
    elif kind != "death" and 2 * one.present < one.rows:
        share = 100 * (one.rows - one.present) // one.rows
        is_spare = one.has_rule and not _find_reason_by_name(one, kind, is_unique=False)
        return Role(rank, kind, f"{share} % of its cells are NULL", is_spare=is_spare)
    elif _is_mostly_blank(one) and kind != "death":
        is_spare = one.has_rule and not _find_reason_by_name(one, kind, is_unique=False)
        return Role(rank, kind, _tell_blanks(one), is_spare=is_spare)
    if not one.has_rule:
        is_measured = kind not in DEMOGRAPHIC and not one.nans and one.type.family == "float"
        return Role(rank, kind, MEASURED if is_measured else _tell_no_rule(one))
    is_unique = one.rows >= _LEAST_ROWS and one.distinct > _IDENTIFYING * one.rows
    if kind == "thing" and one.distinct > MOST_LISTED and names_institution(one.name):
        return Role(_OTHER, kind, _IDENTIFIES if is_unique else NAMES_INSTITUTIONS, not is_unique)
    reason = _find_reason_by_name(one, kind, is_unique and not is_counted)
    reason = reason or _find_reason_by_texts(one, kind)
    if reason:
        return Role(rank, kind, reason)
    if _is_studied(one, kind):
        return Role(STUDIED, kind, IS_STUDIED, is_spare=True)
    is_time = is_time_alone(one.name) or (is_flag_of_time(one.name) and one.distinct == _FLAG)
    is_few = one.distinct <= MOST_LISTED or _are_years(one)
    if is_time and not one.reads_as_date and is_few:
        return Role(STUDIED, kind, NAMED_AS_TIME, is_spare=True)
    if kind == "income" and one.reads_as_number and one.distinct > MOST_LISTED:
        return Role(_AMOUNT, kind)
    if names_household(one.name) and one.distinct > MOST_LISTED:
        return Role(rank, kind, "it seems to number households, each of few people")
    if kind in DEMOGRAPHIC:
        rare = is_unique and not is_counted and kind not in _MAY_BE_RARE and not one.reads_as_date
        return Role(rank, kind, _IDENTIFIES + _GROUP * (kind in NOMINAL) if rare else "")
    return _find_role_by_values(one, kind, is_unique and not is_counted)


def _is_mostly_blank(one: ColumnProfile) -> bool:
    """Whether most cells are NULL or blank; of one text beside a blank, the blank says no."""
    return one.distinct > _FLAG and 2 * (one.present - one.blanks) < one.rows


def _tell_blanks(one: ColumnProfile) -> str:
    share = 100 * (one.rows - one.present + one.blanks) // one.rows
    return f"{share} % of its cells are {'NULL or ' * one.has_nulls}blank"


def _is_studied(one: ColumnProfile, kind: str) -> bool:
    """Whether a column is an outcome or a treatment; a date is when something happened to people.

    So is whether somebody died, in a table of those who may have.
    """
    is_written = one.longest > _LONG and one.distinct > MOST_LISTED
    if one.reads_as_date or is_written or one.is_measured:
        return False
    return kind == "studied" or (kind == "death" and not is_year(one.name))


def _find_reason_by_name(one: ColumnProfile, kind: str, is_unique: bool) -> str:
    many = one.distinct > MOST_LISTED or is_unique
    may_repeat = one.distinct > MOST_KNOWN and may_repeat_people(
        one.name, one.present, one.distinct
    )
    names_people = may_repeat and is_identifier(one.name)
    if kind == "name":
        return "it names a person"
    if kind == "contact" and not one.is_flag:
        return "it is how to reach a person"
    if kind == "address" and not one.is_flag:
        return "it locates a household"
    if kind == "identifier" and (many or names_people or one.distinct == one.rows):
        may_be_amount = one.reads_as_number and 2 * one.distinct < one.present
        is_amount = may_be_amount and split_name(one.name)[-1:] == ("num",)
        return NAMED_AS_IDENTIFIER if is_amount else "it is an identifier"
    if kind == "thing" and many:
        return "it is a name"
    if kind == "text" and (many or (one.longest > _SHORT and one.distinct > MOST_KNOWN)):
        return _FREE
    if many and _FRAME_INDEX.fullmatch(one.name):
        return NUMBERS_ROWS
    if kind == "record" and (many or one.reads_as_date):
        return _OF_RECORD
    return ""


def _find_reason_by_texts(one: ColumnProfile, kind: str) -> str:
    """Say why texts make no good column: some are no numbers, or all are written freely."""
    if one.form is not None:
        return ""
    if one.unlisted is not None:
        return tell_unlisted(one, one.unlisted)
    if one.has_mixed_dates:
        return "its dates are written in several ways; write all as 2024-05-31 to use it"
    if one.has_decimal_commas:
        return "its numbers have a decimal comma, and read as text: write a point to use it"
    if one.type.family != "text" or one.distinct <= MOST_LISTED or one.are_codes:
        return ""
    is_coded = kind in NOMINAL or kind in ("postcode", "identifier")
    if not is_coded and 0.9 * one.present < one.numbers < one.present:
        others = one.present - one.numbers
        return (
            f"most of its values are numbers, but {others:,} of them (with an exponent, more than"
            " 12 decimals, or a text) fit no widths: round or mend these to use it"
        )
    is_free = one.distinct > _MANY_TEXTS and _FEW_SHARE * one.distinct > one.rows
    more = f", with more than a value for {_FEW_SHARE} rows{_GROUP}"
    return _FREE + more if kind == "occupation" and is_free else ""


def _are_years(one: ColumnProfile) -> bool:
    """Whether a column has years, by its name and all values, be they many."""
    if not is_year(one.name) or one.codes < one.present:
        return False
    least, greatest = one.least or 0, one.greatest or 0
    return one.reads_as_number and _YEARS[0] <= least and greatest <= _YEARS[1]


def _find_role_by_values(one: ColumnProfile, kind: str, is_unique: bool) -> Role:
    is_few = not one.is_flag and one.distinct <= MOST_LISTED
    is_year_of_few = one.reads_as_number and is_year(one.name) and is_few
    if one.reads_as_date or is_year_of_few or _are_years(one):
        return Role(_EVENT, kind)
    is_measured = kind == "measure" or one.has_fractions
    least = _LEAST_MEASURED if is_measured else MOST_LISTED
    if are_serial_days(one, kind):
        return Role(_EVENT, kind, tell_serial_days(one), is_spare=True)
    if one.reads_as_number and one.distinct > least:
        reason = MEASURED
        is_whole = one.type.family == "integer" or one.codes == one.present
        if is_unique and is_whole and not is_measured:
            reason = "it identifies people or measures them: most rows have their own value"
        return Role(_OTHER, kind, reason, is_spare=True)
    if is_unique:
        return Role(_OTHER, kind, _IDENTIFIES)
    if one.longest > _LONG and one.distinct > MOST_LISTED:
        return Role(_OTHER, kind, _FREE)
    if one.reads_as_number and not one.is_flag:
        return Role(_NUMBER, kind)
    return Role(_CATEGORY if one.distinct <= MOST_LISTED else _OTHER, kind)


def _tell_flag_of_nulls(one: ColumnProfile) -> str:
    """Say that a column of one value is a flag where the other cells are NULL."""
    nulls = name_count(one.rows - one.present, "other row is", "other rows are")
    return f"it has one value, and {nulls} NULL, as a flag is; if others know it, list it above"


def _tell_no_rule(one: ColumnProfile) -> str:
    if one.type.family == "float" and one.nans:
        rows = name_count(one.nans, "row")
        return f"it is NaN in {rows}, which is no number: write NULL there to use it"
    if one.type.family in ("float", "decimal"):
        return TOO_EXACT
    return "no hierarchy is proposed for its type"
