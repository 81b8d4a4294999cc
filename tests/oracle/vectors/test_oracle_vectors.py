"""The oracle against the numbers of the paper's running example, worked out by hand or printed."""

from datetime import date
from fractions import Fraction

import pytest

from tests.oracle.losses.cost import find_discernibility, find_loss, find_metrics
from tests.oracle.models.presence import count_classes, find_presence, holds
from tests.oracle.search.exhaustive import (
    find_frontier,
    find_holding_nodes,
    find_minimal_nodes,
    find_optimum,
)
from tests.oracle.tables.instance import Instance, Models
from tests.oracle.tables.ladders import (
    add_null_leaf,
    make_dates_ladder,
    make_explicit_ladder,
    make_prefix_ladder,
    make_widths_ladder,
)
from tests.oracle.tables.running_example import make_example, swap_tables
from tests.oracle.tables.table import Node, Value


def F(text: str) -> Fraction:
    return Fraction(text)


def test_the_lattice_of_the_example_has_48_nodes() -> None:
    assert make_example().root == (3, 2, 3)
    assert len(make_example().list_nodes()) == 48


@pytest.mark.parametrize(
    ("node", "classes"),
    [
        ((3, 1, 3), {("4*", "≤40", "*"): (4, 0), ("4*", ">40", "*"): (5, 5)}),
        (
            (1, 2, 1),
            {
                ("4790*", "*", "N. America"): (3, 2),
                ("4763*", "*", "S. America"): (3, 1),
                ("4897*", "*", "Europe"): (3, 2),
            },
        ),
        ((2, 2, 2), {("47*", "*", "America"): (6, 3), ("48*", "*", "Europe"): (3, 2)}),
        ((3, 2, 3), {("4*", "*", "*"): (9, 5)}),
    ],
)
def test_classes_of_the_printed_releases(
    node: Node, classes: dict[tuple[Value, ...], tuple[int, int]]
) -> None:
    assert count_classes(make_example(), node) == classes


@pytest.mark.parametrize(
    ("node", "least", "greatest"),
    [
        ((3, 1, 3), "0", "1"),
        ((1, 2, 1), "1/3", "2/3"),
        ((2, 2, 2), "1/2", "2/3"),
        ((3, 2, 3), "5/9", "5/9"),
    ],
)
def test_presence_is_the_tightest_delta(node: Node, least: str, greatest: str) -> None:
    assert find_presence(count_classes(make_example(), node)) == (F(least), F(greatest))
    assert holds(make_example((least, greatest)), node)
    if F(least) > 0:
        assert not holds(make_example((str(F(least) + F("1/1000")), "1")), node)
    if F(greatest) > 0:
        assert not holds(make_example(("0", str(F(greatest) - F("1/1000")))), node)


@pytest.mark.parametrize(
    ("delta", "count", "minimal"),
    [
        (("1/2", "2/3"), 4, [(2, 2, 2)]),
        (("0", "2/3"), 9, [(1, 2, 1)]),
        (("5/9", "5/9"), 1, [(3, 2, 3)]),
        (("0", "1/2"), 0, []),
    ],
)
def test_present_and_minimal_nodes(delta: tuple[str, str], count: int, minimal: list[Node]) -> None:
    holding = find_holding_nodes(make_example(delta))
    assert len(holding) == count
    assert find_minimal_nodes(holding) == minimal


def test_the_four_present_nodes_by_name() -> None:
    holding = find_holding_nodes(make_example(("1/2", "2/3")))
    assert holding == [(2, 2, 2), (2, 2, 3), (3, 2, 2), (3, 2, 3)]


@pytest.mark.parametrize(
    ("delta", "metric", "cost", "node"),
    [
        (("1/2", "2/3"), "loss", "28/45", (2, 2, 2)),
        (("1/2", "2/3"), "discernibility", "13", (2, 2, 2)),
        (("1/2", "2/3"), "precision", "7/9", (2, 2, 2)),
        (("1/2", "2/3"), "class_size", "5/2", (2, 2, 2)),
        (("0", "2/3"), "loss", "22/45", (1, 2, 1)),
        (("0", "2/3"), "discernibility", "9", (1, 2, 1)),
        (("0", "2/3"), "precision", "5/9", (1, 2, 1)),
        (("0", "2/3"), "class_size", "5/3", (1, 2, 1)),
        (("5/9", "5/9"), "discernibility", "25", (3, 2, 3)),
        (("5/9", "5/9"), "precision", "1", (3, 2, 3)),
    ],
)
def test_optimum(delta: tuple[str, str], metric: str, cost: str, node: Node) -> None:
    instance = make_example(delta, metric)
    assert find_optimum(instance, find_holding_nodes(instance)) == (F(cost), node)


WHOLE = ("5/9", "1", (3, 2, 3))


