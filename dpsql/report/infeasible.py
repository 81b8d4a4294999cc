"""Says why no release can satisfy a job: total suppression breaks it already."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

#: What makes the one class of total suppression too small, by the constraint.
_TOO_FEW = {
    "k_anonymity": "T has fewer than {} rows",
    "k_map": "P has fewer than {} people",
    "weak_k_anonymity": "P has fewer than {} people",
}


def tell_infeasible(found: Mapping[str, Any]) -> str:
    """Return which models of a job exclude total suppression; `found` is the JSON of `check`."""
    models = found["models"]
    ends = {one["name"]: one for one in models if one["name"] in ("delta min", "delta max")}
    if all(one["holds"] is not False for one in ends.values()):
        return tell_broken(models)
    share = Fraction(found["private_rows"], found["public_rows"])
    low, high = (ends[f"delta {end}"]["asked"] for end in ("min", "max"))
    told = f"{tell_share_outside(share, low, high)}."
    others = [one for one in models if one["name"] not in ends]
    is_broken = any(one["holds"] is False for one in others)
    return f"{told} {tell_broken(others)}" if is_broken else told


def tell_broken(models: Iterable[Mapping[str, Any]]) -> str:
    """Return which models exclude total suppression, of which δ is none.

    >>> tell_broken([{"name": "k_anonymity", "asked": "9", "holds": False}])
    'T has fewer than 9 rows, so k_anonymity 9 breaks even under total suppression: no \
generalization can satisfy it.'
    """
    broken = [one for one in models if one["holds"] is False]
    causes = [f"{_tell_cause(one)} breaks even under total suppression" for one in broken]
    return f"{', and '.join(causes)}: no generalization can satisfy it."


def tell_share_outside(share: Fraction, low: object, high: object) -> str:
    """Say that total suppression itself breaks δ, whose one class has the share |T|/|P|."""
    return (
        f"no generalization can satisfy delta: |T|/|P| = {share} does not lie between {low} and"
        f" {high}; widen delta to contain it"
    )


def _tell_cause(model: Mapping[str, Any]) -> str:
    name, asked = model["name"], model["asked"]
    short = f"{_TOO_FEW[name].format(asked)}, so " if name in _TOO_FEW else ""
    return f"{short}{name} {asked}"
