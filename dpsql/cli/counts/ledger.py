"""``dpsql ledger``: the budget of differentially private counts."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

import dpsql
from dpsql.cli.terminal.plain import one_line, plain_table, show_label
from dpsql.cli.terminal.shared_options import OutputOptions
from dpsql.noise.ledger import StratumEntry
from dpsql.use_cases.ledger import Spending


def ledger(
    path: Annotated[Path, typer.Argument(metavar="LEDGER", help="The ledger, a JSON file.")],
    budget: Annotated[
        str | None,
        typer.Option(metavar="E", help="Begin a new ledger: its runs spend at most E together."),
    ] = None,
    *,
    shared: OutputOptions,
) -> None:
    """Show what the runs of dpsql counts have spent, or begin a ledger.

    Use one ledger for all counts of the same people: runs add up, whatever files they read. Only
    strata of one table cost as much as the most expensive of them, since nobody is in two: those of
    --stratum by the same column and level.
    """
    with shared.begin(writes=[path if budget is not None else None]) as output:
        found = dpsql.ledger(path) if budget is None else dpsql.begin_ledger(path, budget)
        output.show(found.to_dict(), lambda: _describe(found))


def _describe(found: Spending) -> RenderableType:
    parts: list[RenderableType] = []
    if found.ledger.entries:
        table = plain_table("time", "epsilon", "counts by", "stratum", "file", "SHA-256")
        for one in found.ledger.entries:
            by = ", ".join(f"{name} (level {level})" for name, level in one.levels.items())
            named = (one_line(one.file or ""), one.sha256 or "")
            table.add_row(one.time, one.epsilon, one_line(by), _name(one.stratum), *named)
        parts.append(table)
    told = found.ledger
    parts.append(Text(f"{told.spent} of {told.budget} is spent, {told.left} is left."))
    return Group(*parts)


def _name(stratum: StratumEntry | None) -> str:
    if stratum is None:
        return ""
    return f"{one_line(stratum.column)} = {show_label(stratum.label)}"
