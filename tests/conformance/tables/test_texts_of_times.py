"""In which form T writes its times is counted alike on every engine."""

import duckdb
import pytest

from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.first_job.people.rows_of_private import find_own_time
from dpsql.first_job.tables import Asked, open_tables
from dpsql.first_job.texts.times import find_order


@pytest.mark.parametrize(
    "times",
    [
        ["Wave 2", "wave 10", None],
        ["Baseline", "visit 1", "visit 2"],
        ["2nd visit", "3rd visit"],
        ["2019-W9", "2020-W10"],
        ["Jan 2020", "December 2019"],
        ["wave 1", "round 2"],
        ["Jan", "Feb"],
        ["wave 1", ""],
    ],
)
def test_the_form_of_times_of_t(bench, times):
    expected = find_order(times)
    with duckdb.connect() as connection:
        connection.execute(
            "CREATE TABLE t AS SELECT i % 9 AS pid, ?[1 + i % ?] AS visit FROM range(90) AS r(i)",
            [times, len(times)],
        )
        connection.execute(f"COPY t TO '{bench.folder}/t.parquet'")
        connection.execute(f"COPY (SELECT DISTINCT pid FROM t) TO '{bench.folder}/p.parquet'")
    options = EngineOptions.model_validate(bench.engine.choice)
    connection = bench.engine.options.get("connection")
    asked = Asked("p.parquet", "t.parquet", None, options, connection, bench.folder)
    with open_tables(asked) as tables:
        found = find_own_time(tables.engine)
    assert found.name == "visit" and find_order(found.values) is expected
