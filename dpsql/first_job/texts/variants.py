"""Tells values that differ in case and spaces only: yes, Yes and YES are three labels."""

from collections.abc import Collection

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.engines.sql_text import write
from dpsql.first_job.columns import ColumnProfile
from dpsql.sql.templates import column


def tell_variants(one: ColumnProfile) -> str:
    """Say that values of a column of few texts are alike, and how to mend that; empty if none are.

    It names no value.
    """
    texts = [value for value in one.values if value is not None]
    kinds = count_alike(texts)
    if one.type.family != "text" or kinds == len(texts):
        return ""
    mend = write(exp.Lower(this=exp.Trim(this=column(one.name))), "duckdb")
    return (
        f"its {len(texts)} values are {kinds} but for case and spaces: write them alike in P and"
        f" T, as {mend} does"
    )


def count_alike(texts: Collection[Leaf]) -> int:
    """Count texts that differ in more than case and spaces.

    >>> count_alike(["yes", "YES ", "no", "n o", "N  o"])
    3
    """
    return len({" ".join(str(text).split()).casefold() for text in texts})
