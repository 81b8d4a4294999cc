"""Statements of DuckDB that write a mended copy of a file, or of a table, for people to run.

Columns of a CSV stay text, so that codes keep the zeros before them. A table's copy stands beside
it, in its database.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from pathlib import Path

from sqlglot import exp

from dpsql.domain.plurals import join_names
from dpsql.engines.sql_text import write
from dpsql.files.absolute import make_absolute
from dpsql.inputs.csv_header import DELIMITERS
from dpsql.inputs.places import EngineTable, Files, Place
from dpsql.sql.tables.folders import Folder, find_folder


@dataclass(frozen=True)
class DelimitedFile:
    """A CSV, or several by a pattern, by a path and a delimiter that DuckDB may not find itself."""

    path: str
    delimiter: str


#: The path of a file, or of files of one folder by a pattern; a folder whose files are one table;
#: or a table of a DuckDB database.
Original = str | DelimitedFile | EngineTable | Folder

#: What a path of many files has. DuckDB and dpsql read brackets in ways of their own.
_PATTERN, _BRACKET = {"*", "?"}, "["
_DELIMITED = (".csv", ".tsv", ".txt")
_READ = (".parquet", *_DELIMITED)
#: How the name of a copy with one row of each person ends.
PEOPLE = "people"


def is_file_of_duckdb(path: str) -> bool:
    """Whether DuckDB reads a file by its name, or can be told how.

    >>> is_file_of_duckdb("p.tsv"), is_file_of_duckdb("p.duckdb")
    (True, False)
    """
    return path.lower().endswith(_READ)


def is_delimited(path: str) -> bool:
    """Whether a file is a CSV by its name, whatever its delimiter."""
    return path.lower().endswith(_DELIMITED)


def has_copy(original: Original) -> bool:
    """Whether DuckDB reads it by its name, and there is a name for a copy of it.

    >>> has_copy("p.csv"), has_copy("p_*.csv"), has_copy("*/p.csv"), has_copy("")
    (True, True, False, False)
    """
    return isinstance(original, EngineTable) or bool(_name_copy(original, PEOPLE))


def have_own_copies(originals: Sequence[Original]) -> bool:
    """Whether copies would not replace each other, as those of t.csv and t.parquet do.

    Nor one of the files themselves.

    >>> have_own_copies(["a/p.csv", "a/t.csv"]), have_own_copies(["p.csv", "p.parquet"])
    (True, False)
    >>> have_own_copies(["./p.csv", "p-people.parquet"])
    False
    """
    named = {
        one if isinstance(one, EngineTable) else _name_copy(one, PEOPLE) or one for one in originals
    }
    paths = {str(Path(path)) for one in originals if (path := _find_path(one))}
    copies = {_name_copy(one, PEOPLE) for one in originals if not isinstance(one, EngineTable)}
    return len(named) == len(originals) and paths.isdisjoint(copies)


def name_copies(originals: Iterable[Original]) -> str:
    """Name the copies of these, in a sentence.

    >>> name_copies(["p.csv"]), name_copies(["p.csv", "t.csv"])
    ('the new file', 'the new files')
    >>> name_copies([EngineTable(("p",)), "t.csv"])
    'the new table and file'
    """
    kinds = ["table" if isinstance(one, EngineTable) else "file" for one in originals]
    unlike = [*dict.fromkeys(kinds)]
    return f"the new {join_names(unlike)}" + "s" * (len(kinds) > len(unlike))


def name_originals(places: Sequence[Place | None], dialect: str) -> list[Original]:
    """Return what each place is, if a copy of it can be written; empty for others.

    Paths start from the current folder. `dialect`: that of the engine that has the tables.
    """
    return [_name_original(place, dialect) for place in places]


def _name_original(place: Place | None, dialect: str) -> Original:
    if isinstance(place, EngineTable):
        return place if dialect == "duckdb" else ""
    if not isinstance(place, Files):
        return ""
    path, here = Path(place.pattern or place.paths[0]), make_absolute(Path())
    delimiter = _find_delimiter(place)
    if (folder := find_folder(place, here)) is not None:
        return replace(folder, delimiter=delimiter)
    shown = str(path.relative_to(here) if path.is_relative_to(here) else path)
    return DelimitedFile(shown, delimiter) if delimiter else shown


def _find_delimiter(place: Files) -> str:
    """Return the delimiter of a CSV if DuckDB might take another one for it; else empty."""
    if place.format != "csv":
        return ""
    is_plain = not any(sign in name for name in place.columns for sign in DELIMITERS)
    return "" if place.delimiter == DELIMITERS[0] and is_plain else place.delimiter


def _find_path(original: Original) -> str:
    """Return the path of a file, or of several by a pattern; empty for what is none."""
    if isinstance(original, DelimitedFile):
        return original.path
    return original if isinstance(original, str) else ""


def read_rows(original: Original) -> exp.Expr:
    """Return what a statement selects from, for the rows of files or of a table.

    Columns of several files are those of one name; those of partitions are texts.
    """
    if isinstance(original, EngineTable):
        return _name_table(original.parts)
    path = original.pattern if isinstance(original, Folder) else _find_path(original)
    is_csv = is_delimited(path)
    words = ["all_varchar", "header"] if is_csv else []
    words += ["union_by_name"] if _PATTERN & {*path} else []
    options = dict.fromkeys(words, exp.true())
    delimiter = "" if isinstance(original, str) else original.delimiter
    if isinstance(original, Folder) and original.is_partitioned:
        # A partition is a text in dpsql, too: a number would lose the zeros before it.
        options |= {"hive_partitioning": exp.true(), "hive_types_autocast": exp.false()}
    named = [
        exp.PropertyEQ(this=exp.to_identifier(name), expression=value)
        for name, value in options.items()
    ]
    if is_csv and delimiter:
        named.append(name_delimiter(delimiter))
    read = "read_csv" if is_csv else "read_parquet"
    return exp.Anonymous(this=read, expressions=[exp.Literal.string(path), *named])


def name_delimiter(delimiter: str) -> exp.PropertyEQ:
    """Return the option of DuckDB's reader of CSV that names the delimiter.

    DuckDB reads two letters as a tab, which has no place in a line.
    """
    written = exp.Literal.string("\\t" if delimiter == "\t" else delimiter)
    return exp.PropertyEQ(this=exp.to_identifier("delim"), expression=written)


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
    folder = copy.with_name(stem)
    return next((str(one) for one in beside if one.is_file()), str(folder) * folder.is_dir())


def keeps_one_row_each(public: Original) -> bool:
    """Whether the name of a file says that it has one row of each person of another file.

    >>> [keeps_one_row_each(f"{one}.parquet") for one in ("p-people", "p-people-typed", "people")]
    [True, True, False]
    """
    copy = Path(_find_path(public))
    return copy.suffix == ".parquet" and copy.stem.removesuffix("-typed").endswith(f"-{PEOPLE}")


def tell_original(public: Original, private: Original = "") -> str:
    """Say where keys of T may be that P lacks, if P has one row of each person of another file.

    Empty if it has not, or if T is such a copy, too. `public`, `private`: what P and T are.
    """
    if not (original := find_original(_find_path(public))) or find_original(_find_path(private)):
        return ""
    return (
        f"; P keeps one row of each person of {original}: if T names other rows of it, run init for"
        f" {original} and T, whose job has a statement for T, too"
    )


def write_copy(rows: exp.Query, original: Original, suffix: str) -> str:
    """Return the statement that writes rows to Parquet beside their file, or beside their table.

    >>> write_copy(exp.select("*").from_(read_rows("a/t.parquet")), "a/t.parquet", "people")
    "COPY (SELECT * FROM READ_PARQUET('a/t.parquet')) TO 'a/t-people.parquet' (FORMAT parquet);"
    >>> write_copy(exp.select("*").from_(read_rows(EngineTable(("t",)))), EngineTable(("t",)), "x")
    'CREATE TABLE "t_x" AS SELECT * FROM "t";'
    """
    if isinstance(original, EngineTable):
        *schema, name = original.parts
        copy = _name_table([*schema, f"{name}_{suffix}"])
        return f"{write(exp.Create(this=copy, kind='TABLE', expression=rows), 'duckdb')};"
    target = exp.Literal.string(_name_copy(original, suffix))
    return f"COPY ({write(rows, 'duckdb')}) TO {write(target, 'duckdb')} (FORMAT parquet);"


def _name_copy(original: str | DelimitedFile | Folder, suffix: str) -> str:
    """Return the path of a copy of files; that of a folder lies beside it."""
    if not isinstance(original, Folder):
        return name_copy(_find_path(original), suffix)
    folder = Path(original.path)
    return str(folder.with_name(f"{folder.name}-{suffix}.parquet"))


def name_copy(path: str, suffix: str) -> str:
    """Return the path of a copy of a file, or of files by a pattern; empty if there is none.

    >>> name_copy("a/reg_*.csv", "people"), name_copy("a/*.parquet", "people")
    ('a/reg-people.parquet', 'a-people.parquet')
    """
    original = Path(path)
    if original.suffix.lower() not in _READ or "://" in path or _BRACKET in path:
        return ""
    if not _PATTERN & {*path}:
        return str(original.with_name(f"{original.stem}-{suffix}.parquet"))
    # What is read as one file in dpsql is not read as a pattern.
    if _PATTERN & {*str(original.parent)} or "**" in path or original.exists():
        return ""
    parts = (part.strip(" ._-") for part in re.split("[*?]+", original.stem))
    stem = "_".join(filter(None, parts))
    beside = original.with_name(f"{stem}-{suffix}.parquet")
    if stem and not fnmatch(beside.name, original.name):
        return str(beside)
    # A copy that the pattern matches would be read as rows of it.
    folder = original.parent
    return str(folder.with_name(f"{folder.name}-{suffix}.parquet")) if folder.name else ""


def count_statements(pieces: Iterable[str]) -> int:
    """Count the statements among lines that say what these do.

    >>> count_statements(["This writes T:", "COPY (SELECT 1) TO 't.parquet';"])
    1
    """
    return sum(one.startswith(("COPY (", "CREATE TABLE ")) for one in pieces)


def find_copy(original: Original, suffix: str) -> Original:
    """Return what `write_copy` writes.

    >>> find_copy("a/t.csv", "people"), find_copy(EngineTable(("s", "t")), "people").parts
    ('a/t-people.parquet', ('s', 't_people'))
    """
    if isinstance(original, EngineTable):
        *schema, name = original.parts
        return replace(original, parts=(*schema, f"{name}_{suffix}"))
    return _name_copy(original, suffix)


def _name_table(parts: Sequence[str]) -> exp.Table:
    """Return a table of a catalogue by the parts of its name, the widest first."""
    named = [exp.to_identifier(part, quoted=True) for part in parts]
    words = dict(zip(("this", "db", "catalog"), reversed(named), strict=False))
    return exp.Table(**words)
