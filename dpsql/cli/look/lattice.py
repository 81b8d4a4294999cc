"""dpsql lattice: all minimal nodes that satisfy the job."""

import dpsql
from dpsql.cli.terminal.notebook_blocks import show_blocks
from dpsql.cli.terminal.options import JobPath
from dpsql.cli.terminal.shared_options import SearchOptions
from dpsql.use_cases.optima.told_lattice import tell_minimal_nodes


def lattice(
    job: JobPath,
    *,
    shared: SearchOptions,
) -> None:
    """List all minimal nodes that satisfy the job: no level of such a node can be lowered.

    Exit code 4 if there is none.
    """
    with shared.begin() as output:
        found = dpsql.lattice(job, **shared.gather(output))
        output.show(found.to_dict(), lambda: show_blocks(tell_minimal_nodes(found)))
        if not found.nodes:
            output.end_with(4, "no node of the lattice satisfies the job")
