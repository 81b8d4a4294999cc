"""Checks a release that dpsql did not write against P, T and the job, from the file alone."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from sqlglot import exp

from dpsql.domain.found.published import Release
from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import node_at_levels
from dpsql.domain.sections.earlier import refuse_earlier
from dpsql.domain.sections.prior import refuse_prior
from dpsql.errors import InputChanged
from dpsql.files.absolute import make_absolute
from dpsql.hierarchies.load import load_hierarchies
from dpsql.release.manifest import hash_file
from dpsql.release.release_format import PLAIN
from dpsql.session.engine import open_engine
from dpsql.session.models import find_models, find_sensitive
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.sql.tables.public_and_private import check_people_of_rows, count_rows, read_tables
from dpsql.verifier.foreign.foreign_boxes import FOREIGN, verify_foreign_boxes
from dpsql.verifier.foreign.missing_columns import refuse_missing_columns
from dpsql.verifier.released_file import register_release
from dpsql.verifier.sensitive import judge_sensitive
from dpsql.verifier.verified import Verified


def count_foreign(
    job: Job, file: Path, levels: Mapping[str, int], options: Options, *, tolerate_failure: bool
) -> tuple[Verified, Release]:
    """Count the file against P and T; none of them may change meanwhile.

    `tolerate_failure`: also count boxes that break the models.

    Raises:
        IntegrityError: it is not T in boxes that are disjoint on P. NotSatisfied: a box breaks the
            job's models, or people whom no box covers do. InputError: P and T cannot be used.
            InputChanged: the file changed meanwhile.
    """
    options.enter("verify")
    run, digest = Run.of(job, options), hash_file(file)
    with run.held():
        verified, rows = _verify(run, file, levels, tolerate_failure=tolerate_failure)
    if hash_file(file) != digest:
        raise InputChanged(f"{file.name} changed while it was read; run again")
    return verified, Release(str(file), rows, digest)


def _verify(
    run: Run, file: Path, levels: Mapping[str, int], *, tolerate_failure: bool
) -> tuple[Verified, int]:
    """Return what was counted, and the rows of the file."""
    job = run.job
    refuse_prior(job)
    refuse_earlier(job)
    with open_engine(run, readable=[make_absolute(file)]) as engine:
        tables = read_tables(engine, job, run.inputs.public, run.inputs.private)
        check_people_of_rows(engine, job)
        hierarchies = load_hierarchies(job, run.inputs.mappings, engine)
        heights = {name: hierarchy.height for name, hierarchy in hierarchies.items()}
        node_at_levels(levels, heights)  # refuses levels that the hierarchies have not
        register_release(engine, FOREIGN, file)
        refuse_missing_columns(engine.columns(FOREIGN), job)
        verified = verify_foreign_boxes(
            engine,
            tables,
            hierarchies,
            job.quasi_identifiers,
            levels,
            find_models(job),
            tolerate_failure=tolerate_failure,
        )
        verified = judge_sensitive(
            engine,
            list(hierarchies),
            find_sensitive(job),
            tables.types,
            verified,
            PLAIN,
            tolerate_failure=tolerate_failure,
        )
        rows = verified.rows
        if job.release_count is not None:
            rows = count_rows(engine, FOREIGN, exp.true())
    return replace(verified, public_columns=tables.public_columns, heights=heights), rows
