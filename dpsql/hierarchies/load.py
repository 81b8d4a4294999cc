"""Loads the hierarchies of a job: leaf-to-root CSV files, trees, mapping tables, rules.

A CSV has one row per leaf and one column per level, ``;`` or ``,``, no header (ARX's format). An
unquoted empty field is NULL, ``""`` is the empty text, as in the tables themselves.
"""

import logging
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import TREE, Hierarchy, LabelHierarchy, Leaf, nest
from dpsql.domain.levels.lattice import refuse_missing_levels
from dpsql.domain.names import suggest_column
from dpsql.domain.plurals import name_count
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.domain.table_names import split_table_name
from dpsql.engines.base import Engine
from dpsql.errors import ConfigError, HierarchyError, SchemaError, error_of
from dpsql.files.encodings import find_utf_16, tell_to_utf_8
from dpsql.files.near_files import suggest_file
from dpsql.hierarchies.empty_labels import Cell, note_empty_labels, tell_empty_labels
from dpsql.inputs.file_kinds import tell_kind
from dpsql.inputs.places import Place
from dpsql.sql.templates import column, identifier, render

_log = logging.getLogger("dpsql")
_MAX_FILE_BYTES = 512 * 2**20
_MAX_DEPTH = 32
#: Rules that somebody may name alone, where a job names a file.
_RULES = {
    "widths": "{widths: [5, 10]}",
    "dates": "{dates: [month, year]}",
    "prefix": "{prefix: [3, 1]}",
    "tree": "{tree: {America: [USA, Canada], Europe: [Spain, France]}}",
}
#: Bytes that tell a file of another kind.
_START = 4
#: An address as a path contains it, with merged slashes; a single letter is a drive.
_ADDRESS = re.compile(r"(^|/)[A-Za-z][A-Za-z0-9+.-]+:/")


def load_hierarchies(
    job: Job, mapping_places: dict[str, Place], engine: Engine
) -> dict[str, Hierarchy]:
    """Load one hierarchy per quasi-identifier, in the order of the job.

    Raises:
        HierarchyError: malformed; names the quasi-identifier, and the line or the columns.
        ConfigError: a file does not exist, or an order lists a value that is not a leaf.
            SchemaError: a mapping table lacks a column.
    """
    hierarchies: dict[str, Hierarchy] = {}
    for position, (name, words) in enumerate(job.quasi_identifiers.items()):
        if name in mapping_places:
            with job.origin.locating("quasi_identifiers", name):
                rows = _read_mapping(engine, position, name, words, mapping_places[name])
                hierarchies[name] = _nest(rows, name, words, "row")
        else:
            key = "hierarchy" if words.tree is None else "tree"
            with job.origin.locating("quasi_identifiers", name, key):
                hierarchies[name] = load_hierarchy(name, words, job.folder)
        if isinstance(words.order, tuple):
            with job.origin.locating("quasi_identifiers", name, "order"):
                _refuse_strangers(words.order, name, hierarchies[name])
    return hierarchies


def _refuse_strangers(order: Iterable[str], name: str, hierarchy: Hierarchy) -> None:
    for value in order:
        if not hierarchy.covers(value):
            raise ConfigError(
                f"order of {name}: {value!r} has no place in the hierarchy; list leaves of it"
            )


def load_hierarchy(name: str, words: QuasiIdentifier, folder: Path) -> Hierarchy:
    """Load a hierarchy that needs no engine: a rule, a tree or a file."""
    rule = words.rule()
    if rule is not None:
        return rule
    if words.tree is not None:
        return _nest(enumerate(_walk(words.tree, name), 1), name, words, TREE)
    path = folder / str(words.hierarchy)
    rows = _warn_of_header(read_rows(path, name, words.delimiter), name, path)
    empty: list[Cell] = []
    hierarchy = _nest(note_empty_labels(rows, empty), _name_file(name, path), words, "line")
    if empty:
        _log.warning("hierarchy of %s, %s", _name_file(name, path), tell_empty_labels(empty))
    return hierarchy


def refuse_levels_above(job: Job, levels: Mapping[str, object]) -> None:
    """Raise ConfigError for a level that its hierarchy has not, where that needs no engine."""
    heights = {
        name: load_hierarchy(name, words, job.folder).height
        if name in levels and words.table is None
        else None
        for name, words in job.quasi_identifiers.items()
    }
    refuse_missing_levels(levels, heights)


def _name_file(name: str, path: Path) -> str:
    """Name a hierarchy with its file, whose lines are told."""
    return name if name == path.name else f"{name} ({path.name})"


