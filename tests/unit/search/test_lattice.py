"""The lattice and its slices are the component-wise order of level vectors."""

from itertools import product

import numpy as np
import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st

import dpsql
from dpsql.cli.app import make_app
from dpsql.cli.terminal.options import REST_IS_RAW
from dpsql.domain.levels.lattice import Lattice, Node, node_at_levels
from dpsql.errors import ConfigError
from dpsql.warehouses.scripts.outline import make_outline

HEIGHTS = st.lists(st.integers(0, 3), min_size=1, max_size=4).map(tuple)


def nodes_of(lattice):
    return [Node(levels) for levels in product(*(range(h + 1) for h in lattice.heights))]


def is_below(one, other):
    return all(a <= b for a, b in zip(one.levels, other.levels, strict=True))


@st.composite
def lattices_with_a_node(draw):
    heights = draw(HEIGHTS)
    return Lattice(heights), Node(tuple(draw(st.integers(0, height)) for height in heights))


@given(HEIGHTS)
@settings(deadline=None)
def test_size_shape_and_ends(heights):
    lattice = Lattice(heights)
    nodes = nodes_of(lattice)
    assert lattice.size == len(nodes) == np.zeros(lattice.shape).size
    assert all(is_below(node, lattice.root) for node in nodes)
    assert lattice.root.height == sum(heights)


def test_named_levels_make_a_node():
    heights = {"zip": 3, "age": 1, "one": 0}
    assert node_at_levels({}, heights) == Node((0, 0, 0))
    assert node_at_levels({"age": 1, "zip": 2}, heights) == Node((2, 1, 0))


@pytest.mark.parametrize(
    ("levels", "message"),
    [
        ({"Zip": 1}, "levels: 'Zip' is not a quasi-identifier of the job; did you mean 'zip'[?]"),
        ({"zip": 4}, "levels: zip has levels 0 to 3, and no level 4"),
        ({"zip": -1}, "levels: zip has levels 0 to 3, and no level -1"),
        ({"age": True}, "levels: age has levels 0 to 1, and no level True"),
    ],
)
def test_levels_that_there_are_not_are_refused(levels, message):
    with pytest.raises(ConfigError, match=f"^{message}$"):
        node_at_levels(levels, {"zip": 3, "age": 1})


@given(lattices_with_a_node())
@settings(deadline=None)
def test_slices_hold_exactly_the_comparable_nodes(drawn):
    lattice, node = drawn
    for slices, expected in (
        (lattice.ancestors(node), lambda other: is_below(node, other)),
        (lattice.descendants(node), lambda other: is_below(other, node)),
    ):
        marked = np.zeros(lattice.shape, dtype=bool)
        marked[slices] = True
        found = {other for other in nodes_of(lattice) if marked[lattice.position(other)]}
        assert found == {other for other in nodes_of(lattice) if expected(other)}


@given(HEIGHTS)
@settings(deadline=None)
def test_the_flat_index_orders_nodes_as_their_level_vectors(heights):
    lattice = Lattice(heights)
    index = np.arange(lattice.size).reshape(lattice.shape)
    assert sorted(nodes_of(lattice), key=lambda node: index[lattice.position(node)]) == nodes_of(
        lattice
    )


def test_the_paper_s_lattice_has_48_nodes():
    assert Lattice((3, 2, 3)).size == 48


@pytest.mark.parametrize("command", ["measure", "report", "sql", "dbt"])
def test_every_levels_option_says_that_the_rest_is_raw(command):
    commands = typer.main.get_command(make_app()).commands
    (option,) = (one for one in commands[command].params if one.name == "levels")
    assert option.help.endswith(REST_IS_RAW)


def test_scripts_and_dbt_projects_leave_the_rest_raw():
    job = dpsql.Job(
        public="p", private="t", quasi_identifiers={"a": {"prefix": [1]}, "b": {"prefix": [1]}}
    )
    assert make_outline(job).levels == {"a": 0, "b": 0}
    assert make_outline(job, {"b": 2}).levels == {"a": 0, "b": 2}
