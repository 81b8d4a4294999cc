"""What somebody means who writes a mapping of a job otherwise, as with words of other tools.

It is told as a job file has it, with the columns and numbers that were written.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from dpsql.domain.fits.meant_rules import find_rule, find_rules
from dpsql.domain.names import find_alike
from dpsql.domain.words.yaml_words import as_yaml

#: What stands for the name of a column that nobody wrote.
_COLUMN = "COLUMN"
_NAMES = ("column", "columns", "attribute", "sensitive", "sensitive_attribute", "field", "variable")
_KINDS = ("type", "kind", "variant", "method", "model")
_NUMBERS = ("l", "k", "min", "least", "value", "n", "count", "level", "distinct", "entropy")
_THRESHOLDS = ("t", "max", "value", "threshold", "level")
#: Constraints that are one number, by what else they are called.
_MODELS = {
    **dict.fromkeys(("k_anonymity", "k", "kanonymity", "k_anon"), "k_anonymity"),
    **dict.fromkeys(("k_map", "kmap"), "k_map"),
    "weak_k_anonymity": "weak_k_anonymity",
    "presence_closeness": "presence_closeness",
    "presence_diversity": "presence_diversity",
}
#: Those of a sensitive column.
_OF_COLUMNS = {
    **dict.fromkeys(("l_diversity", "l", "ldiversity", "l_div"), "l_diversity"),
    **dict.fromkeys(("t_closeness", "t", "tcloseness", "t_close"), "t_closeness"),
}
#: Mappings of constraints by other names.
_CONSTRAINTS = ("privacy", "models", "privacy_models", "privacy_model", "constraint", "criteria")
_COLUMNS_OF_P = ("quasi_identifiers", "quasi_identifier", "quasi", "qi", "qis", "qid", "qids")
_DELTAS = ("delta_presence", "d_presence", "dpresence", "presence")
_ENDS = {
    **dict.fromkeys(
        ("min", "dmin", "d_min", "delta_min", "min_presence", "lower", "low", "least"), "min"
    ),
    **dict.fromkeys(
        ("max", "dmax", "d_max", "delta_max", "max_presence", "upper", "high", "most"), "max"
    ),
}
#: Longer mappings are not written out.
_LONGEST = 300
_Scalar = str | int | float


def find_meant(keys: Sequence[str], words: Mapping[str, Any]) -> str:
    """Return what is meant by what stands at the path `keys` of a job; empty if it is not plain.

    >>> find_meant(["privacy"], {"privacy": {"l_diversity": {"column": "degree", "l": "2"}}})
    'constraints: {l_diversity: {degree: {distinct: 2}}}'
    >>> find_meant(["constraints", "t_closeness"], {"constraints": {"t_closeness": "1/5"}})
    'constraints: {t_closeness: {COLUMN: {t: 1/5}}}'
    >>> find_meant(["delta", "dmin"], {"delta": {"dmin": "0.1", "dmax": "1/2"}})
    'delta: {min: 0.1, max: 1/2}'
    >>> find_meant(["k"], {"k": "5"}), find_meant(["keep"], {"keep": "5"})
    ('constraints: {k_anonymity: 5}', '')
    """
    first, written = keys[0], words.get(keys[0])
    if first == "quasi_identifiers" and len(keys) > 1:
        return _find_column(written, keys[1])
    if not _is_plain(written):
        # It may hold a table.
        return ""
    name = _fold(first)
    key, more = "", ""
    meant: Any = None
    if first == "constraints" or name in _CONSTRAINTS:
        key, meant = "constraints", _find_constraints(written, words)
    elif name in _MODELS or name in _OF_COLUMNS:
        key, meant = "constraints", _find_constraints({first: written}, words)
    elif name in _ENDS:
        ends = {key: value for key, value in words.items() if _fold(key) in _ENDS}
        key, meant = "delta", _find_ends(ends)
    elif name in ("delta", *_DELTAS):
        key, meant = "delta", _find_ends(written)
    elif name in _COLUMNS_OF_P:
        key, meant = "quasi_identifiers", find_rules(written)
        if any(rule == f"{column}.csv" for column, rule in meant.items()):
            more = ", each column with the file or the rule of its hierarchy"
    elif first == "algorithm":
        key, meant = "algorithm", _find_algorithm(written)
    if meant == written and (key == first or find_alike(first, [key])):
        # Only a name is misspelt, or something else is wrong.
        return ""
    spelled = _spell(key, meant)
    return f"{spelled}{more}" if spelled else ""


def _find_column(written: object, name: str) -> str:
    """Return the rule that is meant for a column."""
    if not isinstance(written, Mapping):
        return ""
    column = next((one for one in written if str(one) == name), name)
    given = written.get(column)
    if not _is_plain(given):
        return ""
    rule = find_rule(given)
    return _spell(as_yaml(str(column)), rule) if rule != given else ""


def _spell(key: str, meant: object) -> str:
    """Return YAML whose numbers stand without quotes; nothing where it is long."""
    if not _is_plain(meant):
        return ""
    spelled = re.sub(r"'([0-9]{1,18}([.][0-9]{1,18})?%?)'", r"\1", as_yaml(meant))
    return f"{key}: {spelled}" if len(spelled) <= _LONGEST else ""


def _is_plain(meant: object) -> bool:
    """Whether there is something, and it consists of texts and numbers: it may hold a table."""
    if isinstance(meant, Mapping):
        return bool(meant) and all(map(_is_plain, meant.values()))
    if isinstance(meant, list | tuple):
        return bool(meant) and all(map(_is_plain, meant))
    return _is_scalar(meant)


def _fold(name: object) -> str:
    return re.sub(r"[\s-]+", "_", str(name).strip().lower()).replace("δ", "delta")


def _find_constraints(written: object, words: Mapping[str, Any]) -> dict[str, Any]:
    """Return the constraints that are meant, all of them; empty if one is not plain."""
    if isinstance(written, list | tuple) and all(isinstance(one, Mapping) for one in written):
        written = {key: value for one in written for key, value in one.items()}
    if not isinstance(written, Mapping):
        return {}
    meant: dict[str, Any] = {}
    for key, value in written.items():
        name = _fold(key)
        if name in _MODELS and isinstance(value, Mapping) and len(value) == 1:
            value = next(iter(value.values()))
        if name in _MODELS and _is_scalar(value):
            meant[_MODELS[name]] = value
        elif name in _OF_COLUMNS:
            kind = _OF_COLUMNS[name]
            read = _read_diversity if kind == "l_diversity" else _read_closeness
            if not (columns := dict(_read_columns(value, read, words))):
                return {}
            meant[kind] = columns
        else:
            return {}
    return meant


def _read_columns(
    written: object, read: Callable[[object], dict[str, Any]], words: Mapping[str, Any]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield columns with what is asked of each; nothing where one of them is not plain."""
    if isinstance(written, list | tuple):
        for one in written:
            yield from _read_columns(one, read, words)
    elif isinstance(written, Mapping) and (named := _pick(written, _NAMES)) is not None:
        rest = {key: value for key, value in written.items() if _fold(key) not in _NAMES}
        for name in named if isinstance(named, list | tuple) else [named]:
            if asked := read(rest):
                yield str(name), asked
    elif isinstance(written, Mapping) and not (asked := read(written)):
        found = [(str(name), read(value)) for name, value in written.items()]
        yield from found if all(asked for _, asked in found) else []
    elif asked := read(written):
        kept = words.get("keep")
        names = kept if isinstance(kept, list | tuple) else [kept]
        yield (str(names[0]) if len(names) == 1 and names[0] else _COLUMN), asked


