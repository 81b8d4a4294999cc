"""Which columns a job may name where: public ones, kept ones, and none of them twice."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dpsql.domain.names import find_alike, find_same, suggest, suggest_column_of_t
from dpsql.domain.sections.private_table import PrivateTable
from dpsql.domain.sections.public_columns import reads_column, tell_joinable, tell_marking
from dpsql.errors import cut_name

if TYPE_CHECKING:
    from dpsql.domain.job import Job

#: Of the other public columns, so many are shown; one of them may be meant.
_MOST_LISTED = 8


class UnlistedColumn(ValueError):
    """A quasi-identifier that is spelled otherwise among the public columns; `keys`: where."""

    def __init__(self, name: str, listed: str) -> None:
        quasi, other = (repr(cut_name(one)) for one in (name, listed))
        super().__init__(
            f"public_columns: it lists {other}, and quasi_identifiers has {quasi}: if both are one"
            f" column, spell them alike; if not, list {quasi}, too"
        )
        self.keys = ("public_columns",)


def refuse_unfit_public(names: tuple[str, ...], quasi_identifiers: Iterable[str]) -> None:
    """Raise ValueError unless public columns are named once, all quasi-identifiers among them."""
    if len({name.casefold() for name in names}) < len(names):
        raise ValueError("a column stands twice (names that differ only in case count as one)")
    quasi = tuple(quasi_identifiers)
    for name in quasi:
        if name not in names:
            raise _tell_unlisted(name, [one for one in names if one not in quasi])


def _tell_unlisted(name: str, others: list[str]) -> ValueError:
    """Say that public columns lack a quasi-identifier; one of the `others` may be meant."""
    if meant := find_same(name, others) or find_alike(name, others):
        return UnlistedColumn(name, meant[0])
    listed = ", ".join(repr(cut_name(one)) for one in others[:_MOST_LISTED])
    hint = f"; others that are listed: {listed}" if listed else ""
    return ValueError(
        f"{name!r} is a quasi-identifier, and is not listed here: if P has this column, list it,"
        f" too; if not, correct its name in quasi_identifiers{hint}"
    )


def refuse_joinable(
    names: tuple[str, ...],
    public: tuple[str, ...] | None,
    private: PrivateTable | None,
    quasi_identifiers: Iterable[str],
) -> None:
    """Raise ValueError for kept columns that are quasi-identifiers, or that the job states public.

    Those of P are refused when P is read.
    """
    for name in names:
        if same := find_same(name, quasi_identifiers):
            stated = "quasi_identifiers" + " and public_columns" * (public is not None)
            raise ValueError(
                f"{same[0]!r} is a quasi-identifier, which the release has generalized; drop it"
                f" from keep, or from {stated} if the public does not have it"
            )
        if find_same(name, public or ()):
            raise ValueError(tell_joinable(name, is_stated=True))
        # T is rows of P, so all of its columns are columns of P.
        if public is None and private is not None and private.where is not None:
            if reads_column(private.where, name):
                raise ValueError(tell_marking(name))
            raise ValueError(tell_joinable(name, is_stated=False))


def refuse_unkept_sensitive(job: "Job") -> None:
    """Raise ValueError for a protected column that is not published."""
    for column in job.constraints.sensitive_columns:
        if column not in job.keep:
            if meant := find_same(column, job.keep) or find_alike(column, job.keep):
                raise ValueError(
                    f"constraints protect column {column!r}, which keep does not list"
                    f"{suggest(column, meant)}"
                )
            if hint := _suggest_of_frame(column, job):
                raise ValueError(
                    f"constraints protect column {column!r}, which T does not have{hint} Write it"
                    " so, and list it in keep"
                )
            raise ValueError(
                f"constraints protect column {column!r}, which is not published and needs no"
                " protection; add it to keep, or drop the constraint"
            )


def _suggest_of_frame(column: str, job: "Job") -> str:
    """Return the rest of a sentence about a column that a T in memory lacks; else nothing."""
    source = job.private.source if job.private.where is None else job.everybody
    names = source.memory.names if source is not None and source.memory is not None else []
    expected = (*job.quasi_identifiers, *filter(None, [job.private.key]))
    return "" if column in names else suggest_column_of_t(column, names, expected)


def refuse_same_columns(job: "Job") -> None:
    """Raise ValueError for a column that would stand twice in the release."""
    names = [name.casefold() for name in (*job.quasi_identifiers, *job.keep)]
    if len(set(names)) < len(names):
        raise ValueError(
            "a column stands twice among quasi_identifiers and keep (names that differ only"
            " in case count as one); drop one"
        )
