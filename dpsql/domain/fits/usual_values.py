"""An example of the value of each key that takes a mapping or a list, for errors."""

from collections.abc import Mapping, Sequence

#: By the path to a key, in which * is a name that the user gave, or a number.
_MAPPINGS: Mapping[str, str] = {
    "about": "{title: Trial of 2026, purpose: research}",
    "population": "{size: 5000000, tables: [{path: age.csv, columns: [age], count: people}]}",
    "population.size": "{min: 4900000, max: 5100000}",
    "population.tables.*": "{path: age.csv, columns: [age], count: people}",
    "population.sample": "{path: survey.csv, weight: w}",
    "quasi_identifiers": "{zip: zip.csv}",
    "quasi_identifiers.*": "{widths: [5, 10]}",
    "quasi_identifiers.*.tree": "{America: [USA, Canada], Europe: [Spain, France]}",
    "prior": "{path: rates.csv, columns: [age], rate: p}",
    "delta": "{min: 0, max: 1/5}",
    "constraints": "{k_anonymity: 5}",
    "constraints.l_diversity": "{occupation: {distinct: 3}}",
    "constraints.l_diversity.*": "{distinct: 3}",
    "constraints.l_diversity.*.recursive": "{c: 3, l: 2}",
    "constraints.t_closeness": "{occupation: {t: 1/5}}",
    "constraints.t_closeness.*": "{t: 1/5}",
    "algorithm": "{mpalm: {columns: next, values: cardinality}}",
    "algorithm.pooled": "{path: root}",
    "algorithm.mpalm": "{cuts: hierarchy}",
    "algorithm.mondrian": "{cuts: hierarchy}",
    "questions.*": "{sql: SELECT count(*) FROM t}",
    "engine": "{duckdb: {memory: 4GB}}",
    "engine.duckdb": "{memory: 4GB}",
    "engine.spark": '{remote: "sc://localhost:15002"}',
    "engine.postgres": "{dsn_env: PGDSN}",
    "cache": "{path: counts, verify: kept}",
    "release": "{path: cases.csv, count: cases}",
}
_LISTS: Mapping[str, str] = {
    "population.tables": "[{path: age.csv, columns: [age], count: people}]",
    "quasi_identifiers.*.widths": "[5, 10]",
    "quasi_identifiers.*.dates": "[month, year]",
    "quasi_identifiers.*.prefix": "[3, 1]",
    "quasi_identifiers.*.columns": "[city, county, state]",
    "earlier": "[2025/released.parquet]",
    "questions": "[{sql: SELECT count(*) FROM t}]",
}
#: Of lists of columns.
_COLUMNS = "[a, b]"
#: Where in a path stands the name of a column.
_NAMES = {"quasi_identifiers": 1, "constraints": 2}


def usual_mapping(keys: Sequence[str]) -> str:
    """Return an example of what a key takes, a mapping; empty if there is none.

    >>> usual_mapping(["quasi_identifiers", "country", "tree"])
    '{America: [USA, Canada], Europe: [Spain, France]}'
    """
    return _MAPPINGS.get(_find_place(keys), "")


def usual_list(keys: Sequence[str]) -> str:
    """Return an example of what a key takes, a list.

    >>> usual_list(["quasi_identifiers", "age", "widths"]), usual_list(["keep"])
    ('[5, 10]', '[a, b]')
    """
    return _LISTS.get(_find_place(keys), _COLUMNS)


def _find_place(keys: Sequence[str]) -> str:
    named = _NAMES.get(keys[0]) if keys else None
    return ".".join(
        "*" if number == named or key.isdecimal() else key for number, key in enumerate(keys)
    )
