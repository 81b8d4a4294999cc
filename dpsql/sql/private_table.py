"""T in its three forms: a table of its own, rows of P that satisfy a predicate, rows of P by key.

The logical tables are public_table (P) and private_table (T, or the list of its keys). Assumes that
their columns are known; every name of the user is looked up among them before it reaches SQL.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from dpsql.errors import ConfigError, SchemaError
from dpsql.sql.templates import column, identifier

PUBLIC, PRIVATE = "public_table", "private_table"
_TRUE, _FALSE = ("true", "t", "1", "yes", "y"), ("false", "f", "0", "no", "n")
_PREDICATE_NODES = (
    exp.Column,
    exp.Identifier,
    exp.Literal,
    exp.Boolean,
    exp.Null,
    exp.And,
    exp.Or,
    exp.Not,
    exp.Paren,
    exp.EQ,
    exp.NEQ,
    exp.GT,
    exp.GTE,
    exp.LT,
    exp.LTE,
    exp.In,
    exp.Between,
    exp.Is,
    exp.Neg,
)


@dataclass(frozen=True)
class PrivateRows:
    """How the rows of T are found.

    `mark` is None for a table of its own; otherwise it is true for the rows of P that are in T.
    `key` names the column by which P is joined with private_table. `flag` is the text of a column
    whose values must all mean true or false.
    """

    mark: exp.Expr | None = None
    key: str | None = None
    flag: exp.Expr | None = None

    @property
    def home(self) -> str:
        """Table that the quasi-identifiers of T are read from."""
        return PRIVATE if self.mark is None else PUBLIC

    def select(self, columns: Sequence[exp.Expr]) -> exp.Select:
        """Select columns of the rows of T, each qualified by the table that holds it."""
        query = exp.select(*columns).from_(exp.Table(this=identifier(self.home)))
        if self.mark is None:
            return query
        if self.key is None:
            return query.where(self.mark.copy())
        same = exp.EQ(this=column(self.key, PUBLIC), expression=column(self.key, PRIVATE))
        return query.join(exp.Table(this=identifier(PRIVATE)), on=same)

    def place(self, name: str, public_columns: Mapping[str, object]) -> str:
        """Table that a published column of T stands in."""
        if self.mark is None or (self.key is not None and name not in public_columns):
            return PRIVATE
        return PUBLIC


def marked_by_key(key: str) -> PrivateRows:
    """T is the rows of P whose key occurs in private_table."""
    present = exp.Not(this=exp.Is(this=column(key, PRIVATE), expression=exp.null()))
    return PrivateRows(mark=present, key=key)


def marked_by_predicate(text: str, public_columns: Mapping[str, object] | None) -> PrivateRows:
    """T is the rows of P for which a column, or a predicate over columns, is true.

    `public_columns` is None where nothing is run and names cannot be checked.

    Raises:
        ConfigError: not a predicate of comparisons, IN, BETWEEN, IS NULL, AND, OR, NOT.
        SchemaError: a column that P does not have.
    """
    try:
        predicate = sqlglot.parse_one(text, read="duckdb")
    except SqlglotError:
        predicate = None
    is_column = isinstance(predicate, exp.Column) and predicate.name == text
    if (public_columns is not None and text in public_columns) or is_column:
        return _marked_by_flag(text, public_columns)
    if predicate is None or any(
        type(node) not in _PREDICATE_NODES or (isinstance(node, exp.Column) and node.table)
        for node in predicate.walk()
    ):
        raise ConfigError(
            "private.where: write a column of P, or comparisons of its columns with values joined"
            " by AND, OR, NOT, IN, BETWEEN, IS NULL"
        )
    for node in predicate.find_all(exp.Column):
        _require(node.name, public_columns)
        node.replace(column(node.name, PUBLIC)) if node is not predicate else None
    return PrivateRows(mark=exp.Paren(this=predicate))


def _marked_by_flag(name: str, public_columns: Mapping[str, object] | None) -> PrivateRows:
    _require(name, public_columns)
    if getattr((public_columns or {}).get(name), "family", None) == "boolean":
        return PrivateRows(mark=column(name, PUBLIC))
    text = exp.Lower(this=exp.cast(column(name, PUBLIC), "VARCHAR"))
    allowed = [exp.Literal.string(word) for word in (*_TRUE, *_FALSE)]
    strange = exp.Not(this=exp.Paren(this=exp.In(this=text.copy(), expressions=allowed)))
    true = [exp.Literal.string(word) for word in _TRUE]
    return PrivateRows(mark=exp.In(this=text, expressions=true), flag=strange)


def _require(name: str, public_columns: Mapping[str, object] | None) -> None:
    if public_columns is not None and name not in public_columns:
        raise SchemaError(f"private.where: the public table has no column {name!r}")
