"""Rewrites statements that have a different meaning in Spark's SQL than in DuckDB's.

Assumes the settings of `session.py`, above all ANSI casts. Each rule below is an observed
difference; everything else means the same in both.
"""

from collections.abc import Callable, Mapping
from functools import cache

from sqlglot import exp, parse_one

from dpsql.engines.base import ColumnType
from dpsql.engines.spark.grouping_sets import group_in_sets
from dpsql.engines.sql_text import unwrap_replaced

#: Families of types whose values Spark and DuckDB write differently.
REWRITTEN = ("float", "timestamp", "date")
_INTEGERS = (exp.DType.TINYINT, exp.DType.SMALLINT, exp.DType.INT, exp.DType.BIGINT)
_DATES = (exp.DType.DATE, exp.DType.TIMESTAMP, exp.DType.TIMESTAMPNTZ)
#: Texts that DuckDB reads as a date; Spark would also read a year, or a time of today.
_DATE_TEXT = r"^ *[0-9]{4,}-[0-9]{1,2}-[0-9]{1,2}([ T].*)?$"
#: The text that DuckDB writes for the value `x`, whose text in Spark is `s`.
_TEXTS = """
CASE
  WHEN TYPEOF(x) IN ('double', 'float') THEN CASE
    WHEN s = 'NaN' THEN 'nan'
    WHEN s = 'Infinity' THEN 'inf'
    WHEN s = '-Infinity' THEN '-inf'
    WHEN NOT s LIKE '%E%' THEN s
    WHEN ABS(CAST(s AS DOUBLE)) >= 0.0001 AND ABS(CAST(s AS DOUBLE)) < 1E16 THEN REGEXP_REPLACE(
      REGEXP_REPLACE(CAST(CAST(s AS DECIMAL(38, 20)) AS STRING), '0+$', ''), '[.]$', '.0'
    )
    ELSE REGEXP_REPLACE(
      REGEXP_REPLACE(
        REGEXP_REPLACE(REGEXP_REPLACE(s, '[.]0E', 'E'), 'E(-?)([0-9])$', 'E$10$2'), 'E-', 'e-'
      ),
      'E', 'e+'
    )
  END
  WHEN TYPEOF(x) IN ('date', 'timestamp', 'timestamp_ntz') THEN CASE
    WHEN s LIKE '-%' OR s LIKE '0000%' THEN CONCAT(
      LPAD(CAST(1 - CAST(REGEXP_EXTRACT(s, '^-?[0-9]+', 0) AS INT) AS STRING), 4, '0'),
      REGEXP_REPLACE(s, '^-?[0-9]+', ''),
      CASE WHEN TYPEOF(x) = 'timestamp' THEN '+00' ELSE '' END,
      ' (BC)'
    )
    ELSE CONCAT(
      REGEXP_REPLACE(s, '^[+]', ''), CASE WHEN TYPEOF(x) = 'timestamp' THEN '+00' ELSE '' END
    )
  END
  ELSE s
END
"""


Columns = Mapping[str, Mapping[str, ColumnType]]


def adapt(query: exp.Query, columns: Columns) -> exp.Query:
    """Adapt a physical statement; `columns` are those of the registered tables, by alias."""
    query = group_in_sets(query)
    rewritten = any(
        type_.family in REWRITTEN for table in columns.values() for type_ in table.values()
    )
    for node in list(query.walk(bfs=False)):
        rule = _RULES.get(type(node))
        if rule is not None:
            rule(node, columns)
    if rewritten:
        for cast in list(query.find_all(exp.Cast)):
            if cast.is_type(exp.DType.VARCHAR, exp.DType.TEXT) and isinstance(
                cast.this, exp.Column
            ):
                cast.replace(_text_of(cast.this))
    return query


@cache
def _template() -> exp.Expr:
    return parse_one(_TEXTS, read="spark")


def _text_of(value: exp.Expr) -> exp.Expr:
    """Return the text that DuckDB writes; Spark knows the type before it reads rows."""
    text = exp.cast(value.copy(), "VARCHAR")
    found = _template().copy()
    for column in list(found.find_all(exp.Column)):
        column.replace(value.copy() if column.name == "x" else text.copy())
    return exp.Paren(this=found)


def _order(node: exp.Expr, _: Columns) -> None:
    """Sort NULLs last, also if a key does not state it."""
    for key in node.expressions:
        if not isinstance(key, exp.Ordered):
            key.replace(exp.Ordered(this=key.copy(), nulls_first=False))
        elif key.args.get("nulls_first") is None:
            key.set("nulls_first", False)


def _number_rows(node: exp.Expr, _: Columns) -> None:
    """Number rows without an order, which Spark does not allow; any distinct numbers will do.

    A window that is named has its order where it is defined.
    """
    has_order = node.args.get("order") or node.args.get("alias")
    if isinstance(node.this, exp.RowNumber) and not has_order:
        one = exp.Literal.number(1)
        number = exp.Anonymous(this="MONOTONICALLY_INCREASING_ID") + one
        node.replace(exp.Paren(this=number))


def _divide(node: exp.Expr, _: Columns) -> None:
    """Divide as doubles, decimals too, as DuckDB does; Spark would lose digits or overflow."""
    for side in ("this", "expression"):
        node.set(side, exp.cast(node.args[side].copy(), "DOUBLE"))


def _match(node: exp.Expr, _: Columns) -> None:
    """Adapt a pattern: Java's $ also matches before a last line break, of which it has several."""
    pattern = node.expression
    if isinstance(pattern, exp.Literal):
        text = pattern.name
        if text.endswith("$"):
            text = text[:-1] + r"\z"
        node.set("expression", exp.Literal.string(f"(?d){text}"))


def _widen(node: exp.Expr, _: Columns) -> None:
    """Replace integers of 128 bits, which Spark does not have."""
    if node.is_type(exp.DType.INT128, exp.DType.UINT128):
        node.replace(exp.DataType.build("DECIMAL(38, 0)"))


def _cast(node: exp.Expr, columns: Columns) -> None:
    """Adapt casts of user columns, which come from ``private.where``."""
    value, target = node.this, node.args["to"].this
    source = unwrap_replaced(value)
    if not isinstance(source, exp.Column) or source.table not in columns:
        return
    type_ = columns[source.table].get(source.name)
    family = type_.family if type_ else ""
    if target in _INTEGERS and family == "text":
        # DuckDB rounds '9.5'.
        exact = exp.TryCast(this=value.copy(), to=exp.DataType.build("DECIMAL(38, 9)"), safe=True)
        node.set("this", exp.Round(this=exact))
    elif target in _INTEGERS and family == "float":
        node.set("this", exp.Anonymous(this="RINT", expressions=[value.copy()]))
    elif target in _INTEGERS and family == "decimal":
        node.set("this", exp.Round(this=value.copy()))
    elif target in _DATES and family == "text":
        is_date = exp.RegexpLike(this=value.copy(), expression=exp.Literal.string(_DATE_TEXT))
        node.set("this", exp.Case(ifs=[exp.If(this=is_date, true=value.copy())]))


_RULES: dict[type[exp.Expr], Callable[[exp.Expr, Columns], None]] = {
    exp.Order: _order,
    exp.Window: _number_rows,
    exp.Div: _divide,
    exp.RegexpLike: _match,
    exp.DataType: _widen,
    exp.Cast: _cast,
    exp.TryCast: _cast,
}
