"""Tells of an attribute that an object does not have which one may be meant."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from dpsql.callers import UnknownAttribute
from dpsql.domain.names import suggest


class KnowsAttributes:
    """An outcome, or a part of one: of an unknown attribute it tells which there are."""

    if not TYPE_CHECKING:
        # A type checker would take any name for one of the outcome.
        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                # What Python and notebooks look for themselves.
                raise AttributeError(name)
            raise tell_unknown(self, name, [*vars(self), *dir(type(self))])


def tell_unknown(owner: object, name: str, known: Iterable[str]) -> AttributeError:
    """Return the error for an unknown attribute, with the one that may be meant, or all."""
    public = [one for one in dict.fromkeys(known) if not one.startswith("_")]
    told = f"{type(owner).__name__} has no attribute {name!r}{suggest(name, public)}"
    # Without the object: Python would suggest again, where IPython never does.
    return UnknownAttribute(told, name=name, obj=None)
