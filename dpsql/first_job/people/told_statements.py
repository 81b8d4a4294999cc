"""Tells what statements do that keep one row of each person, as a short list, and yields each.

One shape for all of them: what of P and of T is kept, what is written anew, what is lost, and what
to do then. Each piece is a line on a terminal and in a job.
"""

from collections.abc import Iterator, Sequence

from dpsql.domain.plurals import join_names, name_count
from dpsql.faces import name_option
from dpsql.first_job.people.one_row_each import Repeating, has_ties, write_one_row_each
from dpsql.first_job.people.panels import Panel
from dpsql.inputs.places import EngineTable
from dpsql.sql.tables.copies import has_copy, have_own_copies, name_copies

#: Of columns that differ in rows of people, so many are named.
_MOST_SHOWN = 6
_HEAD = "This keeps one row of each person, in DuckDB (in Python by duckdb.sql):"


def tell_one_row_each(
    panel: Panel, tables: Sequence[Repeating], key: str | None = None, *, is_last: bool = True
) -> Iterator[str]:
    """Yield what statements of DuckDB do, and each of them, for files and tables of DuckDB.

    `tables`: P, and T if it has several rows of people, too. `key`: where there is a job already,
    the one by which it matches such a T. `is_last`: no other statement follows, after which `init`
    is run. Nothing where a statement cannot be printed on a line, or the first table has none: T's
    alone would mend nothing. Nothing of orders and the like, of which a person may have several.
    """
    if not tables or not has_copy(tables[0].original) or panel.may_be_of_occasions:
        return
    statements = [
        write_one_row_each(one.original, panel, one) for one in tables if has_copy(one.original)
    ]
    if not statements or not all(one.isprintable() for one in statements):
        return
    if not have_own_copies([one.original for one in tables]):
        return
    told = [*_tell_kept(panel, tables), *_tell_varying(panel, tables)]
    told += [*_tell_written(panel, tables), _tell_lost(panel, tables)]
    if is_last:
        told.append(_tell_next(tables, key, len(statements)))
    yield _HEAD
    yield from (f"- {one}{':' if one is told[-1] else '.'}" for one in told)
    yield from statements


def ask_first(told: Sequence[str], condition: str) -> Iterator[str]:
    """Yield the same list, which holds under a condition: `If not`, say.

    >>> [*ask_first(["This keeps one:", "- of P, the last:"], "If not, ")]
    ['If not, this keeps one:', '- of P, the last:']
    """
    for number, one in enumerate(told):
        yield one if number else f"{condition}{one[:1].lower()}{one[1:]}"


def _tell_kept(panel: Panel, tables: Sequence[Repeating]) -> Iterator[str]:
    """Yield which row of each table is kept, and by which order."""
    for one in tables:
        of_what = f"of {_letter(one, tables)}, "
        if one.columns is not None and {*one.columns} <= {*panel.names}:
            # So that no order matters.
            written = [one.person] if one.person else panel.names
            yield f"{of_what}only {join_names([*map(_show, written)])}, as P has its other columns"
        else:
            yield f"{of_what}{_tell_order(one, panel)}{_tell_columns(one)}"


def _tell_varying(panel: Panel, tables: Sequence[Repeating]) -> Iterator[str]:
    """Yield which columns of P describe the row that is kept, and not the person."""
    if panel.varying and tables[0].columns is None:
        shown, others = panel.varying[:_MOST_SHOWN], len(panel.varying) - _MOST_SHOWN
        more = [name_count(others, "other")] if others > 0 else []
        differ, they, them = "differ", "they describe", "them"
        if len(panel.varying) == 1:
            differ, they, them = "differs", "it describes", "it"
        yield (
            f"{join_names([*map(_show, shown), *more])} {differ} in most people with several rows:"
            f" {they} the kept row; unless others know that row, leave {them} out of the next job"
        )


def _letter(one: Repeating, tables: Sequence[Repeating]) -> str:
    """Return whether a table is P or T, of which only some columns are kept, or which is last."""
    return "P" if one is tables[0] and one.columns is None else "T"


def _tell_columns(one: Repeating) -> str:
    return "" if one.columns is None else "; only columns that P lacks"


def _tell_order(one: Repeating, panel: Panel) -> str:
    time, place = one.find_time(panel), _name_place(one)
    first = f"the first row of each in the {place}"
    unknown = panel.latest if one.is_timed else None
    unknown = unknown or one.own_time
    if time is not None:
        ties = f", of several of one {_show(time.name)} the first in the {place}"
        return f"the last row of each by {_show(time.name)}{ties * has_ties(time, panel)}"
    if unknown is None:
        but = " but that of the mark" if one.flag else ""
        return f"{first}, as no column{but} is known to order them"
    name, table = _show(unknown.name), "T" if unknown is one.own_time else "P"
    return (
        f"{first}, as the order of the values of {name} is not known: to keep the last, give"
        f" {table} a column such as {name}_no that numbers them, and run init again"
    )


def _name_place(one: Repeating) -> str:
    return "table" if isinstance(one.original, EngineTable) else "file"


def _tell_written(panel: Panel, tables: Sequence[Repeating]) -> Iterator[str]:
    """Yield what is written anew: a column that names people, a mark, values and names."""
    if made := next((one.person for one in tables if one.person), ""):
        yield f"new column {_show(made)}: {panel.title} as one text"
    if flag := next((one.flag for one in tables if one.flag), ""):
        yield f"new column {flag}: whether any row of somebody is marked"
        if left_out := next((one.left_out for one in tables if one.left_out), ()):
            it, named = "it" if len(left_out) == 1 else "them", join_names([*map(_show, left_out)])
            yield (
                f"left out: {named}, as the condition of T reads {it}; if others know {it}, remove"
                f" {it} from EXCLUDE"
            )
    elif any(one.mark is not None for one in tables):
        yield "the row is marked if any row of somebody is marked"
    if alike := dict.fromkeys(name for one in tables for name in one.alike):
        said = next(one.folding.said for one in tables if one.alike)
        yield f"{join_names([*map(_show, alike)])} {said}"
    pairs = [pair for one in tables for pair in one.renamed.items()]
    if called := [f"{_show(private)} of T {_show(public)}" for public, private in pairs]:
        yield f"calls {join_names(called)}, if both name the same people"


def _tell_lost(panel: Panel, tables: Sequence[Repeating]) -> str:
    """Say what is lost, of the first table in numbers."""
    rows = name_count(panel.rows - panel.people, "other row", "other rows")
    told = f"lost: {rows} of {_letter(tables[0], tables)}"
    if len(tables) > 1:
        told += ", and those of T"
    return f"{told}, and whatever they alone say of somebody"


def _tell_next(tables: Sequence[Repeating], key: str | None, statements: int) -> str:
    flag = next((one.flag for one in tables if one.flag), "")
    originals = [one.original for one in tables]
    then = f"then run init for {name_copies(filter(has_copy, originals))}"
    if flag:
        then += f" with {name_option('where', flag)}"
    if key is None:
        return then
    if flag:
        return f"{then}, or name it in the job, with private: {{where: {flag}}}"
    if statements == 1:
        return f"{then}, or name it in the job"
    return f"{then}, or name them in the job with key: {key}"


def _show(name: str) -> str:
    return " ".join(name.split())
