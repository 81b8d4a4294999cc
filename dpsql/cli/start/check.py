"""dpsql check: validate the job, its tables and its hierarchies."""

import dpsql
from dpsql.cli.terminal import tables as terminal
from dpsql.cli.terminal.ci_gate import Gate
from dpsql.cli.terminal.options import JobPath, Junit
from dpsql.cli.terminal.shared_options import SearchOptions
from dpsql.report.infeasible import tell_infeasible


def check(
    job: JobPath,
    junit: Junit = None,
    *,
    shared: SearchOptions,
) -> None:
    """Validate the job, its tables and its hierarchies, without a search.

    Prints the sizes of P, T and the lattice, and whether delta is attainable. Exit code 4 if no
    release can satisfy the job: total suppression violates delta or a constraint. If the release
    cannot be where the job wants it, or the job has a release and states nothing to satisfy or has
    a lattice too large to search, the exit code is the one with which anonymize would end. A
    release that exists is told, and is no error: anonymize replaces it with --overwrite.
    """
    with shared.begin(Gate("check", job, junit)) as output:
        found = dpsql.check(job, **shared.gather(output))
        output.show(found.to_dict(), lambda: terminal.describe_check(found))
        if found.release_problem:
            # Before it counts anything, anonymize ends with this; a warning has said so.
            output.exit_code = found.release_exit_code
        elif found.feasible is False:
            # It is logged, so that numbers of T's values stay out.
            told = {key: value for key, value in found.to_dict().items() if key != "attainable"}
            output.end_with(4, tell_infeasible(told))
        elif found.release_exit_code:
            reason = f"dpsql anonymize would refuse it: {found.search_problem}"
            output.end_with(found.release_exit_code, reason)
