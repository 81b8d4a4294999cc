"""dpsql least-k: the least k whose k-anonymization satisfies delta."""

from rich.console import Group, RenderableType
from rich.text import Text

import dpsql
from dpsql.cli.terminal.options import JobPath
from dpsql.cli.terminal.plain import plain_table
from dpsql.cli.terminal.shared_options import SearchOptions
from dpsql.domain.plurals import name_count
from dpsql.report.sentences import as_number, as_percent
from dpsql.use_cases.optima.least_k import LeastK


def least_k(
    job: JobPath,
    *,
    shared: SearchOptions,
) -> None:
    """Find the least k whose k-anonymization of T satisfies the job's delta; publish nothing.

    Tries every k from 2 to |T|, because a larger k may fail again. For each k the release is the
    optimum by the job's metric, or Mondrian's boxes if the job has algorithm: mondrian. Each
    release is listed once, with the values of k that lead to it. Exit code 4 if no k satisfies
    delta.
    """
    with shared.begin() as output:
        found = dpsql.least_k(job, **shared.gather(output))
        output.show(found.to_dict(), lambda: _describe(found))
        if found.least is None:
            output.end_with(4, "no k satisfies delta")


def _describe(found: LeastK) -> RenderableType:
    """The releases, one per row: the values of k that lead to it, δ, presence, cost."""
    table = plain_table("k", "delta holds", "presence", found.metric)
    for one in found.trials:
        presence = " to ".join(map(as_percent, (one.presence.minimum, one.presence.maximum)))
        holds = "yes" if one.satisfied else "no"
        cost = as_number(one.metrics[found.metric])
        table.add_row(_range(range(one.k, one.actual_k + 1)), holds, presence, cost)
    return Group(table, _sum_up(found))


def _sum_up(found: LeastK) -> Text:
    least = found.least
    if not found.trials:
        return Text("T has fewer than two rows: there is no k to try.", "red")
    if least is None:
        return Text("No k satisfies delta: k-anonymity does not consider P.", "red")
    rows = name_count(least.actual_k, "row")
    text = f"The least k is {least.k:,}, and each class then holds {rows} or more."
    failing = found.ranges_that_fail
    if failing:
        text += f" Larger k that fail: {', '.join(map(_range, failing))}."
    return Text(text, "green")


def _range(ks: range) -> str:
    return f"{ks[0]:,}" if len(ks) == 1 else f"{ks[0]:,} to {ks[-1]:,}"
