"""Rewrites of statements for warehouses: one rule per function.

sqlglot writes text for every dialect, even if the warehouse rejects it or gives it another meaning.
A rule replaces such expressions by others that all readers of the dialect interpret alike. Rules
change the tree that they get, and return its root.
"""

from collections.abc import Callable, Mapping

from sqlglot import Dialect, exp

from dpsql.errors import ConfigError
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC

Rule = Callable[[exp.Expr], exp.Expr]


def place_tables(tree: exp.Expr, places: Mapping[str, exp.Table]) -> exp.Expr:
    """Replace logical tables by their places; columns still refer to the logical table.

    A table that no column refers to, or that has the same name, needs no alias.
    """
    for table in list(tree.find_all(exp.Table)):
        place = places.get(table.name)
        if place is None or table.db:
            continue
        named = place.copy()
        if not isinstance(table.parent, exp.Create | exp.Drop | exp.Insert | exp.Schema):
            logical = exp.TableAlias(this=exp.to_identifier(table.name, quoted=True))
            is_bare = place.name == table.name or not _is_referred(table)
            named.set("alias", table.args.get("alias") or (None if is_bare else logical))
        table.replace(named)
    return tree


def _is_referred(table: exp.Table) -> bool:
    """Whether a column of the same SELECT names the table."""
    select = table.find_ancestor(exp.Select)
    columns = select.find_all(exp.Column) if select is not None else ()
    return any(one.table == table.name for one in columns)


def join_by_equality(tree: exp.Expr) -> exp.Expr:
    """Replace NULL-safe equality of texts by an equality that is a hash join everywhere.

    Redshift has no IS NOT DISTINCT FROM, BigQuery cannot use it in a LEFT JOIN, and Postgres, Trino
    and Snowflake compare all pairs. Each value gets one more character at its end, and NULL becomes
    the empty text; so trailing blanks count, too.
    """
    for node in list(tree.find_all(exp.NullSafeEQ)):
        sides = [_with_an_end(side) for side in (node.this, node.expression)]
        node.replace(sides[0].eq(sides[1]))
    return tree


def _with_an_end(value: exp.Expr) -> exp.Expr:
    text = exp.cast(value.copy(), "TEXT")
    ended = exp.DPipe(this=text, expression=exp.Literal.string("."))
    return exp.Coalesce(this=ended, expressions=[exp.Literal.string("")])


def compare_by_bytes(collation: exp.Expr) -> Rule:
    """Return a rule to compare texts of columns by bytes: a collation would merge different values.

    A cast to TEXT keeps the column's collation, so each cast gets `collation`; texts derived from
    it keep it. Keys have no cast and get one.
    """

    def compare(tree: exp.Expr) -> exp.Expr:
        for key in _list_keys(tree):
            key.replace(exp.cast(key.copy(), "TEXT"))
        for cast in list(tree.find_all(exp.Cast)):
            if isinstance(cast.this, exp.Column) and cast.is_type("TEXT", "VARCHAR"):
                cast.replace(exp.Collate(this=cast.copy(), expression=collation.copy()))
        return tree

    return compare


def _list_keys(tree: exp.Expr) -> list[exp.Column]:
    """Return the columns that join P and T, or whose distinct values are counted."""
    sides = [
        (equality.this, equality.expression)
        for equality in tree.find_all(exp.EQ)
        if isinstance(equality.this, exp.Column) and isinstance(equality.expression, exp.Column)
    ]
    joined = [pair for pair in sides if {side.table for side in pair} == {PUBLIC, PRIVATE}]
    counted = [distinct.expressions for distinct in tree.find_all(exp.Distinct)]
    return [key for keys in (*joined, *counted) for key in keys if isinstance(key, exp.Column)]