def _warn_of_header(
    rows: Iterable[tuple[int, tuple[Leaf, ...]]], name: str, path: Path
) -> Iterator[tuple[int, tuple[Leaf, ...]]]:
    """Yield all rows; log a warning if the first begins with the name of the column."""
    for i, (line, row) in enumerate(rows):
        if not i and row[0] is not None and row[0].strip().casefold() == name.casefold():
            _log.warning(
                "hierarchy of %s, line %d: it looks like a header and is read as a leaf, since"
                " hierarchies have none; remove it",
                _name_file(name, path),
                line,
            )
        yield line, row


def _nest(
    rows: Iterable[tuple[int, tuple[Leaf, ...]]], name: str, words: QuasiIdentifier, unit: str
) -> LabelHierarchy:
    nulls_are_leaves = words.nulls == "own_leaf"
    hierarchy, repeated = nest(rows, name, nulls_are_leaves=nulls_are_leaves, unit=unit)
    if repeated:
        _log.warning(
            "hierarchy of %s: %s twice, the first %s; repetitions are ignored",
            name,
            name_count(len(repeated), "row stands", "rows stand"),
            f"is leaf {repeated[0]} of the tree" if unit == TREE else f"on {unit} {repeated[0]}",
        )
    return hierarchy


def _decode(read: bytes) -> str | None:
    """Return the text of a file; None if it is not UTF-8."""
    try:
        # Letters of UTF-16 that ASCII has are UTF-8, too, with NUL between them.
        return None if find_utf_16(read) else read.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def read_rows(
    path: Path, name: str, delimiter: str | None = None
) -> Iterator[tuple[int, tuple[Leaf, ...]]]:
    """Read numbered rows of a hierarchy file; the number is the line where the row starts."""
    if _ADDRESS.search(str(path)) and not path.exists():
        raise ConfigError(
            f"hierarchy of {name}: hierarchies are read from local files only, and this is an"
            " address; copy the file here first"
        )
    try:
        state = path.stat()
        if not stat.S_ISREG(state.st_mode):
            raise HierarchyError(f"hierarchy of {name}: {path.name} is no plain file")
        read = path.read_bytes() if state.st_size <= _MAX_FILE_BYTES else None
    except OSError as error:
        problem = f"hierarchy of {name}: {path.name} cannot be read"
        told = error_of(error, problem, ConfigError)
        hint = suggest_file(path) if isinstance(error, FileNotFoundError) else ""
        if path.name in _RULES:
            hint = f"; if it is a rule, write {_RULES[path.name]}"
        elif path.name.isdecimal():
            hint = f"; for intervals of so many write {{widths: [{path.name}]}}"
        raise type(told)(f"{told}{hint}") from None
    if read is None:
        raise HierarchyError(f"hierarchy of {name}: {path.name} is larger than 512 MB")
    if kind := tell_kind(read[:_START]):
        raise HierarchyError(
            f"hierarchy of {name}: {path.name} is no CSV: {kind.partition(';')[0]}; save it as CSV"
            " UTF-8"
        )
    text = _decode(read)
    if text is None:
        mend = tell_to_utf_8(read)
        raise HierarchyError(f"hierarchy of {name}: {path.name} is not UTF-8; {mend}")
    blank, width, named = 0, 0, _name_file(name, path)
    for line, record in _records(text, delimiter or ";,"):
        if record:
            if delimiter is None:
                unquoted = "".join(record.split('"')[::2])
                delimiter = ";" if ";" in unquoted else ","
                if "\t" in unquoted and delimiter not in unquoted:
                    raise HierarchyError(
                        f"hierarchy of {named}, line {line}: its cells are separated by tabs; write"
                        f" ; in place of each: tr '\\t' ';' < {path.name} > NEW"
                    )
            row = _split(record, delimiter, f"hierarchy of {named}, line {line}")
            width = len(row)
            yield line, row
        else:
            blank = blank or line
        if blank and width == 1:
            # In a file of one column it could also be a leaf: NULL.
            raise HierarchyError(
                f"hierarchy of {named}, line {blank}: it is blank; drop it, and if it stands for"
                " NULL write nulls: own_leaf in the job"
            )


def _records(text: str, delimiters: str) -> Iterator[tuple[int, str]]:
    """Yield the records and their first lines; a quoted field may span lines."""
    opening = re.compile(f'(?:^|[{delimiters}])"')
    parts: list[str] = []
    for number, line in enumerate(text.removesuffix("\n").split("\n") if text else (), 1):
        is_open = _is_open(line, opening, inside=bool(parts))
        parts.append(line)
        if not is_open:
            yield number - len(parts) + 1, "\n".join(parts).removesuffix("\r")
            parts = []
    if parts:
        yield number - len(parts) + 1, "\n".join(parts)


