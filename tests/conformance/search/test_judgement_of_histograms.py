"""What a model of a sensitive column says of a class in SQL is what it says in Python."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from dpsql.domain.levels.hierarchy import nest
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.errors import ConfigError
from dpsql.privacy.l_diversity import DistinctDiversity, EntropyDiversity, RecursiveDiversity
from dpsql.privacy.sensitive import SensitiveSizes
from dpsql.privacy.t_closeness import EqualCloseness, HierarchicalCloseness, OrderedCloseness
from dpsql.search.sensitive import count_violating
from dpsql.sql.lattice.sensitive_set import SensitiveSet

VALUES = ("a", "b", "c", "d", "e")
PARENTS = {value: "ab" if value in "ab" else "rest" for value in VALUES}
TREE = nest(enumerate(((v, PARENTS[v], "*") for v in VALUES), 1), "lab", nulls_are_leaves=False)[0]
TINY = Fraction(1, 10**12)
MODELS = [
    DistinctDiversity("lab", 3),
    RecursiveDiversity("lab", Fraction(2), 2),
    RecursiveDiversity("lab", Fraction(2), 2, strict=False),
    RecursiveDiversity("lab", Fraction(10**9 - 1, 10**9), 2, strict=False),
    RecursiveDiversity("lab", Fraction(3), 6),
    *(EntropyDiversity("lab", Fraction(n) + step) for n in (1, 2, 3, 4) for step in (0, TINY)),
    *(EqualCloseness("lab", Fraction(t)) for t in ("0", "1/5", "0.33333333333333")),
    *(OrderedCloseness("lab", Fraction(t), VALUES) for t in ("0", "1/5", "1/3")),
    *(HierarchicalCloseness("lab", Fraction(t), "f", TREE) for t in ("0", "1/5", "1/3")),
]
LARGEST = 10**8


def list_histograms():
    """At random, small and large, and such that entropies are those of 2, 3 and 4 values."""
    chosen = random.Random(20060403)
    found = [Counter({v: 1}) for v in VALUES]
    for most in (3, 20, LARGEST):
        for _ in range(60):
            values = chosen.sample(VALUES, chosen.randint(1, 5))
            found.append(Counter({v: chosen.randint(1, most) for v in values}))
    for times in (1, 7, 10**6, LARGEST):
        found += [Counter(dict.fromkeys(VALUES[:m], times)) for m in range(1, 6)]
        found.append(Counter(dict(zip(VALUES, (4 * times, *[times] * 4), strict=True))))
    return found


def count(engine, model, histograms, table):
    """Classes that violate the model: of one class each, and of all as one."""
    under = {v: sum(n for w, n in table.items() if PARENTS[w] == PARENTS[v]) for v in VALUES}
    codes = ("q0_level_0", "position", "rows_0", "value_1", "rows_1", "row_count")
    rows = [
        (i, VALUES.index(v), table[v], "ab rest".index(PARENTS[v]), under[v], rows)
        for i, histogram in enumerate(histograms)
        for v, rows in histogram.items()
    ]
    cumulated = [(i, sum(table[v] for v in VALUES[: i + 1])) for i in range(len(VALUES))]
    engine.upload("sensitive_set_0", dict.fromkeys(codes, "BIGINT"), rows)
    listed = dict.fromkeys(("position", "cumulated"), "BIGINT")
    engine.upload("sensitive_values_0", listed, cumulated)
    sizes = SensitiveSizes(table.total(), len(VALUES))
    coded = [SensitiveSet(0, (model,), sizes)]
    found = count_violating(engine, Lattice((1,)), coded, [Node((0,)), Node((1,))])
    engine.drop("sensitive_set_0")
    engine.drop("sensitive_values_0")
    return tuple(found.values())


@pytest.mark.parametrize("model", MODELS, ids=lambda m: " ".join(m.parameters.values()))
def test_sql_and_python_judge_alike(bench, model):
    histograms = list_histograms()
    table = sum(histograms, Counter())
    holding = [one for one in histograms if model.holds(one, table)]
    failing = [one for one in histograms if not model.holds(one, table)]
    with bench.open_engine() as engine:
        whole = int(not model.holds(table, table))
        if model.doubt() is None:
            assert count(engine, model, histograms, table) == (len(failing), whole)
            return
        assert count(engine, model, holding, table)[0] == 0
        # What is in doubt is left in doubt where other classes fail for sure.
        for one in failing[-12:]:
            assert count(engine, model, [one], table) == (1, 1)


def test_a_threshold_of_too_many_digits_for_so_many_rows_is_refused():
    model = EqualCloseness("lab", Fraction(10**17 + 1, 10**18))
    model.violation(SensitiveSizes(10**9, 5))
    with pytest.raises(ConfigError, match="too many digits"):
        model.violation(SensitiveSizes(10**10 + 1, 5))
