"""What somebody means by a key that no job has, as other tools call it, or as commands take it.

Each is told as it is written here, with the columns, files and numbers that the job has.
"""

import re
from collections.abc import Mapping
from typing import Any

from dpsql.domain.fits.meant_rules import find_rules
from dpsql.domain.sections.engine_options import (
    ENGINES,
    DuckDBOptions,
    PostgresOptions,
    SparkOptions,
)
from dpsql.domain.sections.source import is_table
from dpsql.domain.words.yaml_words import as_yaml
from dpsql.faces import name_by_face, name_function

_RELEASES = (
    *("output", "outputs", "out", "outfile", "output_file", "output_path", "target", "result"),
    *("destination", "dest", "to", "write_to", "save", "save_to", "anonymized", "released"),
)
_TABLES = (
    *("input", "inputs", "source", "sources", "table", "tables", "data", "dataset", "file", "path"),
    *("files", "csv"),
)
_COLUMNS = ("columns", "column", "attributes", "fields", "variables", "generalize", "features")
_HIERARCHIES = ("hierarchies", "hierarchy", "generalizations", "levels_of_columns")
_SENSITIVE = (
    *("sensitive", "sensitive_attribute", "sensitive_attributes", "sensitive_column"),
    *("sensitive_columns", "sa"),
)
_SUPPRESSION = (
    *("suppression", "suppress", "suppression_limit", "max_suppression", "suppression_rate"),
    *("outliers", "max_outliers"),
)
_NOISE = ("epsilon", "eps", "budget", "noise", "differential_privacy", "dp")
_KEYS = ("key", "id", "ids", "identifier", "identifiers", "id_column", "primary_key", "join", "on")
#: What options of an engine are called elsewhere.
_OF_ENGINES = {
    **dict.fromkeys(("cores", "cpus", "n_jobs", "num_threads", "workers", "parallel"), "threads"),
    **dict.fromkeys(("ram", "memory_limit", "max_memory", "mem"), "memory"),
    **dict.fromkeys(("tmp", "temp", "temp_dir", "tmp_dir", "spill"), "work_dir"),
}
_OPTIONS: Mapping[str, type[Any]] = {
    "duckdb": DuckDBOptions,
    "postgres": PostgresOptions,
    "spark": SparkOptions,
}
_EXAMPLES = {
    "threads": "4",
    "memory": "4GB",
    "work_dir": "scratch",
    "max_spill": "50GB",
    "database": "people.duckdb",
    "remote": "sc://localhost:15002",
    "staging": "/shared/staging",
    "dsn_env": "PGDSN",
    "work_mem": "256MB",
}
#: Options of commands, by what else they are called: the function, the option and a value.
_OF_COMMANDS = {
    **dict.fromkeys(("time_limit", "timeout", "time", "max_time"), ("anonymize", "time_limit", 60)),
    **dict.fromkeys(("gap", "mip_gap", "tolerance"), ("anonymize", "gap", 0.05)),
    **dict.fromkeys(("seed", "random_seed", "random_state"), ("audit", "seed", 1)),
    "samples": ("audit", "samples", 50),
    "overwrite": ("anonymize", "overwrite", True),
    "max_nodes": ("anonymize", "max_nodes", 1_000_000),
    **dict.fromkeys(("journal", "journal_after"), ("anonymize", "journal_after", 60)),
    "csv_formulas": ("anonymize", "csv_formulas", "quote"),
    "report": ("anonymize", "report", "report.html"),
}
#: Characters of quasi-identifiers that are shown.
_LONGEST = 200
_FILE = re.compile(r"[\w./ -]{1,80}[.](csv|parquet)", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,9}([.][0-9]{1,9})?")
_NAME = re.compile(r"[\w .-]{1,60}")


def find_elsewhere(key: str, words: Mapping[str, Any]) -> str:
    """Return where that is said which a key of a job seems to mean; empty if it is not known.

    >>> find_elsewhere("output", {"output": "cases.csv"})
    'write release: cases.csv'
    >>> find_elsewhere("threads", {"threads": "8"}), find_elsewhere("town", {})
    ('write engine: {duckdb: {threads: 8}}', '')
    >>> find_elsewhere("hierarchies", {"hierarchies": {"zip": "zip.csv"}})
    'hierarchies stand in quasi_identifiers, each at its column: quasi_identifiers: {zip: zip.csv}'
    """
    name, written = re.sub(r"[\s-]+", "_", key.strip().lower()), words.get(key)
    if name in _RELEASES:
        return f"write release: {_read(_FILE, written, 'released.csv')}"
    if name in _TABLES:
        return _tell_tables(written, words)
    if name in _HIERARCHIES:
        return (
            "hierarchies stand in quasi_identifiers, each at its column: "
            f"{_spell_columns(written, words)}"
        )
    if name in _COLUMNS:
        return _tell_columns(written, words)
    if name in _SENSITIVE:
        column = _read(_NAME, _first(written), "COLUMN")
        return (
            f"write keep: [{column}] to release a sensitive column, and constraints:"
            f" {{l_diversity: {{{column}: {{distinct: 2}}}}}} to protect it"
        )
    if name in _SUPPRESSION:
        return (
            "no rows are suppressed, as that would depend on T; write algorithm: pooled, which"
            " puts rare people on coarser levels"
        )
    if name in _NOISE:
        epsilon = _read(_NUMBER, written, "1")
        counts = name_function("counts", f"JOB --epsilon {epsilon}", f"job, {epsilon!r}")
        return (
            "a release has no noise, and delta: {max: 20%} bounds presence; for counts with noise"
            f" use {counts}"
        )
    if name in _KEYS:
        column = _read(_NAME, _first(written), "COLUMN")
        private = words.get("private")
        stated = private.get("table") if isinstance(private, Mapping) else private
        place = "table: …" if is_table(stated) else f"path: {_read(_FILE, private, 'FILE')}"
        return (
            f"write private: {{{place}, key: {column}}} if it finds the rows of T in P, or"
            f" person: [{column}] if it names people"
        )
    if name in ENGINES:
        return f"write engine: {name}"
    return _find_of_engine(name, written, words.get("engine")) or _find_of_command(name, written)


