"""Checks that a written statement has the intended meaning, in constructs that are known to work.

sqlglot transpiles without validating. So the text is parsed again in its dialect. It may contain
only kinds of nodes that are known to be interpreted alike, and the intended texts and names, and
must be written the same way again. Rules prevent what the text alone cannot show (`rewrites`).
"""

from collections import Counter

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from dpsql.engines.sql_text import write
from dpsql.errors import EngineError
from dpsql.warehouses.layout import lay_out

_QUERIES = (
    *(exp.Select, exp.From, exp.Join, exp.Where, exp.Group, exp.Having, exp.Order, exp.Ordered),
    *(exp.Union, exp.With, exp.CTE),
    *(exp.Subquery, exp.Table, exp.TableAlias, exp.Column, exp.Alias, exp.Identifier, exp.Star),
    *(exp.Distinct, exp.Window, exp.WindowSpec),
)
_VALUES = (
    *(exp.Literal, exp.Null, exp.Boolean, exp.Cast, exp.DataType, exp.DataTypeParam, exp.Paren),
    *(exp.Case, exp.If, exp.Coalesce, exp.Nullif),
    *(exp.DPipe, exp.Substring, exp.Lower, exp.Replace, exp.RegexpLike, exp.Chr),
    *(exp.Add, exp.Sub, exp.Mul, exp.Div, exp.Mod, exp.Neg, exp.Abs, exp.Ln),
    *(exp.Sum, exp.Count, exp.Min, exp.Max, exp.RowNumber, exp.DenseRank),
)
_CONDITIONS = (
    *(exp.And, exp.Or, exp.Not, exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE),
    *(exp.Is, exp.In, exp.Between, exp.Exists),
)
_STATEMENTS = (exp.Insert, exp.Schema, exp.Values, exp.Tuple, exp.Drop)
_EVERYWHERE = frozenset((*_QUERIES, *_VALUES, *_CONDITIONS, *_STATEMENTS))
#: Further nodes of one dialect. sqlglot parses Spark's CAST as TRY_CAST, which it once was.
_BESIDES: dict[str, tuple[type[exp.Expr], ...]] = {
    "duckdb": (exp.NullSafeEQ, exp.TryCast, exp.Collate),
    "postgres": (exp.Collate,),
    "spark": (exp.NullSafeEQ, exp.TryCast, exp.Collate),
    "databricks": (exp.NullSafeEQ, exp.TryCast, exp.Collate),
    "snowflake": (exp.TryCast, exp.Collate),
    "bigquery": (exp.TryCast, exp.Format, exp.Collate),
    "trino": (exp.TryCast, exp.Concat),
    "redshift": (exp.Length, exp.Trim, exp.Var),
}
#: The allowed parts of nodes that represent several constructs.
_PARTS: dict[type[exp.Expr], frozenset[str]] = {
    exp.Select: frozenset(
        (
            *("with_", "expressions", "distinct", "from_", "joins"),
            *("where", "group", "having", "order"),
        )
    ),
    exp.Join: frozenset(("this", "side", "kind", "on")),
    exp.Group: frozenset(("expressions",)),
    exp.Table: frozenset(("this", "db", "catalog", "alias")),
    exp.Star: frozenset(),
    exp.With: frozenset(("expressions",)),
    exp.CTE: frozenset(("this", "alias")),
    exp.Column: frozenset(("this", "table")),
}
_JOINS = frozenset((("", ""), ("LEFT", ""), ("", "INNER"), ("", "CROSS")))
_TYPES = frozenset(
    (
        *("TINYINT", "SMALLINT", "INT", "BIGINT", "DECIMAL", "BIGDECIMAL", "FLOAT", "DOUBLE"),
        *("TEXT", "VARCHAR", "DATE", "TIMESTAMP", "TIMESTAMPNTZ", "DATETIME"),
    )
)


def write_strictly(tree: exp.Expr, dialect: str) -> str:
    """Return the text of a statement, checked by parsing it again.

    Raises:
        EngineError: the dialect cannot express it, or the text does not mean what was meant.
    """
    try:
        text = write(tree, dialect, pretty=True, identify=True, comments=False, strict=True)
        read = sqlglot.parse_one(text, read=dialect)
    except SqlglotError:
        raise _unsafe("a statement cannot be said", dialect) from None
    _refuse_unknown_nodes(read, dialect)
    if lost := _count_names(tree) - _count_names(read):
        raise _unsafe(f"the name {min(lost)!r} is read otherwise", dialect, "read it by a view")
    if _count_texts(read) != _count_texts(tree) or _count_names(read) != _count_names(tree):
        raise _unsafe("a text or a name is not what was meant", dialect)
    if write(read, dialect, pretty=True, identify=True, comments=False) != text:
        raise _unsafe("a statement is not read as it was written", dialect)
    laid_out = lay_out(text)
    if _negate_outside(sqlglot.parse_one(laid_out, read=dialect)) != read:
        raise _unsafe("a statement is not read as it was laid out", dialect)
    return laid_out


def _negate_outside(tree: exp.Expr) -> exp.Expr:
    """Replace x IS NOT NULL by NOT x IS NULL: sqlglot tells them apart in Postgres, for records."""
    for test in [one for one in tree.find_all(exp.Is) if one.args.get("negate")]:
        test.set("negate", None)
        test.replace(test.copy().not_(copy=False))
    return tree


def _refuse_unknown_nodes(read: exp.Expr, dialect: str) -> None:
    allowed = _EVERYWHERE.union(_BESIDES.get(dialect, ()))
    for node in read.walk():
        if type(node) not in allowed:
            raise _unsafe(f"{type(node).__name__} is not known to work", dialect)
        parts = {name for name, part in node.args.items() if part not in (None, False, [])}
        if not parts <= _PARTS.get(type(node), parts) or not _is_plain(node):
            raise _unsafe(f"this {type(node).__name__} is not known to work", dialect)
        if isinstance(node, exp.DataType) and node.this.name not in _TYPES:
            raise _unsafe(f"the type {node.this.name} is not known to work", dialect)


def _is_plain(node: exp.Expr) -> bool:
    """Whether a join is of a kind that all dialects have, and a window frame consists of rows.

    EXISTS only after NOT: sqlglot writes it in place of joins that a dialect lacks.
    """
    if isinstance(node, exp.Join):
        return (node.side, node.kind) in _JOINS
    if isinstance(node, exp.Exists):
        return isinstance(node.parent, exp.Not)
    return not isinstance(node, exp.WindowSpec) or node.text("kind").upper() == "ROWS"


def _count_texts(tree: exp.Expr) -> Counter[str]:
    return Counter(literal.name for literal in tree.find_all(exp.Literal) if literal.is_string)


def _count_names(tree: exp.Expr) -> Counter[str]:
    return Counter(identifier.name for identifier in tree.find_all(exp.Identifier))


def _unsafe(problem: str, dialect: str, mend: str = "leave out what needs it") -> EngineError:
    return EngineError(f"sql: {problem} in {dialect}; {mend}, or run dpsql itself")
