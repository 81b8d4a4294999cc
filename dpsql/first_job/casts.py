"""Tells how columns of a CSV, which are text, get the types that the other table has.

A CSV in place of a typed file is why most shared columns differ, and a job cannot cast.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from sqlglot import exp

from dpsql.engines.base import ColumnType
from dpsql.engines.sql_text import write
from dpsql.first_job.profile import Profile
from dpsql.first_job.tables import Asked
from dpsql.sql.templates import column, identifier


def tell_casts(asked: Asked, found: Profile) -> Iterator[str]:
    """Yield for P and T, if a CSV, the columns that differ for that alone, and how it is mended.

    What is told has names of files and columns, and types.
    """
    if asked.private is None or asked.has_tables:
        return
    public = {one.name: one.type for one in found.public}
    for path, own, other in (
        (asked.public, public, found.private),
        (asked.private, found.private, public),
    ):
        casts = {
            name: other[name]
            for name, type_ in own.items()
            if type_.family == "text" and name in other and other[name].family != "text"
        }
        if casts and path.lower().endswith(".csv"):
            yield (
                f"{', '.join(casts)}: text in {Path(path).name}, since it is a CSV, but not in the"
                " other table, so the job leaves them out. Give them its types, in DuckDB, and name"
                f" the new file in place of the CSV: {write_cast(path, casts)}"
            )


def write_cast(path: str, casts: Mapping[str, ColumnType]) -> str:
    """Return the statement of DuckDB that writes a CSV to Parquet, with the types of `casts`.

    All other columns stay text, so that codes keep the zeros before them.
    """
    text = exp.PropertyEQ(this=exp.to_identifier("all_varchar"), expression=exp.true())
    read = exp.Anonymous(this="read_csv", expressions=[exp.Literal.string(path), text])
    replaced = [
        exp.alias_(
            exp.Cast(this=column(name), to=exp.DataType.build(type_.title, "duckdb", udt=True)),
            identifier(name),
        )
        for name, type_ in casts.items()
    ]
    rows = exp.Select(expressions=[exp.Star(replace=replaced)]).from_(read)
    target = exp.Literal.string(str(Path(path).with_name(f"{Path(path).stem}-typed.parquet")))
    return f"COPY ({write(rows, 'duckdb')}) TO {write(target, 'duckdb')} (FORMAT parquet);"
