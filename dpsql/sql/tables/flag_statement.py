"""A statement that makes a column of P out of a predicate that dpsql does not read.

It is advice for people, and never run by dpsql.
"""

import re

from sqlglot import exp

from dpsql.domain.sections.source import PeopleSource
from dpsql.engines.sql_text import write
from dpsql.sql.tables.copies import DelimitedFile, has_copy, name_copy, read_rows, write_copy

#: The column that a statement makes.
FLAG = "in_t"
#: Characters of a statement that a message has room for.
_LONGEST = 400
#: A name of a table that every engine reads without quotes.
_PLAIN = re.compile(r"[A-Za-z_]\w*([.][A-Za-z_]\w*)*")


def advise_flag(predicate: exp.Expr, public: PeopleSource | None) -> str:
    """Return what to write once P has a column in place of a predicate, and how to make it.

    The statement comes last, so that it is easily copied.

    Empty if P is not one file or one table, or the statement is too long to be told.

    >>> from sqlglot import condition
    >>> told = advise_flag(condition("zip LIKE '4%'"), PeopleSource(path="p.parquet"))
    >>> told.partition("; ")[0]
    'write public: p-in_t.parquet and where: in_t'
    >>> told.partition("; ")[2].partition(" TO ")[0]
    "DuckDB makes it: COPY (SELECT *, (zip LIKE '4%') AS in_t FROM READ_PARQUET('p.parquet'))"
    """
    if public is None:
        return ""
    flag = exp.alias_(exp.paren(predicate, copy=True), FLAG)
    rows = exp.select(exp.Star(), flag)
    if public.table is not None and _PLAIN.fullmatch(public.table):
        made = f"{public.table}_{FLAG}"
        statement = f"CREATE VIEW {made} AS {write(rows.from_(public.table), 'duckdb')}"
        who = "a view has it"
    elif public.path and has_copy(public.path):
        made = name_copy(public.path, FLAG)
        original = DelimitedFile(public.path, public.delimiter) if public.delimiter else public.path
        statement = write_copy(rows.from_(read_rows(original)), original, FLAG)
        who = "DuckDB makes it"
    else:
        return ""
    if len(statement) > _LONGEST or not statement.isprintable():
        return ""
    return f"write public: {made} and where: {FLAG}; {who}: {statement.removesuffix(';')}"
