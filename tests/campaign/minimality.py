"""``python -m tests.campaign.minimality [N]``: the minimality attack on N random instances.

Counts, for levels, for people who climb and for parts along the hierarchies, the releases that let
a posterior leave delta, by the oracle: of those that are chosen with T, and of ``choose:
from_public`` with margins of 0, 1 and 4 standard deviations. Runs the product on some of the
instances, which must choose the levels that the oracle does, whatever T is. Prints one
line of JSON; the exit code is 1 if a release that was chosen from P is breached, or the product
chose other levels.
"""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from tests.campaign import public_choices
from tests.oracle.search.minimality import (
    Attack,
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

_MARGINS = (0, 1, 4)
_CHOSEN = ("from_public", "pooled from_public", "cuts from_public")


def run(instances: int) -> dict[str, Any]:
    """Attack so many instances; figures by rule."""
    rules: dict[str, Callable[[int], Rule]] = {
        "optimum": lambda _: take_optimum,
        "pooled": lambda _: take_pooling("columns"),
        "cuts": lambda _: take_cuts,
    }
    for margin in _MARGINS:
        chosen = (
            choose_from_public(margin),
            choose_pooling_from_public("columns", margin),
            choose_cuts_from_public(margin),
        )
        for name, rule in zip(_CHOSEN, chosen, strict=True):
            rules[f"{name}, margin {margin}"] = lambda _, rule=rule: rule
    rules["a node by lot"] = fix_any
    return {
        name: _sum([attack(draw_instance(seed), rule(seed)) for seed in range(instances)])
        for name, rule in rules.items()
    }


def sum_chosen(figures: dict[str, Any], word: str) -> int:
    """A figure of all choices from P together."""
    return sum(figures[f"{name}, margin {margin}"][word] for name in _CHOSEN for margin in _MARGINS)


def _sum(attacks: list[Attack]) -> dict[str, object]:
    total = {name: sum(asdict(one)[name] for one in attacks) for name in asdict(attacks[0])}
    shares = {
        "share_of_releases": round(total["breached_releases"] / max(total["releases"], 1), 4),
        "share_of_runs": round(total["breached_runs"] / max(total["runs"], 1), 4),
    }
    return total | shares


def main() -> None:
    """Run and print the figures; exit 1 at a breach, or another choice."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "instances", type=int, nargs="?", default=1300, metavar="N", help="how many (1300)"
    )
    parser.add_argument(
        "--product", type=int, default=40, metavar="N", help="instances to run the product on (40)"
    )
    asked = parser.parse_args()
    found = run(asked.instances)
    chosen = {
        "chosen_releases": sum_chosen(found, "releases"),
        "chosen_breached": sum_chosen(found, "breached_releases"),
        "chosen_unlike": sum_chosen(found, "unlike"),
    }
    product = public_choices.run(asked.product)
    figures = {"campaign": "minimality", "instances": asked.instances, **found, **chosen}
    print(json.dumps({**figures, "product": product}))
    sys.exit(bool(chosen["chosen_breached"] or product["chosen_otherwise"]))


if __name__ == "__main__":
    main()
