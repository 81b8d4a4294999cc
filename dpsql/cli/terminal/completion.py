"""Shell completion of dialects and levels; shells complete paths themselves.

Every command imports this file, so it imports other modules only when a shell completes.
"""

import os
from pathlib import Path

from dpsql.errors import DpsqlError


def complete_dialect(incomplete: str) -> list[str]:
    """List the dialects that begin with `incomplete`."""
    from dpsql.warehouses.dialects import WAREHOUSES

    return [name for name in WAREHOUSES if name.startswith(incomplete)]


def complete_levels(incomplete: str) -> list[str]:
    """List completions of the last name in a list of levels: quasi-identifiers that are not in it.

    The line is incomplete and cannot be parsed, so the job file is found by its suffix. bash and
    other shells pass the line in different environment variables.
    """
    line = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")
    job = next((word for word in line.split() if Path(word).suffix in (".yaml", ".yml")), None)
    if job is None:
        return []
    from dpsql.job_files.read import read_job

    *before, last = incomplete.split(",")
    taken = {one.rpartition("=")[0] for one in before}
    try:
        names = read_job(job).quasi_identifiers
    except DpsqlError:
        return []
    left = (name for name in names if name.startswith(last) and name not in taken)
    return [",".join((*before, f"{name}=")) for name in left]
