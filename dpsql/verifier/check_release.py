"""Verifies a release file in a session without data of a search, and states its claims."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.found.verdict import Verdict
from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.private_alone import with_private_alone
from dpsql.domain.sections.algorithm import FULL_DOMAIN
from dpsql.engines.base import Engine
from dpsql.engines.release_table import ReleaseTable
from dpsql.errors import InputChanged, IntegrityError, NotSatisfied
from dpsql.files.absolute import make_absolute
from dpsql.hierarchies.load import load_hierarchies
from dpsql.privacy.model import PrivacyModel
from dpsql.privacy.sensitive import SensitiveModel
from dpsql.release.earlier import Placed, place_earlier
from dpsql.release.manifest import (
    Boxes,
    Claims,
    HierarchyParts,
    PooledLevels,
    Shape,
    find_difference,
    hash_file,
)
from dpsql.release.release_format import ReleaseFormat
from dpsql.report.written_bounds import write_bound
from dpsql.session.engine import keep_debug, open_engine
from dpsql.session.kept_counts import find_counts, use_kept_counts
from dpsql.session.models import find_models, find_sensitive
from dpsql.session.run import Run
from dpsql.sql.tables.differing_rows import find_differing_rows
from dpsql.sql.tables.public_and_private import Tables, check_people_of_rows, read_tables
from dpsql.verifier.claims import claim_release
from dpsql.verifier.full_domain import verify_release
from dpsql.verifier.hashes import hash_places
from dpsql.verifier.released_file import register_release
from dpsql.verifier.released_rows import RELEASE, judge_formulas
from dpsql.verifier.sensitive import judge_sensitive
from dpsql.verifier.verified import Verified
from dpsql.verifier.written_bytes import WRITER, name_types, refuse_other_bytes

_log = logging.getLogger("dpsql")


def verify_claims(
    run: Run,
    file: Path,
    claims: Claims,
    table: ReleaseTable | None = None,
    *,
    warns: bool = True,
) -> Verified:
    """Verify a file by the job, and that its manifest is what dpsql writes for it.

    `table`: the released table whose rows the file has. `warns`: as of `verify_file`.

    Raises:
        IntegrityError: it does not fit its manifest or this job, or cannot be read.
        NotSatisfied: a class breaks a model. InputChanged: it changed meanwhile.
    """
    job, file_format = run.job, ReleaseFormat.of(file, claims.csv_formulas, table)
    name = file_format.name_release(file)
    _refuse_other_content(file, claims, name)
    if tuple(claims.keep) != job.keep:
        raise IntegrityError(f"{name}: the manifest names other kept columns than the job")
    if claims.release.count != job.release_count:
        raise IntegrityError(f"{name}: {tell_count(claims, job)}")
    refuse_other_algorithm(job, claims.shape, name)
    verified = verify_file(
        run,
        file,
        claims.shape,
        file_format,
        find_models(job),
        find_sensitive(job),
        warns=warns,
    )
    if hash_file(file) != claims.release.sha256:
        raise InputChanged(f"{name} changed while it was verified; run again")
    true = claim_release(job, file, claims.shape, verified, file_format)
    # Whoever verifies may have P where the writer of the release had kept counts.
    true = true.model_copy(update={"counted_from": claims.counted_from})
    _refuse_other_claims(name, claims, true)
    return verified


def _refuse_other_content(file: Path, claims: Claims, name: str) -> None:
    """Raise IntegrityError unless the manifest names these bytes, or the table's rows."""
    stated = claims.release
    if hash_file(file) == stated.sha256:
        return
    if stated.kind is None:
        raise IntegrityError(f"{name}: its bytes are not those that the manifest names")
    if stated.written_by != WRITER:
        raise IntegrityError(
            f"{name}: its rows were hashed as {stated.written_by} writes them, and bytes of Parquet"
            f" differ from version to version; verify it with that one (this is {WRITER})"
        )
    raise IntegrityError(
        f"{name}: its rows are not those that the manifest names, or a column has another type"
    )


def refuse_other_algorithm(job: Job, shape: Shape, name: str) -> None:
    """Raise IntegrityError for a shape that the job's algorithm does not release."""
    stated = _name_shape(shape)
    if stated != _name_shape_of(job):
        raise IntegrityError(
            f"{name}: the manifest states {stated}, which the job's algorithm does not release"
        )
    if isinstance(shape, PooledLevels):
        _refuse_other_pooling(job, shape)
    if isinstance(shape, HierarchyParts):
        _refuse_other_rests(job, shape)


