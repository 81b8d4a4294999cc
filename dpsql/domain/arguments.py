"""Refuses arguments of a wrong type, where functions of the package are called from Python.

The command line has its own checks. What somebody passes by mistake may be a table with rows of T,
or a column of it: a message names its type, and nothing of it.
"""

import inspect
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import wraps
from numbers import Integral, Number, Rational, Real
from os import PathLike
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

from dpsql.callers import WrongCall
from dpsql.domain.frame import Frame
from dpsql.domain.names import suggest
from dpsql.domain.plurals import with_article
from dpsql.domain.told_to_callers import call_telling
from dpsql.errors import ConfigError

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")
#: What is no table yet, by the name of its type: what it is, and what makes a table of it.
_UNREAD = {
    "DuckDBPyRelation": ("a query that has not run", ".to_arrow_table()"),
    "LazyFrame": ("a plan that has not run", ".collect()"),
    "pyarrow.Dataset": ("a dataset that was not read", ".to_table()"),
    "pyarrow.Scanner": ("a scan that has not run", ".to_table()"),
    "pyarrow.RecordBatchReader": ("a reader, which reads once only", ".read_all()"),
}
#: How a message names what is wanted, by its type.
_WANTED: Mapping[object, str] = {
    Path: "a path",
    str: "a text",
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    Fraction: "a Fraction, such as Fraction(1, 5)",
    Callable: "a function",
    Mapping: "a mapping",
    Frame: "a table in memory",
    Sequence: "a list",
    Iterable: "a list",
    tuple: "a tuple",
}
#: What people call the file of the release.
_OF_RELEASE = ("out", "output", "to", "target", "file", "filename", "output_path", "out_path")
#: What else is meant where an argument has another type.
_MEANT = {"where": "; for rows that a mask marks, pass private=people[mask]"}
#: Arguments that are checked where they are read, with a word on what they mean.
_READ_LATER = {"job", "jobs", "levels", "algorithm", "algorithms", "deltas"}


def refuses_wrong_types(function: Callable[_Given, _Found]) -> Callable[_Given, _Found]:
    """Return the function, which raises ConfigError if an argument has not the type it states.

    A call with another name raises TypeError, and suggests what may be meant.
    """
    signature = inspect.signature(function)
    names = [one for one in signature.parameters if one != "self"]

    @wraps(function)
    def call(*arguments: _Given.args, **words: _Given.kwargs) -> _Found:
        refuse_unknown_names(function, words, names)
        refuse_unfit_number(function, signature, arguments, words)
        refuse_wrong_types(function, name_arguments(function, arguments) | words)
        given = (*arguments, *words.values())
        return call_telling(lambda: function(*arguments, **words), given)

    return call


def tells_of_names(owner: type[_Found]) -> type[_Found]:
    """Return a class of values, which suggests what a wrong name of an argument may mean."""
    make: Callable[..., None] = owner.__init__
    signature = inspect.signature(owner)

    @wraps(make)
    def __init__(self: object, *arguments: object, **words: object) -> None:
        refuse_unknown_names(owner, words, [*signature.parameters])
        refuse_unfit_number(owner, signature, arguments, words)
        make(self, *arguments, **words)

    owner.__init__ = __init__  # type: ignore[method-assign]
    return owner


def name_arguments(function: Callable[..., object], given: Sequence[object]) -> dict[str, object]:
    """Return arguments that were given by position by their names; none that `*name` collects."""
    parameters = inspect.signature(function).parameters.values()
    names = [one.name for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD]
    return dict(zip(names, given, strict=False))


def refuse_unknown_names(
    function: Callable[..., object],
    given: Iterable[str],
    known: Sequence[str],
    keys: Container[str] = (),
) -> None:
    """Raise WrongCall for the first name that is not known; suggest what may be meant.

    `keys`: those of a job that the function takes; in the job, and not here, they have a meaning.
    """
    for name in given:
        if name not in known:
            key = "release" if name in _OF_RELEASE and name not in keys else name
            in_job = f"; {_tell_key(name, key)}: write job.replace({key}=…)"
            hint = in_job if key in keys else suggest(name, known)
            raise WrongCall(f"{function.__name__} has no argument {name!r}{hint}")


def _tell_key(name: str, key: str) -> str:
    return "it is a key of the job" if name == key else f"the job has the file, as its {key}"


def refuse_unfit_number(
    function: Callable[..., object],
    signature: inspect.Signature,
    arguments: Sequence[object],
    words: Mapping[str, object],
) -> None:
    """Raise WrongCall if an argument that is needed is missing, or if there are too many."""
    try:
        signature.bind(*arguments, **words)
    except TypeError as error:
        told = f"{function.__name__}: {error}"
    else:
        return
    # Outside of the except: Python would show its own error above.
    raise WrongCall(told)


