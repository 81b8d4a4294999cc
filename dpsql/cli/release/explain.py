"""``dpsql explain``: why these levels and no finer ones, or why none satisfy the job."""

from typing import Annotated

import typer

from dpsql.cli.terminal.completion import complete_levels
from dpsql.cli.terminal.notebook_blocks import show_blocks
from dpsql.cli.terminal.options import JobPath, parse_levels
from dpsql.cli.terminal.shared_options import SearchOptions
from dpsql.use_cases.explain.explain import explain as find_explanation
from dpsql.use_cases.explain.explained_cuts import CutsExplanation
from dpsql.use_cases.explain.told_cuts import tell_cuts
from dpsql.use_cases.explain.told_levels import tell_levels


def explain(
    job: JobPath,
    levels: Annotated[
        str,
        typer.Option(
            metavar="NAME=LEVEL,…",
            autocompletion=complete_levels,
            help="Explain this node, not the optimum.",
        ),
    ] = "",
    *,
    shared: SearchOptions,
) -> None:
    """Explain why these levels and no finer ones: what is violated if a level is lowered.

    For each quasi-identifier whose level could be lowered, lists the classes of P that would
    violate the job: labels, people of P, and how many of them are in T. If the algorithm is pooled,
    also lists the classes whose people climb, and what fewer people together would violate. If it
    cuts along the hierarchies, shows what is lost by which column, and why the parts with the most
    rows of T are not cut further. If no release can satisfy the job, explains why. The output
    contains counts of T and is for the data holder only.
    """
    with shared.begin() as output:
        options = shared.gather(output)
        found = find_explanation(job, parse_levels(levels) if levels else None, **options)
        if isinstance(found, CutsExplanation):
            cuts = found
            output.show(cuts.to_dict(), lambda: show_blocks(tell_cuts(cuts)))
            return
        told = found
        output.show(told.to_dict(), lambda: show_blocks(tell_levels(told)))
        if found.node is None or not found.node.holds:
            output.end_with(4, "what is explained does not satisfy the job")