def tell_count(claims: Claims, job: Job) -> str:
    """Return what to do if the release counts its rows in another way than the job says."""
    stated, asked = claims.release.count, job.release_count
    if stated is None:
        return f"it has a row per person, and the job counts them in {asked!r}; drop release.count"
    return (
        f"it has each row once, with a count in column {stated!r}; write release: {{path: …, count:"
        f" {stated}}} in the job"
    )


def _refuse_other_claims(name: str, claims: Claims, true: Claims) -> None:
    """Raise IntegrityError unless the manifest is what follows from job, release and counts."""
    if claims.to_bytes() == true.to_bytes():
        return
    field = find_difference(claims.model_dump(), true.model_dump()) or "order of names"
    raise IntegrityError(
        f"{name}: the manifest states another {field} than follows from the job, the tables"
        " and the release; verify it by the job it was made by, or release again"
    )


def verify_file(
    run: Run,
    file: Path,
    shape: Shape,
    file_format: ReleaseFormat,
    models: tuple[PrivacyModel, ...],
    sensitive: tuple[SensitiveModel, ...] = (),
    *,
    tolerate_failure: bool = False,
    warns: bool = False,
) -> Verified:
    """Verify a file in a session of its own, without data of a search; load what checks its shape.

    `tolerate_failure`: if boxes or settled people break a model, report it and do not raise.
    `warns`: log if T's own values are not those of P. A run that counted T has done so.
    """
    run.options.enter("verify")
    job, run = run.job, run.dumping_to("verify")
    is_kept = job.is_verified_from_kept or run.counts is not None
    folders = find_counts(run) if is_kept else []
    with open_engine(run, readable=[make_absolute(file)], writable=folders) as engine:
        counted = with_private_alone(job) if job.is_estimated else job
        tables = read_tables(engine, counted, run.inputs.public, run.inputs.private)
        public = run.inputs.public
        differing = find_differing_rows(engine, tables, public) if warns else None
        if differing is not None and differing.is_told:
            _log.warning(differing.tell())
        if job.is_verified_from_kept:
            _log.warning("P is not read again: the release is verified from the kept counts")
        if is_kept:
            # The run that counted P has checked it.
            tables = use_kept_counts(run, engine, tables)
        else:
            check_people_of_rows(engine, job)
        hierarchies = load_hierarchies(job, run.inputs.mappings, engine)
        register_release(engine, RELEASE, file, "," if file_format.is_csv else None)
        placed = place_earlier(run.inputs, hierarchies)
        given = engine, tables, hierarchies, shape
        if job.is_estimated:
            asked = models, file_format
            verified = _verify_estimated(run, *given, *asked, tolerate_failure=tolerate_failure)
        else:
            others = [one.levels for one in placed]
            verified = _verify_shape(job, *given, models, file_format, tolerate_failure, others)
        verified = judge_sensitive(
            engine,
            list(hierarchies),
            sensitive,
            tables.types,
            verified,
            file_format,
            tolerate_failure=tolerate_failure,
        )
        verified = _judge_informed(run, *given, placed, verified, tolerate_failure=tolerate_failure)
        if file_format.is_csv:
            verified = replace(verified, csv_formulas=judge_formulas(engine, file_format))
        types = file_format.name_types(name_types(tables, shape))
        refuse_other_bytes(job, file, types, keep_debug(run.options), engine)
    heights = {name: hierarchy.height for name, hierarchy in hierarchies.items()}
    return replace(verified, public_columns=tables.public_columns, heights=heights)


def _judge_informed(
    run: Run,
    engine: Engine,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    shape: Shape,
    placed: Sequence[Placed],
    verified: Verified,
    *,
    tolerate_failure: bool,
) -> Verified:
    """Judge the release by what else somebody may know: a prior, and earlier releases."""
    if run.job.prior is not None:
        from dpsql.verifier.adversary.priors import judge_by_prior

        given = run, engine, tables, hierarchies, shape
        verified = judge_by_prior(*given, verified, tolerate_failure=tolerate_failure)
    if placed:
        from dpsql.verifier.adversary.earlier import judge_together

        asked = run, engine, hierarchies, shape, placed
        verified = judge_together(*asked, verified, tolerate_failure=tolerate_failure)
    return verified


