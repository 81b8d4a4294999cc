"""Writes values of columns of several types as texts that are equal where the values are.

A number of T may be 3 where P has 3.0, and a day may have the time of midnight.
"""

from sqlglot import exp

from dpsql.engines.base import ColumnType

#: Families of types whose values are compared.
COMPARED = ("text", "uuid", "integer", "decimal", "float", "date", "timestamp", "boolean")
#: Whole numbers beyond this are no counts or codes, and have no exact DOUBLE.
_MOST = 10**15


def as_compared(value: exp.Expr, type_: ColumnType) -> exp.Expr:
    """Return the text of a value of a type of `COMPARED`."""
    if type_.family in ("decimal", "float"):
        number = exp.cast(value, "DOUBLE")
        whole = exp.cast(exp.cast(number.copy(), "BIGINT"), "VARCHAR")
        is_whole = exp.and_(
            exp.LT(this=exp.Abs(this=number.copy()), expression=exp.Literal.number(_MOST)),
            exp.EQ(this=number.copy(), expression=exp.Floor(this=number.copy())),
        )
        return exp.Case().when(is_whole, whole).else_(exp.cast(number, "VARCHAR"))
    if type_.family == "timestamp":
        day = exp.cast(value, "DATE")
        # Not by the column's own type: sqlglot reads no TIMESTAMP_NS, which pandas writes.
        time = exp.cast(value.copy(), "TIMESTAMP")
        is_midnight = exp.EQ(this=time, expression=exp.cast(day.copy(), "TIMESTAMP"))
        text = exp.cast(value.copy(), "VARCHAR")
        return exp.Case().when(is_midnight, exp.cast(day, "VARCHAR")).else_(text)
    return exp.cast(value, "VARCHAR")
