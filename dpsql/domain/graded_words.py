"""Names of ratings and numbers: of columns whose values are more or less, and no codes."""

from dpsql.domain.column_words import split_name

#: Of numbers that are more or less, and no codes.
_GRADES = frozenset(
    (
        *("rate", "rating", "score", "level", "scale", "rank", "grade", "index", "size", "length"),
        *("importance", "trust", "stress", "involvement", "quality", "skill", "attitude"),
        # How religious somebody is, and not which religion.
        *("num", "number", "count", "years", "yrs", "religious"),
        *("bucket", "quintile", "decile", "quartile", "tertile", "quantile", "percentile"),
    )
)


def is_graded(name: str) -> bool:
    """Whether the name is that of a rating or a number, even if it rates what is none.

    >>> is_graded("rate_marriage"), is_graded("county_bucket"), is_graded("marital_status")
    (True, True, False)
    """
    return bool(_GRADES.intersection(split_name(name)))
