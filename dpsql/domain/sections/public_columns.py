"""Which columns of P are public, and which columns of T may therefore be published.

A kept column is published as it is. If an outsider has the same column of P, they join on it in
addition to the quasi-identifiers, and presence over the quasi-identifiers bounds nothing. Columns
are identified by their names. Names that differ only in case count as one, as in engines, and so do
names that look alike.
"""

from collections.abc import Iterable

from dpsql.domain.names import find_same, fold_name
from dpsql.errors import ConfigError


def find_public_columns(
    stated: Iterable[str] | None, columns: Iterable[str], marking: Iterable[str]
) -> tuple[str, ...]:
    """Return the columns of P that anyone may know: those that the job states, else all.

    `columns` are P's own. `marking` are those that only mark T, which no outsider has.

    >>> find_public_columns(None, ["zip", "age", "in_trial"], ["in_trial"])
    ('zip', 'age')
    """
    if stated is not None:
        return tuple(stated)
    hidden = {fold_name(name) for name in marking}
    return tuple(name for name in columns if fold_name(name) not in hidden)


def tell_joinable(name: str, *, is_stated: bool) -> str:
    """Return why a column may not be published, and what to do.

    `is_stated`: the job lists it as public; otherwise it is a column of P.
    """
    where, cure = "it is in P", "list in public_columns what the public has of P"
    if is_stated:
        where, cure = (
            "public_columns lists it",
            "from public_columns if the public does not have it",
        )
    return (
        f"the public has column {name!r}, too ({where}), and would join on it; drop it from keep,"
        f" or {cure}"
    )


def tell_marking(name: str) -> str:
    """Return why a column that marks the rows of T may not be published, and what to do."""
    return (
        f"column {name!r} marks the rows of T (private: where names it), and P has it, too; drop it"
        " from keep, or list in public_columns what the public has of P"
    )


def reads_column(where: str, name: str) -> bool:
    """Whether a predicate names a column, by its text alone; case does not count.

    >>> reads_column("In_Trial", "in_trial"), reads_column("in_trial_2 = 'x'", "in_trial")
    (True, False)
    """
    text, sought = fold_name(where), fold_name(name)
    before, found, after = text.partition(sought)
    while found:
        if not (_ends_in_word(before[-1:]) or _ends_in_word(after[:1])):
            return True
        before, found, after = after.partition(sought)
    return False


def _ends_in_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def refuse_joinable(
    keep: Iterable[str], stated: Iterable[str] | None, columns: Iterable[str]
) -> None:
    """Raise ConfigError for a kept column that is public: one `stated`, else one of P."""
    known = list(columns if stated is None else stated)
    for name in keep:
        if find_same(name, known):
            raise ConfigError(f"keep: {tell_joinable(name, is_stated=stated is not None)}")


def refuse_public_mark(marking: Iterable[str], stated: Iterable[str] | None) -> None:
    """Raise ConfigError if the job states that all columns that mark the rows of T are public."""
    names, known = list(marking), list(stated or ())
    if names and all(find_same(name, known) for name in names):
        raise ConfigError(
            f"public_columns: {names[0]!r} marks the rows of T; whoever has it knows who is in T:"
            " drop it there"
        )
