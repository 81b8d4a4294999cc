"""The script of a pooled job releases what the oracle's people, one by one, publish."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.release.manifest import PooledLevels
from dpsql.warehouses.scripts.script import write_script
from tests.by_hand import DuckDBByHand, run_script
from tests.generative.budget import share_of_profile
from tests.generative.instances.small_questions import NAMES, small_questions, state_question
from tests.oracle.search.pooling import Pooling, holds, list_steps, publish, settle
from tests.oracle.tables.table import generalize


@st.composite
def questions(draw):
    """Draw people of P and T, what must hold, who climbs from where, and what a manifest tells."""
    instance = draw(small_questions())
    columns = range(len(instance.ladders))
    path = draw(st.sampled_from(["root", "columns"]) | st.permutations(columns).map(tuple))
    start = tuple(draw(st.integers(0, height)) for height in instance.root)
    least = draw(st.integers(1, len(instance.public) + 1))
    return instance, Pooling(start, least, path), draw(st.booleans())


@share_of_profile(2)
@given(questions())
def test_a_script_releases_what_the_oracle_publishes(question):
    instance, pooling, counts_are_known = question
    names = NAMES[: len(instance.ladders)]
    path = pooling.path if isinstance(pooling.path, str) else [names[j] for j in pooling.path]
    job = dpsql.Job(
        public={"table": "people"},
        private={"table": "members"},
        **state_question(instance),
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
        nodes = [*list_steps(instance, pooling)]
        steps = [dict(zip(names, node, strict=True)) for node in nodes]
        people = Counter(settled[row] for row in instance.public) if counts_are_known else {}
        counts = tuple(people[node] for node in nodes if people)
        chosen = steps[0]
        if pooling.path == "columns" or counts_are_known:
            path = pooling.path if isinstance(pooling.path, str) else tuple(path)
            chosen = PooledLevels(pooling.least, path, tuple(steps), counts)
        script = write_script(job, "duckdb", chosen)
        found, release = run_script(database, script)
    if counts_are_known:
        stored = {one.step for one in script.statements if one.step.startswith("settled")}
        assert len(stored) == sum(node != instance.root for node in people)
    ((verdict, count, violating, *_),) = found["verdict"]
    assert count == len(classes)
    assert (verdict == "holds") is (violating == 0)
    assert (violating == 0) is holds(instance, settled)
    expected = Counter(generalize(row, instance.ladders, settled[row]) for row in instance.private)
    assert Counter(release) == (expected if violating == 0 else Counter())
    assert release == sorted(release)
