"""A query that is written once reads the tables that are there when it runs."""

from sqlglot import exp

from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.engines.duckdb.engine import DuckDBEngine


def list_numbers(*numbers):
    return exp.union(*[exp.select(exp.alias_(exp.convert(n), "n")) for n in (*numbers, 0)])


def test_a_table_is_made_anew_and_a_copy_is_another_query(tmp_path, monkeypatch):
    with DuckDBEngine(DuckDBOptions(), tmp_path) as engine:
        query = engine.reuse(exp.select("n").from_("numbers").order_by("n"))
        for numbers in ((1, 2), (3,)):
            engine.materialize("numbers", list_numbers(*numbers))
            assert engine.fetch(query) == [(n,) for n in (0, *numbers)]
            written = engine.render(query)
            with monkeypatch.context() as context:
                context.setattr(engine, "_write", None)
                assert engine.render(query) is written
            copy = query.copy().limit(1, copy=False)
            assert engine.fetch(copy) == [(0,)]
            engine.drop("numbers")
