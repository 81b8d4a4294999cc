"""What `choose_delta` found, as JSON: exact fractions as texts, and doubles beside them."""

from collections.abc import Mapping
from fractions import Fraction
from math import isfinite
from typing import Any

from dpsql.delta_choice.choice import DeltaChoice, Effect
from dpsql.delta_choice.membership_odds import presence_to_epsilon
from dpsql.domain.threshold import PresenceBounds


def delta_as_json(
    choice: DeltaChoice, steps: Mapping[Fraction, DeltaChoice] | None = None
) -> dict[str, Any]:
    """The fields of ``dpsql delta --json``, apart from schema and status.

    `epsilon`: the greatest ε of differential privacy under which presence keeps to delta for who
    expects |T| / |P|; null where none is needed, or none can be said (T is empty).
    """
    return {
        "public_rows": choice.counts.public_rows,
        "private_rows": choice.counts.private_rows,
        "share": str(choice.counts.share),
        "delta": _bounds(choice.delta),
        "exact": _bounds(choice.exact),
        "closeness": str(choice.closeness),
        "epsilon": find_epsilon(choice),
        "scenarios": [
            {
                **_effect(effect),
                "exact": _bounds(one.bounds),
                "binds": {"min": one.binds_below, "max": one.binds_above},
            }
            for one, effect in zip(choice.scenarios, choice.effects, strict=True)
        ],
        "warnings": list(choice.warnings),
    } | ({} if steps is None else {"sweep": [_step(*step) for step in steps.items()]})


def effects_as_json(delta: PresenceBounds, effects: tuple[Effect, ...]) -> dict[str, Any]:
    """What a given δ costs, scenario by scenario."""
    return {"delta": _bounds(delta), "scenarios": [_effect(effect) for effect in effects]}


def find_epsilon(choice: DeltaChoice) -> float | None:
    """The greatest ε that the choice leaves, if there is a finite one."""
    share = choice.counts.share
    if not share:
        return None
    epsilon = presence_to_epsilon(choice.delta, share)
    return epsilon if isfinite(epsilon) else None


def _bounds(bounds: PresenceBounds) -> dict[str, str]:
    return {"min": str(bounds.minimum), "max": str(bounds.maximum)}


def _effect(effect: Effect) -> dict[str, Any]:
    return {
        "name": effect.scenario.name,
        "prior": float(effect.scenario.prior),
        "least_belief": float(effect.least_belief),
        "greatest_belief": float(effect.greatest_belief),
        "cost_up": float(effect.cost_up),
        "cost_down": float(effect.cost_down),
    }


def _step(amount: Fraction, choice: DeltaChoice) -> dict[str, Any]:
    return {"acceptable": float(amount), "delta": _bounds(choice.delta)}
