"""The script of a job at one node judges and releases as the oracle does, by every model it has."""

from collections import Counter
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.warehouses.scripts.script import write_script
from tests.by_hand import DuckDBByHand, run_script
from tests.generative.budget import share_of_profile
from tests.generative.instances.jobs import state_sensitive
from tests.generative.instances.small_questions import LADDERS, NAMES, as_tree
from tests.oracle.models.presence import holds
from tests.oracle.tables.instance import Instance, Models, SensitiveModels
from tests.oracle.tables.table import generalize

_RATIOS = st.sampled_from([Fraction(n, d) for d in (1, 2, 3, 5) for n in range(d + 1)])
_VALUES = st.sampled_from(["x", "X", "it's", None])
_ORDERS = st.none() | st.permutations(["x", "X", "it's"]).map(tuple)
#: Hierarchies of the values, NULL among them: of two levels and of one.
_LADDERS = st.none() | st.sampled_from(
    [
        {
            "x": ("x", "low", "any"),
            "X": ("X", "low", "any"),
            "it's": ("it's", "x", "any"),
            None: (None, "x", "any"),
        },
        {value: (value, "*") for value in ("it's", "x", "X", None)},
    ]
)
_SMALL = st.none() | st.integers(1, 3)


@st.composite
def questions(draw):
    """Draw people of P and T with a sensitive value each, what must hold, and a node."""
    ladders = LADDERS[: draw(st.integers(1, len(LADDERS)))]
    rows = st.tuples(*(st.sampled_from([*ladder]) for ladder in ladders))
    people = draw(st.lists(st.tuples(rows, st.booleans(), _VALUES), min_size=1, max_size=14))
    sensitive = SensitiveModels(
        distinct=draw(_SMALL),
        recursive=draw(
            st.none() | st.tuples(st.just(Fraction(3, 2)), st.integers(1, 3), st.booleans())
        ),
        closeness=draw(st.none() | _RATIOS),
        order=draw(_ORDERS),
        ladder=draw(_LADDERS),
    )
    models = Models(
        delta=tuple(sorted((draw(_RATIOS), draw(_RATIOS)))),
        k_anonymity=draw(_SMALL),
        weak_k_anonymity=draw(_SMALL),
        presence_diversity=draw(
            st.none() | st.tuples(st.sampled_from([Fraction(1), Fraction(5, 2)]), st.booleans())
        ),
        presence_closeness=draw(st.none() | _RATIOS),
        sensitive=sensitive if _states(sensitive) else None,
    )
    members = [(row, value) for row, member, value in people if member]
    instance = Instance(
        ladders,
        tuple(row for row, *_ in people),
        tuple(row for row, _ in members),
        models,
        sensitive=tuple(value for _, value in members),
    )
    return instance, draw(st.sampled_from(instance.list_nodes()))


def _states(models):
    """Whether some model is stated."""
    return {models.distinct, models.recursive, models.closeness} != {None}


def write_constraints(models, folder):
    """The words of a job for the models."""
    words = {
        name: str(getattr(models, name))
        for name in ("k_anonymity", "weak_k_anonymity", "presence_closeness")
        if getattr(models, name) is not None
    }
    words = {name: text if "closeness" in name else int(text) for name, text in words.items()}
    if models.presence_diversity is not None:
        c, strict = models.presence_diversity
        words["presence_diversity"] = {"c": str(c), "strict": strict}
    if models.sensitive is not None:
        words |= state_sensitive(models.sensitive, "found", folder)
    return words


@share_of_profile(2)
@given(questions())
def test_a_script_judges_and_releases_as_the_oracle_does(question):
    instance, node = question
    names = NAMES[: len(instance.ladders)]
    least, most = instance.models.delta
    with TemporaryDirectory() as folder:
        job = dpsql.Job(
            public={"table": "people"},
            private={"table": "members"},
            quasi_identifiers=dict(zip(names, map(as_tree, instance.ladders), strict=True)),
            delta={"min": str(least), "max": str(most)},
            constraints=write_constraints(instance.models, Path(folder)),
            keep=["found"],
            public_columns=[*names],
        )
        script = write_script(job, "duckdb", dict(zip(names, node, strict=True)))
    members = [
        (*row, value) for row, value in zip(instance.private, instance.sensitive, strict=True)
    ]
    with DuckDBByHand() as database:
        database.load("people", names, instance.public)
        database.load("members", (*names, "found"), members or [(*instance.public[0], None)])
        if not members:
            database.run('DELETE FROM "members"')
        found, release = run_script(database, script)
    expected = [
        (*generalize(row, instance.ladders, node), value)
        for row, value in zip(instance.private, instance.sensitive, strict=True)
    ]
    satisfied = holds(instance, node)
    assert found["verdict"][0][0] == ("holds" if satisfied else "fails")
    assert Counter(release) == Counter(expected if satisfied else ())
