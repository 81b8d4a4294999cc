"""Tells values that differ in case, spaces and Unicode form only: yes, Yes and YES are three."""

import unicodedata
from collections.abc import Collection, Iterable

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.engines.sql_text import write
from dpsql.first_job.columns import ColumnProfile
from dpsql.sql.templates import column

#: One or more blanks of any kind, as DuckDB reads the pattern.
_BLANKS = r"[\s\p{Z}]+"
#: Letters of a word that one letter may stand for.
_LEAST_WORD = 4


def tell_variants(one: ColumnProfile) -> str:
    """Say that values of a column of few texts are alike, and how to mend that; empty if none are.

    It names no value. What is said to mend it makes as many labels as are said.
    """
    texts = [str(value) for value in one.values if value is not None]
    kinds = count_alike(texts)
    if one.type.family != "text":
        return ""
    if kinds == len(texts):
        return _ask_of_initials(texts)
    cell: exp.Expr = column(one.name)
    composed = [unicodedata.normalize("NFC", text) for text in texts]
    what = "case and spaces"
    if count_alike(texts, composes=False) > kinds:
        what = "case, spaces and Unicode form"
        cell = exp.Anonymous(this="NFC_NORMALIZE", expressions=[cell])
    if len({text.strip(" ").lower() for text in composed}) > kinds:
        pattern, blank, every = map(exp.Literal.string, (_BLANKS, " ", "g"))
        cell = exp.Anonymous(this="REGEXP_REPLACE", expressions=[cell, pattern, blank, every])
    mend = write(exp.Lower(this=exp.Trim(this=cell)), "duckdb")
    told = (
        f"its {len(texts)} values are {kinds} but for {what}: write them alike in P and"
        f" T, as {mend} does"
    )
    return "; ".join(filter(None, (told, _ask_of_initials(texts))))


def _ask_of_initials(texts: Collection[str]) -> str:
    """Ask whether letters stand for words of the same column; empty if none could.

    >>> _ask_of_initials(["f", "female", "m"]).partition(":")[0]
    'a value of one letter begins another value as a word'
    >>> _ask_of_initials(["A", "AB", "B"]), _ask_of_initials(["s", "single", "separated"])
    ('', '')
    """
    values = {text.strip().lower() for text in texts}
    words = [one[0] for one in values if len(one) >= _LEAST_WORD and one.isalpha()]
    found = sum(words.count(one) == 1 for one in values if len(one) == 1)
    if not found:
        return ""
    letters, them = f"{found} values of one letter begin", "they stand"
    if found == 1:
        letters, them = "a value of one letter begins", "it stands"
    return f"{letters} another value as a word: if {them} for the same, write them alike in P and T"


def count_alike(texts: Collection[Leaf], *, composes: bool = True) -> int:
    """Count texts that differ in more than case, spaces and, if it `composes`, Unicode form.

    >>> texts = ["yes", "YES ", "no", "n o", "N  o", "\u00fc", "u\u0308"]
    >>> count_alike(texts), count_alike(texts, composes=False)
    (4, 5)
    """
    forms: Iterable[str] = map(str, texts)
    if composes:
        forms = (unicodedata.normalize("NFC", text) for text in forms)
    return len({" ".join(text.split()).lower() for text in forms})
