"""Tells of an attribute that an object does not have which one may be meant."""

from collections.abc import Iterable, Mapping
from dataclasses import FrozenInstanceError
from typing import TYPE_CHECKING, Any, TypeVar

from dpsql.callers import UnknownAttribute
from dpsql.domain.frozen_mapping import FrozenMapping
from dpsql.domain.names import suggest

#: What people look for by the names that other tools, or the JSON, have for it.
_USUAL = {
    **dict.fromkeys(("max_presence", "presence_max"), ("presence.maximum", "maximum", "delta.max")),
    **dict.fromkeys(("min_presence", "presence_min"), ("presence.minimum", "minimum", "delta.min")),
    **dict.fromkeys(("to_df", "to_frame", "to_dataframe", "df", "schema"), ("to_pandas",)),
    **dict.fromkeys(("to_json", "json", "as_dict"), ("to_dict",)),
    **dict.fromkeys(("hierarchy", "hierarchies"), ("quasi_identifiers", "levels")),
    "path": ("release.path",),
}
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class KnowsAttributes:
    """An outcome, or a part of one: of an unknown attribute it tells which there are.

    A mapping in a field is as frozen as the field, and refuses in the same words.
    """

    def __post_init__(self) -> None:
        """Freeze the mappings, whoever else has them."""
        for name, value in vars(self).items():
            if type(value) is dict:
                object.__setattr__(self, name, freeze(value, name))

    if not TYPE_CHECKING:
        # A type checker would take any name for one of the outcome.
        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                # What Python and notebooks look for themselves.
                raise AttributeError(name)
            raise tell_unknown(self, name, [*vars(self), *dir(type(self))])


def freeze(values: Mapping[_Key, _Value], name: str) -> FrozenMapping[_Key, _Value]:
    """Return a mapping that is the value of a field, as frozen as a field of a dataclass."""
    return FrozenMapping(values, FrozenInstanceError, f"cannot assign to field {name!r}")


def tell_unknown(owner: object, name: str, known: Iterable[str]) -> AttributeError:
    """Return the error for an unknown attribute, with the one that may be meant, or all."""
    public = [one for one in dict.fromkeys(known) if not one.startswith("_")]
    usual = next((one for one in _USUAL.get(name, ()) if one.split(".")[0] in public), None)
    hint = f"; did you mean {usual!r}?" if usual else suggest(name, public)
    told = f"{type(owner).__name__} has no attribute {name!r}{hint}"
    # Without the object: Python would suggest again, where IPython never does.
    return UnknownAttribute(told, name=name, obj=None)