@pytest.mark.parametrize(
    ("delta", "k_anonymity", "points"),
    [
        (None, None, [WHOLE, ("2/3", "22/45", (1, 2, 1)), ("1", "0", (0, 0, 0))]),
        (("0", "0"), None, [WHOLE, ("2/3", "22/45", (1, 2, 1)), ("1", "0", (0, 0, 0))]),
        (("1/2", "1/2"), None, [WHOLE, ("2/3", "28/45", (2, 2, 2))]),
        (("5/9", "1"), None, [WHOLE]),
        (("0.6", "1"), None, []),
        (None, 5, [WHOLE, ("1", "5/6", (3, 1, 3))]),
    ],
)
def test_frontier(
    delta: tuple[str, str] | None,
    k_anonymity: int | None,
    points: list[tuple[str, str, Node]],
) -> None:
    expected = [(F(presence), F(loss), node) for presence, loss, node in points]
    assert find_frontier(make_example(delta, k_anonymity=k_anonymity)) == expected


def test_no_optimum_where_nothing_holds() -> None:
    instance = make_example(("0", "1/2"))
    assert find_optimum(instance, find_holding_nodes(instance)) is None


@pytest.mark.parametrize(("delta", "ties"), [(("1/2", "2/3"), 3), (("0", "2/3"), 5)])
def test_discernibility_ties_that_the_rule_must_break(delta: tuple[str, str], ties: int) -> None:
    instance = make_example(delta)
    costs = [find_discernibility(instance, node) for node in find_holding_nodes(instance)]
    assert costs.count(min(costs)) == ties


@pytest.mark.parametrize(
    ("node", "loss", "discernibility", "precision", "class_size", "entropy"),
    [
        ((0, 0, 0), "0", "5", "1", "1", 0.0),
        ((1, 2, 1), "22/45", "9", "4/9", "5/3", 19.609640),
        ((2, 2, 2), "28/45", "13", "2/9", "5/2", 25.119415),
        ((3, 1, 3), "5/6", "25", "1/6", "5", 34.828921),
        ((3, 2, 3), "1", "25", "0", "5", 34.828921),
    ],
)
def test_metrics_over_rows_of_the_private_table(
    node: Node, loss: str, discernibility: str, precision: str, class_size: str, entropy: float
) -> None:
    metrics = find_metrics(make_example(), node)
    exact = [F(loss), F(discernibility), F(precision), F(class_size)]
    assert [metrics[m] for m in ("loss", "discernibility", "precision", "class_size")] == exact
    assert metrics["entropy"] == pytest.approx(entropy, abs=5e-7)


@pytest.mark.parametrize(
    ("node", "loss", "discernibility", "entropy"),
    [
        ((1, 2, 1), "13/27", "27", 49.058650),
        ((2, 2, 2), "17/27", "45", 61.058650),
        ((3, 1, 3), "22/27", "41", 68.668291),
        ((3, 2, 3), "1", "81", 77.587975),
    ],
)
def test_metrics_over_rows_of_the_public_table(
    node: Node, loss: str, discernibility: str, entropy: float
) -> None:
    metrics = find_metrics(swap_tables(make_example()), node)
    assert (metrics["loss"], metrics["discernibility"]) == (F(loss), F(discernibility))
    assert metrics["entropy"] == pytest.approx(entropy, abs=5e-7)


@pytest.mark.parametrize(
    ("node", "losses"),
    [
        ((1, 2, 1), ("7/30", "1", "7/30")),
        ((2, 2, 2), ("13/30", "1", "13/30")),
        ((3, 1, 3), ("1", "1/2", "1")),
    ],
)
def test_loss_per_attribute(node: Node, losses: tuple[str, ...]) -> None:
    example = make_example()
    for column, loss in enumerate(losses):
        alone = Instance(
            (example.ladders[column],),
            tuple((row[column],) for row in example.public),
            tuple((row[column],) for row in example.private),
        )
        assert find_loss(alone, (node[column],)) == F(loss)


@pytest.mark.parametrize(
    ("regions", "losses"),
    [
        ({"N": "USA Canada", "S": "Brazil Peru", "E": "Spain Bulgaria France"}, ("1/6", "1/2")),
        ({"N": "USA Canada Mexico", "S": "Brazil Peru", "E": "Spain France"}, ("2/6", "4/6")),
    ],
)
def test_canada_on_the_two_trees_that_the_paper_may_mean(
    regions: dict[str, str], losses: tuple[str, str]
) -> None:
    continents = {"N": "America", "S": "America", "E": "Europe"}
    rows: list[tuple[Value, ...]] = [
        (country, region, continents[region], "*")
        for region, countries in regions.items()
        for country in countries.split()
    ]
    ladder = make_explicit_ladder(rows)
    canada = Instance((ladder,), (("Canada",),), (("Canada",),))
    assert [find_loss(canada, (level,)) for level in (1, 2, 3)] == [*map(F, losses), F("1")]


@pytest.mark.parametrize(
    ("k", "node"), [(2, (2, 1, 2)), (3, (3, 1, 3)), (4, (3, 1, 3)), (5, (3, 1, 3))]
)
def test_k_anonymity_on_the_private_table(k: int, node: Node) -> None:
    instance = make_example(k_anonymity=k)
    optimum = find_optimum(instance, find_holding_nodes(instance))
    assert optimum is not None
    assert optimum[1] == node


