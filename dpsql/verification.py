"""Verifies a release file in a session that has seen nothing of a search, and states its claims."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal

from dpsql.domain.job import Job, Source
from dpsql.engines.places import find_place
from dpsql.hierarchies import load_hierarchies
from dpsql.inputs import Inputs
from dpsql.loading import Options, open_engine
from dpsql.privacy.model import PrivacyModel
from dpsql.privacy.sensitive import SensitiveModel
from dpsql.release.lines import refuse_other_lines
from dpsql.release.manifest import Claims, PresenceRange, ReleasedFile, hash_file
from dpsql.release.verify import RELEASE, Verified, verify_release
from dpsql.sql.tables import read_tables

CsvFormulas = Literal["refuse", "quote"]


def verify_file(
    job: Job,
    inputs: Inputs,
    options: Options,
    file: Path,
    levels: Mapping[str, int],
    csv_formulas: str,
    models: tuple[PrivacyModel, ...],
    sensitive: tuple[SensitiveModel, ...] = (),
) -> Verified:
    """Verify a file in a session of its own, which has seen nothing of a search."""
    options = replace(options, dump_sql=options.dump_sql and Path(options.dump_sql) / "verify")
    is_csv = file.suffix.lower() == ".csv"
    place = find_place(Source(path=str(file), delimiter="," if is_csv else None), Path())
    with open_engine(job, inputs, options, readable=[file.absolute()]) as engine:
        tables = read_tables(engine, job, inputs.public, inputs.private)
        hierarchies = load_hierarchies(job, inputs.mappings, engine)
        engine.register(RELEASE, place)
        verified = verify_release(
            engine,
            tables,
            hierarchies,
            levels,
            models,
            sensitive,
            formulas_are_quoted=is_csv and csv_formulas == "quote",
        )
    if is_csv:
        refuse_other_lines(file, verified.rows)
    return verified


def claim_release(
    job: Job,
    file: Path,
    levels: Mapping[str, int],
    verified: Verified,
    csv_formulas: CsvFormulas,
) -> Claims:
    """State what a verified file is, for its manifest."""
    presence = PresenceRange(min=str(verified.minimum), max=str(verified.maximum))
    return Claims(
        schema="dpsql-manifest/1",
        release=ReleasedFile(name=file.name, sha256=hash_file(file), rows=verified.rows),
        levels=dict(levels),
        keep=list(job.keep),
        delta=job.delta,
        constraints=job.constraints,
        public_rows=verified.public_rows,
        presence=presence,
        csv_formulas=csv_formulas,
    )
