"""dpsql audit: how much the choice of the optimum gives away."""

from fractions import Fraction
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

import dpsql
from dpsql.cli.terminal.options import JobPath
from dpsql.cli.terminal.plain import one_line, plain_table
from dpsql.cli.terminal.shared_options import SearchOptions
from dpsql.report.sentences import as_percent
from dpsql.use_cases.optima.audit import Audit

#: Below it, few other tables remain for who knows how levels are chosen.
_FEW = Fraction(1, 20)


def audit(
    job: JobPath,
    samples: Annotated[int, typer.Option(metavar="N", help="Other tables that are drawn.")] = 200,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Draw the same tables again.")
    ] = None,
    *,
    shared: SearchOptions,
) -> None:
    """Search again for other tables T that the release cannot tell apart from yours.

    They have as many rows in each class of the optimum. If few of them lead to the same levels,
    whoever knows that the optimum was released learns more of T than delta says; choose:
    from_public is proof against this. The figures are internal: do not publish them.
    """
    with shared.begin() as output:
        found = dpsql.audit(job, samples=samples, seed=seed, **shared.gather(output))
        output.show(found.to_dict(), lambda: _describe(found))


def _describe(found: Audit) -> RenderableType:
    table = plain_table("quasi-identifier", "level")
    for name, level in found.levels.items():
        table.add_row(one_line(name), str(level))
    which = "all" if found.is_exact else "drawn at random"
    text = (
        f"Of {found.tables:,} tables T with as many rows in each class ({which}), {found.same:,}"
        f" lead to these levels: {as_percent(found.share)} of the sets of people."
    )
    told = [Text(text, "green" if found.share >= _FEW else "red")]
    if found.share < _FEW:
        told.append(
            Text(
                "These are few: who knows how levels are chosen learns more of T than delta says."
                " choose: from_public is proof against it."
            )
        )
    return Group(table, *told, Text("Internal: this tells of T beyond the release."))
