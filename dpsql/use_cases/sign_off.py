"""Gathers what somebody signs: a verified release, before and after, and all hashes."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Unpack

from dpsql.domain.confident_presence import ConfidentPresence
from dpsql.domain.job import Job
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.risks import find_risks
from dpsql.errors import ConfigError, error_of
from dpsql.files import private_file
from dpsql.generalize.full_domain import prepare
from dpsql.job_files.read import AnyJob, as_job
from dpsql.release.manifest import hash_file
from dpsql.release.target import Target
from dpsql.report.sign_off_page import Before, render_sign_off
from dpsql.session.load import load
from dpsql.session.options import Options, OptionWords
from dpsql.session.run import Run
from dpsql.sql.lattice.risks import count_certain, count_sizes
from dpsql.use_cases.job_release import find_job_release
from dpsql.use_cases.measure import measure
from dpsql.use_cases.verify import Verification, verify


@dataclass(frozen=True)
class SignOff:
    """The outcome of `sign_off`: the verified release, and what was known of people before."""

    verification: Verification
    before: Before
    page: Path

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            **self.verification.to_dict(),
            "before": self.before.to_dict(),
            "report": {"path": str(self.page), "variant": "sign_off"},
            "schema": SCHEMA,
        }


def sign_off(
    job: AnyJob, page: str | Path, release: str | Path | None = None, **options: Unpack[OptionWords]
) -> SignOff:
    """Verify the release of a job, measure T as it is, and write the page to sign.

    Raises as `verify`, and ConfigError if the page cannot be written.
    """
    words, stated = as_job(job), job if isinstance(job, str | Path) else None
    file = find_job_release(words, release)
    verification = verify(words, file, **options)
    before = _measure_before(words, options)
    manifest = Target(file, overwrite=False).manifest_path
    files = {
        file.name: verification.release.sha256,
        manifest.name: hash_file(manifest),
    }
    if stated is not None:
        files[Path(stated).name] = hash_file(Path(stated))
    text = render_sign_off(words, verification.to_dict(), before, files)
    try:
        with private_file.replace(Path(page)) as opened:
            opened.write(text)
    except OSError as error:
        problem = f"--output: {Path(page).name} cannot be written"
        raise error_of(error, problem, ConfigError) from None
    return SignOff(verification, before, Path(page))


def _measure_before(job: Job, options: OptionWords) -> Before:
    """Measure what T would reveal as it is: at raw values."""
    if job.is_estimated:
        # Nobody climbs from raw values.
        found = measure(job.with_algorithm("spalm", choose="optimum"), **options)
        assert isinstance(found.presence, ConfidentPresence)  # noqa: S101 - the job is estimated
        return Before(found.private_rows, None, None, found.presence)
    with Run.of(job, Options(**options)).held() as run, load(run, informed=True) as loaded:
        raw = loaded.lattice.raw
        prepare(job.with_all_levels(), loaded, raw)
        sizes = count_sizes(loaded.engine, loaded.lattice, raw)
        certain = count_certain(loaded.engine, loaded.lattice, raw)
        greatest = find_risks(sizes).maximum if sizes else Fraction(0)
        return Before(loaded.sizes.private_rows, certain, greatest, None)
