"""Texts that are cast in ``private: {where: …}`` and that engines read differently.

DuckDB reads '0x10', '1_000' and '5.5' as an INTEGER, and '2024-1-5' as a date. Other engines read
other spellings, or none of these. All engines read plain spellings alike. None reads a text without
a digit as a number or a date, except for a few words. If the engine is not DuckDB, the rest is
refused: T must be the same on every engine.
"""

from sqlglot import exp

_WHOLE = r"^[+-]?[0-9]{1,18}$"
_DECIMAL = r"^[+-]?[0-9]{1,18}([.][0-9]{1,18})?$"
_DOUBLE = r"^[+-]?[0-9]{1,18}([.][0-9]{1,18})?([eE][+-]?[0-9]{1,2})?$"
_YEAR = "([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])"
_DATE = rf"^{_YEAR}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
_TIME = r"([ T]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,6})?)?"
_PLAIN = {
    "DECIMAL": _DECIMAL,
    "FLOAT": _DOUBLE,
    "DOUBLE": _DOUBLE,
    "DATE": f"{_DATE}$",
    "TIMESTAMPNTZ": f"{_DATE}{_TIME}$",
}
_READ_BY_SOME = (
    "[0-9]|^[ ]*[+-]?([iI][nN][fF]|[nN][aA][nN]|[eE][pP][oO][cC][hH]|[nN][oO][wW]"
    "|[tT][oO][dD][aA][yY]|[tT][oO][mM][oO][rR][rR][oO][wW]|[yY][eE][sS][tT][eE][rR][dD][aA][yY])"
)


def is_ambiguous(cast: exp.Cast) -> exp.Expr:
    """Whether some engines read the text of a CAST or TRY_CAST, but not all engines alike."""
    plain = _matches(cast.this, _PLAIN.get(cast.to.this.name, _WHOLE))
    return exp.and_(_matches(cast.this, _READ_BY_SOME), exp.Paren(this=plain).not_())


def _matches(text: exp.Expr, pattern: str) -> exp.Expr:
    return exp.RegexpLike(this=text.copy(), expression=exp.Literal.string(pattern))
