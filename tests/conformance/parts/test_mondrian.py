"""Mondrian in SQL: a table that is cut by hand, and what holds of every part of a larger one.

LeFevre, DeWitt & Ramakrishnan, "Mondrian Multidimensional K-Anonymity" (ICDE 2006).
"""

from collections import Counter
from itertools import product
from random import Random
from typing import get_args

import pytest
from sqlglot import exp

import dpsql
from dpsql.domain.sections.algorithm import MondrianOptions
from dpsql.domain.sections.strategy import MondrianColumnRule, MondrianValueRule
from dpsql.errors import ConfigError
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.privacy.k_map import KMap
from dpsql.search.mondrian import find_box, find_strategy
from dpsql.search.mpalm import begin_partition, cut_all
from dpsql.session.load import load
from dpsql.session.models import find_models
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.sql.partition.orders import find_order, list_positions
from dpsql.sql.partition.parts import PARTED_SPOTS

NUMBER = {"widths": [10], "order": "number"}
PATIENTS = [
    ("M", 25, 53711),
    ("F", 25, 53712),
    ("M", 26, 53711),
    ("M", 27, 53710),
    ("F", 27, 53712),
    ("M", 28, 53711),
]


def find_parts(folder, rows, quasi_identifiers, words, **demands):
    """Return the rows of T in each part, by their positions in the orders of the columns.

    `rows` are those of P; a last column, where there is one more, tells the members of T.
    """
    names = list(quasi_identifiers)
    cells = [[*row[: len(names)], *(row[len(names) :] or [1])] for row in rows]
    lines = [",".join(map(str, row)) for row in ([*names, "member"], *cells)]
    (folder / "p.csv").write_text("\n".join([*lines, ""]))
    job = dpsql.Job(
        public="p.csv",
        private={"where": "member = '1'"},
        quasi_identifiers=quasi_identifiers,
        algorithm={"mondrian": words},
        folder=folder,
        **demands,
    )
    models = find_models(job)
    strategy = find_strategy(job.algorithm.mondrian, names)
    with load(Run.of(job, Options())) as loaded:
        engine = loaded.engine
        for j, (name, asked) in enumerate(job.quasi_identifiers.items()):
            order = find_order(asked, loaded.hierarchies[name], loaded.tables.types[name])
            list_positions(engine, j, name, order)
        partition = begin_partition(engine, len(names), strategy, models, loaded.sizes)
        cut_all(partition, strategy)
        parts = {}
        for part, *spot, _, private in engine.fetch(exp.select("*").from_(PARTED_SPOTS)):
            parts.setdefault(part, []).extend([tuple(spot)] * private)
    return [sorted(part) for _, part in sorted(parts.items())]


def test_the_patients_are_cut_in_the_widest_column(tmp_path):
    """Sex, age and zip span all of P: sex comes first, as the first of equals."""
    columns = {"sex": {"tree": {"*": ["M", "F"]}}, "age": NUMBER, "zip": NUMBER}
    found = find_parts(tmp_path, PATIENTS, columns, {}, constraints={"k_anonymity": 2})
    assert sorted(found) == [
        [(0, 0, 1), (0, 1, 1)],
        [(0, 2, 0), (0, 3, 1)],
        [(1, 0, 2), (1, 2, 2)],
    ]


def test_an_order_decides_whether_rows_lie_above_the_median(tmp_path):
    """No row lies above the median of F < M; the next widest column is cut."""
    columns = {"sex": {"tree": {"*": ["F", "M"]}}, "age": NUMBER, "zip": NUMBER}
    found = find_parts(tmp_path, PATIENTS, columns, {}, constraints={"k_anonymity": 2})
    assert [len(part) for part in found] == [3, 3]


def test_no_value_but_the_median_is_tried(tmp_path):
    rows = [(1,), (3,), (3,)]
    for values, parts in (("median", 1), ("cardinality", 2)):
        words = {"values": values}
        demands = {"constraints": {"k_anonymity": 1}}
        assert len(find_parts(tmp_path, rows, {"age": NUMBER}, words, **demands)) == parts


def test_people_of_p_refuse_a_cut_and_change_no_median(tmp_path):
    """T lies at 1, 2, 9 and 10; below 3 there are as many people of P as in T."""
    rows = [(age, 1) for age in (1, 2, 9, 10)] + [(age, 0) for age in (5, 6, 7, 9, 9, 10)]
    columns = {"age": NUMBER}
    demands = {"constraints": {"k_anonymity": 1}}
    alone = find_parts(tmp_path, rows, columns, {}, **demands)
    assert [len(part) for part in alone] == [1, 1, 1, 1]
    bound = find_parts(tmp_path, rows, columns, {}, delta={"max": "1/2"}, **demands)
    assert [len(part) for part in bound] == [4]


@pytest.mark.parametrize(
    ("columns", "values"), list(product(get_args(MondrianColumnRule), get_args(MondrianValueRule)))
)
def test_no_part_can_be_cut_and_parts_that_every_value_was_tried_for_are_small(
    tmp_path, columns, values
):
    """At most 2d(k - 1) + m rows, m the most copies of one (LeFevre); medians may leave more."""
    random, k = Random(f"{columns} {values}"), 4
    rows = [
        (int(random.gauss(50, 12)), random.choice("abcdddeefgg"), random.randrange(2000, 2013))
        for _ in range(600)
    ]
    quasi_identifiers = {"age": NUMBER, "town": {"tree": {"*": list("gfedcba")}}, "year": NUMBER}
    words = {"columns": columns, "values": values}
    parts = find_parts(tmp_path, rows, quasi_identifiers, words, constraints={"k_anonymity": k})
    copies = max(Counter(row for part in parts for row in part).values())
    assert sum(map(len, parts)) == len(rows)
    assert len(parts) > 20
    for part in parts:
        assert len(part) >= k
        if values != "median":
            assert len(part) <= 2 * 3 * (k - 1) + copies
        for column in range(3):
            cells = sorted(row[column] for row in part)
            tried = cells if values != "median" else [cells[(len(cells) - 1) // 2]]
            sides = [sum(cell <= value for cell in cells) for value in tried]
            assert not [below for below in sides if below >= k and len(part) - below >= k]


def test_boxes_around_t_are_for_models_of_t_alone():
    models = {"T": (KAnonymity(2),), "P": (KAnonymity(2), KMap(3))}
    for box, given in models.items():
        assert find_box(MondrianOptions(), given) == box
    assert find_box(MondrianOptions(box="P"), models["T"]) == "P"
    assert find_box(MondrianOptions(box="T", unsafe=True), models["P"]) == "T"
    with pytest.raises(
        ConfigError, match=r"^mondrian\.box: T does not keep to a model that counts people of P"
    ):
        find_box(MondrianOptions(box="T"), models["P"])


def test_priority_lists_every_column():
    words = MondrianOptions(columns="priority", priority=("b", "a"))
    assert find_strategy(words, ["a", "b"]).priority == (1, 0)
