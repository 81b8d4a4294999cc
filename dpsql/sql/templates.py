"""Renders a template of sql_templates/ into an AST.

Templates own the shape of a statement; whatever depends on columns, values or dialect reaches them
as a sqlglot expression, and a raw string in a template is an error. User text is never a template.
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined, TemplateNotFound
from sqlglot import exp, parse_one
from sqlglot.dialects.duckdb import DuckDB

from dpsql.engines.sql_text import write
from dpsql.errors import EngineError, error_of
from dpsql.whole_templates import WholeTemplates

#: Statements of more characters hold many labels, and their ASTs are not kept.
_LONG = 20_000


def find_templates() -> Path:
    """Find the folder of templates: inside the wheel, or at the top of a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "sql_templates"
    return installed if installed.is_dir() else package.parent / "sql_templates"


class Template(DuckDB):
    """DuckDB's SQL, but that ``ORDER BY "all"`` is the order of a column with this name.

    sqlglot takes any name of the letters for the keyword, quoted or not; no template has that.
    """

    SUPPORTS_ORDER_BY_ALL = False


def render(template: str, **fragments: Any) -> exp.Query:
    """Fill `template` (a file name without folder and suffix) with AST fragments and parse it."""
    try:
        source = _environment().get_template(f"{template}.sql.j2")
    except TemplateNotFound:
        # jinja2 makes this an OSError, but a missing template is a bug of dpsql.
        raise
    except OSError as error:
        raise error_of(error, f"the template {template} cannot be read", EngineError) from None
    text = source.render(fragments)
    query = _parse(text) if len(text) > _LONG else _parse_once(text).copy()
    if not isinstance(query, exp.Query):
        raise TypeError(f"{template} is not a query")
    query.meta["template"] = template
    return query


@lru_cache(maxsize=256)
def _parse_once(text: str) -> exp.Expr:
    """Parse a statement that may come again: a copy costs a tenth of parsing."""
    return _parse(text)


def _parse(text: str) -> exp.Expr:
    query = parse_one(text, read=Template)
    # Positions in the text are dropped, and with them the dictionaries that held them: copying
    # these would take half the time of copying the statement, and empty lists of comments a
    # quarter of what is left.
    for node in query.walk():
        node.comments = node.comments or None
        if node.meta_get("line") is not None:
            node._meta = None  # `meta` can be emptied, but not removed
    return query


@cache
def _environment() -> WholeTemplates:
    return WholeTemplates(
        # A name is unique in all folders; a test asserts it.
        loader=FileSystemLoader(sorted({path.parent for path in find_templates().rglob("*.j2")})),
        undefined=StrictUndefined,
        finalize=_only_expressions,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
    )


def _only_expressions(value: object) -> str:
    if not isinstance(value, exp.Expr):
        raise TypeError(f"a template takes expressions, not {type(value).__name__}")
    if isinstance(value, exp.Identifier):
        return _quote(value.name)
    return write(value, "duckdb", identify=True, comments=False)


@cache
def _quote(name: str) -> str:
    """Write an identifier; statements of a search repeat the same few, so results are cached."""
    return write(identifier(name), "duckdb", identify=True)


def identifier(name: str) -> exp.Identifier:
    """Quote a name."""
    return exp.to_identifier(name, quoted=True)


def column(name: str, table: str | None = None) -> exp.Column:
    """Refer to a column by quoted names."""
    return exp.Column(this=identifier(name), table=identifier(table) if table else None)
