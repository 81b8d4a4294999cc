"""Levels that P and |T| choose withstand the minimality attack; optimal ones often do not."""

from dataclasses import replace

import pytest

from tests.oracle.choice import choose_node
from tests.oracle.minimality import (
    Rule,
    attack,
    choose_from_public,
    draw_instance,
    fix_any,
    take_optimum,
)

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


def test_the_choice_does_not_look_at_t() -> None:
    for seed in SEEDS:
        instance = draw_instance(seed)
        other = replace(instance, private=instance.public[-len(instance.private) :])
        assert choose_node(instance, 1) == choose_node(other, 1)
