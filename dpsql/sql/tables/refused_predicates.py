"""How a predicate is refused: which construct it may not have, and what it may have instead."""

import re
from collections.abc import Mapping

from sqlglot import exp

from dpsql.errors import ConfigError

_GRAMMAR = (
    "write a column of P, or comparisons of its columns with values joined by AND,"
    " OR, NOT, IN, BETWEEN, IS NULL; CAST and TRY_CAST of a column make numbers and dates of text,"
    " CAST(replace(x, ',', '.') AS DOUBLE) those with a decimal comma;"
    ' a name with blanks or signs stands in double quotes: "sex (m/f)"'
)
#: Constructs that a predicate may not have, as SQL writes them.
_NAMED: Mapping[type, str] = {
    exp.Like: "LIKE",
    exp.ILike: "ILIKE",
    exp.Add: "+",
    exp.Sub: "-",
    exp.Mul: "*",
    exp.Div: "/",
    exp.Mod: "%",
    exp.DPipe: "||",
    exp.Case: "CASE",
    exp.Exists: "EXISTS",
}


#: What stands before a value, or before another condition.
_BEFORE_VALUE = re.compile(r"(?:^|.*[^<>=!])(=|==|<|>|<=|>=|<>|!=|[(,])", re.DOTALL)
_WORD_BEFORE = re.compile(r"(?:.*\W)?(AND|OR|NOT|IN|BETWEEN|IS)", re.DOTALL | re.IGNORECASE)


def refuse_unended(text: str) -> None:
    """Raise ConfigError if a predicate that is no SQL ends where something must follow.

    >>> refuse_unended("pid = 4)")
    >>> refuse_unended("pid = ")
    Traceback (most recent call last):
        ...
    dpsql.errors.ConfigError: private.where: it ends with =, after which a value is missing
    """
    written = text.strip()
    if found := _BEFORE_VALUE.fullmatch(written):
        raise refuse(f"it ends with {found[1]}, after which a value is missing")
    if found := _WORD_BEFORE.fullmatch(written):
        raise refuse(f"it ends with {found[1]}, after which something is missing")


def refuse(problem: str) -> ConfigError:
    """Return the error that names the key of the job, and the problem."""
    return ConfigError(f"private.where: {problem}")


class UnreadPredicate(Exception):
    """A predicate has what is not read; the text says what it may have.

    Any statement may make a column of it: whoever knows where P is says which.
    """


def refuse_construct(node: exp.Expr | None) -> Exception:
    """Return the error that names what a predicate may not have, and what it may."""
    match node:
        case None:
            named = "it cannot be read as SQL"
        case exp.Query():
            named = "a query is not read"
        case exp.BitwiseAnd() | exp.BitwiseOr():
            sign, word = ("&", "AND") if isinstance(node, exp.BitwiseAnd) else ("|", "OR")
            return refuse(f"{sign} joins bits; write {word} between comparisons")
        case _ if type(node) in _NAMED:
            named = f"{_NAMED[type(node)]} is not read"
        case exp.Func():
            named = "no function is read but CAST, TRY_CAST and replace"
        case _:
            return refuse(_GRAMMAR)
    problem = refuse(f"{named}; {_GRAMMAR}")
    return problem if node is None else UnreadPredicate(str(problem))
