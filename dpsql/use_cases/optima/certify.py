"""Writes a proof of the optimum that counting a few nodes confirms, and checks one.

For the data holder alone: which nodes fail tells of T beyond the release.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dpsql.domain.found.searched import Search
from dpsql.domain.frozen_mapping import thaw
from dpsql.domain.job import Job
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.levels.lattice import Node, node_at_levels
from dpsql.domain.sections.algorithm import FULL_DOMAIN
from dpsql.errors import ConfigError, IntegrityError, error_of
from dpsql.faces import name_function, name_option
from dpsql.files import private_file
from dpsql.generalize.coded_rows import prepare
from dpsql.job_files.read import AnyJob, as_job
from dpsql.metrics.catalog import METRICS
from dpsql.metrics.metric import SeparableMetric
from dpsql.report.frames import list_by_column, to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.notebook.cells import show_rows
from dpsql.report.notebook.warned import HasWarnings
from dpsql.search.full_domain.certificate import Certificate, list_faults
from dpsql.search.full_domain.certificate import certify as find_certificate
from dpsql.search.full_domain.spalm import find_optimum
from dpsql.session.clock import Clock, measure_peak_memory
from dpsql.session.description import no_safe_release, refuse_infeasible
from dpsql.session.load import Loaded, load
from dpsql.session.models import require_model
from dpsql.session.options import Options, SearchWords
from dpsql.session.run import Run
from dpsql.use_cases.people.first_rows import FIRST_ROWS
from dpsql.use_cases.takes_options import takes_options

_SCHEMA = "dpsql-proof/1"


class _Proof(BaseModel):
    """The file: the metric, the optimum, and the failing nodes, by quasi-identifier."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    schema_: str = Field(alias="schema")
    metric: str
    levels: dict[str, int]
    failing: list[dict[str, int]]


