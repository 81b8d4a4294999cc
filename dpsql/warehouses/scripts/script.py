"""The statements of a job as a script for a warehouse, which a data team can run as it is.

P and T are the tables of the engine that the job names; for other inputs there are placeholders,
which the head of the script lists. Work tables are called dpsql_…; only the release outlives the
script.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.plurals import name_count
from dpsql.domain.sections.delta import Delta
from dpsql.domain.sections.source import Source
from dpsql.report.frames import to_pandas, to_polars
from dpsql.report.notebook.tables import render_table
from dpsql.report.notebook.warned import HasWarnings
from dpsql.report.sentences import as_job_text
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import identifier
from dpsql.warehouses.comments import write_comment
from dpsql.warehouses.dialects import Warehouse, find_warehouse
from dpsql.warehouses.rewrites import place_tables
from dpsql.warehouses.scripts.chosen import Chosen
from dpsql.warehouses.scripts.classes import RELEASE
from dpsql.warehouses.scripts.outline import Outline, make_outline, refuse_trailing_blanks
from dpsql.warehouses.scripts.sources import (
    find_places,
    refuse_sources,
    source_name,
    table_name,
)
from dpsql.warehouses.scripts.statements import list_steps, tables_of
from dpsql.warehouses.scripts.step import Step

_PREFIX = "dpsql_"
_HUSH = "Hides the notice of each table that is dropped below and is not there."
_SETTINGS = "What the statements below rely on."
#: Rows of one INSERT: BigQuery and Trino accept statements of a megabyte.
_INSERTED_ROWS = 500
_FOUND = "in the P of its release."


@dataclass(frozen=True)
class Statement:
    """A statement of a script, the name of its step, and a comment; empty: as the one before."""

    step: str
    comment: str
    sql: str


@dataclass(frozen=True)
class Script(HasWarnings):
    """A script in a dialect: lines of its head, and its statements in their order."""

    dialect: str
    head: tuple[str, ...]
    statements: tuple[Statement, ...]

    @property
    def steps(self) -> tuple[dict[str, str], ...]:
        """The statements as ``{"step": …, "sql": …}``."""
        return tuple({"step": one.step, "sql": one.sql} for one in self.statements)

    def __str__(self) -> str:
        """The whole text: statements with comments before them, and a separator after each."""
        text = "".join(f"{write_comment(line)}\n" for line in self.head)
        for one in self.statements:
            text += f"\n{write_comment(one.comment)}\n" if one.comment else ""
            text += f"{one.sql};\n"
        return text

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each statement: its step, the comment above it, and its SQL."""
        return [
            {"step": one.step, "comment": one.comment, "sql": one.sql} for one in self.statements
        ]

    to_pandas = to_pandas
    to_polars = to_polars

    def __repr__(self) -> str:
        return f"<Script: {name_count(len(self.statements), 'statement')}; str() is its text>"

    def _repr_html_(self) -> str:
        told = [(one.step, one.comment) for one in self.statements if one.comment]
        sentence = f"{name_count(len(self.statements), 'statement')}; str() is the text."
        return render_table("script", sentence, ("step", "what it does"), told)


def write_script(job: Job, dialect: str, chosen: Chosen | None = None) -> Script:
    """Write the script that counts, checks and releases at the chosen levels or steps.

    Raises:
        ConfigError: an unknown dialect or level, or a construct that the dialect does not have.
        HierarchyError: a hierarchy is malformed.
    """
    warehouse = find_warehouse(dialect)
    blanks = warehouse.ignores_trailing_blanks
    outline = make_outline(job, chosen, ignores_trailing_blanks=blanks)
    if blanks:
        refuse_trailing_blanks(outline, dialect)
    steps = list_steps(outline)
    refuse_sources(job, (f"{_PREFIX}{name}" for name in tables_of(steps)))
    places = find_places(job) | {
        name: exp.Table(this=identifier(_PREFIX + name)) for name in tables_of(steps)
    }
    hushed = [Statement("setting", _HUSH, warehouse.hush)] if warehouse.hush else []
    titles = [_SETTINGS, *[""] * len(warehouse.settings)]
    written = [
        Statement("setting", title, setting)
        for title, setting in zip(titles, warehouse.settings, strict=False)
    ]
    for step in steps:
        written += _write_step(step, warehouse, places)
    return Script(
        dialect,
        tuple(_describe(outline, warehouse)),
        (*hushed, *written, *_clean_up(steps, places, warehouse)),
    )


def _write_step(
    step: Step, warehouse: Warehouse, places: Mapping[str, exp.Table]
) -> Iterator[Statement]:
    """Yield the statements of a step; only the first has a comment."""
    place, name = places.get(step.table), step.table or step.report
    if place is None:
        assert step.query is not None  # noqa: S101 - only mapping tables are filled
        query = place_tables(step.query.copy(), places)
        yield Statement(name, step.title, warehouse.write(query))
        return
    title = step.title
    if step.table != RELEASE:
        yield Statement(name, title, _drop(place, warehouse))
        title = ""
    if step.query is None:
        yield Statement(name, title, warehouse.create_empty(place, step.columns))
        for start in range(0, len(step.rows), _INSERTED_ROWS):
            insert = _insert(place, step, step.rows[start : start + _INSERTED_ROWS])
            yield Statement(name, "", warehouse.write(insert))
        return
    head = "CREATE TABLE" if step.table == RELEASE else warehouse.work_tables
    query = place_tables(step.query.copy(), places)
    yield Statement(name, title, warehouse.create_as(head, place, query))


