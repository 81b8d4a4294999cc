"""Writes an AST as text.

sqlglot makes a generator for each text, and its compiled generator is never given back whole (30.30
keeps a block of memory for each); a process that runs for days would grow. So one generator per
thread, dialect and manner is kept and used again.
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

    Without `copy` the tree may be changed as it is written. If it is `strict`, what sqlglot knows
    the dialect not to have raises its UnsupportedError.
    """
    generator = _generator(get_ident(), dialect, identify, pretty, comments, strict)
    return generator.generate(expression, copy=copy)


@cache
def _generator(
    _thread: int, dialect: str, identify: bool, pretty: bool, comments: bool, strict: bool
) -> Generator:
    """One for each thread: a generator gathers what a dialect cannot say while it writes."""
    return Dialect.get_or_raise(dialect).generator(
        identify=identify,
        pretty=pretty,
        comments=comments,
        unsupported_level=ErrorLevel.RAISE if strict else ErrorLevel.WARN,
    )
