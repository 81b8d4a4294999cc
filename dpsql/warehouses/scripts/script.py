"""The statements of a job as a script for a warehouse, which a data team can run as it is.

P and T are the tables of the engine that the job names; for other inputs there are placeholders,
which the head of the script lists. Work tables are called dpsql_…; only the release outlives the
script.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.source import Source
from dpsql.errors import ConfigError, hide_secrets
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import identifier
from dpsql.warehouses.dialects import Warehouse, find_warehouse
from dpsql.warehouses.rewrites import place_tables
from dpsql.warehouses.scripts.chosen import Chosen
from dpsql.warehouses.scripts.outline import Outline, make_outline, refuse_trailing_blanks
from dpsql.warehouses.scripts.statements import RELEASE, list_steps, source_name, tables_of
from dpsql.warehouses.scripts.step import Step

_PREFIX = "dpsql_"
#: Rows of one INSERT: BigQuery and Trino accept statements of a megabyte.
_INSERTED_ROWS = 500
_MOST_PARTS = 3
_FOUND = "which dpsql found for the P of its release."
#: VARCHAR without a size has 256 bytes in Redshift; for TEXT, sqlglot writes the right type.
_TYPES = {"VARCHAR": "TEXT"}
#: A comment must not contain what could start a text, or end a statement or the comment.
_QUIET = str.maketrans({"'": "’", '"': "”", "`": "’", ";": ",", "\\": "/"})


@dataclass(frozen=True)
class Statement:
    """A statement of a script, its step, and further text of its comment."""

    step: str
    comment: str
    sql: str


@dataclass(frozen=True)
class Script:
    """A script: lines of its head, and its statements in their order."""

    head: tuple[str, ...]
    statements: tuple[Statement, ...]

    @property
    def steps(self) -> tuple[dict[str, str], ...]:
        """The statements as ``{"step": …, "sql": …}``."""
        return tuple({"step": one.step, "sql": one.sql} for one in self.statements)

    def __str__(self) -> str:
        """The whole text: each statement with a comment line before it and a separator after."""
        parts = ["".join(f"{_comment(line)}\n" for line in self.head)]
        for one in self.statements:
            title = f"{one.step}: {one.comment}" if one.comment else one.step
            parts.append(f"{_comment(title)}\n{one.sql};\n")
        return "\n".join(parts)


def write_script(job: Job, dialect: str, chosen: Chosen | None = None) -> Script:
    """Write the script that counts, checks and releases at the chosen levels or steps.

    Raises:
        ConfigError: an unknown dialect or level, or a construct that the dialect does not have.
        HierarchyError: a hierarchy is malformed.
    """
    warehouse = find_warehouse(dialect)
    outline = make_outline(job, chosen)
    blanks = warehouse.ignores_trailing_blanks
    if blanks:
        refuse_trailing_blanks(outline, dialect)
    steps = list(list_steps(outline, ignores_trailing_blanks=blanks))
    places = find_places(job) | {
        name: exp.Table(this=identifier(_PREFIX + name)) for name in tables_of(steps)
    }
    written = [Statement("setting", "", setting) for setting in warehouse.settings]
    for step in steps:
        written += _write_step(step, warehouse, places)
    return Script(
        tuple(_describe(outline, warehouse)),
        (*written, *_clean_up(steps, places, warehouse)),
    )


def find_places(job: Job) -> dict[str, exp.Table]:
    """Return the tables of a job's sources: tables of the engine by name, else placeholders."""
    return {
        name: _place(table_name(source, job) or name) for name, source in find_sources(job).items()
    }


def find_sources(job: Job) -> dict[str, Source]:
    """Return the sources of a job by logical table: P, T if it is a table, mapping tables."""
    sources: dict[str, Source | None] = {PUBLIC: job.everybody, PRIVATE: job.private.source}
    mapped = enumerate(words.table for words in job.quasi_identifiers.values())
    sources |= {source_name(j): table for j, table in mapped}
    return {name: source for name, source in sources.items() if source is not None}


def table_name(source: Source, job: Job) -> str | None:
    """Return the name of a table of the engine; None for files and tables in memory."""
    words = source.words
    # Not by Path, which raises for names that no file can have.
    if words is not None and ("://" in words or os.path.isdir(job.folder / words)):  # noqa: PTH112
        return None
    return source.table or source.words


def split_name(name: str) -> list[str]:
    """Return the parts of the name of a table, the widest first.

    Raises:
        ConfigError: it has more than three parts, an empty one, or a password.
    """
    if hide_secrets(name) != name:
        raise ConfigError("the name of a table holds a password; write table, or schema.table")
    parts = name.split(".")
    if len(parts) > _MOST_PARTS or not all(parts):
        raise ConfigError(f"{name!r}: it is no name of a table; write table, or schema.table")
    return parts


def _place(name: str) -> exp.Table:
    parts = [identifier(part) for part in reversed(split_name(name))]
    return exp.Table(**dict(zip(("this", "db", "catalog"), parts, strict=False)))


