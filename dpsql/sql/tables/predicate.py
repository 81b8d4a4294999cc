"""Reads the predicate of ``private: {where: …}`` and checks its types before an engine sees it.

The predicate is comparisons of columns with values, joined by AND, OR, NOT. Texts compare letter by
letter, '10' before '9', so a text column cannot be ordered against numbers without a cast. An
engine's own error would name no column, or quote a row.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import sqlglot
from sqlglot import exp

from dpsql.domain.names import suggest_column
from dpsql.engines.base import ColumnType
from dpsql.engines.sql_text import unwrap_replaced, write
from dpsql.errors import SchemaError
from dpsql.sql.tables.quoted_values import can_be_read
from dpsql.sql.tables.refused_predicates import refuse, refuse_construct, refuse_unended

Columns = Mapping[str, ColumnType]
_EQUALITIES = (exp.EQ, exp.NEQ)
_ORDERS = (exp.GT, exp.GTE, exp.LT, exp.LTE)
_KINDS = {
    "integer": "number",
    "decimal": "number",
    "float": "number",
    "timestamp": "date",
    "local time": "date",
}
#: Kinds of columns whose values may be true or false, as 1 and yes are.
_FLAGS = ("boolean", "text", "number")
_CASTS = {
    **dict.fromkeys(("TINYINT", "SMALLINT", "INT", "BIGINT", "INT128"), "number"),
    **dict.fromkeys(("DECIMAL", "FLOAT", "DOUBLE"), "number"),
    **dict.fromkeys(("DATE", "TIMESTAMPNTZ"), "date"),
}
_NUMBER = re.compile(r"-?[0-9]+([.][0-9]+)?")
_LOOKS_LIKE_A_NUMBER = re.compile(r"[+-]?[.,]?[0-9][0-9., _]*+([eE][+-]?[0-9]+)?")
_MOST_DIGITS = 38
_PARTS_OF_REPLACE = {"this", "expression", "replacement"}
_SIZE = re.compile(r"[0-9]{1,4}")
_MOST_CHARACTERS = 10_000


@dataclass(frozen=True)
class _Operand:
    """One side of a comparison; its `kind` is None if the columns are not known."""

    node: exp.Expr
    kind: str | None
    column: str = ""
    is_text_literal: bool = False

    @property
    def text(self) -> str:
        """The name of the operand in messages; a value is not quoted."""
        return f"column {self.column!r} ({self.kind})" if self.column else f"a {self.kind}"


def parse_predicate(text: str) -> exp.Expr | None:
    """Parse one expression and drop its comments; None if the text is no expression.

    Raises:
        ConfigError: it is too long, or nested too deeply, or its end is missing.
    """
    # sqlglot's time grows with the square of the number of blanks, and of ANDs and ORs.
    if len(text) > _MOST_CHARACTERS:
        raise refuse(
            f"it has {len(text):,} characters, and at most {_MOST_CHARACTERS:,} are read; give T by"
            " a key, or by a column of P that is true for the rows of T"
        )
    try:
        parsed = sqlglot.parse_one(text, read="duckdb")
    except RecursionError:
        raise refuse("it is nested too deeply; drop parentheses and NOTs") from None
    except MemoryError:
        raise
    except Exception:
        # For malformed text sqlglot raises TypeErrors as well as its own errors.
        refuse_unended(text)
        return None
    for node in parsed.walk():
        node.comments = None
    return parsed


def check_predicate(predicate: exp.Expr | None, columns: Columns | None) -> exp.Expr:
    """Return the predicate; quoted numbers that are compared with numbers lose their quotes.

    `columns` is None if nothing is run; then only the grammar is checked.

    Raises:
        UnreadPredicate: another grammar.
        ConfigError: it is no SQL, or sides of a comparison cannot be compared.
        SchemaError: a column that P does not have.
    """
    root = exp.Paren(this=predicate)
    pending: list[exp.Expr | None] = [predicate]
    # A loop, because recursion over thousands of ANDs would exceed Python's limit.
    while pending:
        node = pending.pop()
        match node:
            case exp.Paren() | exp.Not():
                pending.append(node.this)
            case exp.And() | exp.Or():
                pending += [node.this, node.expression]
            case exp.Boolean():
                pass
            case exp.Column():
                _require_flag(_read_operand(node, columns))
            case exp.Is():
                _check_is(node, columns)
            case exp.In() if node.expressions and set(_given(node)) == {"this", "expressions"}:
                _compare(node.this, node.expressions, columns, ordered=False)
            case exp.Between() if set(_given(node)) == {"this", "low", "high"}:
                _compare(node.this, [node.args["low"], node.args["high"]], columns, ordered=True)
            case exp.Binary() if type(node) in (*_EQUALITIES, *_ORDERS):
                _compare(node.this, [node.expression], columns, ordered=type(node) in _ORDERS)
            case _:
                raise refuse_construct(node)
    return root


def require_column(name: str, columns: Columns | None) -> None:
    """Raise SchemaError unless P has the column, or its columns are not known."""
    if columns is not None and name not in columns:
        # P is known to have all quasi-identifiers of the job, so its columns have names.
        hint = suggest_column(name, columns, columns)
        raise SchemaError(f"private.where: the public table has no column {name!r}{hint}")


def _require_compared(sides: list[exp.Expr], columns: Columns | None) -> None:
    """Raise SchemaError for an unknown column that is compared: it may be a text."""
    if columns is None:
        return
    unknown = [one for one in sides if isinstance(one, exp.Column) and one.name not in columns]
    known = [one for one in sides if isinstance(one, exp.Column) and one.name in columns]
    # Beside a column, as in town = Bonn; who compares it with a text has quoted that.
    if unknown and known:
        name = unknown[0].name
        quoted = write(exp.Literal.string(name), "duckdb")
        hint = suggest_column(name, columns, columns)
        raise SchemaError(
            f"private.where: the public table has no column {name!r}; quote a text: {quoted}{hint}"
        )


def find_casts(predicate: exp.Expr) -> list[exp.Cast]:
    """Find the casts that fail where a value does not fit: CAST of columns, not TRY_CAST."""
    return [
        cast
        for cast in predicate.find_all(exp.Cast)
        if type(cast) is exp.Cast and isinstance(unwrap_replaced(cast.this), exp.Column)
    ]


def _given(node: exp.Expr) -> list[str]:
    return [name for name, value in node.args.items() if value not in (None, False, [])]


def find_flags(predicate: exp.Expr) -> list[exp.Column]:
    """Find the columns that stand alone, or beside AND, OR and NOT: those that are true or false.

    Of a predicate that is checked.
    """
    found, pending = [], [predicate]
    while pending:
        match pending.pop():
            case exp.Paren(this=inner) | exp.Not(this=inner):
                pending.append(inner)
            case (exp.And() | exp.Or()) as node:
                pending += [node.this, node.expression]
            case exp.Column() as node:
                found.append(node)
    return found


def _require_flag(operand: _Operand) -> None:
    """Refuse a column that is neither true nor false; texts and numbers may be, as of a CSV."""
    if operand.kind not in _FLAGS:
        _require_boolean(operand)


def _require_boolean(operand: _Operand) -> None:
    if operand.kind not in ("boolean", None):
        alone = ""
        if operand.kind in _FLAGS:
            name = write(exp.to_identifier(operand.column), "duckdb")
            alone = f"write {name} alone, which holds where it is true, or "
        raise refuse(
            f"column {operand.column!r} is {operand.kind} and neither true nor false;"
            f" {alone}compare it with a value"
        )


def _check_is(node: exp.Is, columns: Columns | None) -> None:
    operand = _read_operand(node.this, columns)
    if isinstance(node.expression, exp.Boolean):
        _require_boolean(operand)
    elif not isinstance(node.expression, exp.Null):
        raise refuse_construct(node)


def _compare(
    first: exp.Expr, others: list[exp.Expr], columns: Columns | None, *, ordered: bool
) -> None:
    """Refuse sides of different kinds, and an order of numbers that are stored as text."""
    _require_compared([first, *others], columns)
    one = _read_operand(first, columns)
    for other in [_read_operand(node, columns) for node in others]:
        for side, opposite in ((one, other), (other, one)):
            if side.kind == "other":
                raise refuse(f"{side.text} has a type that is not compared")
            if side.is_text_literal and not opposite.is_text_literal:
                _fit_literal(side, opposite, ordered=ordered)
        literal = one.is_text_literal or other.is_text_literal
        if not literal and None not in (one.kind, other.kind) and one.kind != other.kind:
            raise refuse(f"{one.text} and {other.text} do not compare{_hint(one, other)}")
        if one.column:
            _narrow(other.node, _type_of(one, columns))
    if len(others) == 1:
        # The one side is a literal, the other may be a column.
        other = _read_operand(others[0], columns)
        _narrow(first, _type_of(other, columns))


def _type_of(operand: _Operand, columns: Columns | None) -> ColumnType | None:
    """The type of a column; None for a cast, which states its own type, and for a value."""
    is_column = columns is not None and isinstance(operand.node, exp.Column)
    return columns[operand.column] if is_column and columns is not None else None


def _narrow(literal: exp.Expr, type_: ColumnType | None) -> None:
    """Cast a number that is compared with a FLOAT column to FLOAT, as DuckDB does by itself."""
    number = literal.this if isinstance(literal, exp.Neg) else literal
    is_number = isinstance(number, exp.Literal) and not number.is_string
    if type_ is not None and type_.name == "FLOAT" and is_number and "e" not in number.name.lower():
        literal.replace(exp.cast(literal.copy(), "FLOAT"))


def _fit_literal(literal: _Operand, opposite: _Operand, *, ordered: bool) -> None:
    """Check that a quoted value has the type of the other side; a number loses its quotes."""
    text = literal.node.name
    if opposite.kind == "text":
        if ordered and _LOOKS_LIKE_A_NUMBER.fullmatch(text.strip()):
            raise refuse(
                f"column {opposite.column!r} is text and orders letter by letter, '10' before '9'"
                f"{_hint(opposite, literal)}"
            )
    elif opposite.kind == "number" and _NUMBER.fullmatch(text):
        # DuckDB would round the text to the type of the column: '5.5' to 6.
        number: exp.Expr = exp.Literal.number(text.removeprefix("-"))
        literal.node.replace(-number if text.startswith("-") else number)
    elif opposite.kind is not None and not can_be_read(text, opposite.kind):
        hint = _hint(opposite) if opposite.kind == "boolean" else ""
        raise refuse(f"{opposite.text} is compared with a text that is no {opposite.kind}{hint}")


def _hint(*operands: _Operand) -> str:
    """Show how a text column is cast, or how a flag is asked for."""
    kinds = {operand.kind for operand in operands}
    flags = [operand for operand in operands if operand.column and operand.kind != "date"]
    if flags and "boolean" in kinds:
        name = write(exp.to_identifier(flags[0].column), "duckdb")
        alone = f"write {name} alone, which holds where it is true"
        is_text = flags[0].kind == "text"
        return f"; {alone}, or compare the text: {name} = 'True'" if is_text else f"; {alone}"
    texts = [operand.column for operand in operands if operand.kind == "text" and operand.column]
    if not texts:
        return ""
    name = write(exp.to_identifier(texts[0]), "duckdb")
    # AS INTEGER would round: 3.7 to 4.
    cast = f"write CAST({name} AS DOUBLE) in place of {name}, or AS DATE for days"
    return f"; columns of a CSV, and of folders as year=2020, are text: {cast}"


def _read_operand(node: exp.Expr | None, columns: Columns | None) -> _Operand:
    while isinstance(node, exp.Paren):
        node = node.this
    match node:
        case exp.Literal(is_string=True):
            return _Operand(node, "text", is_text_literal=True)
        case exp.Neg() if isinstance(node.this, exp.Literal) and not node.this.is_string:
            return _Operand(node, "number")
        case exp.Literal():
            return _Operand(node, "number")
        case exp.Boolean():
            return _Operand(node, "boolean")
        case exp.Column() if not node.table and isinstance(node.this, exp.Identifier):
            if columns is None:
                return _Operand(node, None, node.name)
            require_column(node.name, columns)
            family = columns[node.name].family
            return _Operand(node, _KINDS.get(family, family), node.name)
        case exp.Cast():
            return _read_cast(node, columns)
        case exp.Null():
            raise refuse("a comparison with NULL is never true; write IS NULL or IS NOT NULL")
        case _:
            raise refuse_construct(node)


def _read_cast(node: exp.Cast, columns: Columns | None) -> _Operand:
    """CAST or TRY_CAST of a column or a quoted value to a number or a date.

    In a column of texts, signs may be replaced before.
    """
    inner = _read_operand(unwrap_replaced(node.this), columns)
    if isinstance(node.this, exp.Replace):
        _require_replaceable(node.this, inner)
    kind = _CASTS.get(node.to.this.name)
    if (
        kind is None
        or not set(_given(node)) <= {"this", "to", "safe"}
        or not _has_fitting_digits(node.to)
        or isinstance(inner.node, exp.Cast)
    ):
        raise refuse(
            "CAST and TRY_CAST take a column and one of INTEGER, BIGINT, DECIMAL(18, 3), DOUBLE,"
            " DATE, TIMESTAMP"
        )
    if inner.is_text_literal:
        fits = _NUMBER.fullmatch(inner.node.name) if kind == "number" else None
        if not fits and not (kind == "date" and can_be_read(inner.node.name, "date")):
            raise refuse(f"a text that is no {kind} is cast to one")
    elif inner.kind not in ("text", kind, None):
        raise refuse(f"{inner.text} is no text, and no {kind} can be made of it")
    return _Operand(node, kind, inner.column)


def _require_replaceable(node: exp.Expr, inner: _Operand) -> None:
    """Refuse replace() of other values than texts of a column, or by other than quoted texts."""
    while isinstance(node, exp.Replace):
        sought, replacement = node.expression, node.args.get("replacement")
        is_plain = all(
            isinstance(one, exp.Literal) and one.is_string for one in (sought, replacement)
        )
        # Some engines insert the text everywhere if none is sought.
        if not is_plain or not sought.name or set(_given(node)) - _PARTS_OF_REPLACE:
            raise refuse("replace takes a column and two quoted texts: replace(x, ',', '.')")
        node = node.this
    if not isinstance(inner.node, exp.Column) or inner.kind not in ("text", None):
        raise refuse("replace takes a column of texts: replace(x, ',', '.')")


def _has_fitting_digits(type_: exp.DataType) -> bool:
    """Whether a type has no parameters, or is a DECIMAL(digits, scale) that engines support."""
    numbers = [int(part.name) if _SIZE.fullmatch(part.name) else -1 for part in type_.expressions]
    if type_.this.name != "DECIMAL" or not numbers:
        return not numbers
    digits, scale = (*numbers, 0)[:2]
    return len(numbers) <= 2 and 0 < digits <= _MOST_DIGITS and 0 <= scale <= digits
