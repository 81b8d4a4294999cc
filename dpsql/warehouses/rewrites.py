"""Rewrites of statements for warehouses: one rule per function, a pure function of the tree.

sqlglot writes text for every dialect, also where the warehouse rejects it or reads it otherwise; a
rule replaces what it would get wrong by what all readers of that dialect agree on. Rules change the
tree they are given and return its root.
"""

from collections.abc import Callable, Mapping

from sqlglot import Dialect, exp

from dpsql.errors import ConfigError
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC

Rule = Callable[[exp.Expr], exp.Expr]


def place_tables(tree: exp.Expr, places: Mapping[str, exp.Table]) -> exp.Expr:
    """Replace logical tables by their places; columns go on naming the logical table."""
    for table in list(tree.find_all(exp.Table)):
        place = places.get(table.name)
        if place is None or table.db:
            continue
        named = place.copy()
        if not isinstance(table.parent, exp.Create | exp.Drop | exp.Insert | exp.Schema):
            logical = exp.TableAlias(this=exp.to_identifier(table.name, quoted=True))
            named.set("alias", table.args.get("alias") or logical)
        table.replace(named)
    return tree


def join_by_equality(tree: exp.Expr) -> exp.Expr:
    """NULL-safe equality of texts as an equality that joins by hash everywhere.

    Redshift has no IS NOT DISTINCT FROM, BigQuery joins nothing from the left by it, and Postgres,
    Trino and Snowflake compare all pairs. A value gets an end, NULL becomes the empty text; so a
    trailing blank counts as well.
    """
    for node in list(tree.find_all(exp.NullSafeEQ)):
        sides = [_with_an_end(side) for side in (node.this, node.expression)]
        node.replace(exp.EQ(this=sides[0], expression=sides[1]))
    return tree


def _with_an_end(value: exp.Expr) -> exp.Expr:
    text = exp.cast(value.copy(), "TEXT")
    ended = exp.DPipe(this=text, expression=exp.Literal.string("."))
    return exp.Coalesce(this=ended, expressions=[exp.Literal.string("")])


def compare_by_bytes(collation: exp.Expr) -> Rule:
    """Let texts of columns compare by bytes: a collation would merge values that differ.

    A cast to TEXT keeps the collation, so `collation` is named at each; what follows from such a
    text keeps it. Keys have no cast of their own and get one.
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
    """Columns that are joined between P and T, or counted without repetition."""
    sides = [
        (equality.this, equality.expression)
        for equality in tree.find_all(exp.EQ)
        if isinstance(equality.this, exp.Column) and isinstance(equality.expression, exp.Column)
    ]
    joined = [pair for pair in sides if {side.table for side in pair} == {PUBLIC, PRIVATE}]
    counted = [distinct.expressions for distinct in tree.find_all(exp.Distinct)]
    return [key for keys in (*joined, *counted) for key in keys if isinstance(key, exp.Column)]


def use_bignumeric(tree: exp.Expr) -> exp.Expr:
    """Every DECIMAL as BigQuery's BIGNUMERIC: a product of its NUMERICs has no more than 29 digits.

    A text of so many decimals comes of FORMAT, as a cast writes no trailing zeros there.
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
    """DECIMAL(38, s) with decimals as DECIMAL(36, s), whose sums keep their decimals everywhere.

    Spark takes decimals from a sum that may need 39 digits. The numbers that are read have 30, and
    the two sums of an interval add a digit each.
    """
    for type_ in tree.find_all(exp.DataType):
        digits, decimals = _sizes(type_)
        if decimals and digits == 38:
            type_.set("expressions", exp.DataType.build(f"DECIMAL(36, {decimals})").expressions)
    return tree


def part_variables(tree: exp.Expr) -> exp.Expr:
    """``${x}`` in a text would be substituted by Spark: write it as two texts.

    Raises:
        ConfigError: a name holds it.
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
    """TRY_CAST of a text: Snowflake has no other, and sqlglot would write a CAST that fails."""
    for node in list(tree.find_all(exp.TryCast)):
        node.set("this", exp.cast(node.this.copy(), "TEXT"))
    return tree


def refuse_try_cast(tree: exp.Expr) -> exp.Expr:
    """Where there is no TRY_CAST sqlglot writes a CAST, which fails where the other is NULL.

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
    """Let NULL stand in the orders of windows where the dialect puts it, unsaid.

    BigQuery does not let it be said of all windows. Here those number labels, in any order, or
    order values that have their NULL first by another key.
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
    """Digits and decimals of a DECIMAL that has them, else zeros."""
    if not isinstance(type_, exp.DataType) or type_.this != exp.DType.DECIMAL:
        return 0, 0
    sizes = [int(size.name) for size in type_.expressions]
    return (sizes[0], sizes[1]) if len(sizes) == 2 else (sum(sizes), 0)