def _tell_tables(written: object, words: Mapping[str, Any]) -> str:
    if {"public", "private"} <= {*words}:
        return "the tables stand in public and private; drop it"
    file = _read(_FILE, written, "people.csv")
    private = _read(_FILE, words.get("private"), "FILE")
    return (
        f"write public: {file} for the table of everybody, and private: {private} for the one of"
        " those whose membership is secret"
    )


def _find_of_engine(name: str, written: object, engine: object) -> str:
    """Return the mapping of the job's engine with an option that stands beside it."""
    option = _OF_ENGINES.get(name, name)
    named = engine if isinstance(engine, str) else next(iter(_as_mapping(engine)), ENGINES[0])
    fitting = [one for one in (named, *ENGINES) if option in _list_options(one)]
    if not fitting:
        return ""
    known = dict(_as_mapping(_as_mapping(engine).get(fitting[0])))
    value = _read(re.compile(r"[\w./:-]{1,60}"), written, _EXAMPLES[option])
    spelled = ", ".join(f"{one}: {as_yaml(said)}" for one, said in known.items() if one != option)
    before = f"{spelled}, " if spelled else ""
    return f"write engine: {{{fitting[0]}: {{{before}{option}: {value}}}}}"


def _list_options(engine: str) -> Mapping[str, Any]:
    return _OPTIONS[engine].model_fields if engine in _OPTIONS else {}


def _find_of_command(name: str, written: object) -> str:
    """Return the call that has an option that somebody takes for a key."""
    if name == "levels":
        example = "NAME=1"
        call = name_function("anonymize", f"JOB --levels {example}", "job.at_levels({'NAME': 1})")
        return f"levels are given to a call: {call}"
    if name not in _OF_COMMANDS:
        return ""
    function, option, usual = _OF_COMMANDS[name]
    given: object = usual
    if isinstance(usual, int | float) and not isinstance(usual, bool):
        given = _read(_NUMBER, written, str(usual))
    flag = f"--{option.replace('_', '-')}" + (f" {given}" if usual is not True else "")
    quoted = repr(given) if isinstance(usual, str) else given
    call = name_function(function, f"JOB {flag}", f"job, {option}={quoted}")
    it = "it is a flag" if usual is True else "it is an option"
    return f"{name_by_face(it, 'it is an argument')} of a call: {call}"


def _tell_columns(written: object, words: Mapping[str, Any]) -> str:
    if "quasi_identifiers" in words:
        return (
            "columns to generalize stand in quasi_identifiers, each with its rule; those to release"
            f" unchanged are keep: [{_read(_NAME, _first(written), 'COLUMN')}]"
        )
    return (
        f"write {_spell_columns(written, words)}, each column with the file or the rule of its"
        " hierarchy"
    )


def _spell_columns(written: object, words: Mapping[str, Any]) -> str:
    """Return quasi-identifiers with the files or rules that stand there, or else one of the job."""
    is_file = any(map(_is_file, written if isinstance(written, list | tuple) else [written]))
    rules: dict[str, Any] = {} if is_file else find_rules(written)
    known = _as_mapping(words.get("quasi_identifiers"))
    spelled = as_yaml(rules) if rules else ""
    if not rules or len(spelled) > _LONGEST:
        file = _read(_FILE, _first(written), "")
        column = next((str(one) for one in known), "COLUMN")
        spelled = f"{{{_read(_NAME, column, 'COLUMN')}: {file or f'{column}.csv'}}}"
    return f"quasi_identifiers: {spelled}"


def _is_file(written: object) -> bool:
    return isinstance(written, str) and _FILE.fullmatch(written) is not None


def _first(written: object) -> object:
    """Return the first item of a list, or name of a mapping; all else as it is."""
    return next(iter(written), None) if isinstance(written, list | tuple | dict) else written


def _as_mapping(written: object) -> Mapping[str, Any]:
    return written if isinstance(written, Mapping) else {}


def _read(pattern: re.Pattern[str], written: object, usual: str) -> str:
    """Return what is written if it fits, or what is usual: it may be a table or an address."""
    text = str(written) if isinstance(written, str | int | float) else ""
    return text if pattern.fullmatch(text) else usual
