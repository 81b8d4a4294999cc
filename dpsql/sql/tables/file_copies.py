"""Statements of DuckDB that write a mended copy of a file, for people to run.

Columns of a CSV stay text, so that codes keep the zeros before them.
"""

from collections.abc import Sequence
from pathlib import Path

from sqlglot import exp

from dpsql.engines.sql_text import write
from dpsql.files.absolute import make_absolute
from dpsql.inputs.places import Files, Place

#: What a path of many files has; a statement is for one.
_PATTERN = {"*", "?", "["}
_READ = (".parquet", ".csv")
#: How the name of a copy with one row of each person ends.
PEOPLE = "people"


def is_one_file(path: str) -> bool:
    """Whether a path is that of one file that DuckDB reads by its name.

    >>> is_one_file("p.csv"), is_one_file("p/*.csv"), is_one_file("")
    (True, False, False)
    """
    return path.lower().endswith(_READ) and not _PATTERN & {*path}


def have_own_copies(paths: Sequence[str]) -> bool:
    """Whether copies of files would not replace each other, as those of t.csv and t.parquet do.

    >>> have_own_copies(["a/p.csv", "a/t.csv"]), have_own_copies(["p.csv", "p.parquet"])
    (True, False)
    """
    return len({Path(path).with_suffix("") for path in paths}) == len(paths)


def name_files(places: Sequence[Place | None]) -> list[str]:
    """Return the path of each place that is one file, from the current folder; empty for others."""
    return [_name_file(place) for place in places]


def _name_file(place: Place | None) -> str:
    if not isinstance(place, Files) or len(place.paths) > 1 or place.pattern:
        return ""
    path, here = place.paths[0], make_absolute(Path())
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def read_file(path: str) -> exp.Expr:
    """Return what a statement selects from, for the rows of a file."""
    literal = exp.Literal.string(path)
    if not path.lower().endswith(".csv"):
        return exp.Anonymous(this="read_parquet", expressions=[literal])
    words = [
        exp.PropertyEQ(this=exp.to_identifier(name), expression=exp.true())
        for name in ("all_varchar", "header")
    ]
    return exp.Anonymous(this="read_csv", expressions=[literal, *words])


def find_original(path: str) -> str:
    """Return the file beside a copy with one row of each person that it was made of; empty if none.

    >>> find_original("p.csv"), find_original("no-people.parquet")
    ('', '')
    """
    copy = Path(path)
    if copy.suffix != ".parquet" or not copy.stem.endswith(f"-{PEOPLE}"):
        return ""
    stem = copy.stem.removesuffix(f"-{PEOPLE}")
    beside = (copy.with_name(f"{stem}{suffix}") for suffix in _READ)
    return next((str(one) for one in beside if one.is_file()), "")


def tell_original(path: str) -> str:
    """Say where keys of T are that a P with one row of each person has not; empty if it is whole.

    `path`: the file of P.
    """
    if not (original := find_original(path)):
        return ""
    return (
        f"; P keeps one row of each person of {original}: if T names other rows of it, run init for"
        f" {original} and T, whose job has a statement for T, too"
    )


def write_copy(rows: exp.Query, path: str, suffix: str) -> str:
    """Return the statement that writes rows of a file to Parquet beside it.

    >>> write_copy(exp.select("*").from_(read_file("a/t.parquet")), "a/t.parquet", "people")
    "COPY (SELECT * FROM READ_PARQUET('a/t.parquet')) TO 'a/t-people.parquet' (FORMAT parquet);"
    """
    target = exp.Literal.string(str(Path(path).with_name(f"{Path(path).stem}-{suffix}.parquet")))
    return f"COPY ({write(rows, 'duckdb')}) TO {write(target, 'duckdb')} (FORMAT parquet);"
