"""What the page to sign says was not checked, and is taken for granted."""

from collections.abc import Iterator

from dpsql.domain.found.kept_columns import KeptColumn
from dpsql.domain.found.telling_columns import (
    list_showing,
    name_deciding,
    name_likely,
    tell_showing,
)
from dpsql.domain.job import Job
from dpsql.domain.plurals import name_count
from dpsql.report.sign_off.before import MOST_LISTED, MOST_NAMED, Before, name_some


def list_unchecked(job: Job, before: Before) -> Iterator[str]:
    """What the owner takes for granted, and should know."""
    yield from _list_known(job, before)
    yield _tell_people(job)
    if before.differing is not None and before.differing.rows and job.private.key is not None:
        yield before.differing.assume(job.private.key)
    yield from _list_beforehand(job)
    if job.keep:
        few = len(job.keep) <= MOST_LISTED
        named = ", ".join(job.keep) if few else name_count(len(job.keep), "column")
        yield f"What the columns published as they are reveal about a person: {named}."
    yield from (line for one in before.identifying for line in _tell_kept(one))


def _list_known(job: Job, before: Before) -> Iterator[str]:
    """Which columns of P nobody may know."""
    yield "That nobody knows more columns of these people than an outsider is taken to know."
    deciding = [n for n in name_deciding(before.telling) if n not in job.quasi_identifiers]
    for name in deciding[:MOST_NAMED]:
        yield (
            f"That nobody knows {name}, though public_columns lists it: it alone decides who is in"
            " T, whatever is released."
        )
    if (more := len(deciding) - MOST_NAMED) > 0:
        yield f"The same of {name_count(more, 'other column')} (dpsql check names them)."
    yield from _list_showing(job, before)
    if likely := name_likely(before.telling):
        yield (
            f"That nobody knows {name_some(likely)}: it alone may tell who is in T. One of its"
            " values, or all but one, has about as many people of P as T has rows."
        )


def _list_showing(job: Job, before: Before) -> Iterator[str]:
    """Yield the public columns that show much of T, and that no hierarchy generalizes."""
    rows = before.private_rows
    showing = [
        one for one in list_showing(before.telling, rows) if one.name not in job.quasi_identifiers
    ]
    for one in showing[:MOST_NAMED]:
        yield (
            f"That nobody knows {one.name}, though public_columns lists it:"
            f" {tell_showing(one, rows)}, whatever is released."
        )
    if (more := len(showing) - MOST_NAMED) > 0:
        yield f"The same of {name_count(more, 'other column')} (dpsql check names them)."


def _tell_people(job: Job) -> str:
    """Who P has to list, by what names its people."""
    if job.population is not None and job.is_estimated:
        return "That the statistics of P are right, and tables of them independent of each other."
    if job.person:
        return "That P has everybody, and is the P that others have."
    if job.private.key is not None:
        return (
            f"That each {job.private.key} is another person, and that P has everybody and is the P"
            " that others have."
        )
    if job.public_count is not None:
        return "That P has everybody once, and is the P that others have."
    why = "names no person" if job.person is None else "says that no column names people"
    return (
        f"That P has everybody once, as one row (not checked: the job {why}), and is the P that"
        " others have."
    )


def _list_beforehand(job: Job) -> Iterator[str]:
    """What others may know beforehand, beside the columns of P."""
    if job.prior is None:
        yield "That everybody of P is as likely as another to be in T beforehand."
    else:
        yield "That the rates of the prior are right, and that nobody knows better ones."
    if job.known_absent is None:
        yield "That nobody knows who is not in T."
    else:
        absent = name_count(job.known_absent, "person", "people")
        yield f"That nobody knows of more than {absent} of a class that they are not in T."
    earlier = name_count(len(job.earlier), "earlier one")
    beside = f", beside the {earlier} of the job" if job.earlier else ""
    yield f"That no other release of the same people is out, or will be{beside}."
    if job.choose != "from_public":
        yield (
            "That nobody concludes anything from the choice of this release among all that hold"
            " (the minimality attack)."
        )


def _tell_kept(one: KeptColumn) -> Iterator[str]:
    """Yield what a kept column that identifies people asks of everybody."""
    if one.public_column:
        yield (
            f"That nobody has the column {one.public_column} of P, though the job lets the"
            f" public have it: {one.name} is kept with its values, and whoever has both joins"
            " on it, whatever δ is."
        )
    elif one.link or one.alike:
        yield from _tell_other_columns(one)
    elif one.is_known or one.singles_out:
        yield f"That nobody knows {one.name} of a person{_tell_known(one)}"
    else:
        yield f"That {one.name}, which is kept, identifies nobody: by its name, {one.kind}."


def _tell_known(one: KeptColumn) -> str:
    """Say why somebody might, and what a kept column then tells.

    >>> _tell_known(KeptColumn("admitted", 90, 30, days=90))
    ', though others may know such a day: it is kept, and δ does not bound what it tells them.'
    >>> _tell_known(KeptColumn("lab", 90, 80))
    ': it is kept, and at least 70 of 90 rows have a value that no other row has.'
    """
    if one.singles_out:
        told = f"at least {one.alone:,} of {one.rows:,} rows have a value that no other row has"
    else:
        told = "δ does not bound what it tells them"
    if not one.is_known:
        return f": it is kept, and {told}."
    why = "others may know such a day" if one.is_known_as_day else "its name says that others do"
    return f", though {why}: it is kept, and {told}."


def _tell_other_columns(one: KeptColumn) -> Iterator[str]:
    """Yield what it asks by the columns of P that it goes with, and that it looks like."""
    if one.link is not None:
        goes = "tells" if one.link.tells else "follows from"
        yield (
            f"That nobody has the column {one.link.public} of P, though the job lets the public"
            f" have it: {one.name}, which is kept, {goes} it, and whoever has both narrows down"
            " who a row is, whatever δ is."
        )
    if one.alike is not None and one.alike.is_of_others:
        yield (
            f"That it harms nobody if {one.name}, which is kept, names other people of P than"
            f" those of its rows: {one.alike.public} has its values."
        )
    elif one.alike is not None:
        looks = "as it looks" if one.alike.shared else "as its name alone says"
        yield (
            f"That {one.name}, which is kept, is not P's column {one.alike.public} under"
            f" another name, {looks}: whoever has both narrows down who a row is, whatever δ"
            " is."
        )
