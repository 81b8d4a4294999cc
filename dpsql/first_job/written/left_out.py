"""Writes the columns that a first job leaves out, as comments: those of one reason together.

A wide table has dozens of them; each with its reason would be a page that nobody reads.
"""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from dpsql.first_job.proposal import Proposal
from dpsql.first_job.roles import (
    IN_FLAGS,
    IS_STUDIED,
    MEASURED,
    NAMED_AS_TIME,
    OF_ANOTHER,
    OF_SERIES,
    TIME_OF_ROW,
    UNKNOWN,
)

#: So many columns of one reason stand under it.
_LEAST_TOGETHER = 3
_WIDTH = 98
_SAID_OF_MANY = {
    UNKNOWN: "Nothing says that others know these; if they do, list them above:",
    MEASURED: "These look like measurements; to publish them as they are, see public_columns and"
    " keep:",
    IS_STUDIED: "The names or values of these are like those of what a study looks at (a status,"
    " outcomes, treatments, diagnoses), which few know of others; if they do, list them above:",
    NAMED_AS_TIME: "These are named like times; when a row was collected describes nobody; if they"
    " are of people and others know them, list them above:",
    OF_ANOTHER: "These seem to be of a relative or second ones, which fewer people know; if they"
    " do, list them above:",
    OF_SERIES: "These are numbered like others, as waves or ranks are, of which one is"
    " chosen; if others know more of them, list them above:",
    IN_FLAGS: "These seem to be several flags of one column, as no row has two of them; to use"
    " them, make that column and list it above:",
    TIME_OF_ROW: "These seem to be when rows were collected, which describes nobody; if they are"
    " when something happened to people, list them above:",
}


def list_left_out(
    left_out: Sequence[Proposal], written: Mapping[str, tuple[str, str]]
) -> Iterator[str]:
    """Yield the lines of a comment, without its sign: first the columns with a reason of their own.

    `written`: by column, its name and its hierarchy as YAML on a line; the latter may be empty.
    """
    groups: dict[str, list[Proposal]] = {}
    for one in left_out:
        groups.setdefault(one.reason, []).append(one)
    together = [
        reason
        for reason, members in groups.items()
        if reason in _SAID_OF_MANY and len(members) >= _LEAST_TOGETHER
    ]
    for one in left_out:
        if one.reason not in together:
            name, rule = written[one.name]
            yield _write("  " + name, rule, "; ".join(filter(None, (one.remark, one.reason))))
    for reason in together:
        yield from _wrap(_SAID_OF_MANY[reason], " ")
        yield from _list_together(groups[reason], written)


def _list_together(
    members: Sequence[Proposal], written: Mapping[str, tuple[str, str]]
) -> Iterator[str]:
    """Yield columns with one line for those that have the same hierarchy and remark."""
    alike: dict[tuple[str, str], list[str]] = {}
    for one in members:
        name, rule = written[one.name]
        alike.setdefault((rule, one.remark), []).append(name)
    for (rule, remark), names in alike.items():
        *lines, last = _wrap(", ".join(names), "  ")
        yield from lines
        yield _write(last, rule, remark)


def _wrap(text: str, indent: str) -> list[str]:
    return wrap(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _write(name: str, rule: str, remark: str) -> str:
    said = " ".join(remark.split())
    return f"{name}: {rule}  # {said}" if rule else f"{name}: {said}"
