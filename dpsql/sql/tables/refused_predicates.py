"""How a predicate is refused: which construct it may not have, and what it may have instead."""

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
