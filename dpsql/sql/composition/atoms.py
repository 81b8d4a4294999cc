"""The atoms of P under several nodes: the people who share their class in each."""

from collections.abc import Sequence

import numpy as np
from sqlglot import exp

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.privacy.composition.atoms import Atoms
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, node_codes
from dpsql.sql.templates import identifier, render

#: The most atoms that Python sees, some hundred bytes each.
MOST_ATOMS = 200_000


def fetch_atoms(engine: Engine, lattice: Lattice, nodes: Sequence[Node]) -> Atoms | None:
    """Return the atoms of nodes that the frequency set can count; None if they are too many."""
    rows = engine.fetch(atoms_query(lattice, nodes))
    if len(rows) > MOST_ATOMS:
        return None
    found = np.array(rows, dtype=np.int64).reshape(len(rows), 2 + len(nodes)).T
    members = []
    for numbered in found[2:]:
        of_class = np.zeros(int(numbered.max()) + 1, dtype=np.int64)
        np.add.at(of_class, numbered, found[1])
        members.append(of_class)
    return Atoms(found[0], found[2:], tuple(members))


def atoms_query(lattice: Lattice, nodes: Sequence[Node]) -> exp.Query:
    """The statement that lists the atoms.

    Levels of one column nest, so that the atoms are the classes at the least level of each column.
    The codes of higher levels are grouped by as well, to name the class in each node.
    """
    coded = [node_codes(node, lattice) for node in nodes]
    codes = {code.name: code for of_node in coded for code in of_node}
    return render(
        "list_atoms",
        nodes=[
            {"codes": of_node, "name": identifier(f"node_{number}")}
            for number, of_node in enumerate(coded)
        ],
        codes=list(codes.values()),
        frequency_set=identifier(FREQUENCY_SET),
        most=exp.Literal.number(MOST_ATOMS + 1),
    )


def meet(nodes: Sequence[Node]) -> Node:
    """Return the node with the least level of each column.

    >>> meet([Node((2, 0)), Node((1, 3))])
    Node(levels=(1, 0))
    """
    return Node(tuple(min(levels) for levels in zip(*(one.levels for one in nodes), strict=True)))
