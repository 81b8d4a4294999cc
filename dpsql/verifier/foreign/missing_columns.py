"""Says of columns that a foreign release lacks what may be meant, and the ways out.

A release that lacks a quasi-identifier tells as much as one with ``*`` in each of its cells: its
rows stand for the same people.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from dpsql.domain.job import Job
from dpsql.domain.names import find_same, suggest_column_of_t
from dpsql.domain.plurals import join_names
from dpsql.errors import IntegrityError

#: What may part names that no delimiter parts.
_SIGNS = re.compile(r"[^\w.-]+")


def refuse_missing_columns(columns: Collection[str], job: Job) -> None:
    """Raise IntegrityError that names all columns of the job which the release lacks.

    Names of the release may be cells of T, if it has no header: no more of them are told than of a
    table's.
    """
    expected = (*job.quasi_identifiers, *job.keep)
    missing = [name for name in expected if name not in columns]
    if not missing:
        return
    if len(columns) == 1 and {*missing} <= {*_SIGNS.split(next(iter(columns)))}:
        # They are the job's own names that are told.
        raise IntegrityError(
            f"release: its first line holds {_quote(missing)} in one name; save it with , ; | or a"
            " tab between the columns"
        )
    if len(missing) == len(expected) and not any(find_same(one, columns) for one in missing):
        raise IntegrityError(
            f"release: its first line names none of the job's columns, {_quote(missing)}; write the"
            " names there, or rename its columns to them"
        )
    hints = {name: suggest_column_of_t(name, columns, expected) for name in missing}
    lost = [name for name in missing if not hints[name]]
    noun = "column" if len(missing) == 1 else "columns"
    if len(missing) > 1:
        hints = {name: hint.replace("did", f"for {name!r}, did") for name, hint in hints.items()}
    told = f"release: it has no {noun} {_quote(missing)}"
    mends = "; ".join((told, *_list_mends(lost, job, is_all=lost == missing)))
    raise IntegrityError(mends + "".join(hints.values()))


def _list_mends(lost: Sequence[str], job: Job, *, is_all: bool) -> Iterator[str]:
    """Yield the ways out for columns that no other name of the release is like."""
    coarse = [name for name in lost if name in job.quasi_identifiers]
    kept = [name for name in lost if name not in coarse]
    if coarse:
        it = "it" if len(coarse) == 1 else "them"
        named = it if is_all and not kept else _quote(coarse)
        yield f"add {named} to the release with * in every row{_name_other_way(coarse, it, job)}"
    if kept:
        alone = "it" if len(kept) == 1 else "them"
        them = alone if is_all and not coarse else _quote(kept)
        is_guarded = {*kept} & {*job.constraints.sensitive_columns}
        guarded = ", and from its constraints" if is_guarded else ""
        yield f"drop {them} from the job's keep{guarded}"


def _name_other_way(coarse: Sequence[str], it: str, job: Job) -> str:
    """Return the rest of a sentence, unless a job would have no quasi-identifier left."""
    is_left = len(coarse) < len(job.quasi_identifiers)
    return f", or drop {it} from the job's quasi_identifiers" if is_left else ""


def _quote(names: Sequence[str]) -> str:
    return join_names([repr(name) for name in names])
