"""A statement that makes a column of P out of a predicate that dpsql does not read.

It is advice for people, and never run by dpsql. Cells of a CSV stay the texts that they are.
"""

from pathlib import Path

from sqlglot import exp

from dpsql.domain.sections.source import PeopleSource
from dpsql.engines.sql_text import write
from dpsql.sql.tables.predicate import FLAG

#: Characters of a predicate that a message repeats.
_LONGEST = 200
_MANY = "*?["
#: How files are read, by the ends of their names.
_KINDS = {".csv": "read_csv({}, header = true, all_varchar = true)", ".parquet": "{}"}


def advise_flag(predicate: str, public: PeopleSource) -> str:
    """Return how to make a column of P out of a predicate, and what to write then.

    Empty if P is not one file or one table, or the predicate is too long to be repeated.

    >>> advise_flag("zip LIKE '4%'", PeopleSource(path="p.parquet")).partition(" TO ")[0]
    "DuckDB makes one by COPY (SELECT *, (zip LIKE '4%') AS in_t FROM 'p.parquet')"
    >>> advise_flag("zip LIKE '4%'", PeopleSource(path="p.csv")).partition(";")[2]
    ' then write public: p_in_t.csv and where: in_t'
    """
    if len(predicate) > _LONGEST:
        return ""
    flag = f"SELECT *, ({predicate}) AS {FLAG} FROM"
    if public.table is not None:
        made = f"{public.table}_{FLAG}"
        return (
            f"it is made by CREATE VIEW {made} AS {flag} {public.table}; then write public: {made}"
            f" and where: {FLAG}"
        )
    path = public.path or ""
    kind = Path(path).suffix
    if kind not in _KINDS or "://" in path or any(one in path for one in _MANY):
        return ""
    made = f"{path.removesuffix(kind)}_{FLAG}{kind}"
    read = _KINDS[kind].format(_quote(path))
    return (
        f"DuckDB makes one by COPY ({flag} {read}) TO {_quote(made)}; then write public: {made} and"
        f" where: {FLAG}"
    )


def _quote(text: str) -> str:
    return write(exp.Literal.string(text), "duckdb")
