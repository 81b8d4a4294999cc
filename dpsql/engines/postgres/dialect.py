"""Rewrites expressions that sqlglot would write for Postgres with a different meaning.

Values become the same texts as in DuckDB. A text that cannot be cast becomes NULL where NULL is
allowed. A join that treats NULL as a value gets a form that Postgres can hash. The caller supplies
types of columns that a statement does not contain.
"""

from collections.abc import Callable

from sqlglot import exp

from dpsql.engines.base import ColumnType
from dpsql.engines.sql_text import unwrap_replaced

_NUMBERS = {
    exp.DType.TINYINT: 2**7,
    exp.DType.SMALLINT: 2**15,
    exp.DType.INT: 2**31,
    exp.DType.BIGINT: 2**63,
    exp.DType.INT128: 2**127,
}
_MOST_DIGITS, _USUAL_DIGITS, _USUAL_SCALE = 39, 18, 3


def by_bytes(text: exp.Expr) -> exp.Collate:
    """Return the text so that it compares and sorts by bytes, whatever the database's collation."""
    return exp.Collate(this=text.copy(), expression=exp.to_identifier("C", quoted=True))


class Dialect:
    """Rewrites the expressions of one session, whose functions are in `schema`.

    `find_type` returns the type of a column that is qualified by a registered table, else None.
    `has_nulls` returns whether a column of a table may be NULL.
    """

    def __init__(
        self,
        schema: exp.Identifier,
        find_type: Callable[[exp.Column], ColumnType | None],
        has_nulls: Callable[[exp.Table, str], bool],
    ) -> None:
        self._schema = schema
        self._find_type = find_type
        self._has_nulls = has_nulls

    def adapt(self, query: exp.Query) -> exp.Query:
        """Rewrite the query in place, innermost expressions first."""
        tables = {table.alias: table for table in query.find_all(exp.Table) if table.db}
        for node in reversed(list(query.walk())):
            new = self._rewrite(node, tables)
            if new is not node:
                node.replace(new)
        return query

    def _rewrite(self, node: exp.Expr, tables: dict[str, exp.Table]) -> exp.Expr:
        match node:
            case exp.TryCast():
                return self._try_cast(node.this, node.to)
            case exp.Cast():
                return self._cast(node)
            case exp.NullSafeEQ():
                return self._same(node, tables)
            case exp.Explode(this=exp.GenerateSeries() as series):
                return series
            case exp.DateDiff():
                unit = "days" if node.text("unit").upper() == "DAY" else "microseconds"
                return self._call(f"{unit}_between", node.expression, node.this)
            case exp.RegexpLike(expression=exp.Literal() as pattern):
                # As in DuckDB, a dot matches no line break, and a dollar only the end of the text.
                node.set("expression", exp.Literal.string(f"(?p){pattern.name}"))
            case exp.Literal(is_string=False):
                return self._literal(node)
        return node

    def _call(self, function: str, *arguments: exp.Expr) -> exp.Expr:
        call = exp.Anonymous(this=function, expressions=[one.copy() for one in arguments])
        return exp.Dot(this=self._schema.copy(), expression=call)

    def _cast(self, node: exp.Cast) -> exp.Expr:
        if node.to.this == exp.DType.INT128:
            node.set("to", exp.DataType.build(f"DECIMAL({_MOST_DIGITS}, 0)"))
        if node.to.this in exp.DataType.TEXT_TYPES:
            value = node.this
            if not isinstance(value, exp.Literal | exp.Null):
                value = self._call("text_of", value)
            else:
                value = exp.cast(value, "TEXT")
            return exp.Paren(this=by_bytes(value))
        if node.to.this == exp.DType.BIGINT and type(node.this) is exp.Sum:
            # Integers: only sums of integers are cast to BIGINT.
            return self._call("sum_of", exp.cast(node.this.this.copy(), exp.DType.BIGINT))
        if isinstance(source := unwrap_replaced(node.this), exp.Column):
            type_ = self._find_type(source)
            if type_ is not None and type_.family == "text":
                # All values are known to be castable; Postgres' own cast accepts fewer spellings.
                return self._try_cast(node.this, node.to)
        return node

    def _try_cast(self, value: exp.Expr, to: exp.DataType) -> exp.Expr:
        match to.this:
            case kind if kind in _NUMBERS:
                most = exp.Literal.number(_NUMBERS[kind] - 1)
                found = self._call("try_integer", self._call("try_number", value), most)
            case exp.DType.DECIMAL:
                given = [int(one.name) for one in to.expressions]
                digits, scale = (*given, 0)[:2] if given else (_USUAL_DIGITS, _USUAL_SCALE)
                bounds = (exp.Literal.number(one) for one in (digits, scale))
                found = self._call("try_decimal", self._call("try_number", value), *bounds)
                to = exp.DataType.build(f"DECIMAL({digits}, {scale})")
            case exp.DType.FLOAT | exp.DType.DOUBLE:
                found = self._call("try_double", value)
            case exp.DType.DATE:
                found = self._call("try_date", value)
            case _:
                found = self._call("try_timestamp", value)
        if to.this == exp.DType.INT128:
            to = exp.DataType.build(f"DECIMAL({_MOST_DIGITS}, 0)")
        return exp.Cast(this=found, to=to.copy())

    def _same(self, node: exp.NullSafeEQ, tables: dict[str, exp.Table]) -> exp.Expr:
        """Compare arrays with one element: Postgres hashes them, and NULLs in them are equal.

        If one side has no NULL, compare the values themselves.
        """
        for side in (node.this, node.expression):
            table = tables.get(side.table) if isinstance(side, exp.Column) else None
            if table is not None and not self._has_nulls(table, side.name):
                return exp.EQ(this=node.this.copy(), expression=node.expression.copy())
        sides = (exp.Array(expressions=[side.copy()]) for side in (node.this, node.expression))
        return next(sides).eq(next(sides))

    def _literal(self, node: exp.Literal) -> exp.Expr:
        """Cast a number that is compared with a REAL, as DuckDB does; else 0.1 never matches."""
        sign = node.parent if isinstance(node.parent, exp.Neg) else node
        compared = sign.parent
        if isinstance(compared, exp.Predicate):
            for other in compared.find_all(exp.Column):
                type_ = self._find_type(other)
                if type_ is not None and type_.name == "FLOAT" and other.parent is compared:
                    return exp.cast(node.copy(), "REAL")
        return node
