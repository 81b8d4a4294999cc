"""What the manifest of a verified release claims; none of it is a choice of its writer."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dpsql.domain.job import Job
from dpsql.release.manifest import (
    Boxes,
    Claims,
    ConfidenceClaim,
    Cut,
    EarlierClaim,
    HierarchyParts,
    Pooled,
    PooledLevels,
    PresenceRange,
    PriorClaim,
    ReleasedFile,
    Shape,
    Step,
    TogetherClaim,
    hash_file,
)
from dpsql.release.release_format import ReleaseFormat
from dpsql.verifier.verified import Verified
from dpsql.verifier.written_bytes import WRITER


def claim_release(
    job: Job, file: Path, shape: Shape, verified: Verified, file_format: ReleaseFormat
) -> Claims:
    """Return the claims of a verified file, for its manifest; none is a choice of its writer."""
    return Claims(
        schema="dpsql-manifest/1",
        release=_describe_file(job, file, verified, file_format),
        **_state_shape(job, shape, verified),
        choose="from_public" if job.choose == "from_public" else None,
        keep=list(job.keep),
        public_columns=list(verified.public_columns),
        delta=job.delta,
        known_absent=job.known_absent,
        constraints=job.constraints,
        public_rows=verified.public_rows,
        **_state_presence(job, verified),
        prior=_state_prior(job, verified),
        together=_state_together(verified),
        csv_formulas=verified.csv_formulas,
        counted_from="kept_counts" if job.is_verified_from_kept else None,
    )


def _state_presence(job: Job, verified: Verified) -> dict[str, Any]:
    """Return the presence that was counted, or the confidence and the statistics behind it."""
    if verified.confident is None or job.population is None:
        return {"presence": PresenceRange(min=str(verified.minimum), max=str(verified.maximum))}
    found = verified.confident
    return {
        "confidence": ConfidenceClaim(
            asked=str(found.asked),
            criterion="sum_of_violations",
            counts=job.population.counts,
            size_min=found.least_size,
            size_max=found.most_size,
            assumed_independent=found.independent,
            regions=job.population.regions.by if job.population.regions is not None else None,
            statistics=verified.statistics,
        )
    }


def _state_prior(job: Job, verified: Verified) -> PriorClaim | None:
    """Return the prior that the release was judged by, if there is one."""
    if job.prior is None:
        return None
    words = job.prior
    return PriorClaim(column=words.column, columns=words.columns or None, rates=verified.prior)


def _state_together(verified: Verified) -> TogetherClaim | None:
    """Return what holds together with earlier releases, if the job names any."""
    found = verified.together
    if found is None or found.method == "refused":
        return None
    return TogetherClaim(
        method=found.method,
        presence=PresenceRange(min=str(found.minimum), max=str(found.maximum)),
        releases=[
            EarlierClaim(
                sha256=one.placed.claims.release.sha256,
                levels=one.placed.claims.levels,
                of_this_table=one.is_of_this_table,
            )
            for one in verified.earlier
        ],
    )


def _describe_file(
    job: Job, file: Path, verified: Verified, file_format: ReleaseFormat
) -> ReleasedFile:
    """Return the claims about the file itself, or about the table whose rows it has."""
    is_counted = job.release_count is not None
    return ReleasedFile(
        name=file_format.name_release(file),
        kind=None if file_format.table is None else file_format.table.kind,
        sha256=hash_file(file),
        written_by=None if file_format.table is None else WRITER,
        rows=verified.released_classes.count if is_counted else verified.rows,
        count=job.release_count,
        private_rows=verified.rows if is_counted else None,
    )


def _state_shape(job: Job, shape: Shape, verified: Verified) -> dict[str, Any]:
    """Return the claims about levels, steps, boxes or cuts, in the job's order."""
    if isinstance(shape, Boxes):
        words = job.algorithm.mpalm or job.algorithm.mondrian
        orders = {name: shape.orders[name] for name in job.quasi_identifiers}
        return {"boxes": Boxes(unsafe=words is not None and words.unsafe, orders=orders)}
    if isinstance(shape, PooledLevels):
        steps = [
            Step(levels=_in_order(job, levels), public_rows=public, private_rows=private)
            for levels, (public, private) in zip(shape.steps, verified.steps, strict=True)
        ]
        climbed = verified.steps[1:]
        pooled = Pooled(
            least=shape.least,
            path=shape.path,
            public_rows=sum(public for public, _ in climbed),
            private_rows=sum(private for _, private in climbed),
            classes=sum(one.classes for one in verified.counts),
        )
        return {"levels": steps[0].levels, "pooled": pooled, "steps": steps}
    if isinstance(shape, HierarchyParts):
        return {"cuts": [Cut.of(cut) for cut in shape.cuts], "rest": shape.rest}
    return {"levels": _in_order(job, shape)}


def _in_order(job: Job, levels: Mapping[str, int]) -> dict[str, int]:
    return {name: levels[name] for name in job.quasi_identifiers}