@dataclass(frozen=True)
class Proven(HasWarnings):
    """An optimum with the number of failing nodes that prove it; `status`: certified or checked."""

    status: str
    levels: dict[str, int]
    failing_nodes: int
    nodes: int
    seconds: dict[str, float]
    peak_memory_bytes: int

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            "status": self.status,
            "levels": thaw(self.levels),
            "failing_nodes": self.failing_nodes,
            "nodes": self.nodes,
            "seconds": thaw(self.seconds),
            "peak_memory_bytes": self.peak_memory_bytes,
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each quasi-identifier: its level."""
        return list_by_column(level=self.levels)

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return show_rows(self)


@takes_options
def certify(job: AnyJob, path: str | Path, **options: Unpack[SearchWords]) -> Proven:
    """Find the optimum, and write a proof of it to a new private file.

    Example: ``dpsql.certify("job.yaml", "proof.json")``

    Raises:
        ConfigError: the job has no optimum of levels that failing nodes prove, or the file exists.
        NoSafeRelease: no node holds.
    """
    job, clock, settings = as_job(job), Clock(), Options.of(options)
    metric = _find_metric(job)
    with (
        Run.of(job, settings).held() as run,
        load(run, to_search="levels", repeats=FIRST_ROWS) as loaded,
    ):
        refuse_infeasible(job, loaded, Search(loaded.lattice.size, 1, optimal=True))
        checker, table = prepare(job, loaded)
        clock.stop("load")
        settings.enter("search")
        _require_monotone(checker.monotone)
        found = find_optimum(checker, metric, table, settings.watch)
        if found.node is None:
            told = Search(found.nodes, found.checked, optimal=True)
            raise no_safe_release("no generalization satisfies the job", job, loaded, told)
        proof = find_certificate(checker, metric, table, found.node)
        clock.stop("search")
        _write(Path(path), job, loaded, proof)
        return _tell("certified", loaded, proof, clock)


@takes_options
def check_certificate(job: AnyJob, path: str | Path, **options: Unpack[SearchWords]) -> Proven:
    """Check a proof by counting its nodes, and no others.

    Example: ``dpsql.check_certificate("job.yaml", "proof.json")``

    Raises:
        IntegrityError: it proves nothing for this job and these tables.
    """
    job, clock, settings = as_job(job), Clock(), Options.of(options)
    metric, said = _find_metric(job), _read(Path(path))
    if said.metric != job.metric:
        raise IntegrityError("the proof is of another metric than the job's")
    with (
        Run.of(job, settings).held() as run,
        load(run, to_search="levels", repeats=FIRST_ROWS) as loaded,
    ):
        proof = _read_nodes(said, loaded)
        nodes = [proof.optimum, *proof.failing]
        least = Node(tuple(map(min, zip(*(node.levels for node in nodes), strict=True))))
        checker, table = prepare(job, loaded, least)
        clock.stop("load")
        settings.enter("search")
        _require_monotone(checker.monotone)
        faults = list_faults(checker, metric, table, proof)
        clock.stop("search")
        if faults:
            raise IntegrityError(f"the optimum is not proven: {'; '.join(faults)}")
        return _tell("checked", loaded, proof, clock)


def _find_metric(job: Job) -> SeparableMetric:
    require_model(job)
    if job.algorithm.name not in FULL_DOMAIN or job.choose == "from_public":
        raise ConfigError(
            "certify: it proves the optimal levels of a job; write algorithm: spalm and choose:"
            " optimum"
        )
    metric = METRICS[job.metric]
    if not isinstance(metric, SeparableMetric):
        raise ConfigError(
            f"certify: what {job.metric} costs is known only by counting, so that a proof would be"
            " the search itself; write metric: loss, precision or entropy"
        )
    return metric


def _require_monotone(monotone: bool) -> None:
    if not monotone:
        raise ConfigError(
            "certify: a model of the job can break when values are generalized, so that failing"
            " nodes rule out no others"
        )


def _write(path: Path, job: Job, loaded: Loaded, proof: Certificate) -> None:
    said = {
        "schema": _SCHEMA,
        "metric": job.metric,
        "levels": loaded.name_levels(proof.optimum),
        "failing": [loaded.name_levels(node) for node in proof.failing],
    }
    lines = ",\n    ".join(json.dumps(one, ensure_ascii=False) for one in said.pop("failing"))
    text = json.dumps(said, ensure_ascii=False, indent=2)[:-2]
    try:
        text = f'{text},\n  "failing": [\n    {lines}\n  ]\n}}\n'
        private_file.write(path, text, replaces=False)
    except FileExistsError:
        option = name_option("path", flag="--output")
        raise ConfigError(f"{option}: {path.name} exists; remove it, or name another") from None
    except OSError as error:
        raise error_of(
            error,
            f"{name_option('path', flag='--output')}: {path.name} cannot be written",
            ConfigError,
        ) from None


def _read(path: Path) -> _Proof:
    try:
        said = _Proof.model_validate_json(path.read_bytes())
    except OSError as error:
        raise error_of(
            error, f"{name_option('path', flag='--check')}: {path.name} cannot be read", ConfigError
        ) from None
    except ValidationError:
        made_by = name_function("certify")
        raise IntegrityError(f"{path.name}: this is no proof of {made_by}") from None
    if said.schema_ != _SCHEMA:
        raise IntegrityError(f"{path.name}: this is a proof of another version of dpsql")
    return said


def _read_nodes(said: _Proof, loaded: Loaded) -> Certificate:
    listed = [said.levels, *said.failing]
    if any(set(one) != set(loaded.heights) for one in listed):
        raise IntegrityError("the proof is of other quasi-identifiers than the job's")
    try:
        optimum, *failing = (node_at_levels(one, loaded.heights) for one in listed)
    except ConfigError:
        raise IntegrityError("the proof names levels that the hierarchies do not have") from None
    return Certificate(optimum, tuple(failing))


def _tell(status: str, loaded: Loaded, proof: Certificate, clock: Clock) -> Proven:
    return Proven(
        status,
        loaded.name_levels(proof.optimum),
        len(proof.failing),
        loaded.lattice.size,
        clock.seconds,
        measure_peak_memory(),
    )
