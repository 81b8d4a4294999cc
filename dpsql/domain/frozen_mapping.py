"""A mapping that does not change, in what is frozen: a job, an outcome and their parts."""

from collections.abc import Iterable, Mapping
from typing import Any, Generic, Never, TypeVar

from dpsql.callers import UnknownAttribute
from dpsql.domain.names import find_alike, suggest

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class FrozenMapping(dict[_Key, _Value], Generic[_Key, _Value]):
    """A dictionary that refuses to change, with the error that its owner has for a field.

    It is equal to a dictionary, and prints, copies and pickles as one; `dict(…)`, `|` and `copy()`
    return one that changes.

    >>> levels = FrozenMapping({"zip": 2}, AttributeError, "levels: nothing changes")
    >>> levels == {"zip": 2}, levels | {"age": 1}
    (True, {'zip': 2, 'age': 1})
    >>> levels["zip"] = 0
    Traceback (most recent call last):
    AttributeError: levels: nothing changes
    """

    __slots__ = ("_refusal",)

    def __init__(
        self,
        values: Mapping[_Key, _Value] | Iterable[tuple[_Key, _Value]],
        # As `dataclasses.asdict` makes another one of any kind of dictionary.
        error: type[Exception] = TypeError,
        sentence: str = "this mapping does not change",
    ) -> None:
        super().__init__(values)
        self._refusal = error, sentence

    def _refuse(self, *_: object, **__: object) -> Never:
        error, sentence = self._refusal
        raise error(sentence)

    def __getattr__(self, name: str) -> Never:
        """Say how the value of a key is read; keys of a mapping are no attributes."""
        if name.startswith("_"):
            # What Python and notebooks look for themselves.
            raise AttributeError(name)
        named = [key for key in self if isinstance(key, str)]
        meant = [name] if name in named else find_alike(name, named)
        hint = f"; write [{meant[0]!r}] for its value" if meant else suggest(name, named)
        told = f"it is a mapping, without the attribute {name!r}{hint}"
        raise UnknownAttribute(told, name=name, obj=None)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how it is made again: Python would add item by item to an empty one."""
        return FrozenMapping, (dict(self), *self._refusal)

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


def thaw(value: object) -> Any:
    """Return what a caller may change, for JSON: of a mapping a plain one; all else as it is."""
    return dict(value) if isinstance(value, Mapping) else value
