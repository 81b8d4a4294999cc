"""Columns with a number in each row: shares of P, weights of a sample, rates of a prior."""

from dataclasses import dataclass

from sqlglot import exp

from dpsql.engines.base import ColumnType
from dpsql.errors import TypeMismatch
from dpsql.sql.templates import column

_SPELLED = r"^([0-9]{1,15}|[0-9]{0,15}[.][0-9]{1,30})([eE]-?[0-9]{1,2})?$"
_FAMILIES = ("text", "integer", "decimal", "float")


@dataclass(frozen=True)
class NumberColumn:
    """A column of numbers of at least 0, `most` at most; as `decimal` they sum in any order alike.

    Raises:
        TypeMismatch: the column holds no numbers.
    """

    title: str
    name: str
    table: str
    type: ColumnType
    decimal: str
    most: int

    def __post_init__(self) -> None:
        """Refuse columns of other types."""
        if self.type.family not in _FAMILIES:
            raise TypeMismatch(
                f"{self.title}: column {self.name!r} is {self.type.title}, and no"
                " number; name another"
            )

    @property
    def is_empty(self) -> exp.Expr:
        """Whether a row has none."""
        return self._value.is_(exp.null())

    @property
    def of_row(self) -> exp.Expr:
        """The number of a row: of 0.55 that very decimal, also where it is stored as a double."""
        if self.type.family in ("integer", "decimal"):
            return exp.cast(self._value, self.decimal)
        text = self._text
        rounded = exp.cast(exp.cast(text.copy(), "DOUBLE"), self.decimal)
        is_small = exp.RegexpLike(this=text.copy(), expression=exp.Literal.string("[eE]"))
        plain = exp.cast(text, self.decimal)
        return exp.Case(ifs=[exp.If(this=is_small, true=rounded)], default=plain)

    @property
    def fits(self) -> exp.Expr:
        """Whether what is there is such a number; another text is not cast."""
        ends = {"low": exp.Literal.number(0), "high": exp.Literal.number(self.most)}
        if self.type.family != "text":
            return exp.Between(this=self._value, **ends)
        fits = exp.Between(this=exp.cast(self._value, "DOUBLE"), **ends)
        spelled = exp.RegexpLike(this=self._value, expression=exp.Literal.string(_SPELLED))
        return exp.Case(ifs=[exp.If(this=spelled, true=fits)], default=exp.false())

    @property
    def _value(self) -> exp.Expr:
        return column(self.name, self.table)

    @property
    def _text(self) -> exp.Expr:
        return self._value if self.type.family == "text" else exp.cast(self._value, "VARCHAR")
