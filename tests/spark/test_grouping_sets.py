"""GROUPING SETS count what a UNION ALL of GROUP BYs counts; DuckDB, which knows both, compares."""

import random
from itertools import product

import duckdb
import pyarrow
import pytest
from sqlglot import exp

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.engines.spark.grouping_sets import group_in_sets
from dpsql.engines.sql_text import write
from dpsql.privacy.k_map import KMap
from dpsql.search.checker import count_nodes_query
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.templates import identifier, render

SIZES = TableSizes(10_000, 1_000, 10_000)


@pytest.fixture
def connection():
    with duckdb.connect(config={"threads": 1}) as made:
        yield made


def fill(connection, table, heights, seed):
    """A table of random codes per level, some of them NULL as no frequency set has them."""
    draw = random.Random(seed)
    names = [f"q{j}_level_{level}" for j, height in enumerate(heights) for level in range(height)]
    codes = {name: [draw.choice([0, 1, 2, None]) for _ in range(300)] for name in names}
    public = [draw.randint(1, 9) for _ in range(300)]
    private = [draw.randint(0, 1) for _ in range(300)]
    rows = pyarrow.table({**codes, "public_count": public, "private_count": private})
    connection.register("rows", rows)
    connection.execute(f'CREATE TABLE "{table}" AS FROM rows')


def run(connection, query):
    return sorted(connection.execute(write(query, "duckdb", identify=True)).fetchall())


def count_scans(query):
    return len(list(query.find_all(exp.Table)))


@pytest.mark.parametrize("seed", range(20))
def test_a_batch_is_counted_in_one_pass_per_table(connection, seed):
    heights = random.Random(seed).choice([(1, 2), (2, 3, 1), (3, 3), (4, 1, 2)])
    lattice = Lattice(heights)
    nodes = [Node(levels) for levels in product(*(range(h + 1) for h in heights))]
    nodes = random.Random(seed).sample(nodes, min(len(nodes), 9))
    tables = [
        random.Random(seed + i).choice(["frequency_set", "slice_0"]) for i in range(len(nodes))
    ]
    for table in set(tables):
        fill(connection, table, heights, seed)
    query = count_nodes_query(nodes, lattice, [KMap(3)], SIZES, tables)
    grouped = group_in_sets(query.copy())
    assert count_scans(query) == len(nodes)
    assert count_scans(grouped) == len(set(tables))
    assert run(connection, grouped) == run(connection, query)


def test_more_columns_than_spark_groups_by_are_counted_in_several_passes(connection):
    heights = (1,) * 70
    fill(connection, "frequency_set", heights, 1)
    nodes = [Node(tuple(int(i != j) for i in range(70))) for j in range(70)]
    query = count_nodes_query(nodes, Lattice(heights), [KMap(3)], SIZES)
    grouped = group_in_sets(query.copy())
    assert count_scans(grouped) == 2
    assert run(connection, grouped) == run(connection, query)


def test_a_node_that_is_asked_for_twice_is_counted_twice(connection):
    fill(connection, "frequency_set", (2, 1), 3)
    nodes = [Node((1, 0)), Node((1, 0)), Node((0, 0))]
    query = count_nodes_query(nodes, Lattice((2, 1)), [KMap(3)], SIZES)
    assert run(connection, group_in_sets(query.copy())) == run(connection, query)


@pytest.mark.parametrize("template", ["list_classes", "count_rows"])
def test_other_statements_are_left_as_they_are(template):
    words = {
        "list_classes": {"frequency_set": identifier("f"), "codes": [identifier("a")]},
        "count_rows": {"source": identifier("f"), "condition": exp.true()},
    }
    query = render(template, **words[template])
    assert group_in_sets(query) is query


def test_a_union_of_rows_is_left_as_it_is():
    query = render("list_box_classes", public_rows=exp.Literal.number(9))
    assert group_in_sets(query) is query
