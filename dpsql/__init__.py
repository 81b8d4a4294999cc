"""dpsql: how sure can anyone be that a given person is in a published table, and how to bound it.

``anonymize``, ``measure``, ``write_report``, ``verify``, ``choose``, ``lattice``, ``frontier``,
``least_k`` and ``check`` take a job file or a `Job`. Names are loaded when they are first used, so
that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpsql.api import anonymize as anonymize
    from dpsql.api import check as check
    from dpsql.api import choose as choose
    from dpsql.api import frontier as frontier
    from dpsql.api import lattice as lattice
    from dpsql.api import measure as measure
    from dpsql.api import verify as verify
    from dpsql.delta_choice.choice import Counts as Counts
    from dpsql.delta_choice.choice import Scenario as Scenario
    from dpsql.delta_choice.choice import choose_delta as choose_delta
    from dpsql.delta_choice.membership_odds import epsilon_to_presence as epsilon_to_presence
    from dpsql.delta_choice.membership_odds import presence_to_epsilon as presence_to_epsilon
    from dpsql.domain.job import Job as Job
    from dpsql.domain.threshold import PresenceBounds as PresenceBounds
    from dpsql.explanation import explain as explain
    from dpsql.job_file import read_job as read_job
    from dpsql.k_choice import least_k as least_k
    from dpsql.outcome import Outcome as Outcome
    from dpsql.risk_report import write_report as write_report

__version__ = "0.1.0"

_HOMES = {
    **dict.fromkeys(
        ("anonymize", "check", "choose", "frontier", "lattice", "measure", "verify"), "dpsql.api"
    ),
    **dict.fromkeys(("Counts", "Scenario", "choose_delta"), "dpsql.delta_choice.choice"),
    **dict.fromkeys(
        ("epsilon_to_presence", "presence_to_epsilon"), "dpsql.delta_choice.membership_odds"
    ),
    "explain": "dpsql.explanation",
    "Job": "dpsql.domain.job",
    "PresenceBounds": "dpsql.domain.threshold",
    "read_job": "dpsql.job_file",
    "least_k": "dpsql.k_choice",
    "Outcome": "dpsql.outcome",
    "write_report": "dpsql.risk_report",
    **dict.fromkeys(
        (
            "ConfigError",
            "DpsqlError",
            "DuplicateKey",
            "EngineError",
            "HierarchyError",
            "InputChanged",
            "InputError",
            "IntegrityError",
            "Interrupted",
            "JournalDamaged",
            "Locked",
            "NoSafeRelease",
            "NotSatisfied",
            "ParseError",
            "ResourceError",
            "ResumeMismatch",
            "SchemaError",
            "SubsetError",
            "TargetError",
            "TypeMismatch",
            "Unreadable",
        ),
        "dpsql.errors",
    ),
}

__all__ = ["__version__", *sorted(_HOMES)]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'dpsql' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
