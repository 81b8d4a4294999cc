"""Levels that P and |T| choose withstand the minimality attack; optimal ones often do not."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from tests.oracle.losses.cost import COSTS
from tests.oracle.models.presence import count_classes
from tests.oracle.search import minimality
from tests.oracle.search.choice import choose_node
from tests.oracle.search.minimality import (
    Rule,
    attack,
    choose_cuts_from_public,
    choose_from_public,
    choose_pooling_from_public,
    draw_instance,
    fix_any,
    take_cuts,
    take_optimum,
    take_pooling,
)
from tests.oracle.tables.instance import Instance, Models
from tests.oracle.tables.table import Node

SEEDS = range(60)


def test_many_optimal_releases_let_a_posterior_leave_delta_F12() -> None:
    found = [attack(draw_instance(seed), take_optimum) for seed in SEEDS]
    share = sum(one.breached_releases for one in found) / sum(one.releases for one in found)
    assert 0.3 < share < 0.6


@pytest.mark.parametrize("margin", [0, 1, 4, None])
def test_levels_that_do_not_depend_on_t_keep_to_delta_F12(margin: int | None) -> None:
    """The posterior is the presence that was bounded, for everyone and every release."""
    chosen = None if margin is None else choose_from_public(margin)
    released = 0
    for seed in SEEDS:
        rule: Rule = chosen or fix_any(seed)
        found = attack(draw_instance(seed), rule)
        assert (found.breached_releases, found.unlike) == (0, 0)
        released += found.releases
    assert released > len(SEEDS) // 3


@pytest.mark.tier("ci")
@pytest.mark.parametrize("margin", [0, 1])
@pytest.mark.parametrize(
    "choose",
    [
        partial(choose_pooling_from_public, "root"),
        partial(choose_pooling_from_public, "columns"),
        choose_cuts_from_public,
    ],
)
def test_people_and_parts_that_do_not_depend_on_t_keep_to_delta(
    choose: Callable[[int], Rule], margin: int
) -> None:
    found = [attack(draw_instance(seed), choose(margin)) for seed in SEEDS[:12]]
    assert {(one.breached_releases, one.unlike) for one in found} == {(0, 0)}
    assert sum(one.releases for one in found) > 12


@pytest.mark.tier("ci")
@pytest.mark.parametrize("rule", [take_pooling("columns"), take_cuts])
def test_the_attack_finds_out_people_and_parts_that_are_chosen_with_t(rule: Rule) -> None:
    found = [attack(draw_instance(seed), rule) for seed in SEEDS[:12]]
    assert sum(one.breached_releases for one in found) > 12


def find_optimum_for_t(instance: Instance, _: int) -> Node:
    """A choice that is none: the optimum for T."""
    return take_optimum(instance) or instance.root


def find_cheapest_for_t(instance: Instance, deviations: int) -> Node:
    """Nodes whose classes have enough people, as they should; of them the best for T, not for P."""
    classes = count_classes(replace(instance, models=Models()), choose_node(instance, deviations))
    least = min(people for people, _ in classes.values())
    return min(
        (COSTS[instance.metric](instance, node), sum(node), node)
        for node in instance.list_nodes()
        if min(people for people, _ in count_classes(instance, node).values()) >= least
    )[-1]


@pytest.mark.parametrize("wrong", [find_optimum_for_t, find_cheapest_for_t])
def test_the_attack_finds_out_a_choice_that_depends_on_t_F12(
    monkeypatch: pytest.MonkeyPatch, wrong: Callable[[Instance, int], Node]
) -> None:
    """Nothing in the attack makes the choice the same for all T."""
    monkeypatch.setattr(minimality, "choose_node", wrong)
    found = [attack(draw_instance(seed), choose_from_public(0)) for seed in SEEDS]
    assert sum(one.breached_releases for one in found) > 0
    assert sum(one.unlike for one in found) > 0


def test_the_choice_does_not_look_at_t() -> None:
    for seed in SEEDS:
        instance = draw_instance(seed)
        other = replace(instance, private=instance.public[-len(instance.private) :])
        assert choose_node(instance, 1) == choose_node(other, 1)
