"""dpsql least-k: the least k whose k-anonymization satisfies delta."""

import dpsql
from dpsql.cli.terminal.notebook_blocks import show_blocks
from dpsql.cli.terminal.options import JobPath
from dpsql.cli.terminal.shared_options import SearchOptions
from dpsql.use_cases.optima.told_least_k import tell_least_k


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
        output.show(found.to_dict(), lambda: show_blocks(tell_least_k(found)))
        if found.least is None:
            output.end_with(4, "no k satisfies delta")
