"""Tests of writing an AST as text."""

import gc
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlglot import exp, parse_one

import dpsql
from dpsql.engines.sql_text import _generator, write

STATEMENT = (
    "SELECT a, COUNT(*) AS n FROM t, (SELECT 1 AS b) AS u WHERE \"a b\" = 'it''s' GROUP BY a"
)


@pytest.mark.parametrize("dialect", ["duckdb", "spark", "postgres"])
@pytest.mark.parametrize("pretty", [False, True])
@pytest.mark.parametrize("identify", [False, True])
def test_it_writes_what_a_new_generator_writes(dialect: str, pretty: bool, identify: bool) -> None:
    tree = parse_one(STATEMENT, read="duckdb")
    expected = tree.sql(dialect, pretty=pretty, identify=identify)
    for _ in range(3):
        assert write(tree, dialect, pretty=pretty, identify=identify) == expected


def test_a_process_that_writes_for_days_does_not_grow() -> None:
    tree = parse_one(STATEMENT, read="duckdb")
    for _ in range(1000):
        write(tree, "duckdb")
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(2000):
        write(tree, "duckdb")
    gc.collect()
    assert sys.getallocatedblocks() - before < 200


def test_threads_do_not_share_a_generator() -> None:
    before = _generator.cache_info().currsize
    with ThreadPoolExecutor(1) as pool:
        for _ in range(2):
            pool.submit(write, exp.column("a"), "duckdb", pretty=True, comments=False).result()
    write(exp.column("a"), "duckdb", pretty=True, comments=False)
    assert _generator.cache_info().currsize == before + 2


def test_threads_write_what_one_writes() -> None:
    trees = [exp.select(*[f"c{j}" for j in range(i)]).from_(f"t{i}") for i in range(1, 60)]
    expected = [tree.sql("duckdb", pretty=True) for tree in trees] * 20
    with ThreadPoolExecutor(4) as pool:
        written = pool.map(lambda tree: write(tree, "duckdb", pretty=True), trees * 20)
        assert [*written] == expected


def test_no_file_writes_an_ast_by_itself() -> None:
    package = Path(dpsql.__file__).parent
    sources = {path.name: path.read_text(encoding="utf-8") for path in package.rglob("*.py")}
    # DuckDB, a connection of it and a session of Spark have a function of that name.
    runs_a_statement = re.compile(r"\b_?(connection|duckdb|session)\.sql\(")
    calls = {
        name
        for name, text in sources.items()
        for line in text.splitlines()
        if ".sql(" in line and not runs_a_statement.search(line)
    }
    assert not calls
