"""Tells of an attribute that an object does not have which one may be meant."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import FrozenInstanceError
from typing import TYPE_CHECKING, Any, TypeVar

from dpsql.callers import UnknownAttribute, WrongCall
from dpsql.domain.frozen_mapping import FrozenMapping
from dpsql.domain.names import suggest

#: What people look for by the names that other tools, or the JSON, have for it.
_USUAL = {
    **dict.fromkeys(("max_presence", "presence_max"), ("presence.maximum", "maximum", "delta.max")),
    **dict.fromkeys(("min_presence", "presence_min"), ("presence.minimum", "minimum", "delta.min")),
    **dict.fromkeys(("to_df", "to_frame", "to_dataframe", "df", "schema"), ("to_pandas",)),
    **dict.fromkeys(("to_json", "json", "as_dict"), ("to_dict",)),
    **dict.fromkeys(("hierarchy", "hierarchies"), ("quasi_identifiers", "levels")),
    **dict.fromkeys(("path", "file", "output", "filename"), ("release.path",)),
    **dict.fromkeys(
        ("data", "dataframe", "frame", "table", "result", "released", "output_table"),
        ("public", "release.path", "to_pandas"),
    ),
    **dict.fromkeys(
        ("ok", "success", "valid", "is_valid", "is_safe", "safe", "passed", "holds", "feasible"),
        ("satisfied",),
    ),
    **dict.fromkeys(("winner", "optimum", "chosen", "best"), ("best", "points", "levels")),
    **dict.fromkeys(
        ("risk", "risks", "max_risk"), ("risks.prosecutor.maximum", "presence.maximum")
    ),
    **dict.fromkeys(("plot", "show"), ("plot_presence", "plot_frontier", "to_pandas")),
    **dict.fromkeys(("report", "html", "to_report"), ("to_html",)),
    **dict.fromkeys(("summary", "text", "to_string", "describe"), ("to_text", "to_pandas")),
    "to_text": ("to_pandas", "to_dict"),
    "save": ("release.path", "to_html", "to_pandas"),
    **{
        # Rows of a release are in its file; the frame of its outcome has the levels.
        name: ("release.path", f"to_pandas().{name}")
        for name in (
            *("to_csv", "to_parquet", "to_excel", "head", "tail", "shape", "columns", "index"),
            *("iloc", "loc", "sort_values", "query", "groupby"),
        )
    },
}
#: Of the greatest and the least, wherever they stand.
_MOST = ("prosecutor.maximum", "maximum", "risks.prosecutor.maximum", "presence.maximum")
_LEAST = ("minimum", "presence.minimum")
_USUAL |= {
    **dict.fromkeys(("max", "greatest", "highest", "worst"), (*_MOST, "delta.max")),
    **dict.fromkeys(("min", "least", "smallest", "lowest"), (*_LEAST, "delta.min")),
    **dict.fromkeys(("average", "avg"), ("mean", "prosecutor.mean", "risks.prosecutor.mean")),
    **{
        name: (f"risks.{name}",)
        for name in ("prosecutor", "journalist", "marketer", "k_map", "unique_in_population")
    },
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

        def __getitem__(self, name: object) -> Any:
            """Say how what a mapping would have as a key is read."""
            title = type(self).__name__
            if not isinstance(name, str):
                raise WrongCall(f"{title!r} object is not subscriptable")
            known = [one for one in (*vars(self), *dir(type(self))) if not one.startswith("_")]
            if name in known:
                raise WrongCall(f"{title} is no mapping; write .{name}")
            raise WrongCall(f"{title} is no mapping{tell_hint(self, name, known)}")


def freeze(values: Mapping[_Key, _Value], name: str) -> FrozenMapping[_Key, _Value]:
    """Return a mapping that is the value of a field, as frozen as a field of a dataclass."""
    return FrozenMapping(values, FrozenInstanceError, f"cannot assign to field {name!r}")


def tell_unknown(
    owner: object, name: str, known: Iterable[str], elsewhere: str = ""
) -> AttributeError:
    """Return the error for an unknown attribute, with the one that may be meant, or all.

    `elsewhere`: what is meant, if that is no attribute of the object.
    """
    hint = f"; did you mean {elsewhere}?" if elsewhere else tell_hint(owner, name, known)
    title = owner.__name__ if isinstance(owner, type) else type(owner).__name__
    told = f"{title} has no attribute {name!r}{hint}"
    # Without the object: Python would suggest again, where IPython never does.
    return UnknownAttribute(told, name=name, obj=None)


def tell_hint(owner: object, name: str, known: Iterable[str]) -> str:
    """Return the rest of a sentence about an unknown attribute: which may be meant, or all."""
    public = [one for one in dict.fromkeys(known) if not one.startswith("_")]
    meant = [one for one in _USUAL.get(name, ()) if _name_first(one) in public]
    # A property is not computed for it.
    filled = (one for one in meant if vars(owner).get(_name_first(one), one) is not None)
    usual = next(filled, next(iter(meant), None))
    return f"; did you mean {usual!r}?" if usual else suggest(name, public)


def _name_first(path: str) -> str:
    """Return the attribute that a path such as `release.path` begins with."""
    return re.split(r"\W", path)[0]
