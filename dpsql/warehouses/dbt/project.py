"""The files of a dbt project: one model per statement that stores rows, one test per check.

All models but the release have counts of T, and a schema of their own. The generic tests check the
classes of P as they are published. Texts of the job occur only in SQL and in the names of sources,
each escaped for its reader.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml
from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Hierarchy, LabelHierarchy
from dpsql.domain.threshold import spell_threshold
from dpsql.errors import ConfigError
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.privacy.k_map import KMap
from dpsql.privacy.model import PrivacyModel
from dpsql.privacy.presence import PresenceModel
from dpsql.sql.counting.generalization import needs_mapping
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import identifier
from dpsql.warehouses.comments import write_comment
from dpsql.warehouses.dbt.jinja import escape, write_model
from dpsql.warehouses.dbt.seeds import read_seed_query, seed_name, write_seed
from dpsql.warehouses.dialects import Warehouse, find_warehouse
from dpsql.warehouses.scripts.chosen import Chosen
from dpsql.warehouses.scripts.classes import CLASSES, RELEASE, VERDICT, VIOLATING, violation
from dpsql.warehouses.scripts.outline import Outline, make_outline, refuse_trailing_blanks
from dpsql.warehouses.scripts.sources import (
    find_sources,
    refuse_sources,
    source_name,
    split_name,
    table_name,
)
from dpsql.warehouses.scripts.statements import list_steps
from dpsql.warehouses.scripts.step import Step, list_faults

NAME = "dpsql_job"
_PREFIX = "dpsql_"
#: Folder of the models with counts of T, and their schema; dbt puts it behind that of the target.
_PRIVATE, _SCHEMA = "private", "dpsql_private"
_FILES = Path(__file__).parent / "files"
_TEXTS = {"bigquery": "string", "spark": "string", "databricks": "string"}
_UNQUOTABLE = set("\"`\\'{}")


def list_files(job: Job, dialect: str = "duckdb", chosen: Chosen | None = None) -> dict[str, str]:
    """Return the texts of all files of the project, by their paths in its folder.

    Raises:
        ConfigError: an unknown dialect or level, or a name that dbt cannot quote. HierarchyError: a
            hierarchy is malformed, or contains what a seed cannot.
    """
    warehouse = find_warehouse(dialect)
    blanks = warehouse.ignores_trailing_blanks
    outline = make_outline(job, chosen, _is_mapped, ignores_trailing_blanks=blanks)
    if blanks:
        refuse_trailing_blanks(outline, dialect)
    steps = [
        step
        for step in list_steps(outline)
        # dbt tells what failed, and makes nothing that reads it.
        if step.report not in (VERDICT, VIOLATING)
    ]
    seeds = [step for step in steps if step.query is None]
    models = [f"{_PREFIX}{step.table}" for step in steps if step.table]
    refuse_sources(job, [*models, *map(_seed_file, seeds)])
    files = {f"seeds/{_seed_file(step)}.csv": write_seed(step) for step in seeds}
    references = _refer(outline, steps)
    set_up = "{% do dpsql_settings() %}\n" if warehouse.settings else ""
    for path, title, query in _list_queries(outline, steps):
        comment = escape(write_comment(title))
        files[path] = f"{comment}\n{set_up}{write_model(query, references, warehouse)}"
    # dbt build makes the release only once the tests of all other models have passed.
    made = [step.table for step in steps if step.table not in ("", RELEASE)]
    waits = "".join(f"-- depends_on: {references[name]}\n" for name in made)
    files[f"models/{_PREFIX}{RELEASE}.sql"] = waits + files[f"models/{_PREFIX}{RELEASE}.sql"]
    files["dbt_project.yml"] = _dump(_describe_project(seeds, warehouse))
    files["models/sources.yml"] = _dump(_describe_sources(outline))
    files["models/schema.yml"] = _dump(_describe_models(outline))
    for fixed in sorted(_FILES.rglob("*.*")):
        files[fixed.relative_to(_FILES).as_posix()] = fixed.read_text(encoding="utf-8")
    return files


def _is_mapped(hierarchy: Hierarchy) -> bool:
    """Whether a hierarchy has a mapping table: all lists of leaves are seeds, also short ones."""
    return isinstance(hierarchy, LabelHierarchy) or needs_mapping(hierarchy)


def _list_queries(outline: Outline, steps: Iterable[Step]) -> Iterator[tuple[str, str, exp.Query]]:
    """Yield the path, the title and the query of each model and each test that is not generic."""
    for step in steps:
        query = step.query or read_seed_query(step)
        name = f"{_PREFIX}{step.table or step.report}.sql"
        if step.table == RELEASE:
            yield f"models/{name}", step.title, query
        elif step.fault is None:
            yield f"models/{_PRIVATE}/{name}", step.title, query
        else:
            yield f"tests/{name}", step.title, list_faults(step)
    others = tuple(model for model in outline.models if _as_generic_test(model, ("", "")) is None)
    if others:
        violates = violation(replace(outline, models=others))
        query = exp.select("*").from_(exp.Table(this=identifier(CLASSES))).where(violates)
        title = "The classes that violate the other constraints of the job. Expected: no rows."
        yield f"tests/{_PREFIX}other_constraints.sql", title, query


def _refer(outline: Outline, steps: Iterable[Step]) -> dict[str, str]:
    """Return how models refer to each logical table."""
    sources = [PUBLIC, PRIVATE, *(source_name(j) for j in range(len(outline.hierarchies)))]
    references = {name: f"{{{{ source('{name}', '{name}') }}}}" for name in sources}
    tables = [step.table for step in steps if step.table]
    references |= {name: f"{{{{ ref('{_PREFIX}{name}') }}}}" for name in tables}
    for step in steps:
        if step.query is None:
            references[seed_name(step.table)] = f"{{{{ ref('{_seed_file(step)}') }}}}"
    return references


def _seed_file(step: Step) -> str:
    return _PREFIX + seed_name(step.table)


def _describe_project(seeds: Iterable[Step], warehouse: Warehouse) -> dict[str, Any]:
    text = _TEXTS.get(warehouse.dialect, "varchar")
    if warehouse.ignores_trailing_blanks:
        text = "varchar(65535)"  # Redshift: a varchar without a size has 256 bytes
    types = {
        _seed_file(step): {"+column_types": dict.fromkeys(step.columns, text)} for step in seeds
    }
    settings = {"vars": {f"{_PREFIX}settings": [*warehouse.settings]}}
    return {
        "name": NAME,
        "version": "1.0.0",
        "config-version": 2,
        "require-dbt-version": ">=1.10.6",
        "profile": "dpsql",
        "model-paths": ["models"],
        "seed-paths": ["seeds"],
        "macro-paths": ["macros"],
        "test-paths": ["tests"],
        # A view of T would show untested rows as soon as T changes.
        "models": {NAME: {"+materialized": "table", _PRIVATE: {"+schema": _SCHEMA}}},
        **({"seeds": {NAME: {"+schema": _SCHEMA} | types}} if types else {}),
        # Rows of tests that failed, which --store-failures keeps, have counts of T as well.
        "data_tests": {NAME: {"+schema": _SCHEMA}},
        **(settings if warehouse.settings else {}),
    }


def _describe_sources(outline: Outline) -> dict[str, Any]:
    """Describe the tables that are read; those for files are in the schema of the target."""
    job = outline.job
    columns = range(len(outline.hierarchies))
    unread = {source_name(j) for j in columns if not outline.reads_mapping(j)}
    described = [
        _describe_source(name, table_name(source, job) or name)
        for name, source in find_sources(job).items()
        if name not in unread
    ]
    return {"version": 2, "sources": described}


def _describe_source(name: str, place: str) -> dict[str, Any]:
    parts = split_name(place)
    if _UNQUOTABLE.intersection(place) or not place.isprintable():
        raise ConfigError(f"{place!r}: dbt cannot quote this name; read the table by a view")
    *above, table = parts
    words = dict(zip(("schema", "database"), reversed(above), strict=False))
    return {
        "name": name,
        **({"schema": "{{ target.schema }}"} | words),
        "tables": [{"name": name, "identifier": table}],
    }


def _describe_models(outline: Outline) -> dict[str, Any]:
    where = _name_place(outline)
    tests = [_as_generic_test(model, outline.counts) for model in outline.models]
    classes = {
        "name": f"{_PREFIX}{CLASSES}",
        "description": f"The classes of P {where}, with counts of T: for its holder alone.",
        "data_tests": [test for test in tests if test is not None],
    }
    told = f"T {where}; without rows where a test fails."
    if outline.job.release_count is not None:
        told += f" Each row once, with the number of people in {outline.job.release_count}."
    if outline.job.keep and outline.job.public_columns is None:
        told += " No test looks whether P has the kept columns, too: whoever has P joins on them."
    release = {"name": f"{_PREFIX}{RELEASE}", "description": told}
    return {"version": 2, "models": [classes, release]}


def _name_place(outline: Outline) -> str:
    if outline.boxes is not None:
        return f"in the boxes of {outline.boxes.released.name}"
    if outline.parts is not None:
        return f"in the parts of {outline.parts.name}"
    return "at the chosen levels" if outline.least is None else "where people settle"


def _as_generic_test(model: PrivacyModel, counts: tuple[str, str]) -> dict[str, Any] | None:
    """Return a model as a generic test; None if there is none for it."""
    public, private = ({"public_count": counts[0]}, {"private_count": counts[1]})
    match model:
        case PresenceModel(bounds=bounds):
            ends = {"min": bounds.minimum, "max": bounds.maximum}
            asked = {name: spell_threshold(end) for name, end in ends.items()}
            return {"delta_presence": {"arguments": asked | public | private}}
        case KAnonymity(k=k):
            return {"k_anonymity": {"arguments": {"k": k} | private}}
        case KMap(k=k):
            return {"k_map": {"arguments": {"k": k} | public | private}}
        case _:
            return None


def _dump(words: dict[str, Any]) -> str:
    return yaml.safe_dump(words, sort_keys=False, allow_unicode=True)
