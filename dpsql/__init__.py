"""dpsql: how sure can anyone be that a given person is in a published table, and how to bound it.

``anonymize``, ``measure``, ``risks``, ``write_report``, ``sign_off``, ``verify``, ``choose``,
``lattice``, ``frontier``, ``frontiers``, ``least_k``, ``explain``, ``audit``, ``certify``,
``check``, ``script`` and ``dbt`` take a job file or a `Job`, and ``compare`` several of them;
``init`` takes two tables, files or frames, ``published_counts`` two files, ``diff`` two releases,
and ``frequencies`` a file. `results` has the types of what they return. Names are loaded when they
are first used, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpsql import results as results
    from dpsql.delta_choice.choice import Counts as Counts
    from dpsql.delta_choice.choice import Scenario as Scenario
    from dpsql.delta_choice.choice import choose_delta as choose_delta
    from dpsql.delta_choice.membership_odds import epsilon_to_presence as epsilon_to_presence
    from dpsql.delta_choice.membership_odds import presence_to_epsilon as presence_to_epsilon
    from dpsql.domain.fits.invalid_job import InvalidJob as InvalidJob
    from dpsql.domain.job import Job as Job
    from dpsql.domain.threshold import PresenceBounds as PresenceBounds
    from dpsql.errors import ConfigError as ConfigError
    from dpsql.errors import DpsqlError as DpsqlError
    from dpsql.errors import DuplicateKey as DuplicateKey
    from dpsql.errors import EngineError as EngineError
    from dpsql.errors import HierarchyError as HierarchyError
    from dpsql.errors import InputChanged as InputChanged
    from dpsql.errors import InputError as InputError
    from dpsql.errors import IntegrityError as IntegrityError
    from dpsql.errors import Interrupted as Interrupted
    from dpsql.errors import JournalDamaged as JournalDamaged
    from dpsql.errors import Locked as Locked
    from dpsql.errors import NoSafeRelease as NoSafeRelease
    from dpsql.errors import NotSatisfied as NotSatisfied
    from dpsql.errors import ParseError as ParseError
    from dpsql.errors import ResourceError as ResourceError
    from dpsql.errors import ResumeMismatch as ResumeMismatch
    from dpsql.errors import SchemaError as SchemaError
    from dpsql.errors import SubsetError as SubsetError
    from dpsql.errors import TargetError as TargetError
    from dpsql.errors import TypeMismatch as TypeMismatch
    from dpsql.errors import Unreadable as Unreadable
    from dpsql.job_files.read import read_job as read_job
    from dpsql.outcome.outcome import Outcome as Outcome
    from dpsql.outcome.outcome import Released as Released
    from dpsql.use_cases.anonymize import anonymize as anonymize
    from dpsql.use_cases.check import check as check
    from dpsql.use_cases.choose import choose as choose
    from dpsql.use_cases.compare.compare import compare as compare
    from dpsql.use_cases.counts.counts import counts as counts
    from dpsql.use_cases.dbt import dbt as dbt
    from dpsql.use_cases.diff import diff as diff
    from dpsql.use_cases.explain.explain import explain as explain
    from dpsql.use_cases.init import init as init
    from dpsql.use_cases.ledger import begin_ledger as begin_ledger
    from dpsql.use_cases.ledger import ledger as ledger
    from dpsql.use_cases.measure import measure as measure
    from dpsql.use_cases.optima.audit import audit as audit
    from dpsql.use_cases.optima.certify import certify as certify
    from dpsql.use_cases.optima.certify import check_certificate as check_certificate
    from dpsql.use_cases.optima.frontier import frontier as frontier
    from dpsql.use_cases.optima.frontiers import frontiers as frontiers
    from dpsql.use_cases.optima.lattice import lattice as lattice
    from dpsql.use_cases.optima.least_k import least_k as least_k
    from dpsql.use_cases.reports.report import write_report as write_report
    from dpsql.use_cases.reports.sign_off import sign_off as sign_off
    from dpsql.use_cases.risks.frequencies import frequencies as frequencies
    from dpsql.use_cases.risks.published_counts import published_counts as published_counts
    from dpsql.use_cases.risks.risks import risks as risks
    from dpsql.use_cases.script import script as script
    from dpsql.use_cases.verify import verify as verify

__version__ = "0.1.0"

_HOMES = {
    **{
        name: f"dpsql.use_cases.{name}"
        for name in (
            "anonymize",
            "check",
            "choose",
            "dbt",
            "diff",
            "init",
            "ledger",
            "measure",
            "script",
            "verify",
        )
    },
    **{
        name: f"dpsql.use_cases.optima.{name}"
        for name in ("audit", "certify", "frontier", "frontiers", "lattice", "least_k")
    },
    **{
        name: f"dpsql.use_cases.risks.{name}"
        for name in ("frequencies", "published_counts", "risks")
    },
    **dict.fromkeys(("Counts", "Scenario", "choose_delta"), "dpsql.delta_choice.choice"),
    **dict.fromkeys(
        ("epsilon_to_presence", "presence_to_epsilon"), "dpsql.delta_choice.membership_odds"
    ),
    "InvalidJob": "dpsql.domain.fits.invalid_job",
    "Job": "dpsql.domain.job",
    "PresenceBounds": "dpsql.domain.threshold",
    "read_job": "dpsql.job_files.read",
    **dict.fromkeys(("Outcome", "Released"), "dpsql.outcome.outcome"),
    "compare": "dpsql.use_cases.compare.compare",
    "counts": "dpsql.use_cases.counts.counts",
    "explain": "dpsql.use_cases.explain.explain",
    "begin_ledger": "dpsql.use_cases.ledger",
    "check_certificate": "dpsql.use_cases.optima.certify",
    "sign_off": "dpsql.use_cases.reports.sign_off",
    "write_report": "dpsql.use_cases.reports.report",
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

#: Commands whose functions have other names.
_COMMANDS = {"report": "write_report", "sql": "script", "delta": "choose_delta"}
#: Commands without a function.
_RUN_ALONE = ("demo", "hierarchy", "schema")
#: What people look for by other names.
_USUAL = {
    **dict.fromkeys(("max_presence", "presence"), "measure"),
    **dict.fromkeys(
        ("load", "load_job", "load_yaml", "from_yaml", "read", "read_yaml"), "read_job"
    ),
    **dict.fromkeys(("anonymise", "release", "run", "deidentify", "pseudonymize"), "anonymize"),
    **dict.fromkeys(("validate", "lint"), "check"),
}

__all__ = ["__version__", *sorted([*_HOMES, "results"])]


def __dir__() -> list[str]:
    """The names for users; nothing is loaded for them."""
    return list(__all__)


def _suggest(name: str) -> str:
    """Return the rest of a sentence about an unknown name; nothing of what Python itself asks."""
    if name.startswith("_"):
        return ""
    if name in _COMMANDS:
        return f"; the function of this command is {_COMMANDS[name]!r}"
    if name in _RUN_ALONE:
        return f"; this command has no function: run dpsql {name}"
    if name in _USUAL:
        return f"; did you mean {_USUAL[name]!r}?"
    from dpsql.domain.names import find_alike

    alike = find_alike(name, __all__)
    return f"; did you mean {alike[0]!r}?" if alike else ""


if not TYPE_CHECKING:
    # A type checker would take any name for one of the package.
    def __getattr__(name: str) -> Any:
        if name == "results":
            return import_module("dpsql.results")
        if name not in _HOMES:
            from dpsql.callers import UnknownAttribute

            problem = f"module 'dpsql' has no attribute {name!r}{_suggest(name)}"
            # Without the module: Python would suggest again, where IPython never does.
            raise UnknownAttribute(problem, name=name, obj=None)
        return getattr(import_module(_HOMES[name]), name)
