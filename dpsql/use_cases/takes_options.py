"""How functions of the package show the options that all runs share, each by its name.

``**options`` alone would be completed by no notebook, and an unknown name would be compared with
the shared options only, not with the arguments of the function itself.
"""

import inspect
from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import ParamSpec, TypeVar

from dpsql.domain.names import suggest
from dpsql.session.options import Options

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")
#: Behind this stands what each option is.
_FIRST = "can change what is released.\n"


def takes_options(function: Callable[_Given, _Found]) -> Callable[_Given, _Found]:
    """Return the function, with every field of `Options` in its signature in place of `options`.

    A call with another name raises TypeError, and suggests what may be meant.
    """
    signature = inspect.signature(function)
    own = [one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD]
    shared = [
        inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=one.default)
        for one in fields(Options)
    ]
    names = [one.name for one in (*own, *shared)]

    @wraps(function)
    def call(*arguments: _Given.args, **words: _Given.kwargs) -> _Found:
        for name in words:
            if name not in names:
                problem = f"{function.__name__} has no argument {name!r}{suggest(name, names)}"
                raise TypeError(problem)
        return function(*arguments, **words)

    told = inspect.getdoc(Options) or ""
    call.__doc__ = (
        f"{inspect.getdoc(function)}\n\nOptions that all runs share:\n{told.partition(_FIRST)[2]}"
    )
    shown = signature.replace(parameters=[*own, *shared])
    call.__signature__ = shown  # type: ignore[attr-defined]
    return call
