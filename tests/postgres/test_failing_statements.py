"""A statement that fails, or takes too long, leaves the session and what it made as it was."""

import pytest
from sqlglot import parse_one

from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.engines.connect import connect
from dpsql.engines.time_limit import TookTooLong
from dpsql.errors import DpsqlError
from tests.postgres.conftest import VARIABLE


def test_a_session_goes_on_after_a_statement_that_fails(words, tmp_path):
    def parsed(text):
        return parse_one(text, read="postgres")

    options = EngineOptions.model_validate({"postgres": {"dsn_env": VARIABLE}})
    with connect(options, tmp_path) as engine:
        engine.upload("made", {"x": "BIGINT"}, [(1,), (2,)])
        with pytest.raises(DpsqlError):
            engine.fetch_within(parsed("SELECT CAST('a' AS INTEGER) FROM made"), 60)
        joined = ", ".join(f"made AS t{i}" for i in range(60))
        with pytest.raises(TookTooLong):
            engine.fetch_within(parsed(f"SELECT COUNT(*) AS n FROM {joined}"), 0.2)
        found = engine.fetch_within(parsed("SELECT COUNT(*) AS n FROM made"), 60)
        assert [tuple(row) for row in found] == [(2,)]