def use_bignumeric(tree: exp.Expr) -> exp.Expr:
    """Replace DECIMAL by BigQuery's BIGNUMERIC: a product of NUMERICs has at most 29 digits.

    Texts with a fixed number of decimals use FORMAT, as a cast writes no trailing zeros.
    """
    for cast in list(tree.find_all(exp.Cast)):
        if not cast.is_type("TEXT", "VARCHAR") or not isinstance(cast.this, exp.Cast):
            continue
        _, decimals = _sizes(cast.this.to)
        if decimals:
            pattern = exp.Literal.string(f"%.{decimals}f")
            cast.replace(exp.Format(this=pattern, expressions=[cast.this.copy()]))
    for type_ in list(tree.find_all(exp.DataType)):
        if type_.this == exp.DType.DECIMAL:
            type_.replace(exp.DataType.build("BIGDECIMAL"))
    return tree


def leave_room_in_decimals(tree: exp.Expr) -> exp.Expr:
    """Replace DECIMAL(38, s) with decimals by DECIMAL(36, s), whose sums keep their decimals.

    Spark removes decimals from a sum that may need 39 digits. The numbers that are read have 30,
    and the two sums of an interval add a digit each.
    """
    for type_ in tree.find_all(exp.DataType):
        digits, decimals = _sizes(type_)
        if decimals and digits == 38:
            type_.set("expressions", exp.DataType.build(f"DECIMAL(36, {decimals})").expressions)
    return tree


def part_variables(tree: exp.Expr) -> exp.Expr:
    """Split a text with ``${x}``, which Spark would substitute, into two texts.

    Raises:
        ConfigError: a name contains it.
    """
    if any("${" in name.name for name in tree.find_all(exp.Identifier)):
        raise ConfigError("sql: a name holds ${, which this dialect substitutes; rename the column")
    for literal in list(tree.find_all(exp.Literal)):
        if literal.is_string and "${" in literal.name:
            first, *rest = literal.name.split("${")
            parts = [first + "$", *("{" + part + "$" for part in rest[:-1]), "{" + rest[-1]]
            joined: exp.Expr = exp.Literal.string(parts[0])
            for part in parts[1:]:
                joined = exp.DPipe(this=joined, expression=exp.Literal.string(part))
            literal.replace(exp.Paren(this=joined))
    return tree


def try_texts_only(tree: exp.Expr) -> exp.Expr:
    """Apply TRY_CAST to texts: Snowflake has no other; sqlglot would write a CAST that fails."""
    for node in list(tree.find_all(exp.TryCast)):
        node.set("this", exp.cast(node.this.copy(), "TEXT"))
    return tree


def refuse_try_cast(tree: exp.Expr) -> exp.Expr:
    """Refuse TRY_CAST if the dialect lacks it: sqlglot would write a CAST, which fails for NULL.

    Raises:
        ConfigError: the predicate of the job has one.
    """
    if tree.find(exp.TryCast):
        raise ConfigError(
            "private.where: this dialect has no TRY_CAST; write CAST, or a column of P that is true"
            " for the rows of T"
        )
    return tree


def leave_nulls_in_windows(dialect: str) -> Rule:
    """Return a rule to leave NULLs in the order of windows where the dialect puts them by default.

    BigQuery does not allow NULLS FIRST or LAST in all windows. Our windows number labels, in any
    order, or sort values whose NULL another key puts first.
    """
    small = Dialect.get_or_raise(dialect).NULL_ORDERING == "nulls_are_small"

    def leave(tree: exp.Expr) -> exp.Expr:
        for window in tree.find_all(exp.Window):
            order = window.args.get("order")
            for ordered in order.expressions if order else ():
                ordered.set("nulls_first", small != bool(ordered.args.get("desc")))
        return tree

    return leave


def _sizes(type_: exp.Expr) -> tuple[int, int]:
    """Return the digits and decimals of a DECIMAL; zeros without a size."""
    if not isinstance(type_, exp.DataType) or type_.this != exp.DType.DECIMAL:
        return 0, 0
    sizes = [int(size.name) for size in type_.expressions]
    return (sizes[0], sizes[1]) if len(sizes) == 2 else (sum(sizes), 0)
