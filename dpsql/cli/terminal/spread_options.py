"""One parameter of a command, a dataclass of options, becomes these options on the command line."""

import inspect
from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Any, get_type_hints


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """Return the command with the fields of its parameter ``shared`` as options of their own.

    They come after its own options. A command without that parameter is returned as it is.
    """
    signature = inspect.signature(command, eval_str=True)
    shared = signature.parameters.get("shared")
    if shared is None:
        return command
    kind = shared.annotation
    hints = get_type_hints(kind, include_extras=True)
    names = [field.name for field in fields(kind)]

    @wraps(command)
    def run(**words: Any) -> None:
        values = {name: words.pop(name) for name in names}
        command(**words, shared=kind(**values))

    own = [one for one in signature.parameters.values() if one is not shared]
    options = [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=field.default,
            annotation=hints[field.name],
        )
        for field in fields(kind)
    ]
    parameters = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own] + options
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run
