"""The result of `choose_delta` as JSON: exact fractions as texts, and doubles beside them."""

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
    """Return the fields of ``dpsql delta --json``, except schema and status.

    `epsilon`: the greatest ε of differential privacy that keeps presence within delta for an
    outsider with the prior |T| / |P|, independently of other people; `epsilon_size_known`: for one
    who knows |T|, as every release shows it. Null if every ε does, or if T is empty.
    """
    return {
        "public_rows": choice.counts.public_rows,
        "private_rows": choice.counts.private_rows,
        "share": str(choice.counts.share),
        "delta": _bounds(choice.delta),
        "exact": _bounds(choice.exact),
        "closeness": str(choice.closeness),
        "epsilon": find_epsilon(choice),
        "epsilon_size_known": find_epsilon(choice, size_known=True),
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
    """Return the costs of a given δ, scenario by scenario."""
    return {"delta": _bounds(delta), "scenarios": [_effect(effect) for effect in effects]}


def find_epsilon(choice: DeltaChoice, *, size_known: bool = False) -> float | None:
    """Return the greatest ε that keeps presence within the chosen δ; None if none is finite."""
    share = choice.counts.share
    if not share:
        return None
    epsilon = presence_to_epsilon(choice.delta, share, size_known=size_known)
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
