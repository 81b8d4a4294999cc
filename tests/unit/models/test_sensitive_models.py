"""l-diversity and t-closeness against the numbers of their papers, the oracle, and monotonicity."""

from collections import Counter
from fractions import Fraction as F
from functools import partial

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dpsql.domain.levels.hierarchy import nest
from dpsql.errors import HierarchyError
from dpsql.privacy import t_closeness
from dpsql.privacy.exact_entropy import is_one
from dpsql.privacy.l_diversity import DistinctDiversity, EntropyDiversity, RecursiveDiversity
from dpsql.privacy.t_closeness import EqualCloseness, HierarchicalCloseness, OrderedCloseness
from tests.oracle.models import conditions as oracle
from tests.oracle.tables.ladders import make_explicit_ladder

TREE = [("a", "ab", "*"), ("b", "ab", "*"), ("c", "cd", "*"), ("d", "cd", "*"), (None, "none", "*")]
HIERARCHY = nest(enumerate(TREE), "value", nulls_are_leaves=False)[0]
VALUES = st.sampled_from(["a", "b", "c", "d", None])
HISTOGRAMS = st.dictionaries(VALUES, st.integers(1, 12), min_size=1)


def histogram(*counts):
    return {str(number): count for number, count in enumerate(counts) if count}


@st.composite
def diversities(draw):
    """A model and the oracle's question for it."""
    kind = draw(st.sampled_from(["distinct", "entropy", "recursive"]))
    l = draw(st.integers(1, 6))  # noqa: E741
    if kind == "distinct":
        return DistinctDiversity("x", l), lambda counts: oracle.is_distinct_diverse(counts, l)
    if kind == "entropy":
        l = draw(st.fractions(1, 6, max_denominator=4))  # noqa: E741
        return EntropyDiversity("x", l), lambda counts: oracle.is_entropy_diverse(counts, l)
    c, strict = draw(st.fractions(F(1, 4), 6, max_denominator=4)), draw(st.booleans())
    model = RecursiveDiversity("x", c, l, strict)
    return model, lambda counts: oracle.is_recursively_diverse(counts, c, l, strict)


@st.composite
def closenesses(draw, table):
    """The same of a table."""
    t = draw(st.fractions(0, 1, max_denominator=12))
    kind = draw(st.sampled_from(["equal", "ordered", "hierarchical"]))
    if kind == "equal":
        return EqualCloseness("x", t), t, oracle.find_equal_distance
    if kind == "ordered":
        order = draw(st.sampled_from([("a", "b", "c", "d"), ("d", "b", "c", "a")]))
        model = OrderedCloseness("x", t, order)
        return model, t, oracle.order_distance(model.sort(table))
    distance = oracle.hierarchy_distance(make_explicit_ladder(TREE))
    return HierarchicalCloseness("x", t, "f", HIERARCHY), t, distance


@given(diversities(), HISTOGRAMS)
@settings(deadline=None, max_examples=300)
def test_diversity_is_that_of_the_oracle(drawn, counts):
    model, expected = drawn
    assert model.holds(counts, counts) is expected(counts)


@given(st.data(), st.lists(HISTOGRAMS, min_size=1, max_size=4))
@settings(deadline=None, max_examples=300)
def test_closeness_is_that_of_the_oracle(data, classes):
    table = sum(map(Counter, classes), Counter())
    model, t, distance = data.draw(closenesses(table))
    for counts in classes:
        assert model.holds(counts, table) is oracle.is_close(counts, table, t, distance)


@given(st.data(), st.lists(HISTOGRAMS, min_size=2, max_size=5))
@settings(deadline=None, max_examples=300)
def test_merging_classes_that_hold_never_breaks_a_model(data, classes):
    table = sum(map(Counter, classes), Counter())
    is_diversity = data.draw(st.booleans())
    model = data.draw(diversities() if is_diversity else closenesses(table))[0]
    assert model.monotone_under_generalization
    holding = [counts for counts in classes if model.holds(counts, table)]
    assume(holding)
    assert model.holds(sum(map(Counter, holding), Counter()), table)


