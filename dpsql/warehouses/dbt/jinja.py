"""Writes SQL as files that dbt renders: user text stays text, tables become refs or sources.

dbt renders its files with Jinja. Every opening brace of the SQL, which only texts and names of the
user can contain, is written as an expression that gives one; all other Jinja is ours.
"""

from collections.abc import Mapping

from sqlglot import exp

from dpsql.errors import ConfigError
from dpsql.sql.templates import identifier
from dpsql.warehouses.dialects import Warehouse
from dpsql.warehouses.rewrites import place_tables

_BRACE = "{{ '{' }}"


def escape(text: str) -> str:
    """Write a text so that Jinja renders it as it is.

    >>> escape("a {{ b }} {% c %}")
    "a {{ '{' }}{{ '{' }} b }} {{ '{' }}% c %}"
    """
    return text.replace("{", _BRACE)


def write_model(query: exp.Expr, references: Mapping[str, str], warehouse: Warehouse) -> str:
    """Write a query; `references` maps logical tables to the Jinja that names them in dbt.

    Raises:
        ConfigError: it contains a carriage return, which Jinja treats as an end of line.
    """
    plain = warehouse.write(query)
    number = 0
    while f"reference {number} " in plain:
        number += 1
    marks = {name: f"reference {number} {name}" for name in references}
    places = {name: exp.Table(this=identifier(mark)) for name, mark in marks.items()}
    text = escape(warehouse.write(place_tables(query.copy(), places)))
    for name, mark in marks.items():
        for quote in ('"', "`"):
            text = text.replace(f"{quote}{mark}{quote}", references[name])
    if "\r" in text:
        raise ConfigError("dbt: a text or a name holds a line break that Jinja changes; rename it")
    return f"{text}\n"
