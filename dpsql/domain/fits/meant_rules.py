"""Which rule of a quasi-identifier somebody means who writes it otherwise, with other words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from dpsql.domain.levels.rules import DATE_UNITS

#: Keys of rules, by what else they are called.
_RULES = {
    **dict.fromkeys(
        ("widths", "width", "bin", "bins", "bin_width", "interval", "intervals", "step", "steps"),
        "widths",
    ),
    **dict.fromkeys(("bucket", "buckets", "range", "ranges", "numeric", "number"), "widths"),
    **dict.fromkeys(("dates", "date", "unit", "units", "granularity"), "dates"),
    **dict.fromkeys(
        ("prefix", "prefixes", "digits", "chars", "characters", "truncate", "leading"), "prefix"
    ),
    **dict.fromkeys(
        ("hierarchy", "file", "path", "csv", "filename", "hierarchy_file", "hierarchies"),
        "hierarchy",
    ),
    **dict.fromkeys(("tree", "mapping", "map", "groups", "group", "categories"), "tree"),
}
_LISTED = ("widths", "dates", "prefix")
#: Least similarity of a mistyped key.
_ALIKE = 0.75
#: Keys of other tools that say what a rule says anyway.
_IDLE = ("type", "kind", "dtype", "data_type")
_COLUMNS = ("name", "column", "attribute", "field", "variable")
#: Keys that a rule has beside its kind.
_OTHER_KEYS = ("order", "nulls", "from", "to", "least_level", "most_level", "weight", "delimiter")
_NUMBER = re.compile(r"(0*[1-9][0-9]*([.][0-9]+)?|0?[.][0-9]+)")
_UNITS = {f"{unit}s": unit for unit in DATE_UNITS} | {
    **{"daily": "day", "monthly": "month", "quarterly": "quarter", "yearly": "year"},
    **{unit: unit for unit in DATE_UNITS},
}


def find_rules(written: object) -> dict[str, Any]:
    """Return the quasi-identifiers that are meant, with their rules; empty if it is not plain.

    >>> find_rules([{"age": "10"}, {"name": "zip", "digits": "3"}])
    {'age': {'widths': ['10']}, 'zip': {'prefix': ['3']}}
    >>> find_rules(["zip", "age"])
    {'zip': 'zip.csv', 'age': 'age.csv'}
    """
    found = dict(_list_columns(written))
    return found if found and None not in found.values() else {}


def find_rule(written: object) -> Any:
    """Return the rule of one column that is meant; None if it is not plain.

    >>> find_rule({"type": "numeric", "width": "10"}), find_rule(["month", "year"])
    ({'widths': ['10']}, {'dates': ['month', 'year']})
    >>> find_rule({"young": ["18", "22"], "old": ["63"]})
    {'tree': {'young': ['18', '22'], 'old': ['63']}}
    >>> find_rule({"prefx": [2]}), find_rule({"wdiths": ["5", "10"]})
    ({'prefix': [2]}, {'widths': ['5', '10']})
    >>> find_rule("numeric"), find_rule({"widths": "5 years"}), find_rule({})
    (None, None, None)
    """
    if isinstance(written, Mapping):
        return _find_of_mapping(written)
    items = _as_list(written)
    for kind in ("widths", "dates"):
        if (listed := _read_items(kind, items)) is not None:
            return {kind: listed}
    return None


def _list_columns(written: object) -> Iterator[tuple[str, Any]]:
    if isinstance(written, str) and "," in written:
        written = [name.strip() for name in written.split(",")]
    if isinstance(written, list | tuple):
        for one in written:
            yield from _list_columns(one)
    elif isinstance(written, Mapping):
        named = next((key for key in _COLUMNS if isinstance(written.get(key), str)), None)
        if named is not None and len(written) > 1:
            rest = {key: value for key, value in written.items() if key != named}
            yield written[named], find_rule(rest)
        else:
            yield from ((str(key), _keep_or_find(value)) for key, value in written.items())
    elif isinstance(written, str) and written:
        yield written, f"{written}.csv"


def _keep_or_find(written: object) -> Any:
    """Return the file of a hierarchy as it is, and else the rule that is meant."""
    is_file = isinstance(written, str) and not _NUMBER.fullmatch(written)
    return written if is_file else find_rule(written)


def _find_of_mapping(written: Mapping[Any, Any]) -> dict[str, Any] | None:
    rule: dict[str, Any] = {}
    for key, value in written.items():
        name = _mend_key(re.sub(r"[\s-]+", "_", str(key).lower()), value)
        if name in _OTHER_KEYS:
            rule[name] = value
        elif name in _RULES:
            kind = _RULES[name]
            rule[kind] = _read_items(kind, _as_list(value)) if kind in _LISTED else value
        elif name not in _IDLE:
            groups = written.values()
            # Labels with their values.
            return {"tree": dict(written)} if all(isinstance(one, list) for one in groups) else None
    kinds = [kind for kind in dict.fromkeys(_RULES.values()) if kind in rule]
    is_plain = len(kinds) == 1 and rule[kinds[0]] is not None and rule[kinds[0]] != ""
    return rule if is_plain else None


def _mend_key(name: str, value: object) -> str:
    """Return the key that is meant by a mistyped one: where its value is one of such a rule.

    >>> _mend_key("prefx", ["2"]), _mend_key("prefx", ["Linz"]), _mend_key("young", ["18"])
    ('prefix', 'prefx', 'young')
    """
    if name in _RULES or name in _OTHER_KEYS or name in _IDLE:
        return name
    (meant,) = get_close_matches(name, _LISTED, n=1, cutoff=_ALIKE) or [name]
    return meant if meant == name or _read_items(meant, _as_list(value)) is not None else name


def _read_items(kind: str, items: Sequence[object]) -> list[Any] | None:
    """Return the items of a rule; None if one is none."""
    if kind == "dates":
        units = [_UNITS.get(str(one).lower()) for one in items]
        return units if units and None not in units else None
    is_plain = all(
        isinstance(one, str | int | float) and _NUMBER.fullmatch(str(one)) for one in items
    )
    return [*items] if items and is_plain else None


def _as_list(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else [value]
