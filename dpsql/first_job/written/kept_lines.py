"""Writes which columns of T a job may keep, and why not others, as comments.

What looks like a column of P under another name gets a statement that renames it.
"""

from collections.abc import Iterator

from sqlglot import exp

from dpsql.domain.column_words import find_kind
from dpsql.domain.found.kept_columns import KeptColumn
from dpsql.domain.found.other_names import Shared
from dpsql.domain.other_people import may_be_of_one
from dpsql.domain.words.yaml_words import as_yaml
from dpsql.first_job.draft import Draft
from dpsql.first_job.profile import Profile
from dpsql.first_job.spelled_names import find_spelled
from dpsql.sql.tables.copies import has_copy, name_copies, read_rows, write_copy
from dpsql.sql.templates import column

#: How the name of a copy ends in which columns of T have P's names.
_NAMED = "named"


def write_kept(draft: Draft) -> Iterator[str]:
    """Yield the columns that T alone has: those to keep, and those that identify people."""
    constant = [one for one in draft.kept if _is_constant(one, draft.found.private_rows)]
    columns = [one for one in draft.kept if one not in constant]
    others = [
        one for one in columns if one.identifies and not (one.singles_out and not _is_told(one))
    ]
    if names := [one.name for one in columns if one not in others]:
        yield "# Columns of T to publish as they are; they must not identify a person:"
        yield f"# keep: {as_yaml(names)}"
    if single := [one for one in columns if one.singles_out and one not in others]:
        nearly = all(one.is_unique for one in single)
        how = "nearly every row has" if nearly else "half of the rows or more have"
        named = as_yaml([one.name for one in single])
        own = "a value of its own" if nearly else "a value of their own"
        yield f"#  {named}: {how} {own}; whoever knows that of a"
        yield "#  person finds the row: round or group such values, or do not keep them"
    if constant:
        yield "# Not to keep, as all rows of T have the same there, which says nothing of a row:"
        yield f"#  {as_yaml([one.name for one in constant])}"
    if others:
        yield "# Columns of T that identify people, and should not be kept:"
    for one in others:
        why = _tell_why(one)
        yield f"#  {as_yaml(one.name)}: {' '.join(why.split())}{_tell_key(one, draft)}"
    yield from (f"#  {line}" for line in _rename(draft))


def _is_constant(one: KeptColumn, private_rows: int) -> bool:
    """Whether all rows of T have the same value, or none; one beside NULL is a flag."""
    return not one.rows or (one.distinct == 1 and one.rows == private_rows)


def _is_told(one: KeptColumn) -> bool:
    """Whether it identifies people by more than that its values differ."""
    told = one.public_column or one.kind or one.link or one.alike
    return bool(told or one.is_known)


def _tell_why(one: KeptColumn) -> str:
    """Say by what a column of T identifies people: what is worst, and by which column of P."""
    if one.public_column:
        return f"it has the values of {as_yaml(one.public_column)}, by which P is joined"
    if one.is_known_as_day:
        return "others may know this day of a person; keep its year alone, or have it in P, too"
    if one.is_known:
        return "by its name, others know it of a person; to use it, P must have it, too"
    told = [one.kind or _tell_link(one), "" if one.alike is None else _tell_alike(one.alike)]
    return "; ".join(filter(None, told))


def _tell_link(one: KeptColumn) -> str:
    if one.link is None:
        return ""
    public = as_yaml(one.link.public)
    if one.link.tells:
        return f"each of its values goes with one of {public}, whatever level that has"
    return f"it follows from {public}, and may say more of that than its released label"


def _tell_alike(alike: Shared) -> str:
    public = as_yaml(alike.public)
    if alike.is_of_others:
        return f"by its name and its values, which {public} has, it names other people of P"
    if alike.is_shown_by_rows:
        return (
            f"nearly every row of T equals one of P that has its value in {public}, by which P is"
            " joined"
        )
    if not alike.shared:
        return (
            f"by its name alone, it may be P's column {public}, written otherwise; then write it so"
            " in T, too, to use it, or leave it out"
        )
    mend = "name it so in T, too, to use it" if alike.has_values else "write it so in T, too"
    return f"it looks like P's column {public} under another name; {mend}, or leave it out"


def _tell_key(one: KeptColumn, draft: Draft) -> str:
    """Say that a column of T could be the key, if it has the values of a column that P has once."""
    unique = {column.name for column in draft.found.public if column.distinct == column.rows}
    is_key = one.public_column in unique and find_kind(one.public_column) == "identifier"
    if draft.key is not None or not is_key:
        return ""
    return f"; name it {as_yaml(one.public_column)} in T, too, and T is matched by this key"


def _rename(draft: Draft) -> Iterator[str]:
    """Yield what a statement does that calls columns of T as P does, and it; none by a key.

    Those that P spells otherwise, too. Nor is there one where another statement makes a copy of T:
    what names people comes first.
    """
    found = draft.found
    private = found.originals[1] if len(found.originals) > 1 else ""
    if draft.key is not None or found.is_marked or not has_copy(private):
        return
    if found.names_in_private or found.panel or draft.people.of_private:
        # What names people comes first: its statement makes a copy of T, too.
        return
    names = _list_names(draft.kept, found)
    if not names:
        return
    renamed = [exp.alias_(column(own), public, quoted=True) for public, own in names.items()]
    rows = exp.select(exp.Star(rename=renamed)).from_(read_rows(private))
    statement = write_copy(rows, private, _NAMED)
    if statement.isprintable():
        yield (
            "This calls them as P does, in DuckDB, if they are the same; then run init with"
            f" {name_copies([private])} for T:"
        )
        yield statement


def _list_names(kept: tuple[KeptColumn, ...], found: Profile) -> dict[str, str]:
    """Return T's names of columns by P's, each once."""
    names = {
        one.name: spelled[0] for one in found.public if (spelled := find_spelled(one.name, found))
    }
    for one in kept:
        public = one.public_column
        # What rows alone say may be wrong of a column that others make.
        if one.alike is not None and one.alike.has_values and not one.alike.is_shown_by_rows:
            public = one.alike.public
        is_of_one = public and may_be_of_one(one.name, public)
        if is_of_one and public not in found.private:
            names.setdefault(public, one.name)
    return names
