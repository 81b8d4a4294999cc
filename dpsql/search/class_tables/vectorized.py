"""Evaluates the SQL predicate of privacy models on arrays of counts, exactly.

A model states its condition twice: as SQL for the search and in Python for the verifier. Where a
search has the counts of a few classes at hand, this evaluates the former; it states nothing itself.
"""

from collections.abc import Callable, Mapping
from operator import and_, ge, gt, le, lt, mul, or_, sub
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlglot import exp

#: Counts by the name of their column.
Counts = Mapping[str, NDArray[np.int64]]

_OPERATORS: Mapping[type[exp.Expr], Callable[[Any, Any], Any]] = {
    exp.And: and_,
    exp.Or: or_,
    exp.GT: gt,
    exp.GTE: ge,
    exp.LT: lt,
    exp.LTE: le,
    exp.Mul: mul,
    exp.Sub: sub,
}


def find_violating(predicate: exp.Expr, counts: Counts) -> NDArray[np.bool_]:
    """Which classes satisfy a predicate that `privacy.model.any_violation` makes.

    Products that SQL takes as BIGINT fit 64 bits, as `privacy.model.times` proves; where it takes
    DECIMAL, they are integers of Python.

    Raises:
        ValueError: an expression that no model uses; a test evaluates those of all models.
    """
    size = len(next(iter(counts.values())))
    return np.broadcast_to(np.asarray(_evaluate(predicate, counts), dtype=np.bool_), size)


def _evaluate(node: exp.Expr, counts: Counts) -> Any:
    match node:
        case exp.Column():
            return counts[node.name]
        case exp.Literal():
            return int(node.this)
        case exp.Boolean():
            return bool(node.this)
        case exp.Paren():
            return _evaluate(node.this, counts)
        case exp.Cast():
            return _cast(_evaluate(node.this, counts), node.to.this)
        case exp.Between():
            value, low, high = (
                _evaluate(node.args[one], counts) for one in ("this", "low", "high")
            )
            return (value >= low) & (value <= high)
    if type(node) in _OPERATORS:
        return _OPERATORS[type(node)](
            _evaluate(node.this, counts), _evaluate(node.expression, counts)
        )
    raise ValueError(f"no model uses {type(node).__name__}")


def _cast(value: Any, kind: exp.DType) -> Any:
    """Integers are exact as they are; arrays of 64 bits become Python's where SQL takes DECIMAL."""
    is_wide = kind == exp.DType.DECIMAL and isinstance(value, np.ndarray)
    return value.astype(object) if is_wide else value