def _drop(place: exp.Table, warehouse: Warehouse) -> str:
    return warehouse.write(exp.Drop(tables=[place.copy()], kind="TABLE", exists=True))


def _insert(place: exp.Table, step: Step, rows: tuple[tuple[object, ...], ...]) -> exp.Expr:
    values = [exp.Tuple(expressions=[exp.convert(cell) for cell in row]) for row in rows]
    schema = exp.Schema(this=place.copy(), expressions=[identifier(name) for name in step.columns])
    return exp.Insert(this=schema, expression=exp.Values(expressions=values))


def _clean_up(
    steps: list[Step], places: Mapping[str, exp.Table], warehouse: Warehouse
) -> Iterator[Statement]:
    title = "Clean up: all tables but the release have counts of T."
    for name in reversed(tables_of(steps)):
        if name != RELEASE:
            yield Statement("clean up", title, _drop(places[name], warehouse))
            title = ""


def _describe(outline: Outline, warehouse: Warehouse) -> Iterator[str]:
    """Yield the lines of the head."""
    job = outline.job
    yield f"dpsql: delta-presence of a job in {warehouse.dialect}, to be run from top to bottom."
    named = (
        ", ".join(f"{n}={level}" for n, level in outline.levels.items()) if outline.nodes else ""
    )
    if outline.boxes is not None:
        released = outline.boxes.released
        boxes = name_count(len(released.cells), "box", "boxes")
        yield f"It checks and releases T in the {boxes} of {released.name}."
    elif outline.parts is not None:
        parts = name_count(len(outline.parts.nodes), "part")
        yield f"It checks and releases T in the {parts} of {outline.parts.name}."
    elif outline.least is None:
        yield f"It checks and releases T at the levels {named}."
        if not any(outline.levels.values()):
            yield "These are raw values: --levels takes those that dpsql anonymize --json prints."
    else:
        pooled = job.algorithm.pooled
        if pooled is not None and pooled.path == "columns":
            yield f"It lets people climb from {named}"
            yield f"by the steps of a manifest: those where somebody settled {_FOUND}"
        else:
            yield f"It lets people climb from the levels {named}."
        yield f"At least {outline.least} people of P settle together, at the root all who are left."
    yield from _describe_conditions(job)
    yield from _describe_sources(outline)
    if job.public_columns is not None:
        yield f"Of P the public has these columns alone: {', '.join(job.public_columns)}."
    elif job.keep:
        yield f"P must not have the columns that are kept: {', '.join(job.keep)}."
        yield "Whoever has P would join on them, and no check below looks at that."
    yield f"It makes {_PREFIX}{RELEASE}: T with its labels as texts. Drop an older one first."
    if job.release_count is not None:
        yield f"Each row stands there once, with the number of people in {job.release_count}."
    yield "It stays empty if a check fails: the statement that fills it repeats all checks."
    yield f"Other tables {_PREFIX}… are replaced. They, and what the checks print, tell of T."
    if warehouse.keeps_work:
        yield "If a run breaks off, run the statements of the clean-up."
    yield from warehouse.notes


def _describe_conditions(job: Job) -> Iterator[str]:
    """Yield what each class has to satisfy, as the job states it."""
    if job.delta is not None:
        yield f"In each class the share of people of P who are in T is {_as_range(job.delta)}."
    if stated := job.constraints.stated:
        conditions = "; ".join(f"{name}: {as_job_text(value)}" for name, value in stated.items())
        yield f"Each class satisfies {conditions}."


def _as_range(delta: Delta) -> str:
    return f"from {delta.min} to {delta.max}" if delta.min else f"at most {delta.max}"


def _describe_sources(outline: Outline) -> Iterator[str]:
    """Yield where the script reads P, T and mapping tables."""
    job = outline.job
    if job.private.source is None:
        yield from _describe_places({"P": (PUBLIC, job.everybody)}, job)
        yield "T is given by a predicate on the rows of P."
    else:
        places = {"P": (PUBLIC, job.everybody), "T": (PRIVATE, job.private.source)}
        yield from _describe_places(places, job)
    if job.private.key:
        yield f"The rows of T are found in P by the key {job.private.key}."
    for title, source in (("P", job.everybody), ("T", job.private.source)):
        if source is not None and source.count is not None:
            yield f"Each row of {title} stands for as many people as its column {source.count} has."
    mapped = {
        f"the labels of {name}": (source_name(j), words.table)
        for j, (name, words) in enumerate(job.quasi_identifiers.items())
        if words.table is not None and outline.reads_mapping(j)
    }
    yield from _describe_places(mapped, job)


def _describe_places(sources: Mapping[str, tuple[str, Source]], job: Job) -> Iterator[str]:
    """Yield which tables are read, and where the reader puts a name."""
    named, free = [], []
    for title, (placeholder, source) in sources.items():
        name = table_name(source, job)
        if name is None:
            free.append(f"{placeholder} ({title})")
        else:
            named.append(f"{name} ({title})")
    if named:
        yield f"It reads {' and '.join(named)}."
    if free:
        names = "name of your table" if len(free) == 1 else "names of your tables"
        yield f"Put the {names} in the place of {' and '.join(free)}."
