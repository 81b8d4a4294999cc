"""Writes an AST as text.

sqlglot creates a generator for each text, but memory of its compiled generator is never fully freed
(30.30 leaks a block for each); a process that runs for days would grow. So one generator per
thread, dialect and set of options is kept and reused.
"""

from functools import cache
from threading import get_ident

from sqlglot import Dialect, ErrorLevel, Generator, exp


def write(
    expression: exp.Expr,
    dialect: str,
    *,
    copy: bool = True,
    identify: bool = False,
    pretty: bool = False,
    comments: bool = True,
    strict: bool = False,
) -> str:
    """Write `expression` in `dialect`; `identify` quotes every name, `pretty` breaks lines.

    Without `copy` writing may change the tree. With `strict`, sqlglot raises its UnsupportedError
    for expressions that it knows to be unsupported in the dialect.
    """
    generator = _generator(get_ident(), dialect, identify, pretty, comments, strict)
    return generator.generate(expression, copy=copy)


def unwrap_replaced(value: exp.Expr) -> exp.Expr:
    """Return what replace() gets its text from, through all replace() around it."""
    while isinstance(value, exp.Replace):
        value = value.this
    return value


@cache
def _generator(
    _thread: int, dialect: str, identify: bool, pretty: bool, comments: bool, strict: bool
) -> Generator:
    """One for each thread: while it writes, a generator collects what is unsupported."""
    return Dialect.get_or_raise(dialect).generator(
        identify=identify,
        pretty=pretty,
        comments=comments,
        unsupported_level=ErrorLevel.RAISE if strict else ErrorLevel.WARN,
    )
