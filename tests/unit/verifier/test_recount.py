"""How the verifier fetches what it counted: in chunks, and all of it."""

import pytest
from sqlglot import exp

from dpsql.verifier import recount


class Engine:
    """Answers with the numbers at the positions that a statement asks for."""

    def __init__(self, positions):
        self.positions, self.asked = positions, 0

    def fetch(self, query):
        self.asked += 1
        start, end = (int(one.this) for one in query.find_all(exp.Literal))
        return [(n,) for n in self.positions if start <= n < end]


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("last", range(14))
def test_every_row_is_fetched_in_chunks(monkeypatch, first, last):
    monkeypatch.setattr(recount, "_CHUNK", 4)
    engine = Engine(range(first, last + 1))
    assert [n for (n,) in recount.fetch_values(engine)] == [*engine.positions]
    assert engine.asked <= last // 4 + 2
