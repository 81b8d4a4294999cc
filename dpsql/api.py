"""The whole trip of the data, one function per command.

P and T are counted once per distinct tuple; a search asks which nodes of the lattice satisfy the
models; T is written at the best one, verified from the file by other code, and only then published.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, get_args

from dpsql.catalog import METRICS, find_models
from dpsql.domain.job import Job, Source
from dpsql.domain.lattice import Node
from dpsql.domain.statistics import NodeStatistics, TableStatistics
from dpsql.engines.places import find_place
from dpsql.errors import ConfigError, InputChanged, IntegrityError, NoSafeRelease
from dpsql.hierarchies import load_hierarchies
from dpsql.inputs import Inputs, find_inputs
from dpsql.job_file import read_job
from dpsql.loading import Loaded, Options, load, open_engine
from dpsql.metrics.metric import SeparableMetric
from dpsql.outcome import (
    Checked,
    Clock,
    MinimalNodes,
    Outcome,
    Release,
    Search,
    Verification,
    measure_peak_memory,
)
from dpsql.privacy.model import PrivacyModel
from dpsql.release.manifest import Claims, PresenceRange, ReleasedFile, hash_file, read_claims
from dpsql.release.target import Target, locked, publish, staging_folder
from dpsql.release.verify import RELEASE, Verified, verify_release
from dpsql.release.write import write_release
from dpsql.search.checker import Checker
from dpsql.search.spalm import find_minimal_nodes, find_optimum
from dpsql.sql.frequency_set import encode
from dpsql.sql.level_statistics import measure_levels
from dpsql.sql.tables import read_tables
from dpsql.statements import list_statements

AnyJob = Job | str | Path
CsvFormulas = Literal["refuse", "quote"]


def check(job: AnyJob, **options: Any) -> Checked:
    """Validate the job, its tables and hierarchies, without a search.

    `options` are the fields of `loading.Options`. Errors are those of reading and counting.
    """
    job = _as_job(job)
    with load(job, find_inputs(job), Options(**options)) as loaded:
        sizes = loaded.sizes
        feasible = None
        if job.delta is not None:
            feasible = job.delta.bounds.allows(sizes.public_rows, sizes.private_rows)
        return Checked(
            sizes.public_rows,
            sizes.private_rows,
            sizes.distinct_tuples,
            loaded.heights,
            loaded.lattice.size,
            feasible,
        )


def measure(job: AnyJob, levels: Mapping[str, int] | None = None, **options: Any) -> Outcome:
    """Measure the presence of T at `levels` (raw where not named), over all classes of P."""
    job, clock = _as_job(job), Clock()
    with load(job, find_inputs(job), Options(**options)) as loaded:
        node = _as_node(levels or {}, loaded)
        checker, table = _prepare(job, loaded)
        clock.stop("load")
        counted = checker.count([node])[0]
        presence = checker.measure_presence(node)
        clock.stop("measure")
        return Outcome(
            status="measured",
            satisfied=counted.holds if checker.models else None,
            presence=presence,
            **_describe(job, loaded, node, counted, table),
            seconds=clock.seconds,
            peak_memory_bytes=measure_peak_memory(),
        )


def lattice(job: AnyJob, **options: Any) -> MinimalNodes:
    """Find all minimal nodes that hold; none if no node holds."""
    job, clock, settings = _as_job(job), Clock(), Options(**options)
    _require_model(job)
    with load(job, find_inputs(job), settings) as loaded:
        checker, table = _prepare(job, loaded)
        clock.stop("load")
        found = find_minimal_nodes(checker, settings.watch)
        clock.stop("search")
        described = tuple(
            (loaded.name_levels(node), _measure_metrics(node, statistics, table))
            for node, statistics in found.nodes.items()
        )
        return MinimalNodes(
            described,
            loaded.sizes.public_rows,
            loaded.sizes.private_rows,
            _words_of_delta(job),
            Search(loaded.lattice.size, found.checked, optimal=True),
            clock.seconds,
            measure_peak_memory(),
        )


def anonymize(
    job: AnyJob, *, overwrite: bool = False, csv_formulas: CsvFormulas = "refuse", **options: Any
) -> Outcome:
    """Find the optimum, write the release, verify it from the file, publish it.

    Raises:
        NoSafeRelease: no generalization satisfies the job; nothing is written.
        IntegrityError: the verifier disagrees, or an input changed; nothing is published.
        TargetError: the release exists (pass `overwrite`), or cannot go where the job wants it.
    """
    job, clock, settings = _as_job(job), Clock(), Options(**options)
    _require_model(job)
    if csv_formulas not in get_args(CsvFormulas):
        raise ConfigError(f"csv_formulas: write one of {', '.join(get_args(CsvFormulas))}")
    inputs = find_inputs(job)
    target = _find_target(job, inputs, overwrite=overwrite)
    fingerprint = inputs.fingerprint()
    with fingerprint.guarding(), locked(target), staging_folder(target) as staging:
        file = staging / target.path.name
        with load(job, inputs, settings, writable=[staging]) as loaded:
            checker, table = _prepare(job, loaded)
            clock.stop("load")
            _refuse_infeasible(job, loaded)
            found = find_optimum(checker, METRICS[job.metric], table, settings.watch)
            search = Search(found.nodes, found.checked, found.optimal)
            node, counted = found.node, found.counted
            if node is None or counted is None:
                raise _no_safe_release("no generalization satisfies the job", job, loaded, search)
            presence = checker.measure_presence(node)
            clock.stop("search")
            write_release(
                loaded.engine,
                loaded.tables,
                loaded.hierarchies,
                node,
                file,
                csv_formulas=csv_formulas,
            )
            clock.stop("release")
        levels = loaded.name_levels(node)
        verified = _verify_file(job, inputs, settings, file, levels, csv_formulas, find_models(job))
        if (verified.minimum, verified.maximum) != (presence.minimum, presence.maximum):
            raise IntegrityError("the verifier counts another presence than the search; report it")
        fingerprint.refuse_changes()
        inputs.refuse_other_files(job)
        claims = Claims(
            schema="dpsql-manifest/1",
            release=ReleasedFile(name=file.name, sha256=hash_file(file), rows=verified.rows),
            levels=levels,
            keep=list(job.keep),
            delta=job.delta,
            constraints=job.constraints,
            public_rows=verified.public_rows,
            presence=PresenceRange(min=str(presence.minimum), max=str(presence.maximum)),
            csv_formulas=csv_formulas,
        )
        publish(file, claims.to_bytes(), target)
        clock.stop("verify")
    return Outcome(
        status="released",
        algorithm=job.algorithm,
        metric=job.metric,
        presence=presence,
        **_describe(job, loaded, node, counted, table),
        search=search,
        release=Release(str(job.release), verified.rows, claims.release.sha256),
        seconds=clock.seconds,
        peak_memory_bytes=measure_peak_memory(),
    )


def sql(
    job: AnyJob, dialect: str = "duckdb", levels: Mapping[str, int] | None = None
) -> list[dict[str, str]]:
    """List the statements of the trip as ``{"step", "sql"}``; see `statements.list_statements`."""
    return list_statements(_as_job(job), dialect, levels)


def verify(job: AnyJob, release: str | Path | None = None, **options: Any) -> Verification:
    """Check a release and its manifest against P, T and the job; `release` defaults to the job's.

    Raises:
        IntegrityError: it is not what its manifest claims, or its rows are not those of T.
        NotSatisfied: a class breaks the job's models.
    """
    job = _as_job(job)
    _require_model(job)
    inputs = find_inputs(job)
    if release is None and job.release is None:
        raise ConfigError("release: name the file to verify, or give the job a release")
    path = Path(release) if release is not None else job.folder / str(job.release)
    if not path.is_file():
        raise ConfigError(f"{path.name}: no such release")
    target = Target(path, overwrite=False)
    claims = read_claims(target.manifest_path)
    digest = hash_file(path)
    if digest != claims.release.sha256:
        raise IntegrityError(f"{path.name}: its bytes are not those that the manifest names")
    if tuple(claims.keep) != job.keep:
        raise IntegrityError(f"{path.name}: the manifest names other kept columns than the job")
    models = dict.fromkeys((*find_models(job), *find_models(claims)))
    with inputs.fingerprint().guarding():
        verified = _verify_file(
            job, inputs, Options(**options), path, claims.levels, claims.csv_formulas, tuple(models)
        )
    if hash_file(path) != digest:
        raise InputChanged(f"{path.name} changed while it was verified; run again")
    presence = PresenceRange(min=str(verified.minimum), max=str(verified.maximum))
    counted = (verified.rows, verified.public_rows, presence)
    if counted != (claims.release.rows, claims.public_rows, claims.presence):
        raise IntegrityError(f"{path.name}: the manifest claims other rows or another presence")
    return Verification(
        Release(str(path), verified.rows, digest),
        verified.public_rows,
        presence.model_dump(),
        claims.levels,
    )


def _verify_file(
    job: Job,
    inputs: Inputs,
    options: Options,
    file: Path,
    levels: Mapping[str, int],
    csv_formulas: str,
    models: tuple[PrivacyModel, ...],
) -> Verified:
    """Verify a file in a session of its own, which has seen nothing of a search."""
    options = replace(options, dump_sql=options.dump_sql and Path(options.dump_sql) / "verify")
    is_csv = file.suffix.lower() == ".csv"
    place = find_place(Source(path=str(file), delimiter="," if is_csv else None), Path())
    with open_engine(job, inputs, options, readable=[file.absolute()]) as engine:
        tables = read_tables(engine, job, inputs.public, inputs.private)
        hierarchies = load_hierarchies(job, inputs.mappings, engine)
        engine.register(RELEASE, place)
        return verify_release(
            engine,
            tables,
            hierarchies,
            levels,
            models,
            formulas_are_quoted=is_csv and csv_formulas == "quote",
        )


def _as_job(job: AnyJob) -> Job:
    return job if isinstance(job, Job) else read_job(job)


def _as_node(levels: Mapping[str, int], loaded: Loaded) -> Node:
    for name, level in levels.items():
        height = loaded.heights.get(name)
        if height is None:
            raise ConfigError(f"levels: {name!r} is not a quasi-identifier of the job")
        if type(level) is not int or not 0 <= level <= height:
            raise ConfigError(f"levels: {name} has levels 0 to {height}")
    return Node(tuple(levels.get(name, 0) for name in loaded.hierarchies))


def _require_model(job: Job) -> None:
    if not find_models(job):
        raise ConfigError("the job states nothing to satisfy; give it delta: or constraints:")


def _find_target(job: Job, inputs: Inputs, *, overwrite: bool) -> Target:
    if job.release is None:
        raise ConfigError("release: is missing; name the file to write, .parquet or .csv")
    target = Target((job.folder / job.release).absolute(), overwrite)
    target.refuse_unfit((*inputs.table_files, *inputs.other_files))
    inputs.refuse_reading(target.path)
    return target


def _prepare(job: Job, loaded: Loaded) -> tuple[Checker, TableStatistics]:
    table = measure_levels(loaded.engine, loaded.hierarchies, loaded.sizes)
    encode(loaded.engine, loaded.lattice)
    return Checker(loaded.engine, loaded.lattice, find_models(job), loaded.sizes), table


def _refuse_infeasible(job: Job, loaded: Loaded) -> None:
    """Total suppression has the one presence |T|/|P|; if δ excludes it, δ excludes everything."""
    sizes = loaded.sizes
    if job.delta and not job.delta.bounds.allows(sizes.public_rows, sizes.private_rows):
        ratio = Fraction(sizes.private_rows, sizes.public_rows)
        message = (
            f"no generalization can satisfy delta: |T|/|P| = {ratio} does not lie between"
            f" {job.delta.min} and {job.delta.max}; widen delta to contain it"
        )
        search = Search(loaded.lattice.size, 1, optimal=True)
        raise _no_safe_release(message, job, loaded, search)


def _no_safe_release(message: str, job: Job, loaded: Loaded, search: Search) -> NoSafeRelease:
    return NoSafeRelease(
        message,
        {
            "algorithm": job.algorithm,
            "metric": job.metric,
            "delta": _words_of_delta(job),
            "constraints": job.constraints.model_dump(exclude_none=True),
            "public_rows": loaded.sizes.public_rows,
            "private_rows": loaded.sizes.private_rows,
            "search": search.to_dict(),
        },
    )


def _describe(
    job: Job, loaded: Loaded, node: Node, counted: NodeStatistics, table: TableStatistics
) -> dict[str, Any]:
    """Fields of an Outcome that every measured node has."""
    return {
        "public_rows": table.public_rows,
        "private_rows": table.private_rows,
        "levels": loaded.name_levels(node),
        "heights": loaded.heights,
        "metrics": _measure_metrics(node, counted, table),
        "delta": _words_of_delta(job),
        "constraints": job.constraints.model_dump(exclude_none=True),
    }


def _measure_metrics(
    node: Node, counted: NodeStatistics, table: TableStatistics
) -> dict[str, float]:
    values = {}
    for name, metric in METRICS.items():
        if isinstance(metric, SeparableMetric):
            values[name] = metric.value(metric.node_cost(node.levels, table), table)
        else:
            values[name] = metric.value(metric.cost(counted, table), table)
    return values


def _words_of_delta(job: Job) -> dict[str, str] | None:
    return {"min": str(job.delta.min), "max": str(job.delta.max)} if job.delta else None