def _read_diversity(written: object) -> dict[str, Any]:
    if _is_number(written):
        return {"distinct": written}
    if not isinstance(written, Mapping):
        return {}
    if isinstance(recursive := written.get("recursive"), Mapping):
        return {"recursive": dict(recursive)}
    number, kind = _pick(written, _NUMBERS), str(_pick(written, _KINDS) or "").lower()
    if "c" in written and "l" in written:
        return {"recursive": {"c": written["c"], "l": written["l"]}}
    if not _is_number(number):
        return {}
    return {"entropy" if "entropy" in (*written, kind) else "distinct": number}


def _read_closeness(written: object) -> dict[str, Any]:
    if _is_scalar(written) and re.match(r"[0-9.]", str(written)):
        return {"t": written}
    if not isinstance(written, Mapping):
        return {}
    threshold = _pick(written, _THRESHOLDS)
    if not _is_scalar(threshold):
        return {}
    own = {key: written[key] for key in ("distance", "order", "hierarchy") if key in written}
    return {"t": threshold, **own}


def _find_ends(written: object) -> dict[str, Any]:
    if not isinstance(written, Mapping):
        return {}
    ends = {_ENDS.get(_fold(key)): value for key, value in written.items()}
    if None in ends or not all(map(_is_scalar, ends.values())):
        return {}
    return {str(end): ends[end] for end in ("min", "max") if end in ends}


def _find_algorithm(written: object) -> object:
    """Return the algorithm that one of its keys names, with the other keys as its options."""
    if isinstance(written, list | tuple) and len(written) == 1:
        return written[0]
    if not isinstance(written, Mapping):
        return {}
    name = _pick(written, (*_KINDS, "name", "algorithm"))
    rest = {key: value for key, value in written.items() if value is not name}
    if not isinstance(name, str) or len(rest) == len(written):
        return {}
    return {name: rest} if rest else name


def _pick(written: Mapping[str, Any], names: Sequence[str]) -> Any:
    """Return the value of the first of the keys that is there; None without one."""
    folded = {_fold(key): value for key, value in written.items()}
    return next((folded[name] for name in names if name in folded), None)


def _is_scalar(value: object) -> bool:
    return isinstance(value, _Scalar) and not isinstance(value, bool) and value != ""


def _is_number(value: object) -> bool:
    return _is_scalar(value) and re.fullmatch(r"[0-9]{1,9}([.][0-9]+)?", str(value)) is not None
