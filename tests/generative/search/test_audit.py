"""The audit tries the tables that the oracle lists, and finds the same levels as often."""

from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.errors import NoSafeRelease
from dpsql.search.full_domain.other_tables import draw_other, list_others
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.cases import Case
from tests.generative.instances.jobs import make_job, plain_setting
from tests.oracle.search.exhaustive import find_holding_nodes, find_optimum
from tests.oracle.tables.instance import Instance
from tests.oracle.tables.table import Node, generalize


def find_node(instance: Instance) -> Node | None:
    found = find_optimum(instance, find_holding_nodes(instance))
    return None if found is None else found[1]


def find_share(case: Case, node: Node) -> Fraction:
    """Return the share of the sets of people with the same class counts that lead to the node."""
    instance = case.instance

    def count(rows: tuple[int, ...]) -> list[object]:
        labels = [generalize(case.public[row], instance.ladders, node) for row in rows]
        return sorted(map(repr, labels))

    members = tuple(row for row, member in enumerate(case.members) if member)
    wanted, sets, same = count(members), 0, 0
    for rows in combinations(range(len(case.public)), len(members)):
        if count(rows) == wanted:
            sets += 1
            private = tuple(case.public[row] for row in rows)
            other = Instance(instance.ladders, instance.public, private, case.models, case.metric)
            same += find_node(other) == node
    return Fraction(same, sets)


@share_of_profile(2)
@given(cases(models="any", most_levels=2, most_rows=8))
def test_the_share_is_that_of_all_sets_of_people(case: Case) -> None:
    node = find_node(case.instance)
    with TemporaryDirectory() as folder:
        job = make_job(case, plain_setting(case), Path(folder))
        if node is None:
            with pytest.raises(NoSafeRelease):
                dpsql.audit(job)
            return
        found = dpsql.audit(job)
    assert tuple(found.levels.values()) == node
    assert found.is_exact
    assert found.share == find_share(case, node)


@given(
    st.lists(st.tuples(st.integers(1, 4), st.integers(0, 4), st.integers(0, 2)), min_size=1),
    st.integers(0, 9),
)
def test_other_tables_have_as_many_rows_in_each_class(
    tuples: list[tuple[int, int, int]], seed: int
) -> None:
    public = np.array([people for people, _, _ in tuples])
    private = np.array([min(people, rows) for people, rows, _ in tuples])
    _, classes = np.unique([number for _, _, number in tuples], return_inverse=True)
    rows = np.bincount(classes, private)
    drawn = draw_other(np.random.default_rng(seed), public, private, classes)
    listed = list_others(public, private, classes, 500)
    for table in [drawn, *(table for table, _ in listed or [])]:
        assert (table >= 0).all() and (table <= public).all()
        assert (np.bincount(classes, table) == rows).all()
    if listed is not None:
        assert len({tuple(table.tolist()) for table, _ in listed}) == len(listed)
        assert any((table == drawn).all() for table, _ in listed)


@given(st.lists(st.integers(0, 3), max_size=4), st.integers(0, 8))
def test_all_tables_of_a_class_are_listed(people: list[int], rows: int) -> None:
    public, drawn = np.array([*people, 8]), np.zeros(len(people) + 1, dtype=np.int64)
    drawn[-1] = rows
    listed = list_others(public, drawn, np.zeros(len(public), dtype=np.int64), 10_000)
    ways = product(*(range(one + 1) for one in public.tolist()))
    assert listed is not None
    assert [tuple(table.tolist()) for table, _ in listed] == [w for w in ways if sum(w) == rows]


def test_a_class_may_have_very_many_tuples() -> None:
    public, classes = np.ones(5_000, dtype=np.int64), np.zeros(5_000, dtype=np.int64)
    private = np.zeros(5_000, dtype=np.int64)
    assert list_others(public, private, classes, 500) is not None
    private[0] = 1
    assert list_others(public, private, classes, 500) is None
