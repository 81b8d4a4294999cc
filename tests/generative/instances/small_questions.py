"""Small tables of texts, drawn with their hierarchies and models, for tests without files."""

from fractions import Fraction

from hypothesis import strategies as st

from tests.oracle.tables.instance import Instance, Models

#: Some labels are values of a column as well, and some are labels of two levels.
LADDERS = (
    {"a": ("a", "X", "*"), "b": ("b", "X", "*"), "X": ("X", "X", "*"), "c": ("c", "*", "*")},
    {"1": ("1", "low", "any"), "2": ("2", "low", "any"), "low": ("low", "high", "any")},
    {"u": ("u", "all"), "v": ("v", "all")},
)
NAMES = ("it's", "n", "o")


def as_tree(ladder):
    """The words of the job; every ladder has up to three levels."""
    tree = {}
    for leaf, (_, *middle, root) in ladder.items():
        leaves = tree.setdefault(root, {} if middle else [])
        (leaves.setdefault(middle[0], []) if middle else leaves).append(leaf)
    return {"tree": tree}


@st.composite
def small_questions(draw):
    """Draw people of P, some of them in T, and what must hold."""
    count = draw(st.integers(1, len(LADDERS)))
    ladders = LADDERS[:count]
    rows = st.tuples(*(st.sampled_from([*ladder]) for ladder in ladders))
    people = draw(st.lists(st.tuples(rows, st.booleans()), min_size=1, max_size=14))
    end = st.sampled_from([Fraction(i, 4) for i in range(5)])
    least, most = sorted((draw(end), draw(end)))
    models = Models(delta=(least, most), k_map=draw(st.none() | st.integers(1, 3)))
    public = tuple(row for row, _ in people)
    private = tuple(row for row, member in people if member)
    return Instance(ladders, public, private, models)


def state_question(instance):
    """The words of a job about it, but for its tables."""
    least, most = instance.models.delta
    names = NAMES[: len(instance.ladders)]
    return {
        "quasi_identifiers": dict(zip(names, map(as_tree, instance.ladders), strict=True)),
        "delta": {"min": str(least), "max": str(most)},
        "constraints": {} if instance.models.k_map is None else {"k_map": instance.models.k_map},
    }
