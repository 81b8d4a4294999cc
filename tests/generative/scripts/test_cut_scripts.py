"""The script of a release cut along hierarchies releases it again, and judges other tables."""

from collections import Counter
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pyarrow.parquet
from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.warehouses.scripts import parted
from tests.by_hand import DuckDBByHand, run_script
from tests.generative.budget import share_of_profile
from tests.generative.instances.box_releases import write_csv
from tests.generative.instances.small_questions import LADDERS, NAMES, as_tree
from tests.oracle.search.cuts import CutRules, divide, judge_by_models, make_whole
from tests.oracle.tables.instance import Instance, Models, SensitiveModels
from tests.oracle.tables.table import generalize

_RATIOS = [Fraction(n, 4) for n in range(5)]
#: With NULL as a leaf that has labels of its own.
_WITH_NULL = LADDERS[0] | {None: (None, None, "*")}


@st.composite
def questions(draw):
    """Draw people of P with a sensitive value each, some in T, the rules of cuts, and a change."""
    count = draw(st.integers(1, len(LADDERS)))
    ladders = (draw(st.sampled_from([LADDERS[0], _WITH_NULL])), *LADDERS[1:])[:count]
    rows = st.tuples(*(st.sampled_from([*ladder]) for ladder in ladders))
    person = st.tuples(rows, st.booleans(), st.sampled_from(["x", "y", "z"]))
    people = draw(st.lists(person, min_size=1, max_size=16))
    changed = list(people)
    if draw(st.booleans()):
        changed.append(draw(person))
    else:
        place = draw(st.integers(0, len(people) - 1))
        changed[place] = draw(person)
    distinct = draw(st.none() | st.integers(1, 2))
    models = Models(
        delta=tuple(sorted(draw(st.tuples(*[st.sampled_from(_RATIOS)] * 2)))),
        k_map=draw(st.none() | st.integers(1, 3)),
        sensitive=None if distinct is None else SensitiveModels(distinct=distinct),
    )
    keeps_rest = draw(st.sampled_from([True, True, False]))
    return ladders, models, keeps_rest, people, changed


def _ask(ladders, models, people):
    return Instance(
        ladders,
        tuple(row for row, *_ in people),
        tuple(row for row, member, _ in people if member),
        models,
        sensitive=tuple(value for _, member, value in people if member),
    )


def _place(division, row, ladders):
    """The node of a person's part, sent down the oracle's cuts; None if they are in no part."""
    while division.cut is not None:
        cut = division.cut
        level = division.part.node[cut.column] - 1
        label = ladders[cut.column][row[cut.column]][level]
        if label in cut.children:
            division = division.below[[*cut.children].index(label)]
        elif cut.rest is not None:
            division = division.below[-1]
        else:
            return None
    return division.part.node


def _judge(division, instance):
    """Whether the parts hold for these tables, and the rows of the release."""
    ladders = instance.ladders
    nodes = {row: _place(division, row, ladders) for row in (*instance.public, *instance.private)}
    if None in nodes.values():
        return False, []
    of_public = Counter(generalize(row, ladders, nodes[row]) for row in instance.public)
    released = [
        (*generalize(row, ladders, nodes[row]), value)
        for row, value in zip(instance.private, instance.sensitive, strict=True)
    ]
    accepts = judge_by_models(instance)
    holds = all(
        accepts(people, len(values), Counter(values))
        for text, people in of_public.items()
        for values in [[value for *labels, value in released if tuple(labels) == text]]
    )
    return holds, released


def _state(ladders, models, keeps_rest, folder):
    names = NAMES[: len(ladders)]
    words = [as_tree({leaf: path for leaf, path in one.items() if leaf}) for one in ladders]
    if None in ladders[0]:
        words[0]["nulls"] = "own_leaf"
    constraints = {} if models.k_map is None else {"k_map": models.k_map}
    if models.sensitive is not None:
        constraints["l_diversity"] = {"found": {"distinct": models.sensitive.distinct}}
    return dpsql.Job(
        public={"path": "p.csv", "delimiter": ","},
        private={"where": "m = '1'"},
        quasi_identifiers=dict(zip(names, words, strict=True)),
        delta={"min": str(models.delta[0]), "max": str(models.delta[1])},
        constraints=constraints,
        algorithm={"mpalm": {"cuts": "hierarchy", "rest": "kept" if keeps_rest else "refused"}},
        public_columns=[*names],
        keep=["found"],
        release="r.parquet",
        folder=folder,
    )


def _read(file):
    table = pyarrow.parquet.read_table(file)
    return list(zip(*(table.column(name).to_pylist() for name in table.column_names), strict=True))


@share_of_profile(2)
@given(questions(), st.sampled_from([1, 3, parted.RULES_OF_A_STATEMENT]))
def test_a_script_releases_t_in_its_parts_only_where_they_hold(question, rules_of_a_statement):
    ladders, models, keeps_rest, people, changed = question
    instance = _ask(ladders, models, people)
    accepts = judge_by_models(instance)
    if not accepts(*make_whole(instance).judged):
        return
    division = divide(instance, CutRules(accepts, keeps_rest))
    columns = [*NAMES[: len(ladders)], "m", "found"]
    with TemporaryDirectory() as folder:
        job = _state(ladders, models, keeps_rest, Path(folder))
        cells = [(*row, str(int(member)), value) for row, member, value in people]
        write_csv(Path(folder) / "p.csv", columns, cells)
        dpsql.anonymize(job)
        rows = _read(Path(folder) / "r.parquet")
        with patch.object(parted, "RULES_OF_A_STATEMENT", rules_of_a_statement):
            script = dpsql.script(job, manifest=Path(folder) / "r.parquet.manifest.json")
        try:
            dpsql.verify(job)
            verified = True
        except dpsql.NotSatisfied:
            # Parts that hold may not do so together, where they have equal labels.
            verified = False
    verdict, release = _run(script, columns, people)
    assert (verdict == "holds") is verified
    assert Counter(release) == Counter(rows if verified else [])
    holds, expected = _judge(division, _ask(ladders, models, changed))
    verdict, release = _run(script, columns, changed)
    assert (verdict == "holds") is holds
    assert Counter(release) == Counter(expected if holds else [])


def _run(script, columns, people):
    """Run a script by hand; its verdict and its release."""
    with DuckDBByHand() as database:
        rows = [(*row, str(int(member)), value) for row, member, value in people]
        database.load("public_table", columns, rows)
        found, release = run_script(database, script)
        return found["verdict"][0][0], release
