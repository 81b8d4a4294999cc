"""When a search may end before its proof."""

from dataclasses import dataclass
from math import inf
from time import monotonic


@dataclass(frozen=True)
class Limits:
    """When to end a search before its proof: at a gap, or at a moment of `time.monotonic`."""

    gap: float = 0.0
    deadline: float = inf

    def reached(self, gap: float) -> bool:
        """Whether a search with this gap may end."""
        return 0 < self.gap >= gap or monotonic() > self.deadline


NO_LIMITS = Limits()
