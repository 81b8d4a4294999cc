"""How functions of the package show the options that all runs share, each by its name.

``**options`` alone would be completed by no notebook, and an unknown name would be compared with
the shared options only, not with the arguments of the function itself.
"""

import inspect
import re
from collections.abc import Callable, Collection
from dataclasses import fields
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar, get_args

from dpsql.domain.arguments import (
    name_arguments,
    refuse_unfit_number,
    refuse_unknown_names,
    refuse_wrong_types,
)
from dpsql.domain.job import Job
from dpsql.domain.job_section import AsWritten
from dpsql.domain.told_to_callers import call_telling
from dpsql.errors import ConfigError
from dpsql.files.dumped_statements import refuse_used_folder
from dpsql.report.notebook.warned import HasWarnings, keep_warnings
from dpsql.session.collected_warnings import collecting_warnings
from dpsql.session.options import Options

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")
#: Behind this stands what each option is.
_FIRST = "Args:\n"
#: A name with the modules that it stands in.
_NAME = re.compile(r"[\w.]+")
#: Why a function has no use for an option.
_REASONS = {
    **dict.fromkeys(("gap", "time_limit"), "proves its answer, or searches nothing"),
    "max_nodes": "searches no lattice",
    "report": "makes no page, or is told otherwise of which kind",
    "explore": "makes no internal page",
}


def takes_options(function: Callable[_Given, _Found]) -> Callable[_Given, _Found]:
    """Return the function, with the options that it uses in its signature in place of `options`.

    A call with another name raises TypeError, and suggests what may be meant. One with an option of
    others raises ConfigError: it would change nothing.
    """
    signature = inspect.signature(function)
    used = _find_used(signature)
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
        if one.name in used
    ]
    names = [one.name for one in (*own, *shared)]
    keys = Job.model_fields if "job" in names else ()
    unused = {one.name: one.default for one in fields(Options) if one.name not in names}

    @wraps(function)
    def call(*arguments: _Given.args, **words: _Given.kwargs) -> _Found:
        unknown = [one for one in words if one not in unused]
        refuse_unknown_names(function, unknown, names, keys)
        for name in words.keys() & unused.keys():
            # What is as by default may be passed by a caller that gives all functions the same.
            if words.pop(name) != unused[name]:
                told = f"dpsql.{function.__name__} does not use it, as it {_REASONS[name]}"
                raise ConfigError(f"{name}: {told}; drop it")
        refuse_unfit_number(function, signature, arguments, words)
        refuse_wrong_types(function, name_arguments(function, arguments) | words)
        if isinstance(folder := words.get("dump_sql"), str | Path):
            # Here, and not where it is opened: a run may open an engine twice.
            refuse_used_folder(Path(folder))
        with collecting_warnings() as warned:
            given = (*arguments, *words.values())
            found = call_telling(lambda: function(*arguments, **words), given)
        if isinstance(found, HasWarnings):
            keep_warnings(found, warned)
        return found

    told = _describe(used)
    call.__doc__ = f"{inspect.getdoc(function)}\n\nOptions that runs share:\n{told}"
    result = _spell(signature.return_annotation)
    shown = signature.replace(parameters=[*own, *shared], return_annotation=result)
    call.__signature__ = shown  # type: ignore[attr-defined]
    return call


def _find_used(signature: inspect.Signature) -> frozenset[str]:
    """Return the names that a function states as ``**options: Unpack[...]``."""
    collecting = [one for one in signature.parameters.values() if one.kind is one.VAR_KEYWORD]
    words = get_args(collecting[0].annotation)[0]
    return frozenset(inspect.get_annotations(words))


def _describe(used: Collection[str]) -> str:
    """Return the lines of the help that say what each of these options is."""
    told = (inspect.getdoc(Options) or "").partition(_FIRST)[2]
    listed = re.split(r"^(?=    \w+: )", told, flags=re.MULTILINE)
    return "".join(one for one in listed if one.strip().partition(":")[0] in used)


def _spell(annotation: object) -> AsWritten:
    """Return a type as people write it, with the names of classes alone."""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return AsWritten(_NAME.sub(_drop_modules, text))


def _drop_modules(name: re.Match[str]) -> str:
    last = name[0].rpartition(".")[2]
    return last if last[:1].isupper() else name[0]
