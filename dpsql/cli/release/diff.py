"""``dpsql diff``: what changed from one release to the next."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.text import Text

import dpsql
from dpsql.cli.terminal.plain import one_line, plain_table
from dpsql.cli.terminal.shared_options import TableOptions
from dpsql.domain.plurals import name_count
from dpsql.report.sentences import as_percent
from dpsql.report.written_bounds import write_bound
from dpsql.use_cases.diff import ComparedPeople, Difference

_SHARE = re.compile(r"[0-9]+/[1-9][0-9]*")
#: What claims of a pooled release are called.
_OF_POOLED = {
    "pooled least": "people who settle together, at least",
    "pooled path": "path of who climbs",
    "pooled public_rows": "people of P who climbed",
    "pooled private_rows": "rows of T that climbed",
    "pooled classes": "classes",
    "steps": "steps of who climbed",
}
_NESTING = {
    "equal": "The levels are the same: the new release tells nothing that the old one does not.",
    "finer": "The new levels are finer or equal everywhere: the old release adds nothing to them.",
    "coarser": "The new levels are coarser or equal everywhere: they add nothing to the old ones.",
    "neither": "The levels of neither release nest in the other's: of one T, both tell more"
    " together than each; judge them with earlier: in a job.",
}


def diff(
    old: Annotated[
        Path, typer.Argument(metavar="OLD", help="A release of dpsql: a file, or a folder.")
    ],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="Another one.")],
    job: Annotated[
        Path | None,
        typer.Option(metavar="JOB", help="A job with the P and hierarchies of both."),
    ] = None,
    above: Annotated[
        str | None,
        typer.Option(metavar="SHARE", help="Count people above this presence: 1/5 or 0.2."),
    ] = None,
    *,
    shared: TableOptions,
) -> None:
    """Compare two releases of dpsql by the manifests beside them.

    Tells which claims changed: levels, presence, δ, columns, people and rows. With --job also how
    many people of P are above a presence by the new release and were not by the old one (by
    default the job's δmax, or 20 %), and the loss of releases of the job's T; OLD and NEW may then
    be tables of the job's engine, too. Without --job all of
    this is public; with it, everything but the losses follows from P and the releases.
    """
    with shared.begin() as output:
        options = shared.gather(output)
        found = dpsql.diff(old, new, job=job, above=above, **options)
        output.show(found.to_dict(), lambda: _describe(found))


def _describe(found: Difference) -> RenderableType:
    """A table of what changed, how the levels relate, and people above the presence."""
    old, new = (one.release for one in found.claims)
    table = plain_table("", "old", "new")
    if old.rows_of_private != new.rows_of_private:
        table.add_row("rows of T", f"{old.rows_of_private:,}", f"{new.rows_of_private:,}")
    for name, (before, after) in found.changed.items():
        for claim, *values in _list_rows(name.replace("_", " "), before, after):
            table.add_row(*map(one_line, (_OF_POOLED.get(claim, claim), *values)))
    parts: list[RenderableType] = []
    if table.rows:
        parts.append(table)
    if found.is_same_file:
        parts.append(Text("Both files have the same bytes."))
    elif not found.changed:
        parts.append(Text("Their manifests claim the same; their rows differ."))
    if found.nesting is not None:
        parts.append(Text(_NESTING[found.nesting]))
    if old.rows_of_private != new.rows_of_private:
        parts.append(Text("They are of different T: what both tell together is not known."))
    if found.compared is not None:
        parts += [Text(line) for line in _tell_people(found.compared)]
    return Group(*parts)


def _list_rows(name: str, before: Any, after: Any) -> list[tuple[str, str, str]]:
    """One row per field of a claim, those alone that differ.

    Of lists of names only what went and what came; files are told of by their number.
    """
    if before == after:
        return []
    if _lists_names(before) and _lists_names(after) and {*before} != {*after}:
        gone = [f"− {one}" for one in before if one not in after]
        come = [f"+ {one}" for one in after if one not in before]
        return [(name, "", ", ".join(gone + come))]
    if not isinstance(before, dict | None) or not isinstance(after, dict | None):
        return [(name, _write(before), _write(after))]
    return [
        row
        for key in dict.fromkeys((*(before or {}), *(after or {})))
        for row in _list_rows(f"{name} {key}", (before or {}).get(key), (after or {}).get(key))
    ]


def _lists_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _write(value: Any) -> str:
    if value is None:
        return "-"
    if _lists_names(value):
        return ", ".join(value)
    if isinstance(value, list | dict):
        return name_count(len(value), "entry", "entries")
    if isinstance(value, str) and _SHARE.fullmatch(value):
        return write_bound(Fraction(value))
    return f"{value:,}" if isinstance(value, int) else str(value)


def _tell_people(compared: ComparedPeople) -> list[str]:
    share = as_percent(compared.above)
    if compared.people is None:
        return [f"Who is newly above {share} is not known: {compared.reason}."]
    found = compared.people
    lines = [
        f"Above {share} are {name_count(found.old, 'person', 'people')} of P by the old release,"
        f" and {found.new:,} by the new one: {found.newly_above:,} newly, and"
        f" {found.no_longer_above:,} no longer."
    ]
    for word, loss in zip(("old", "new"), compared.losses, strict=True):
        if loss is None:
            lines.append(f"The {word} release is of another T than the job's; its loss is unknown.")
        else:
            lines.append(f"The loss of the {word} release is {loss:.6g}. Internal: it tells of T.")
    return lines
