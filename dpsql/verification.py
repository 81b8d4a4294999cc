"""Verifies a release file in a session that has seen nothing of a search, and states its claims."""

from dataclasses import replace
from pathlib import Path
from typing import Literal

from dpsql.catalog import find_models, find_sensitive_models
from dpsql.description import find_sensitive
from dpsql.domain.job import Job
from dpsql.errors import InputChanged, IntegrityError
from dpsql.hierarchies import load_hierarchies
from dpsql.inputs import Inputs
from dpsql.loading import Options, open_engine
from dpsql.privacy.model import PrivacyModel
from dpsql.privacy.sensitive import SensitiveModel
from dpsql.release.lines import refuse_other_lines
from dpsql.release.manifest import Boxes, Claims, PresenceRange, ReleasedFile, Shape, hash_file
from dpsql.release.released_file import register_release
from dpsql.release.released_rows import RELEASE
from dpsql.release.verified import Verified
from dpsql.release.verify import verify_release
from dpsql.release.verify_boxes import verify_boxes
from dpsql.release.verify_sensitive import judge_sensitive
from dpsql.sql.tables import Tables, read_tables

CsvFormulas = Literal["refuse", "quote"]


def verify_claims(
    job: Job, inputs: Inputs, options: Options, file: Path, claims: Claims
) -> Verified:
    """Verify a file and what its manifest claims of it, by the models of both manifest and job.

    Raises:
        IntegrityError: it is not what is claimed, or not of this job, or cannot be read.
        NotSatisfied: a class breaks a model. InputChanged: it changed meanwhile.
    """
    if hash_file(file) != claims.release.sha256:
        raise IntegrityError(f"{file.name}: its bytes are not those that the manifest names")
    if tuple(claims.keep) != job.keep:
        raise IntegrityError(f"{file.name}: the manifest names other kept columns than the job")
    if not claims.constraints.files <= job.constraints.files:
        # Whoever wrote the manifest does not choose which files are read.
        raise IntegrityError(f"{file.name}: the manifest names other hierarchies than the job")
    models = dict.fromkeys((*find_models(job), *find_models(claims)))
    claimed = find_sensitive_models(claims, job.folder)
    sensitive = dict.fromkeys((*find_sensitive(job), *claimed))
    verified = verify_file(
        job,
        inputs,
        options,
        file,
        claims.shape,
        claims.csv_formulas,
        tuple(models),
        tuple(sensitive),
    )
    if hash_file(file) != claims.release.sha256:
        raise InputChanged(f"{file.name} changed while it was verified; run again")
    presence = PresenceRange(min=str(verified.minimum), max=str(verified.maximum))
    counted = (verified.rows, verified.public_rows, presence)
    if counted != (claims.release.rows, claims.public_rows, claims.presence):
        raise IntegrityError(f"{file.name}: the manifest claims other rows or another presence")
    if not _claims_all(job, claims):
        raise IntegrityError(
            f"{file.name}: the manifest claims less than the job asks for; verify it by the job it"
            " was made by, or release again"
        )
    return verified


def _claims_all(job: Job, claims: Claims) -> bool:
    """Whether the manifest claims a delta within the job's, and each constraint of the job."""
    claimed = claims.constraints.stated
    if any(claimed.get(name) != asked for name, asked in job.constraints.stated.items()):
        return False
    if job.delta is None:
        return True
    found = claims.delta
    return found is not None and job.delta.min <= found.min and found.max <= job.delta.max


def verify_file(
    job: Job,
    inputs: Inputs,
    options: Options,
    file: Path,
    shape: Shape,
    csv_formulas: str,
    models: tuple[PrivacyModel, ...],
    sensitive: tuple[SensitiveModel, ...] = (),
    *,
    tolerate_failure: bool = False,
) -> Verified:
    """Verify a file in a session of its own, which has seen nothing of a search.

    `tolerate_failure`: where boxes break a model, say so and do not raise.
    """
    options.enter("verify")
    options = replace(options, dump_sql=options.dump_sql and Path(options.dump_sql) / "verify")
    is_csv = file.suffix.lower() == ".csv"
    with open_engine(job, inputs, options, readable=[file.absolute()]) as engine:
        tables = read_tables(engine, job, inputs.public, inputs.private)
        hierarchies = load_hierarchies(job, inputs.mappings, engine)
        register_release(engine, RELEASE, file, "," if is_csv else None)
        quoted = is_csv and csv_formulas == "quote"
        if isinstance(shape, Boxes):
            _refuse_other_orders(job, tables, shape)
            verified = verify_boxes(
                engine,
                tables,
                hierarchies,
                job.quasi_identifiers,
                models,
                formulas_are_quoted=quoted,
                tolerate_failure=tolerate_failure,
            )
        else:
            verified = verify_release(
                engine, tables, hierarchies, shape, models, formulas_are_quoted=quoted
            )
        verified = judge_sensitive(
            engine, list(hierarchies), sensitive, verified, formulas_are_quoted=quoted
        )
    if is_csv:
        refuse_other_lines(file, verified.rows)
    return verified


def _refuse_other_orders(job: Job, tables: Tables, boxes: Boxes) -> None:
    """A range means something in its order only."""
    orders = {
        name: words.name_order(tables.types[name].family)
        for name, words in job.quasi_identifiers.items()
    }
    if boxes.orders != orders:
        raise IntegrityError("release: its ranges are stated in other orders than the job's")


def claim_release(
    job: Job,
    file: Path,
    shape: Shape,
    verified: Verified,
    csv_formulas: CsvFormulas,
) -> Claims:
    """State what a verified file is, for its manifest."""
    presence = PresenceRange(min=str(verified.minimum), max=str(verified.maximum))
    return Claims(
        schema="dpsql-manifest/1",
        release=ReleasedFile(name=file.name, sha256=hash_file(file), rows=verified.rows),
        levels=None if isinstance(shape, Boxes) else dict(shape),
        boxes=shape if isinstance(shape, Boxes) else None,
        choose="from_public" if job.choose == "from_public" else None,
        keep=list(job.keep),
        delta=job.delta,
        constraints=job.constraints,
        public_rows=verified.public_rows,
        presence=presence,
        csv_formulas=csv_formulas,
    )
