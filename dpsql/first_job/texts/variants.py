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


def tell_variants(one: ColumnProfile) -> str:
    """Say that values of a column of few texts are alike, and how to mend that; empty if none are.

    It names no value. What is said to mend it makes as many labels as are said.
    """
    texts = [str(value) for value in one.values if value is not None]
    kinds = count_alike(texts)
    if one.type.family != "text" or kinds == len(texts):
        return ""
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
    return (
        f"its {len(texts)} values are {kinds} but for {what}: write them alike in P and"
        f" T, as {mend} does"
    )


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
