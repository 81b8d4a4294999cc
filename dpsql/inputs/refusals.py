"""Checks of every place, whatever reads it: paths must be UTF-8, column names distinct."""

from pathlib import Path

from dpsql.errors import DpsqlError, SchemaError


def refuse_unspeakable(path: Path, words: str, kind: type[DpsqlError]) -> None:
    """Raise `kind` for a path that is not UTF-8, which SQL cannot name."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise kind(f"{words}: its path is not UTF-8; rename the file or the folder") from None


def refuse_ambiguous_names(
    columns: tuple[str, ...], name: str, mend: str = "rename one, or give the file its header"
) -> None:
    """Raise SchemaError if two columns have the same name, or names that differ only in case.

    The message has positions: without a header, the names in a CSV are values, perhaps of T.
    """
    seen: dict[str, int] = {}
    for position, column in enumerate(columns, 1):
        first = seen.setdefault(column.casefold(), position)
        if first != position:
            raise SchemaError(
                f"{name}: columns {first} and {position} have the same name (case does not tell"
                f" them apart); {mend}"
            )
