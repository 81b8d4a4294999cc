"""How many sessions of DuckDB a run opens: each costs as much as many statements."""

import pytest

import dpsql
from dpsql.engines.duckdb import engine, session


@pytest.fixture
def opened(monkeypatch):
    """The sessions that dpsql opened since."""
    found = []

    def open_connection():
        found.append(session.open_connection())
        return found[-1]

    monkeypatch.setattr(engine, "open_connection", open_connection)
    return found


def test_a_search_and_its_verification_have_one_each(example, opened):
    dpsql.anonymize(example)
    assert len(opened) == 2
    dpsql.verify(example)
    assert len(opened) == 3
