"""What a value of P becomes on each level."""

from collections.abc import Mapping
from typing import Any

from dpsql.domain.levels.hierarchy import Leaf


def list_becoming(becomes: Mapping[str, tuple[Leaf, ...]]) -> dict[str, Any]:
    """What a value of P becomes on each level, as the JSON has it; nothing if none is known."""
    return {"becomes": {name: list(labels) for name, labels in becomes.items()}} if becomes else {}