def refuse_wrong_types(owner: Callable[..., object], given: Mapping[str, object]) -> None:
    """Check values by name against the types that a function or a dataclass states.

    Raises:
        ConfigError: one has another type; the message says which is wanted, and no value.
    """
    types = inspect.get_annotations(owner)
    for name, value in given.items():
        if name in types and name not in _READ_LATER and not _has_type(value, types[name]):
            kinds = _list_kinds(types[name])
            wanted = " or ".join(dict.fromkeys(_name_wanted(types[name])))
            is_one = isinstance(value, str) and any(map(_is_list, kinds))
            hint = '; write ["…"] for one' if is_one else _hint_at_table(value, kinds)
            hint = hint or _MEANT.get(name, "")
            if name == "path" and type(value).__name__ == "Job":
                hint = "; it is a job already"
            raise ConfigError(f"{name}: give {wanted}, not {name_type(value)}{hint}")


def _list_kinds(wanted: Any) -> tuple[Any, ...]:
    """The members of a union; what is none is its only one."""
    return get_args(wanted) if get_origin(wanted) in (Union, UnionType) else (wanted,)


def _has_type(value: object, wanted: Any) -> bool:
    kinds = _list_kinds(wanted)
    if _is_read_as_number(kinds):
        # What is read as a number may be one already; a float is read as it is written.
        kinds = (str, Number, NoneType) if NoneType in kinds else (str, Number)
        return isinstance(value, kinds) and not isinstance(value, bool)
    return any(_is_kind(value, kind) for kind in kinds)


def _is_read_as_number(kinds: Sequence[object]) -> bool:
    return Fraction in kinds and str in kinds


def _is_kind(value: object, kind: Any) -> bool:
    origin = get_origin(kind)
    match origin or kind:
        case _ if origin is Literal:
            return isinstance(value, str)
        case _ if kind is Any:
            return True
        case _ if kind is Path:
            return isinstance(value, PathLike)
        case _ if kind is int:
            # Also those of numpy.
            return isinstance(value, Integral) and not isinstance(value, bool)
        case _ if kind is float:
            return isinstance(value, Real) and not isinstance(value, bool)
        case _ if kind is Fraction:
            return isinstance(value, Rational) and not isinstance(value, bool)
        case type() as plain:
            # The letters of a text are no list that anybody means.
            return isinstance(value, plain) and not (_is_list(kind) and isinstance(value, str))
    return True


def _is_list(kind: Any) -> bool:
    return (get_origin(kind) or kind) in (Sequence, Iterable)


def _name_wanted(wanted: Any) -> Iterator[str]:
    kinds = [kind for kind in _list_kinds(wanted) if kind is not NoneType]
    if _is_read_as_number(kinds):
        yield 'a number, such as "1/5"'
        return
    for kind in kinds:
        plain = get_origin(kind) or kind
        if plain is Literal:
            yield " or ".join(map(repr, get_args(kind)))
        # A text that stands for something else needs no mention.
        elif plain is not str or len(kinds) == 1:
            yield _WANTED.get(plain) or with_article(getattr(plain, "__name__", str(plain)))


def _hint_at_table(value: object, wanted: Collection[object]) -> str:
    """Say how a frame becomes what is wanted: a table in memory, or a file."""
    if Frame in wanted:
        unread = tell_unread(value)
        return f"; {unread}" if unread else ""
    is_plan = type(value).__name__ == "LazyFrame"
    return _hint_at_file(value, is_plan=is_plan) if Path in wanted else ""


def tell_unread(value: object) -> str:
    """Say how a query, a plan, a dataset or a reader of Arrow becomes a table; or nothing.

    Nothing is asked of the value, which could run a query.
    """
    kinds = {
        f"pyarrow.{one.__name__}" if one.__module__.startswith("pyarrow") else one.__name__
        for one in type(value).__mro__
    }
    for kind, (what, call) in _UNREAD.items():
        if kind in kinds:
            return f"it is {what}; pass its table: {call}"
    return ""


def _hint_at_file(value: object, *, is_plan: bool) -> str:
    """Say how a frame becomes a file; pandas' index would become a column."""
    match type(value).__module__.partition(".")[0]:
        case "pandas":
            call = 'frame.to_parquet("p.parquet", index=False)'
        case "polars":
            call = f'frame{".collect()" if is_plan else ""}.write_parquet("p.parquet")'
        case "pyarrow":
            call = 'pyarrow.parquet.write_table(table, "p.parquet")'
        case _:
            path = _find_path(value)
            return f"; pass its {path}" if path else ""
    return f"; write it to a file first: {call}"


def _find_path(value: object) -> str:
    """Return the attribute that has the path of a release, or of an outcome with one; or nothing.

    >>> from types import SimpleNamespace as An
    >>> _find_path(An(path="r.csv")), _find_path(An(release=An(path="r.csv"))), _find_path(3)
    ('path', 'release.path', '')
    """
    release = getattr(value, "release", None)
    has_path = isinstance(getattr(value, "path", None), str | Path)
    if not has_path and isinstance(getattr(release, "path", None), str | Path):
        return "release.path"
    return "path" if has_path else ""


def name_type(value: object) -> str:
    """Name the type of a value, and nothing else of it."""
    if value is None:
        return "None"
    return with_article(type(value).__name__)
