"""How functions of the package show the options that all runs share, each by its name.

``**options`` alone would be completed by no notebook, and an unknown name would be compared with
the shared options only, not with the arguments of the function itself.
"""

import inspect
import re
from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import ParamSpec, TypeVar

from dpsql.domain.arguments import name_arguments, refuse_unknown_names, refuse_wrong_types
from dpsql.domain.job_section import AsWritten
from dpsql.session.options import Options

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")
#: Behind this stands what each option is.
_FIRST = "Args:\n"
#: A name with the modules that it stands in.
_NAME = re.compile(r"[\w.]+")


def takes_options(function: Callable[_Given, _Found]) -> Callable[_Given, _Found]:
    """Return the function, with every field of `Options` in its signature in place of `options`.

    A call with another name raises TypeError, and suggests what may be meant.
    """
    signature = inspect.signature(function)
    own = [
        one.replace(annotation=_spell(one.annotation))
        for one in signature.parameters.values()
        if one.kind is not one.VAR_KEYWORD
    ]
    shared = [
        inspect.Parameter(
            one.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=one.default,
            annotation=_spell(one.type),
        )
        for one in fields(Options)
    ]
    names = [one.name for one in (*own, *shared)]

    @wraps(function)
    def call(*arguments: _Given.args, **words: _Given.kwargs) -> _Found:
        refuse_unknown_names(function, words, names)
        refuse_wrong_types(function, name_arguments(function, arguments) | words)
        return function(*arguments, **words)

    told = inspect.getdoc(Options) or ""
    call.__doc__ = (
        f"{inspect.getdoc(function)}\n\nOptions that all runs share:\n{told.partition(_FIRST)[2]}"
    )
    result = _spell(signature.return_annotation)
    shown = signature.replace(parameters=[*own, *shared], return_annotation=result)
    call.__signature__ = shown  # type: ignore[attr-defined]
    return call


def _spell(annotation: object) -> AsWritten:
    """Return a type as people write it, with the names of classes alone."""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return AsWritten(_NAME.sub(_drop_modules, text))


def _drop_modules(name: re.Match[str]) -> str:
    last = name[0].rpartition(".")[2]
    return last if last[:1].isupper() else name[0]
