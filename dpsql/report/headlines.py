"""The `repr` of outcomes: one line with the main facts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from dpsql.domain.plurals import name_count
from dpsql.report.informed import find_informed
from dpsql.report.sentences import as_percent

Found = Mapping[str, Any]
#: Levels of more columns are counted, not listed.
_MOST_LISTED = 8
#: Candidates that are named, of so many characters in all.
_MOST_NAMED, _LONGEST_NAMES = 4, 100


class _Outcome(Protocol):
    def to_dict(self) -> dict[str, Any]:
        """The JSON of its command."""


def summarize(outcome: _Outcome) -> str:
    """Return one line about an outcome; details are in its JSON."""
    return f"<{type(outcome).__name__}: {tell_facts(outcome)}>"


def tell_facts(outcome: _Outcome) -> str:
    """Return the facts of that line."""
    found = outcome.to_dict()
    if "partitions" in found and (stated := getattr(outcome, "levels", None)):
        # Of a file: by its manifest, and no part of what its cells tell.
        found = found | {"levels": stated}
    return ", ".join(_list_facts(found))


def _list_facts(found: Found) -> Iterator[str]:
    if found.get("status") in ("measured", "unsatisfiable"):
        yield str(found["status"])
    if found.get("satisfied") is not None or {"satisfied", "metrics"} <= found.keys():
        yield {True: "satisfied", False: "not satisfied", None: "no model stated"}[
            found["satisfied"]
        ]
    if found.get("feasible") is False:
        yield "no release can satisfy the job"
    if "levels" in found:
        yield _tell_levels(found["levels"], found.get("pooled"))
    if found.get("partitions") is not None:
        in_classes = {"rest", "cuts", "levels"} & found.keys()
        nouns = ("class", "classes") if in_classes else ("box", "boxes")
        yield name_count(found["partitions"], *nouns)
    if "presence" in found:
        yield f"presence {found['presence']['min']} to {found['presence']['max']}"
        if (informed := find_informed(found, "T")) is not None and not informed.unknown:
            ends = as_percent(informed.low), as_percent(informed.high)
            yield f"{' to '.join(ends)} for whoever {informed.knows}"
    if (greatest := found.get("prosecutor", {}).get("max")) is not None:
        yield f"greatest risk {greatest}"
    if "loss" in found.get("metrics", {}):
        weighted = "weighted " if found.get("weights") else ""
        yield f"{weighted}loss {found['metrics']['loss']:.6g}"
    yield from _list_results(found)
    if "public_rows" in found:
        yield name_count(found["public_rows"], "row") + " of P"
    if "private_rows" in found:
        yield f"{found['private_rows']:,} of T"
    if found.get("release"):
        release = found["release"]
        yield f"{name_count(release['rows'], 'row')} in {release.get('path') or release['table']}"


def _list_results(found: Found) -> Iterator[str]:
    """The facts that only some kinds of outcome have."""
    if found.get("status") == "counted":
        cells = name_count(found["cells"], "cell")
        published = found["published_cells"]
        yield cells if published == found["cells"] else f"{published:,} of {cells}"
        margin = found["noise"]["margin_95"]
        yield f"ε {found['epsilon']}, noise of at most {margin:,} in 95 % of the counts"
    if "budget" in found:
        yield f"{found['spent']} of {found['budget']} is spent, {found['left']} is left"
    for name, noun, nouns in (
        ("minimal_nodes", "minimal node", ""),
        ("points", "point", ""),
        ("curves", "curve", ""),
        ("trials", "release tried", "releases tried"),
        ("changed", "claim that differs", "claims that differ"),
    ):
        if name in found:
            yield name_count(len(found[name]), noun, nouns)
    if "candidates" in found:
        names = [one["name"] for one in found["candidates"]]
        none = sum("left_out" in one for one in found["candidates"])
        without = f", {none} without a release" if none else ""
        yield f"{name_count(len(names), 'candidate')}{without}: {', '.join(_list_names(names))}"
    if "trials" in found:
        yield "no k satisfies delta" if found["least_k"] is None else f"least k {found['least_k']}"
    if "least_class" in found:
        yield name_count(found["least_class"], "person", "people") + " or more in every class"
    if found.get("status") == "audited":
        yield f"{found['same']:,} of {name_count(found['tables'], 'table')} lead to them"
    if "failing_nodes" in found:
        yield f"{name_count(found['failing_nodes'], 'failing node')} of {found['nodes']:,}"
    if "rules" in found:
        rows = name_count(found["rows"], "row")
        yield f"{rows}, {found['incomplete_rows']:,} with a missing cell"
    if "ended" in found:
        yield f"{name_count(found['parts'], 'part')}, {found['losing_parts']:,} of them with a loss"
    elif found.get("status") == "explained":
        node = found["node"]
        told = node and _tell_levels(node["levels"], found.get("pooled"))
        yield told or "no node holds"
        yield f"|T|/|P| {found['share']}"


def _list_names(names: Sequence[str]) -> Iterator[str]:
    """The names, unless they are long; then the first, and how many more there are."""
    shown = names[:_MOST_NAMED]
    while len(shown) > 1 and sum(map(len, shown)) > _LONGEST_NAMES:
        shown = shown[:-1]
    yield from shown
    if len(names) > len(shown):
        yield f"{len(names) - len(shown):,} more"


def _tell_levels(levels: Mapping[str, int], pooled: Mapping[str, Any] | None) -> str:
    """The levels that all rows have, or those of the start, which some or all climb from."""
    listed = " ".join(f"{name}={level}" for name, level in levels.items())
    if len(levels) > _MOST_LISTED:
        listed = f"of {len(levels)} quasi-identifiers"
    if pooled is None:
        return f"levels {listed}"
    return f"start {listed}, pooled, at least {pooled['least']:,}"
