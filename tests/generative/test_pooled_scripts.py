"""The script of a pooled job releases what the oracle's people, one by one, publish."""

from collections import Counter
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.warehouses.scripts.script import write_script
from tests.by_hand import DuckDBByHand, run_script
from tests.generative.budget import share_of_profile
from tests.oracle.instance import Instance, Models
from tests.oracle.pooling import Pooling, holds, publish, settle
from tests.oracle.table import find_height, generalize

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
def questions(draw):
    """Draw people, some of them in T, what must hold, and who climbs from where."""
    count = draw(st.integers(1, len(LADDERS)))
    ladders = LADDERS[:count]
    rows = st.tuples(*(st.sampled_from([*ladder]) for ladder in ladders))
    people = draw(st.lists(st.tuples(rows, st.booleans()), min_size=1, max_size=14))
    ends = sorted(
        draw(st.tuples(*[st.sampled_from([0, *(Fraction(i, 4) for i in (1, 2, 3, 4))])] * 2))
    )
    models = Models(delta=tuple(map(Fraction, ends)), k_map=draw(st.none() | st.integers(1, 3)))
    public = tuple(row for row, _ in people)
    private = tuple(row for row, member in people if member)
    path = draw(st.just("root") | st.permutations(range(count)).map(tuple))
    start = tuple(draw(st.integers(0, find_height(ladder))) for ladder in ladders)
    least = draw(st.integers(1, len(people) + 1))
    return Instance(ladders, public, private, models), Pooling(start, least, path)


@share_of_profile(2)
@given(questions())
def test_a_script_releases_what_the_oracle_publishes(question):
    instance, pooling = question
    names = NAMES[: len(instance.ladders)]
    path = pooling.path if isinstance(pooling.path, str) else [names[j] for j in pooling.path]
    least, most = instance.models.delta
    job = dpsql.Job(
        public={"table": "people"},
        private={"table": "members"},
        quasi_identifiers=dict(zip(names, map(as_tree, instance.ladders), strict=True)),
        delta={"min": str(least), "max": str(most)},
        constraints={} if instance.models.k_map is None else {"k_map": instance.models.k_map},
        algorithm={"pooled": {"path": path, "least": pooling.least}},
    )
    settled = settle(instance, pooling)
    classes = publish(instance, settled)
    with DuckDBByHand() as database:
        database.load("people", names, instance.public)
        if instance.private:
            database.load("members", names, instance.private)
        else:
            database.load("members", names, [instance.public[0]])
            database.run('DELETE FROM "members"')
        levels = dict(zip(names, pooling.start, strict=True))
        found, release = run_script(database, write_script(job, "duckdb", levels))
    ((count, violating, private, _),) = found["check of the classes where people settle"]
    assert count == len(classes)
    assert private == sum(n_t > 0 for _, n_t in classes.values())
    assert (violating == 0) is holds(instance, settled)
    expected = Counter(generalize(row, instance.ladders, settled[row]) for row in instance.private)
    assert Counter(release) == (expected if violating == 0 else Counter())
    assert release == sorted(release)
