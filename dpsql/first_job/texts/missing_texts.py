"""Tells texts that stand for missing values: nan, N/A or Not stated, and a 9 among words.

Left as they are, they are values like others, and levels of their own: what is unknown of people is
then published as if it were known, and NULLs of the other table match none of it.
"""

import re
from collections.abc import Collection

from dpsql.domain.plurals import join_names
from dpsql.domain.words.answers import is_missing
from dpsql.engines.sql_text import write
from dpsql.first_job.columns import ColumnProfile
from dpsql.sql.tables.cast_mends import null_texts
from dpsql.sql.templates import column

#: Digits as codes of missing values have them.
_CODE = re.compile("(-?(9{1,4}|8{1,4})|-1)(?:[.]0+)?")
#: A code of two letters, as those of states are.
_STATE = "ND"
#: Two letters with points, as N.D. and D.C.
_LETTERS = re.compile("[A-Z][.] ?[A-Z][.]?")
#: What no missing value stands beside: the other answer to the same question.
_OPPOSITES = {
    **dict.fromkeys(("declined", "refused"), re.compile("accept|agree|approv|consent|grant|compl")),
    "-": re.compile("[+]"),
}
#: So many words beside a code.
_LEAST_WORDS = 3


def find_missing_texts(texts: Collection[str]) -> list[str]:
    """Return the texts of a column that may stand for missing values, in order.

    >>> find_missing_texts(["Teacher", "nan", "N/A", "Nurse", "Not stated "])
    ['N/A', 'Not stated ', 'nan']
    >>> find_missing_texts(["ND", "NY", "CA", "n/a"]), find_missing_texts(["NA", "Teacher"])
    (['n/a'], ['NA'])
    >>> find_missing_texts(["N.D.", "N.Y.", "Calif", "n/a"]), find_missing_texts(["N.D.", "seen"])
    (['n/a'], ['N.D.'])
    >>> find_missing_texts(["41", "42", "NA", "N.A.", "NaN", "#N/A", "<NA>", "NULL"])
    ['#N/A', '<NA>', 'N.A.', 'NA', 'NULL', 'NaN']
    >>> find_missing_texts(["verh.", "ledig", "gesch.", "9"]), find_missing_texts(["A1", "9", "8"])
    (['9'], [])
    >>> find_missing_texts(["none", "primary", "secondary", "tertiary", "1"])
    []
    >>> find_missing_texts(["+", "-"]), find_missing_texts(["accepted", "declined", "unknown"])
    ([], ['unknown'])
    """
    found = {text for text in texts if _may_be_missing(text, texts)}
    others = {*texts} - found
    if 2 * sum(len(text) == len(_STATE) and text.isalpha() for text in others) > len(others):
        # Beside others of two letters, ND and NA are North Dakota and Namibia.
        found = {text for text in found if len(text) != len(_STATE)}
        others = {*texts} - found
    if any(map(_LETTERS.fullmatch, others)):
        found = {text for text in found if not _LETTERS.fullmatch(text)}
        others = {*texts} - found
    codes = {text for text in others if _CODE.fullmatch(text.strip())}
    words = [text for text in others - codes if not any(map(str.isdigit, text))]
    if len(words) == len(others - codes) >= _LEAST_WORDS:
        found |= codes
    return sorted(found)


def _may_be_missing(text: str, texts: Collection[str]) -> bool:
    """Whether a text is a word of missing values, and no answer beside its opposite."""
    opposite = _OPPOSITES.get(text.strip(" .").lower())
    is_answer = opposite and any(opposite.match(one.strip().lower()) for one in texts)
    return is_missing(text) and not is_answer


def tell_missing_texts(one: ColumnProfile) -> str:
    """Say which listed texts may stand for missing ones, and what makes them NULL; else empty."""
    if one.type.family != "text":
        return ""
    listed = one.values if one.form is None else (*one.form.texts,)
    found = [*one.missing_texts] or find_missing_texts(
        [text for text in listed if text is not None]
    )
    if not found or len(found) == one.distinct:
        return ""
    them = "it" if len(found) == 1 else "them"
    named = join_names([repr(text) if text != text.strip() or not text else text for text in found])
    statement = write(null_texts(column(one.name), found), "duckdb")
    # Blanks and ends of lines are one blank where this is told: then it would match nothing.
    is_told_as_it_is = " ".join(statement.split()) == statement
    by = f", as {statement} does" if is_told_as_it_is else ""
    return f"{named} may stand for missing: make {them} NULL in P and T{by}; then run init"
