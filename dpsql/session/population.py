"""What the owner of T knows of a P that nobody has listed: coded statistics and a law."""

from typing import Any

from dpsql.domain.job import Job
from dpsql.privacy.confidence import stated
from dpsql.privacy.confidence.law import Law
from dpsql.privacy.confidence.stated import Sampled
from dpsql.privacy.confidence.strata import StrataLaw
from dpsql.session.load import Loaded
from dpsql.sql.lattice.frequency_set import Levels
from dpsql.sql.statistics.class_shares import CodedTables
from dpsql.sql.statistics.codes import code_statistics
from dpsql.sql.statistics.region_shares import CodedRegions
from dpsql.sql.statistics.sample_shares import CodedSample
from dpsql.sql.statistics.tables import SampleTable, SizesTable, StatisticsTable

CodedKnown = CodedTables | CodedSample | CodedRegions


def code_known(job: Job, loaded: Loaded, levels: Levels) -> CodedKnown:
    """Code the statistics of a session on the levels of its frequency set."""
    for table in loaded.statistics:
        is_sample = isinstance(table, SampleTable)
        measures = ["measure", "sampled"] if is_sample else ["measure"]
        code_statistics(loaded.engine, levels, table.name, table.columns, measures)
    tables = [table for table in loaded.statistics if isinstance(table, StatisticsTable)]
    samples = [table for table in loaded.statistics if isinstance(table, SampleTable)]
    if samples:
        return CodedSample(loaded.engine, levels, samples[0])
    coded = CodedTables(loaded.engine, levels, tuple(tables))
    sizes = [table for table in loaded.statistics if isinstance(table, SizesTable)]
    if sizes:
        assert job.population is not None  # noqa: S101 - the job is estimated
        return CodedRegions(coded, sizes[0], job.population.counts == "members_included")
    return coded


def find_law(job: Job, loaded: Loaded, known: CodedKnown) -> Law[Any]:
    """Return the law of the people of P who are not in T; its classes are those of the statistics.

    Raises:
        InputError: P is stated to be smaller than T, or than the sample.
    """
    population, size = job.population, loaded.stated_size
    assert population is not None and size is not None  # noqa: S101 - the job is estimated
    if isinstance(known, CodedRegions):
        strata = known.strata
        return StrataLaw(strata.sizes, strata.private_rows, known.members_included)
    samples = [table for table in loaded.statistics if isinstance(table, SampleTable)]
    return stated.find_law(
        (size.min, size.max),
        loaded.sizes.private_rows,
        Sampled(samples[0].sampled, samples[0].effective) if samples else None,
        members_included=population.counts == "members_included",
    )