def _write_step(
    step: Step, warehouse: Warehouse, places: Mapping[str, exp.Table]
) -> Iterator[Statement]:
    """Yield the statements of a step."""
    place = places.get(step.table)
    if step.query is None:
        assert place is not None  # noqa: S101 - a mapping table is stored
        yield from _clear(step.title, place, warehouse)
        types = {name: _TYPES.get(type_, type_) for name, type_ in step.columns.items()}
        yield Statement(step.title, "", warehouse.create_empty(place, types))
        for start in range(0, len(step.rows), _INSERTED_ROWS):
            insert = _insert(place, step, step.rows[start : start + _INSERTED_ROWS])
            yield Statement(step.title, f"from row {start + 1}", warehouse.write(insert))
        return
    comment = _question(step.query) + (f" Expected: {step.expected}" if step.expected else "")
    query = step.query.copy()
    place_tables(query, places)
    if place is None:
        yield Statement(step.title, comment, warehouse.write(query))
    else:
        head = "CREATE TABLE" if step.table == RELEASE else warehouse.work_tables
        if step.table != RELEASE:
            yield from _clear(step.title, place, warehouse)
        yield Statement(step.title, comment, warehouse.create_as(head, place, query))


def _clear(title: str, place: exp.Table, warehouse: Warehouse) -> Iterator[Statement]:
    """Drop a work table of an earlier run, if creating it does not replace it."""
    if not warehouse.replaces_work:
        yield Statement(title, "drop that of an earlier run", _drop(place, warehouse))


def _drop(place: exp.Table, warehouse: Warehouse) -> str:
    return warehouse.write(exp.Drop(tables=[place.copy()], kind="TABLE", exists=True))


def _insert(place: exp.Table, step: Step, rows: tuple[tuple[object, ...], ...]) -> exp.Expr:
    values = [exp.Tuple(expressions=[exp.convert(cell) for cell in row]) for row in rows]
    schema = exp.Schema(this=place.copy(), expressions=[identifier(name) for name in step.columns])
    return exp.Insert(this=schema, expression=exp.Values(expressions=values))


def _question(query: exp.Query) -> str:
    """Return the first line of a statement's template, which describes its result."""
    return next(node.comments[0].strip() for node in query.walk() if node.comments)


def _clean_up(
    steps: list[Step], places: Mapping[str, exp.Table], warehouse: Warehouse
) -> Iterator[Statement]:
    for name in reversed(tables_of(steps)):
        if name != RELEASE:
            yield Statement("clean up", "", _drop(places[name], warehouse))


def _describe(outline: Outline, warehouse: Warehouse) -> Iterator[str]:
    """Yield the lines of the head."""
    job = outline.job
    yield f"dpsql: delta-presence of a job in {warehouse.dialect}, to be run from top to bottom."
    named = ", ".join(f"{name}={level}" for name, level in outline.levels.items())
    if outline.least is None:
        yield f"It checks and releases the node of --levels {named}."
    else:
        pooled = job.algorithm.pooled
        if pooled is not None and pooled.path == "columns":
            yield f"It lets people climb from {named} by the steps of a manifest, {_FOUND}"
        else:
            yield f"It lets people climb from the node of --levels {named}."
        yield f"At least {outline.least} people of P settle together, at the root all who are left."
    sources = [("P", PUBLIC, job.everybody), ("T", PRIVATE, job.private.source)]
    for title, placeholder, source in sources:
        if source is None:
            yield f"{title} is given by a predicate on the rows of P."
        elif name := table_name(source, job):
            keys = f", by the key {job.private.key}" if title == "T" and job.private.key else ""
            yield f"{title} is read from {name}{keys}."
        else:
            yield f"{title} is read from {placeholder}: put the name of your table there."
        if source is not None and source.count is not None:
            yield f"Each row of {title} stands for as many people as its column {source.count} has."
    for j, words in enumerate(job.quasi_identifiers.values()):
        if words.table is not None and not table_name(words.table, job):
            yield f"{source_name(j)} is a mapping table: put the name of your table there."
    if job.public_columns is not None:
        yield f"Of P the public has these columns alone: {', '.join(job.public_columns)}."
    elif job.keep:
        yield f"P must not have the columns that are kept: {', '.join(job.keep)}."
        yield "Whoever has P would join on them, and no check below looks at that."
    once = job.release_count
    yield f"It makes {_PREFIX}{RELEASE}, which holds T generalized, and fails if there is one."
    if once is not None:
        yield f"Each row stands there once, as texts, with the number of people in column {once}."
    yield "It stays empty where a check fails: the statement that fills it repeats all checks."
    yield f"All other tables that start with {_PREFIX}, and what the checks print, tell of T."
    yield "The script replaces those of these names that it makes."
    if warehouse.keeps_work:
        yield "They stay if a run breaks off: run the statements of the clean-up then."
    yield from warehouse.notes


def _comment(line: str) -> str:
    """Return a comment of one line, whatever names it contains."""
    printable = "".join(c if c.isprintable() else " " for c in line)
    return f"-- {printable.translate(_QUIET)}"
