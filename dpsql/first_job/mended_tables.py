"""Which tables of a first job a statement keeps one row of each person of, and what of them."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlglot import exp

from dpsql.domain.plurals import join_names
from dpsql.first_job.draft import Draft
from dpsql.first_job.people.one_row_each import (
    Naming,
    Repeating,
    mark_in_file,
    name_person,
)
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.proposals import name_others
from dpsql.sql.tables.file_copies import is_one_file
from dpsql.sql.tables.private_table import marked_by_predicate


def list_repeating(
    draft: Draft,
    panel: Panel,
    public: Mapping[str, Any],
    private: Mapping[str, Any] | None,
    where: str | None,
) -> Iterator[Repeating]:
    """Yield P, and T if P's mend changes what it has to have, with what P does not have of it.

    T's last row of somebody may be another than P's: P's values count. `where`: the predicate that
    marks T, if it is no table of its own.
    """
    found = draft.found
    # As a column of T has this name in another sense, so has P.
    person = name_person(panel, [*(one.name for one in found.public), *found.private])
    mark = _find_mark(draft, panel, where)
    yield Repeating(public, person=person, mark=mark)
    if private is None:
        return
    others = (*name_others(found, panel.names),)
    if _names_people(draft, panel):
        # What names people together is one column of P then, and so of T.
        repeats = bool(person) or draft.people.private < found.private_rows
        time = panel.latest
        is_timed = time is None or time.name in _list_own(draft)
        kept = others if person else (*panel.names, *others)
        if repeats:
            yield Repeating(private, kept, person, is_timed=is_timed)
    elif (naming := _find_naming(draft, public)) is not None:
        yield Repeating(private, others, person, naming=naming)


def tell_unnamed(draft: Draft, panel: Panel) -> Iterator[str]:
    """Yield what a T needs whose key names rows of P, and not the people of these."""
    if draft.found.is_marked or draft.key is None or _names_people(draft, panel):
        return
    key, those = draft.key.name, "this column" if len(panel.names) == 1 else "these columns"
    yield (
        f"T has no {join_names(panel.names)}: give it {those} of P, by {key}, before P loses rows,"
        f" and leave {key} out"
    )


def _names_people(draft: Draft, panel: Panel) -> bool:
    """Whether T itself has all columns that name people; not those that it takes from P."""
    return _list_own(draft).issuperset(panel.names)


def _list_own(draft: Draft) -> set[str]:
    return {*draft.found.private}.difference(draft.found.joined)


def _find_mark(draft: Draft, panel: Panel, where: str | None) -> exp.Expr | None:
    """Return what marks rows of T, unless all rows of each person are known to be marked alike."""
    if where is None or (panel.is_certain and not draft.people.partly):
        return None
    found = draft.found
    types = {one.name: one.type for one in (*found.public, *found.marking)}
    mark = marked_by_predicate(where, types).mark
    return None if mark is None else mark_in_file(mark)


def _find_naming(draft: Draft, public: Mapping[str, Any]) -> Naming | None:
    """Return how P names the people of a T of keys; None if P is no file."""
    path, key = public.get("path", ""), draft.key
    return None if key is None or not is_one_file(path) else Naming(path, key.name)
