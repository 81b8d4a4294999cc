"""Writes the keys of a job in a message as somebody has them who builds the job in Python.

Messages name keys as a job file has them. Of a job that no file has, they are keyword arguments,
and what stands in a mapping has quotes.
"""

import re
from collections.abc import Iterator

import yaml

from dpsql.domain.origin import Origin
from dpsql.faces import name_by_face

#: The keys that are arguments of `dpsql.Job`.
_ARGUMENTS = (
    *("about", "algorithm", "cache", "choose", "confidence", "constraints", "delta", "earlier"),
    *("engine", "keep", "known_absent", "metric", "person", "population", "prior", "private"),
    *("public_columns", "public", "quasi_identifiers", "questions", "release"),
)
#: Keys of mappings, with the values that messages advise.
_NESTED = {
    "nulls": "own_leaf",
    "cuts": "hierarchy|order",
    "columns": r"priority|\[…\]",
    "path": r"columns|root|\[[a-z_][^\]]*\]",
    "format": "parquet|csv|delta|iceberg",
    "least": "…|[0-9]+",
    "remote": "sc://host:port",
    "order": r"\[low, middle, high\]",
    "dsn_env": "NAME",
    "delimiter": '"[,;|\\t]"',
    **dict.fromkeys(("count", "share", "rate", "column", "database"), "…"),
}
#: The values of arguments that messages advise.
_VALUES = {
    "algorithm": "spalm|pooled|mpalm|mondrian|incognito",
    "choose": "optimum|from_public",
    "confidence": r"0\.95",
    "metric": "loss|precision|entropy",
    "person": r"\[[^\]]*\]",
    "keep": r"\[[^\]]*\]",
    "engine": "duckdb|postgres|spark",
    **dict.fromkeys(("release", "public"), r"[\w./-]+\.(?:csv|parquet)"),
}
#: Text in quotes is somebody's name, or Python already.
_QUOTED = r"(?<!\w)'[^'\n]*'|(?<!\w)\"[^\"\n]*\"|`[^`\n]*`"
#: What stands in braces that hold braces, three of them in each other.
_INNER = r"(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*"
_MAPPING = rf"\{{[a-z_]+: {_INNER}\}}"
_KEY = rf"\b(?P<key>{'|'.join((*_ARGUMENTS, 'tree', 'where'))})"
_WITH_VALUE = "|".join(
    rf"\b{key}: (?:{values})(?![\w/])" for key, values in (_VALUES | _NESTED).items()
)
_YAML = re.compile(
    rf"(?P<pair>{_WITH_VALUE})|{_QUOTED}|(?:{_KEY}: )?(?P<mapping>{_MAPPING})"
    rf"|\b(?P<bare>{'|'.join(_ARGUMENTS)}):(?=[,;)?]|$| (?:is|or|what|with)\b)"
)
#: Before the first word of a message stands the key that it is about.
_PLACE = re.compile(r"[a-z_]+(?:\.[^\s:]+)?: ")


def spell_keys(told: str, origin: Origin | None = None, *, has_place: bool = True) -> str:
    """Return a message with the keys that it advises as Python has them.

    At the command line, and of a job whose `origin` is a file, it stays as it is. The key that a
    message is about stays at its beginning; `has_place`: unless there is none.

    >>> spell_keys("algorithm: boxes have no levels; write algorithm: {mpalm: {cuts: hierarchy}}")
    "algorithm: boxes have no levels; write algorithm={'mpalm': {'cuts': 'hierarchy'}}"
    >>> spell_keys("it has no place; write nulls: own_leaf, or private: {where: …}")
    "it has no place; write 'nulls': 'own_leaf', or private={'where': …}"
    >>> spell_keys("give it delta: or constraints:, as 'delta: x' says")
    "give it delta=… or constraints=…, as 'delta: x' says"
    """
    if origin is not None and origin.name:
        return told
    return name_by_face(told, "".join(_spell_parts(told, has_place=has_place)))


def _spell_parts(told: str, *, has_place: bool) -> Iterator[str]:
    place = _PLACE.match(told) if has_place else None
    start = place.end() if place is not None else 0
    yield told[:start]
    for found in _YAML.finditer(told, start):
        yield told[start : found.start()]
        yield _spell(found)
        start = found.end()
    yield told[start:]


def _spell(found: re.Match[str]) -> str:
    if bare := found["bare"]:
        return f"{bare}=…"
    if pair := found["pair"]:
        key, _, value = pair.partition(": ")
        written = _as_python(value)
    elif mapping := found["mapping"]:
        key, written = found["key"] or "", _as_python(mapping)
    else:
        return found[0]
    if not key:
        return written
    return f"{key}={written}" if key in _ARGUMENTS else f"{key!r}: {written}"


def _as_python(written: str) -> str:
    try:
        value = yaml.safe_load(written)
    except yaml.YAMLError:
        return written
    return repr(value).replace("'…'", "…")
