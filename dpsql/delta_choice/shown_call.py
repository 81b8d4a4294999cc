"""Shows how `choose_delta` is called, with the numbers of a call that cannot work."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import wraps
from typing import ParamSpec, TypeVar

from dpsql.callers import WrongCall

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")
#: What `Counts` needs, as the command line and `Counts` itself call it.
_COUNTS = (("population", "public_rows"), ("members", "private_rows"))
_NEEDED = ("prior", "cost", "acceptable")
_OTHERS = ("acceptable_down", "sensitivity")
#: A text that is a number is short.
_LONGEST = 40


def shows_call(function: Callable[_Given, _Found]) -> Callable[_Given, _Found]:
    """Return the function, whose errors on wrong arguments end with a call that works."""

    @wraps(function)
    def call(*arguments: _Given.args, **words: _Given.kwargs) -> _Found:
        try:
            return function(*arguments, **words)
        except WrongCall as error:
            has_job = any(type(one).__name__ == "Job" for one in (*arguments, *words.values()))
            told = f"{error}; write {_write(words, has_job=has_job)}"
        # Outside of the except: Python would show its own error above.
        raise WrongCall(told)

    return call


def _write(words: Mapping[str, object], *, has_job: bool) -> str:
    """Return the call, with what was given by name."""
    counts = ", ".join(
        next((_spell(words[name]) for name in names if name in words), "…") for names in _COUNTS
    )
    if has_job:
        counts = "found.public_rows, found.private_rows"
    named = (*_NEEDED, *(name for name in _OTHERS if name in words))
    scenario = ", ".join(f"{name}={_spell(words.get(name))}" for name in named)
    call = f"dpsql.choose_delta(dpsql.Counts({counts}), [dpsql.Scenario({scenario})])"
    return f"{call} with found = dpsql.check(job)" if has_job else call


def _spell(given: object) -> str:
    """Write a number as it was given; what is none may be a table, and is left out."""
    is_text = isinstance(given, str) and len(given) <= _LONGEST
    return repr(given) if is_text or isinstance(given, int | float | Fraction) else "…"
