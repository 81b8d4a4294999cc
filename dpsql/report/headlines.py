"""The `repr` of outcomes: one line with the main facts."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

Found = Mapping[str, Any]
#: Levels of more columns are counted, not listed.
_MOST_LISTED = 8


class _Outcome(Protocol):
    def to_dict(self) -> dict[str, Any]:
        """The JSON of its command."""


def summarize(outcome: _Outcome) -> str:
    """Return one line about an outcome; details are in its JSON."""
    return f"<{type(outcome).__name__}: {', '.join(_list_facts(outcome.to_dict()))}>"


def _list_facts(found: Found) -> Iterator[str]:
    if found.get("status") in ("released", "measured", "unsatisfiable"):
        yield str(found["status"])
    if "satisfied" in found:
        yield {True: "satisfied", False: "not satisfied", None: "no model stated"}[
            found["satisfied"]
        ]
    if found.get("feasible") is False:
        yield "no release can satisfy the job"
    if "levels" in found:
        yield _tell_levels(found["levels"])
    if found.get("partitions") is not None:
        yield f"{found['partitions']:,} partitions"
    if "presence" in found:
        yield f"presence {found['presence']['min']} to {found['presence']['max']}"
    if "loss" in found.get("metrics", {}):
        yield f"loss {found['metrics']['loss']:.6g}"
    yield from _list_results(found)
    if "public_rows" in found:
        yield f"{found['public_rows']:,} rows of P"
    if "private_rows" in found:
        yield f"{found['private_rows']:,} of T"
    if found.get("release"):
        yield f"{found['release']['rows']:,} rows in {found['release']['path']}"


def _list_results(found: Found) -> Iterator[str]:
    """The facts that only some kinds of outcome have."""
    for name, title in (
        ("minimal_nodes", "minimal nodes"),
        ("points", "points"),
        ("curves", "curves"),
        ("trials", "releases tried"),
    ):
        if name in found:
            yield f"{len(found[name]):,} {title}"
    if "trials" in found:
        yield "no k satisfies delta" if found["least_k"] is None else f"least k {found['least_k']}"
    if "least_class" in found:
        yield f"{found['least_class']:,} people or more in every class"
    if "ended" in found:
        yield f"{found['parts']:,} parts, {found['losing_parts']:,} of them lose something"
    elif found.get("status") == "explained":
        node = found["node"]
        yield "no node holds" if node is None else _tell_levels(node["levels"])
        yield f"|T|/|P| {found['share']}"


def _tell_levels(levels: Mapping[str, int]) -> str:
    if len(levels) > _MOST_LISTED:
        return f"levels of {len(levels)} quasi-identifiers"
    return f"levels {' '.join(f'{name}={level}' for name, level in levels.items())}"