def _is_open(line: str, opening: re.Pattern[str], *, inside: bool) -> bool:
    """Whether a quoted field is still open at the end of the line."""
    position = 0
    while True:
        if not inside:
            found = opening.search(line, position)
            if found is None:
                return False
            position, inside = found.end(), True
        end = line.find('"', position)
        if end < 0:
            return True
        inside = line.startswith('""', end)
        position = end + 1 + inside


def _split(record: str, delimiter: str, where: str) -> tuple[Leaf, ...]:
    """Split a record into fields; an unquoted empty field is NULL."""
    if '"' not in record:
        return tuple(field or None for field in record.split(delimiter))
    fields: list[Leaf] = []
    rest: str | None = record
    while rest is not None:
        if not rest.startswith('"'):
            field, found, after = rest.partition(delimiter)
            fields.append(field or None)
            rest = after if found else None
            continue
        end = 1
        while rest.startswith('""', end) or (end < len(rest) and rest[end] != '"'):
            end += 2 if rest[end] == '"' else 1
        after = rest[end + 1 :]
        if end >= len(rest) or (after and not after.startswith(delimiter)):
            raise HierarchyError(f"{where}: a quote does not close where its field ends")
        fields.append(rest[1:end].replace('""', '"'))
        rest = after[len(delimiter) :] if after else None
    return tuple(fields)


def _walk(tree: dict[str, Any], name: str, depth: int = 1) -> Iterator[tuple[Leaf, ...]]:
    """Yield the leaf-to-root path of each leaf of a nested tree."""
    if depth > _MAX_DEPTH:
        raise HierarchyError(f"hierarchy of {name}: the tree is nested more than {_MAX_DEPTH} deep")
    for label, below in tree.items():
        if isinstance(below, dict):
            for path in _walk(below, name, depth + 1):
                yield (*path, label)
        elif isinstance(below, list) and all(isinstance(leaf, str) for leaf in below):
            for leaf in below:
                yield (leaf, label)
        else:
            raise HierarchyError(
                f"hierarchy of {name}: below {label!r} stands {_name_shape(below)}; write a list of"
                " leaves, or a mapping of labels"
            )


def _name_shape(below: object) -> str:
    """Name what is no list of leaves."""
    if not isinstance(below, list):
        return "neither a list of leaves nor a mapping of labels"
    found = next(one for one in below if not isinstance(one, str))
    return "a list with a mapping in it" if isinstance(found, dict) else "a list with a list in it"


def _read_mapping(
    engine: Engine, position: int, name: str, words: QuasiIdentifier, place: Place
) -> Iterator[tuple[int, tuple[Leaf, ...]]]:
    """Read the distinct rows of a mapping table, as text, leaf first, sorted by code point.

    Engines return rows in any order; sorted, they always give the same hierarchy.
    """
    table = f"hierarchy_{position}"
    engine.register(table, place)
    present = engine.columns(table)
    for wanted in words.columns or ():
        if wanted not in present:
            hint = suggest_column(wanted, present, words.columns or ())
            raise SchemaError(
                f"hierarchy of {name}: the mapping table has no column {wanted!r}{hint}"
            )
    rows = sorted(engine.fetch(mapping_query(table, words)), key=_put_null_last)
    refuse_two_parents(rows, name, words.columns or ())
    return enumerate(rows, 1)


def refuse_two_parents(rows: Sequence[tuple[Leaf, ...]], name: str, columns: Sequence[str]) -> None:
    """Raise HierarchyError unless each value has one parent; this also gives each leaf one row.

    Errors name the columns and no value: rows of a table have no numbers, and a job may name the
    wrong table, even T.
    """
    for level, (lower, upper) in enumerate(pairwise(columns)):
        parents: dict[Leaf, Leaf] = {}
        for row in rows:
            if parents.setdefault(row[level], row[level + 1]) != row[level + 1]:
                raise HierarchyError(
                    f"hierarchy of {name}: rows of the mapping table agree in {lower!r} and differ"
                    f" in {upper!r} (NULL is a value); give each {lower!r} one {upper!r}"
                )


def _put_null_last(row: tuple[Leaf, ...]) -> list[tuple[bool, str]]:
    return [(label is None, label or "") for label in row]


def mapping_query(table: str, words: QuasiIdentifier) -> exp.Query:
    """Return the query that reads the mapping table named `table`, leaf first, as text."""
    names = ["leaf", *(f"label_{level}" for level in range(1, len(words.columns or ())))]
    columns = [
        {"value": column(wanted), "name": identifier(name)}
        for wanted, name in zip(words.columns or (), names, strict=True)
    ]
    parts = [identifier(part) for part in reversed(split_table_name(table))]
    source = exp.Table(**dict(zip(("this", "db", "catalog"), parts, strict=False)))
    return render("list_mapping_rows", table=source, columns=columns)
