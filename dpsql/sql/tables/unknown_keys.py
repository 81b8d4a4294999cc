"""Statements of DuckDB for rows of T whose key P lacks: one that lists them, one that drops them.

They are for people to run where T may be read: nothing of T is in them.
"""

from collections.abc import Sequence

from sqlglot import exp

from dpsql.engines.sql_text import write
from dpsql.sql.tables.copies import (
    Original,
    has_copy,
    have_own_copies,
    name_copies,
    read_rows,
    write_copy,
)
from dpsql.sql.templates import column

#: How the name of a copy ends whose keys P all has.
_KNOWN = "known"
#: Both tables.
P_AND_T = 2


def tell_unknown(originals: Sequence[Original], key: str) -> list[tuple[str, str]]:
    """Return what each statement does, and the statement; none where DuckDB does not read P and T.

    >>> [(_, listed), (told, copied)] = tell_unknown(["p.parquet", "t.parquet"], "pid")
    >>> listed.partition(" WHERE ")[0]
    "SELECT * FROM READ_PARQUET('t.parquet')"
    >>> told.partition(";")[0], copied.partition(") TO ")[2]
    ('This writes T without them', "'t-known.parquet' (FORMAT parquet);")
    """
    if len(originals) < P_AND_T or not all(map(has_copy, originals)):
        return []
    if not have_own_copies(originals):
        return []
    public, private = originals
    keys = exp.select(_read_key(key)).from_(read_rows(public))
    rows = exp.select(exp.Star()).from_(read_rows(private))
    is_known = exp.In(this=_read_key(key), query=keys.subquery())
    listed = f"{write(rows.where(is_known.copy().not_()), 'duckdb')};"
    copied = write_copy(rows.where(is_known), private, _KNOWN)
    if not (listed.isprintable() and copied.isprintable()):
        return []
    then = f"then run init for {name_copies([private])}, or name it in the job"
    return [
        ("This lists these rows, in DuckDB, where T may be read", listed),
        (f"This writes T without them; {then}", copied),
    ]


def _read_key(key: str) -> exp.Expr:
    """Return the key as text: a CSV has no other, and whole numbers of any type are written so."""
    return exp.cast(column(key), "VARCHAR")