@pytest.mark.parametrize(
    ("k", "node"), [(2, (1, 2, 1)), (3, (1, 2, 1)), (4, (3, 1, 3)), (5, (3, 2, 3)), (9, (3, 2, 3))]
)
def test_k_anonymity_of_the_public_table_says_nothing_of_presence(k: int, node: Node) -> None:
    """Section 5.1 of the paper: the optimal anonymization of P itself, then its mapping on T."""
    instance = swap_tables(make_example(k_anonymity=k))
    optimum = find_optimum(instance, find_holding_nodes(instance))
    assert optimum is not None
    assert optimum[1] == node
    assert holds(make_example(("1/2", "2/3")), node) is (node == (3, 2, 3))


def test_k_map_of_the_desfontaines_example() -> None:
    """Ages 10-19: 5, 20-29: 5, 30-39: 10, 40-49: 10, 50+: 20; T has five teens and one forty."""
    tens, forties = ("10-19", "10-39", "*"), ("40-49", "40-49", "*")
    rows: list[tuple[Value, ...]] = [
        tens,
        ("20-29", "10-39", "*"),
        ("30-39", "10-39", "*"),
        forties,
        ("50+", "50+", "*"),
    ]
    counts = {"10-19": 5, "20-29": 5, "30-39": 10, "40-49": 10, "50+": 20}
    public = tuple((age,) for age, count in counts.items() for _ in range(count))
    private = (("10-19",),) * 5 + (("40-49",),)

    def ask(models: Models) -> list[Node]:
        return find_holding_nodes(Instance((make_explicit_ladder(rows),), public, private, models))

    raw = Instance((make_explicit_ladder(rows),), public, private)
    assert find_presence(count_classes(raw, (0,))) == (F("0"), F("1"))
    assert find_presence(count_classes(raw, (1,))) == (F("0"), F("1/4"))
    assert ask(Models(k_map=5)) == [(0,), (1,), (2,)]
    assert ask(Models(k_map=6)) == [(1,), (2,)]
    assert ask(Models(k_map=11)) == [(2,)]
    assert ask(Models(k_anonymity=1)) == [(0,), (1,), (2,)]
    assert ask(Models(k_anonymity=2)) == [(2,)]
    assert ask(Models(delta=(F("0"), F("1/4")))) == [(1,), (2,)]
    assert ask(Models(delta=(F("1/100"), F("1")))) == [(2,)]


def test_an_empty_private_table_costs_nothing_and_constrains_nothing() -> None:
    example = make_example()
    empty = Instance(example.ladders, example.public, (), Models((F("0"), F("0")), 5, 5))
    assert len(find_holding_nodes(empty)) == 48
    metrics = find_metrics(empty, (1, 2, 1))
    assert metrics == {
        "loss": 0,
        "discernibility": 0,
        "precision": F("4/9"),
        "class_size": 0,
        "entropy": 0,
    }


def test_intervals_take_the_floor_of_negative_numbers() -> None:
    ladder = make_widths_ladder([-10, -1, 0, 4, 5, 20.5], [5, 10])
    assert [labels[1] for labels in ladder.values()] == [
        "[-10, -5)",
        "[-5, 0)",
        "[0, 5)",
        "[0, 5)",
        "[5, 10)",
        "[20, 25)",
    ]
    assert ladder[-1] == (-1, "[-5, 0)", "[-10, 0)", "*")


def test_prefixes_keep_leading_characters() -> None:
    ladder = make_prefix_ladder(["47906", "4", "", "🙂é"], [4, 2, 1])
    assert ladder["47906"] == ("47906", "4790*", "47*", "4*", "*")
    assert ladder["4"] == ("4", "4*", "4*", "4*", "*")
    assert ladder[""] == ("", "*", "*", "*", "*")
    assert ladder["🙂é"][-2] == "🙂*"


def test_calendar_periods() -> None:
    units = ["month", "quarter", "year", "decade", "century"]
    ladder = make_dates_ladder([date(2024, 5, 31), "1999-12-01", "0987-01-01"], units)
    assert ladder[date(2024, 5, 31)][1:] == ("2024-05", "2024-Q2", "2024", "2020s", "2000s", "*")
    assert ladder["1999-12-01"][1:] == ("1999-12", "1999-Q4", "1999", "1990s", "1900s", "*")
    assert ladder["0987-01-01"][1:] == ("0987-01", "0987-Q1", "0987", "0980s", "0900s", "*")


def test_null_is_a_leaf_of_its_own_below_the_root() -> None:
    rows: list[tuple[Value, ...]] = [("a", "x", "all"), ("b", "y", "all")]
    assert add_null_leaf(make_explicit_ladder(rows))[None] == (None, None, "all")
    assert make_prefix_ladder([None, "ab"], [1])[None] == (None, None, "*")
    assert add_null_leaf(make_explicit_ladder([("a",)])) == {"a": ("a", "*"), None: (None, "*")}


def test_a_root_is_added_where_the_last_level_has_several_labels() -> None:
    assert make_explicit_ladder([("a",), ("b",)]) == {"a": ("a", "*"), "b": ("b", "*")}
    assert make_explicit_ladder([("a",)]) == {"a": ("a",)}
