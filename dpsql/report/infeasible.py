"""Says whether a job is valid, and why no release can satisfy it: total suppression breaks it."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from dpsql.faces import name_function, name_option

#: What makes the one class of total suppression too small, by the constraint.
_TOO_FEW = {
    "k_anonymity": "T has fewer than {} rows",
    "k_map": "P has fewer than {} people",
    "weak_k_anonymity": "P has fewer than {} people",
}


def tell_validity(found: Mapping[str, Any]) -> str:
    """Return whether a job is valid, and can be satisfied; `found` is the JSON of `check`."""
    if found["feasible"] is False:
        return tell_infeasible(found)
    if problem := found.get("release_problem"):
        ends = f"{name_function('anonymize')} would end at once"
        return f"The tables are valid. {ends}: {problem}."
    if found["feasible"] is None:
        return "The job is valid."
    if "contradictions" in found:
        return "The job is valid. At total suppression δ holds with the confidence."
    return "The job is valid. δ is attainable: |T|/|P| lies between δmin and δmax."


def list_foreseen(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield what `anonymize` would refuse as the job is, a sentence each."""
    if problem := found.get("search_problem"):
        yield f"{name_function('anonymize')} would refuse it: {problem}."
    if name := found.get("release_exists"):
        replaces = f"{name_function('anonymize')} replaces it only with"
        yield f"{name} exists: {replaces} {name_option('overwrite', True)}."


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
