"""From where dpsql was called, and how an option and a function are named there.

A message that says what to mend is written once: for somebody at the command line it names a flag,
``--time-limit``, and for somebody in Python an argument, ``time_limit``.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import ModuleType
from typing import Never

import yaml

from dpsql.callers import WrongCall

#: Pages of the documentation that messages name, by their titles: a wheel has no files of them.
PAGES = {
    "panels": "Make one row per person",
    "encodings": "Read a CSV that is not UTF-8",
    "compare": "Compare what releases are good for",
    "hierarchies": "Make hierarchies",
}
_IS_COMMAND_LINE = ContextVar("is_command_line", default=False)


@contextmanager
def on_command_line() -> Iterator[None]:
    """Name options and functions as the command line has them, until the end of the block."""
    before = _IS_COMMAND_LINE.get()
    _IS_COMMAND_LINE.set(True)
    try:
        yield
    finally:
        _IS_COMMAND_LINE.set(before)


def name_option(name: str, value: object = None, *, flag: str = "") -> str:
    """Name an option, with a value to give it; `flag`: where the flag has another name.

    >>> name_option("time_limit"), name_option("overwrite", True)
    ('time_limit', 'overwrite=True')
    >>> with on_command_line():
    ...     name_option("time_limit"), name_option("overwrite", True), name_option("out", flag="-o")
    ('--time-limit', '--overwrite', '-o')
    """
    if _IS_COMMAND_LINE.get():
        named = flag or f"--{name.replace('_', '-')}"
        return named if value is None or value is True else f"{named} {value}"
    return name if value is None else f"{name}={value!r}"


def spell_example(written: str) -> str:
    """Return an example of a key, written as YAML: at the command line so, in Python as Python.

    >>> spell_example("{widths: [5, 10]}")
    "{'widths': [5, 10]}"
    >>> with on_command_line():
    ...     spell_example("{widths: [5, 10]}")
    '{widths: [5, 10]}'
    """
    return written if _IS_COMMAND_LINE.get() else repr(yaml.safe_load(written))


def name_function(name: str, words: str = "", arguments: str = "", *, command: str = "") -> str:
    """Name a function, or the command that does the same, with what each of them is given.

    `command`: where it has another name.

    >>> name_function("least_k"), name_function("check", "JOB", "job")
    ('dpsql.least_k', 'dpsql.check(job)')
    >>> with on_command_line():
    ...     name_function("least_k"), name_function("check", "JOB", "job")
    ('dpsql least-k', 'dpsql check JOB')
    """
    if _IS_COMMAND_LINE.get():
        return " ".join(filter(None, ("dpsql", command or name.replace("_", "-"), words)))
    return f"dpsql.{name}({arguments})" if arguments else f"dpsql.{name}"


def name_by_face(on_command_line: str, in_python: str) -> str:
    """Return the one of two texts that is for where dpsql was called from.

    >>> name_by_face("dpsql schema", "help(dpsql.Job)")
    'help(dpsql.Job)'
    """
    return on_command_line if _IS_COMMAND_LINE.get() else in_python


def name_page(name: str) -> str:
    """Name a page of the documentation by its title; `name`: of its file.

    >>> name_page("hierarchies")
    'the page "Make hierarchies" of the documentation'
    """
    return f'the page "{PAGES[name]}" of the documentation'


class _Package(ModuleType):
    """A package with the name of a command, which somebody may call for its function."""

    function: str

    def __call__(self, *_: object, **__: object) -> Never:
        """Name the function; Python would say that a module is not callable."""
        name = self.__name__
        raise WrongCall(f"{name} is no function; did you mean dpsql.{self.function}?")


def name_function_of(package: str, function: str) -> None:
    """Let a call of a package of dpsql, which somebody takes for a function, name the one meant.

    Once it is imported, it stands in `dpsql` in place of the hint for an unknown name.
    """
    module = sys.modules[package]
    module.__class__ = _Package
    vars(module)["function"] = function
