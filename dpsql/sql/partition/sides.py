"""Sides of a cut that are not allowed: they violate a model, or leave people in no box.

Nothing is published for a part without rows of T, so each of its people is in no box. They are
judged one by one, as the verifier does, and not as the class that the part would be.
"""

from collections.abc import Iterable

from sqlglot import exp

from dpsql.privacy.model import PrivacyModel, any_violation


def violates(models: Iterable[PrivacyModel], public_rows: int, side: str) -> exp.Expr:
    """Predicate over the counts `public_side` and `private_side` of a side of a cut."""
    models = tuple(models)
    violation = any_violation(models, public_rows, f"public_{side}", f"private_{side}")
    if all(model.holds(1, 0) for model in models):
        return violation
    is_left_out = exp.column(f"private_{side}").eq(0)
    return exp.or_(is_left_out, violation)
