"""What somebody in Python is shown of an error of a call: few frames, and keys as Python has them.

The message says all that helps. Where dpsql itself, or an engine, may be at fault, with
``python -X dev``, and in IPython, which has modes for that, the frames of dpsql are left.
"""

import sys
from collections.abc import Callable, Collection
from contextvars import ContextVar
from typing import TypeVar

from dpsql.callers import find_shell
from dpsql.domain.frame import Frame
from dpsql.domain.origin import Origin
from dpsql.domain.python_words import spell_keys
from dpsql.errors import ConfigError, DpsqlError, InputError, NoSafeRelease, NotSatisfied
from dpsql.signals import call_noting

_Found = TypeVar("_Found")
#: What users mend; of others, the frames tell where they come from.
_OF_USERS = (ConfigError, InputError, NoSafeRelease, NotSatisfied)
#: Whether a function of the package calls another.
_IS_WITHIN = ContextVar("is_within", default=False)


def call_telling(step: Callable[[], _Found], given: Collection[object]) -> _Found:
    """Return what `step` returns; `given`: the arguments, of which a job may be one.

    Raises what it raises: of an error that users mend, none of the frames of dpsql below.
    """
    if _IS_WITHIN.get():
        return call_noting(step)
    within = _IS_WITHIN.set(True)
    try:
        return call_noting(step)
    except DpsqlError as error:
        if any(map(_is_built, given)):
            error.args = (spell_keys(str(error)),)
        if sys.flags.dev_mode or find_shell() is not None or not isinstance(error, _OF_USERS):
            raise
        told = error
    finally:
        _IS_WITHIN.reset(within)
    # Outside of the except: it would be the context of itself.
    try:
        raise told.with_traceback(None)
    finally:
        # Its traceback has this frame, and those of the caller, whose tables a cycle would keep.
        del told


def _is_built(given: object) -> bool:
    """Whether an argument is a job that no file has, or a table in memory, which no file can name.

    Of a table, a column may have any name.
    """
    if isinstance(origin := getattr(given, "origin", None), Origin):
        return not origin.name
    return isinstance(given, Frame)
