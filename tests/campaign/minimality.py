"""The minimality attack on N random instances: ``python -m tests.campaign.minimality [N]``.

Prints, for the optimum and for ``choose: from_public`` with margins of 0, 1 and 4 standard
deviations, how many releases let a posterior leave delta. The exit code is 1 if one that was chosen
from P did.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from tests.oracle.minimality import (
    Attack,
    Rule,
    attack,
    choose_from_public,
    draw_instance,
    fix_any,
    take_optimum,
)


def run(instances: int) -> dict[str, Any]:
    """Attack so many instances; figures by rule."""
    rules: dict[str, Callable[[int], Rule]] = {"optimum": lambda _: take_optimum}
    for margin in (0, 1, 4):
        chosen = choose_from_public(margin)
        rules[f"from_public, margin {margin}"] = lambda _, chosen=chosen: chosen
    rules["a node by lot"] = fix_any
    found = {
        name: _sum([attack(draw_instance(seed), rule(seed)) for seed in range(instances)])
        for name, rule in rules.items()
    }
    return {"campaign": "minimality", "instances": instances, **found}


def _sum(attacks: list[Attack]) -> dict[str, object]:
    total = {name: sum(asdict(one)[name] for one in attacks) for name in asdict(attacks[0])}
    shares = {
        "share_of_releases": round(total["breached_releases"] / max(total["releases"], 1), 4),
        "share_of_runs": round(total["breached_runs"] / max(total["runs"], 1), 4),
    }
    return total | shares


if __name__ == "__main__":
    figures = run(int(sys.argv[1]) if len(sys.argv) > 1 else 1300)
    print(json.dumps(figures))
    chosen = [found for rule, found in figures.items() if rule.startswith("from_public")]
    sys.exit(any(found["breached_releases"] for found in chosen))
