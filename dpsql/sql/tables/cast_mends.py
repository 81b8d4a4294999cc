"""What mends a CAST of texts in ``private: {where: …}``, by the form that the texts have.

TRY_CAST leaves out the values that a cast cannot read: of a column with a decimal comma these are
all, and T would be empty. A form is told by its pattern alone; no value is fetched.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sqlglot import exp

from dpsql.engines.sql_text import unwrap_replaced, write

_COMMA = r"^ *[+-]?[0-9]*,[0-9]+ *$"
#: 1,234: in one country a whole number, in another one with three decimals.
_UNCLEAR = r"^ *[+-]?[1-9][0-9]{0,2},[0-9]{3} *$"
_GROUPED_BY_COMMAS = r"^ *[+-]?[0-9]{1,3}(,[0-9]{3})+([.][0-9]*)? *$"
_GROUPED_BY_POINTS = r"^ *[+-]?([0-9]+|[0-9]{1,3}([.][0-9]{3})+)(,[0-9]*)? *$"
_PERCENT = r"^ *[+-]?[0-9]+([.][0-9]+)? *% *$"
_DAY_BEFORE_MONTH = r"^[0-9]{1,2}[.][0-9]{1,2}[.][0-9]{4}$"
_DATES = ("DATE", "TIMESTAMPNTZ")
_WITH_DECIMALS = ("DECIMAL", "FLOAT", "DOUBLE")


@dataclass(frozen=True)
class Mend:
    """What to write, if no row of P meets the condition; or, with `of_some`, if some row does."""

    said: str
    condition: exp.Expr
    of_some: bool = False

    def fits(self, rows: int) -> bool:
        """Whether it helps, where so many rows meet the condition."""
        return (rows > 0) == self.of_some


def list_mends(cast: exp.Cast, strange: exp.Expr) -> Iterator[Mend]:
    """Yield what may mend the cast of a column, the likeliest first; the last one fits always.

    `strange`: whether a row has a value that the cast cannot read.
    """
    name = write(_name_barely(unwrap_replaced(cast.this)), "duckdb")
    if cast.to.this.name in _DATES:
        yield Mend(
            "write the column as 2020-12-31, as DuckDB does by"
            f" CAST(strptime({name}, '%d.%m.%Y') AS DATE)",
            _lacks_form(cast, _DAY_BEFORE_MONTH, strange),
        )
    else:
        yield from _list_for_numbers(cast, strange)
    can_be_read = exp.and_(cast.this.is_(exp.null()).not_(), exp.Paren(this=strange.copy()).not_())
    left_out = "TRY_CAST in place of CAST leaves them out"
    yield Mend(left_out, can_be_read, of_some=True)
    yield Mend(f"no value is one: compare texts, such as {name} = '…'", exp.false())


def null_texts(value: exp.Expr, texts: Iterable[str]) -> exp.Expr:
    """Return a value, or NULL in place of some texts.

    >>> print(write(null_texts(exp.column("age"), ["NA", "n/a"]), "duckdb"))
    NULLIF(NULLIF(age, 'NA'), 'n/a')
    """
    for text in texts:
        value = exp.Nullif(this=value, expression=exp.Literal.string(text))
    return value


def _list_for_numbers(cast: exp.Cast, strange: exp.Expr) -> Iterator[Mend]:
    points, commas = _replace(cast, (",", ".")), _replace(cast, (",", ""))
    both = _replace(cast, (".", ""), (",", "."))
    yield Mend(
        f"if 1,234 is a whole number, write {commas}; if it has three decimals, {points}",
        _lacks_form(cast, _UNCLEAR, strange),
    )
    yield Mend(f"they have a decimal comma: write {points}", _lacks_form(cast, _COMMA, strange))
    yield Mend(
        f"they have commas for thousands: write {commas}",
        _lacks_form(cast, _GROUPED_BY_COMMAS, strange),
    )
    # All values: 12.5, which a cast reads, would become 125.
    yield Mend(
        f"they have points for thousands: write {both}", _lacks_form(cast, _GROUPED_BY_POINTS)
    )
    yield Mend(
        f"they are percentages: write {_replace(cast, ('%', ''))}, and 12.5 for 12.5 %",
        _lacks_form(cast, _PERCENT, strange),
    )


def _lacks_form(cast: exp.Cast, pattern: str, strange: exp.Expr | None = None) -> exp.Expr:
    """Whether a value has another form; with `strange`, whether one does that is strange."""
    has_form = exp.RegexpLike(this=cast.this.copy(), expression=exp.Literal.string(pattern))
    lacks = exp.Paren(this=has_form).not_()
    return lacks if strange is None else exp.and_(strange.copy(), lacks)


def _name_barely(node: exp.Expr) -> exp.Expr:
    """Return a column as the job names it: without its table, and quoted if it has to be."""
    return exp.column(exp.to_identifier(node.name)) if isinstance(node, exp.Column) else node


def _replace(cast: exp.Cast, *signs: tuple[str, str]) -> str:
    """Write the cast, with each first sign replaced by the second; a whole number would round."""
    value = cast.this.transform(_name_barely)
    for sought, replacement in signs:
        texts = {"expression": sought, "replacement": replacement}
        literals = {key: exp.Literal.string(one) for key, one in texts.items()}
        value = exp.Replace(this=value, **literals)
    has_decimals = cast.to.this.name in _WITH_DECIMALS
    to = cast.to.copy() if has_decimals else exp.DataType.build("DOUBLE")
    return write(exp.Cast(this=value, to=to), "duckdb")
