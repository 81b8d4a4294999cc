"""Opens P and T of a bench as ``dpsql init`` does, on its engine."""

import pytest

from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.first_job.tables import Asked, open_tables


@pytest.fixture
def open_bench(bench):
    """A function that opens ``p.parquet`` and ``t.parquet`` of the folder."""

    def open_bench():
        options = EngineOptions.model_validate(bench.engine.choice)
        connection = bench.engine.options.get("connection")
        asked = Asked("p.parquet", "t.parquet", None, options, connection, bench.folder)
        return open_tables(asked)

    return open_bench
