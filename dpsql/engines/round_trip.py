"""Checks that texts which some engines change come back unchanged."""

from collections.abc import Callable, Sequence
from typing import Any

from sqlglot import exp

from dpsql.errors import EngineError

HOSTILE = ("'", '"', "\\", "\\'", "--", "/*", "${x}", "{{x}}", "%s", "\n", "\u2028", "é", "", None)


def refuse_changed_texts(
    fetch: Callable[[exp.Query], Sequence[tuple[Any, ...]]], engine: str
) -> None:
    """Raise EngineError unless the engine of this name returns literals as they were sent."""
    texts = [exp.cast(exp.convert(value), "VARCHAR") for value in HOSTILE]
    query = exp.select(*[exp.alias_(text, f"c{i}", quoted=True) for i, text in enumerate(texts)])
    if tuple(fetch(query)[0]) != HOSTILE:
        raise EngineError(f"{engine} does not return literals as they were sent; dpsql stops here")