@pytest.mark.parametrize(
    ("counts", "effective"),
    [((3, 3), "2"), ((2, 1), "1.889882"), ((2, 3, 5), "2.800094"), ((1, 1, 1, 1), "4")],
)
def test_entropy_is_that_of_so_many_equally_frequent_values(counts, effective):
    for step, holds in (("-0.000001", True), ("0.000001", False)):
        l = F(effective) + F(step)  # noqa: E741
        assert EntropyDiversity("x", l).holds(histogram(*counts), {}) is holds
    if F(effective).denominator == 1:
        assert EntropyDiversity("x", F(effective)).holds(histogram(*counts), {})


def test_entropy_is_exact_where_logarithms_are_not():
    for l in range(1, 30):  # noqa: E741
        assert EntropyDiversity("x", F(l)).holds(histogram(*[3] * l), {})
        assert not EntropyDiversity("x", F(l) + F(1, 10**12)).holds(histogram(*[3] * l), {})
    assert EntropyDiversity("x", F(4)).holds(histogram(4 * 10**6, *[10**6] * 4), {})
    assert not EntropyDiversity("x", F(4)).holds(histogram(4 * 10**5 + 1, *[10**5] * 4), {})


def test_entropy_of_large_counts_is_exact_without_their_powers():
    for half in (5 * 10**7, 10**30):
        for counts, l, holds in (  # noqa: E741
            ((half + 1, half - 1), F(2), False),
            ((half, half), F(2), True),
            ((half + 1, half - 1), F(2 - F(1, half)), True),
            ((4 * half, *[half] * 4), F(4), True),
            ((4 * half + 1, *[half] * 4), F(4), False),
        ):
            assert EntropyDiversity("x", l).holds(histogram(*counts), {}) is holds


def test_entropy_is_exact_where_counts_have_no_common_divisor():
    """Halves of halves: two bits, since one value is less deep and a chain of others deeper."""
    counts = [2**26, 2**25, *(2**i for i in range(2, 25)), 1, 1, 1, 1]
    assert sum(counts) == 2**27
    assert EntropyDiversity("x", F(4)).holds(histogram(*counts), {})
    counts[:2] = counts[0] + 1, counts[1] - 1
    assert not EntropyDiversity("x", F(4)).holds(histogram(*counts), {})


def test_entropy_of_many_values_that_nearly_ties_is_decided():
    counts = [10**5 + i for i in range(2000)]
    ties = histogram(*counts, *counts)
    assert not EntropyDiversity("x", F(4000)).holds(ties, {})
    assert EntropyDiversity("x", F(3999)).holds(ties, {})
    near = histogram(10**9 + 1, *[10**9] * 2000, 10**9 - 1)
    assert not EntropyDiversity("x", F(2002)).holds(near, {})


@given(st.lists(st.tuples(st.integers(1, 60), st.integers(-4, 4)), max_size=6))
def test_a_product_of_powers_is_one_if_it_is(powers):
    product = F(1)
    for number, exponent in powers:
        product *= F(number) ** exponent
    assert is_one(powers) is (product == 1)
    assert is_one([*powers, (product.numerator, -1), (product.denominator, 1)])


def test_recursive_diversity_strict_and_not():
    """r_1 < c (r_2 + …) is 4 < 2 (1 + 1) here."""
    counts = histogram(1, 4, 1)
    assert not RecursiveDiversity("x", F(2), 2).holds(counts, {})
    assert RecursiveDiversity("x", F(2), 2, strict=False).holds(counts, {})
    for strict in (True, False):
        assert not RecursiveDiversity("x", F(1000), 4, strict).holds(counts, {})


class Watched(Counter):
    """Counts how often all of it is looked through."""

    passes = 0

    def items(self):
        self.passes += 1
        return super().items()

    def values(self):
        self.passes += 1
        return super().values()

    def __iter__(self):
        self.passes += 1
        return super().__iter__()


@pytest.mark.parametrize(
    "model",
    [
        EqualCloseness("x", F(1, 3)),
        OrderedCloseness("x", F(1, 3), ("d", "b", "c", "a")),
        HierarchicalCloseness("x", F(1, 3), "f", HIERARCHY),
    ],
)
def test_a_judge_looks_through_the_table_once_for_all_classes(model):
    table = Watched({"a": 3, "b": 2, "c": 1, "d": 4, None: 2})
    judge = model.judge(table)
    before = table.passes
    classes = [{"a": n, "d": 2} for n in range(1, 4)]
    found = [judge(counts) for counts in classes]
    assert table.passes == before
    assert found == [model.holds(counts, table) for counts in classes]
    model.judge({})


