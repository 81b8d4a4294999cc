"""What a shell may offer for a word that is not yet whole; paths it completes by itself.

Every command imports this file, so that it loads only when a shell asks.
"""

import os
from pathlib import Path

from dpsql.errors import DpsqlError


def complete_dialect(incomplete: str) -> list[str]:
    """Dialects that begin so."""
    from dpsql.warehouses.dialects import WAREHOUSES

    return [name for name in WAREHOUSES if name.startswith(incomplete)]


def complete_levels(incomplete: str) -> list[str]:
    """Quasi-identifiers of the job that begin like the last of a list, and are not in it yet.

    The job is sought among the words of the line, which as a whole cannot be read yet: bash hands
    them over by one name, other shells by another.
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
