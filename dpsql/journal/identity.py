"""Identifies the run of a journal by keyed digests of its inputs, its job and dpsql's code.

How an engine runs (memory, threads, spill folder) is left out: it changes no count, and a run that
ran out of memory is resumed with more.
"""

import hashlib
import hmac
import os
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from dpsql.domain.job import Job
from dpsql.domain.sections.engine_options import ENGINES
from dpsql.engines.connect import is_server
from dpsql.inputs.addresses import Addresses
from dpsql.inputs.find import Fingerprint, Inputs
from dpsql.inputs.places import MemoryTable
from dpsql.sql.templates import find_templates

#: Libraries that affect which nodes are counted, and what an engine counts.
_LIBRARIES = ("duckdb", "sqlglot", "numpy", "scipy")
_HOW_IT_RUNS = {"memory", "threads", "work_dir", "max_spill", "work_mem", "dsn_env"}


@dataclass(frozen=True)
class Identity:
    """Inputs and job of a run."""

    inputs: bytes
    job: bytes

    def digest(self, key: bytes) -> dict[str, str]:
        """Return keyed digests of code, job and inputs, by these names."""
        parts = {"code": _code(), "job": self.job, "inputs": self.inputs}
        return {word: digest(key, word, part) for word, part in parts.items()}


def identify(job: Job, inputs: Inputs, fingerprint: Fingerprint) -> Identity | None:
    """Return the identity of a run.

    None if it reads memory, addresses, or tables of a server, whose state cannot be identified.
    """
    if is_server(job.engine) and inputs.name_tables:
        return None
    if any(isinstance(place, MemoryTable | Addresses) for place in inputs.all_places):
        return None
    states = [(os.fsencode(path), *state) for path, *state in fingerprint.states]
    words = job.model_dump(exclude={"folder": True, "engine": dict.fromkeys(ENGINES, _HOW_IT_RUNS)})
    return Identity(repr(states).encode(), repr(words).encode())


def digest(key: bytes, word: str, part: bytes) -> str:
    """Return the HMAC of a part; equal parts have different digests under different words."""
    return hmac.new(key, word.encode() + b" " + part, hashlib.sha256).hexdigest()


def _find_version(name: str) -> str | None:
    """Return the version of a library; None of an extra that is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


@cache
def _code() -> bytes:
    """Return the digest of all our code and templates, and of the versions of libraries."""
    found = hashlib.sha256(repr([_find_version(name) for name in _LIBRARIES]).encode())
    package, templates = Path(__file__).parents[1], find_templates()
    for folder, pattern in ((package, "**/*.py"), (templates, "**/*.j2")):
        for file in sorted(folder.glob(pattern)):
            content = hashlib.sha256(file.read_bytes()).hexdigest()
            found.update(f"{file.relative_to(folder)} {content}\n".encode())
    return found.digest()