def _verify_estimated(
    run: Run,
    engine: Engine,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    shape: Shape,
    models: tuple[PrivacyModel, ...],
    file_format: ReleaseFormat,
    *,
    tolerate_failure: bool,
) -> Verified:
    """Verify the table ``release`` with T in the place of P; judge it by the statistics of P.

    Raises:
        IntegrityError: it has neither levels nor steps. NotSatisfied: it lacks the confidence.
    """
    from dpsql.verifier.confidence import measure_confidence

    job, places = run.job, run.inputs.statistics
    given = engine, tables, hierarchies
    if isinstance(shape, PooledLevels):
        from dpsql.verifier.pooled.expected_pooling import verify_expected_pooling

        asked = shape, places, models, file_format
        verified, presence, holds = verify_expected_pooling(
            engine, job, tables, hierarchies, *asked, tolerate_failure=tolerate_failure
        )
    elif isinstance(shape, dict):
        verified = verify_release(*given, shape, models, file_format)
        presence, holds = measure_confidence(engine, job, tables, hierarchies, shape, places)
    else:
        raise IntegrityError("release: with population: it has levels or steps, and this has none")
    found = replace(
        verified,
        public_rows=presence.least_size,
        confident=presence,
        statistics=_hash_statistics(run),
        holds=verified.holds and holds,
        verdicts=(*_tell_confidence(presence, holds=holds), *verified.verdicts),
    )
    if not holds and not tolerate_failure:
        raise NotSatisfied(
            f"release: its confidence is {presence.least:.6g}, and the job asks for"
            f" {write_bound(presence.asked or Fraction(0))}",
            found.summary,
        )
    return found


def _hash_statistics(run: Run) -> tuple[str, ...]:
    """Return the SHA-256 of each file of statistics; tables of an engine have none."""
    return hash_places(run.inputs.statistics)


def _tell_confidence(presence: ConfidentPresence, *, holds: bool) -> Iterator[Verdict]:
    if presence.least is not None:
        yield Verdict("confidence", str(presence.asked), holds)


def _verify_shape(
    job: Job,
    engine: Engine,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    shape: Shape,
    models: tuple[PrivacyModel, ...],
    file_format: ReleaseFormat,
    tolerate_failure: bool,
    others: Sequence[Mapping[str, int]],
) -> Verified:
    """Verify the logical table ``release`` by its shape; only what checks this shape is loaded."""
    given, models_and_format = (engine, tables, hierarchies), (models, file_format)
    if isinstance(shape, Boxes):
        from dpsql.verifier.boxes.boxes import verify_boxes

        _refuse_other_orders(job, tables, shape)
        columns = job.quasi_identifiers
        return verify_boxes(*given, columns, *models_and_format, tolerate_failure=tolerate_failure)
    if isinstance(shape, PooledLevels):
        from dpsql.verifier.pooled.pooled import verify_pooled

        return verify_pooled(*given, shape, *models_and_format, tolerate_failure=tolerate_failure)
    if isinstance(shape, HierarchyParts):
        from dpsql.verifier.hierarchy_parts import verify_parts

        cuts = shape.cuts
        return verify_parts(*given, cuts, *models_and_format, tolerate_failure=tolerate_failure)
    return verify_release(*given, shape, *models_and_format, others)


def _refuse_other_orders(job: Job, tables: Tables, boxes: Boxes) -> None:
    """Raise IntegrityError for orders that differ from the job's: ranges depend on their order."""
    orders = {
        name: words.name_order(tables.types[name].family)
        for name, words in job.quasi_identifiers.items()
    }
    if boxes.orders != orders:
        raise IntegrityError("release: its ranges are stated in other orders than the job's")


def _refuse_other_pooling(job: Job, pooled: PooledLevels) -> None:
    """Raise IntegrityError for a path or a number of people that the job does not ask for."""
    words = job.algorithm.pooled
    asked = words.least if words is not None else "auto"
    numbers = (asked,) if isinstance(asked, int) else asked
    if (
        words is None
        or pooled.path != words.path
        or not (isinstance(numbers, str) or pooled.least in numbers)
    ):
        raise IntegrityError("release: people climb in another way than the job says")


def _refuse_other_rests(job: Job, parts: HierarchyParts) -> None:
    """Raise IntegrityError unless labels stay together as the job says."""
    if parts.rest != job.algorithm.rest:
        raise IntegrityError("release: it has another rest than the job says")
    if parts.rest == "refused" and any(cut.has_rest for cut in parts.cuts):
        raise IntegrityError("release: people stay together in a rest, which the job refuses")


def _name_shape(shape: Shape) -> str:
    if isinstance(shape, Boxes):
        return "boxes"
    if isinstance(shape, HierarchyParts):
        return "cuts"
    return "steps" if isinstance(shape, PooledLevels) else "levels"


def _name_shape_of(job: Job) -> str:
    """Name the shape that the job's algorithm releases."""
    if job.algorithm.pooled is not None:
        return "steps"
    if job.algorithm.rest is not None:
        return "cuts"
    return "levels" if job.algorithm.name in FULL_DOMAIN else "boxes"
