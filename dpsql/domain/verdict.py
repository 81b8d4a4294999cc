"""Whether one of the things that a job asks for holds, and in how many classes it breaks."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Verdict:
    """What is said of one model: its `name` and the value that is `asked`, as the job has them.

    `holds` is None where nothing judged it. `broken_classes` are classes of P, for a model of a
    sensitive column classes of T; None where they were not counted.
    """

    name: str
    asked: str
    holds: bool | None
    broken_classes: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        return {
            "name": self.name,
            "asked": self.asked,
            "holds": self.holds,
            "broken_classes": self.broken_classes,
        }


def list_verdicts(verdicts: Iterable[Verdict]) -> list[dict[str, Any]]:
    """As the JSON has them; what a job and a manifest both ask for stands once."""
    told = {(one.name, one.asked): one.to_dict() for one in verdicts}
    return list(told.values())