def test_no_value_of_a_table_outlives_its_judge():
    assert not [name for name, made in vars(t_closeness).items() if hasattr(made, "cache_info")]


@given(st.data())
def test_classes_of_few_of_many_values_are_judged_as_by_the_oracle(data):
    table = Counter({f"{i:02}": data.draw(st.integers(1, 30)) for i in range(40)})
    chosen = data.draw(st.lists(st.sampled_from(sorted(table)), min_size=1, max_size=5))
    counts = Counter(chosen)
    order = tuple(sorted(table))
    for make, distance in (
        (EqualCloseness, oracle.find_equal_distance),
        (partial(OrderedCloseness, order=order), oracle.order_distance(order)),
    ):
        exact = distance(counts, table)
        assert make("x", exact).holds(counts, table)
        assert not make("x", exact - F(1, 10**9)).holds(counts, table)


def test_salaries_of_the_paper_on_t_closeness():
    table = Counter(map(str, range(3, 12)))
    for salaries, distance in (((3, 4, 5), "3/8"), ((6, 8, 11), "1/6")):
        counts = Counter(map(str, salaries))
        assert OrderedCloseness("x", F(distance), (*table,)).holds(counts, table)
        assert not OrderedCloseness("x", F(distance) - F(1, 10**9), (*table,)).holds(counts, table)


@pytest.mark.parametrize(
    ("counts", "equal", "ordered", "hierarchical"),
    [
        ((1, 1, 0, 0), "1/2", "1/3", "1/2"),
        ((1, 0, 1, 0), "1/2", "1/6", "1/4"),
        ((1, 0, 0, 0), "3/4", "1/2", "5/8"),
    ],
)
def test_three_distances_of_four_values(counts, equal, ordered, hierarchical):
    table = histogram(5, 5, 5, 5)
    rows = enumerate((v, "01" if v in "01" else "23", "*") for v in "0123")
    tree = nest(rows, "x", nulls_are_leaves=False)[0]
    for least, make in (
        (equal, lambda t: EqualCloseness("x", t)),
        (ordered, lambda t: OrderedCloseness("x", t, ("0", "1", "2", "3"))),
        (hierarchical, lambda t: HierarchicalCloseness("x", t, "f", tree)),
    ):
        assert make(F(least)).holds(histogram(*counts), table)
        assert not make(F(least) - F(1, 10**9)).holds(histogram(*counts), table)


def test_values_stand_as_listed_null_first():
    listed = OrderedCloseness("x", F(1), ("low", "high"))
    assert listed.sort({"high": 1, "low": 2, None: 1}) == [None, "low", "high"]
    placed = OrderedCloseness("x", F(1)).placed(["9", "10"])
    assert placed.sort({"10": 1, "9": 2}) == ["9", "10"]
    assert (listed.has_natural_order, OrderedCloseness("x", F(1)).has_natural_order) == (
        False,
        True,
    )


def test_values_without_a_place_are_counted_and_not_named():
    table = {"secret": 1, "a": 1}
    for model in (
        OrderedCloseness("x", F(1), ("a", "b")),
        HierarchicalCloseness("x", F(1), "f", HIERARCHY),
    ):
        with pytest.raises(HierarchyError, match="1 value of T") as error:
            model.refuse_strangers(table)
        assert "secret" not in str(error.value)
        model.refuse_strangers({"a": 1})


def test_models_say_themselves():
    said = [
        DistinctDiversity("x", 3),
        EntropyDiversity("x", F(5)),
        RecursiveDiversity("x", F(4), 5),
        RecursiveDiversity("x", F(4), 5, strict=False),
        EqualCloseness("x", F(1, 5)),
    ]
    assert [" ".join(f"{k} {v}" for k, v in model.parameters.items()) for model in said] == [
        "l_diversity of x distinct 3",
        "l_diversity of x entropy 5",
        "l_diversity of x recursive (4, 5)",
        "l_diversity of x recursive (4, 5) not strictly",
        "t_closeness of x 1/5",
    ]
