"""Cases that only Spark has, on one server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.engines.base import Engine
from dpsql.engines.connect import connect
from tests.conftest import Bench, EngineUnderTest
from tests.spark_server import find_spark


@pytest.fixture
def spark_bench(tmp_path: Path) -> Bench:
    """A bench on Spark."""
    return Bench(tmp_path, EngineUnderTest("spark", {"spark": {"remote": find_spark()}}))


@pytest.fixture
def spark(spark_bench: Bench) -> Iterator[Engine]:
    """The engine itself, which reads CSV and Parquet files of the folder."""
    readable = [spark_bench.folder / name for name in ("p.csv", "p.parquet")]
    options = EngineOptions.model_validate(spark_bench.engine.choice)
    with connect(options, spark_bench.folder, readable=readable) as engine:
        yield engine


@pytest.fixture
def session() -> Iterator[Any]:
    """A session of a caller."""
    from dpsql.engines.spark.remote import open_session

    made = open_session(find_spark())
    yield made
    made.stop()
