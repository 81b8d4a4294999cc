"""Verdicts: whether a demand of a job holds, and how many classes violate it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from dpsql.domain.attributes import KnowsAttributes


@dataclass(frozen=True)
class Verdict(KnowsAttributes):
    """The verdict on one model: its `name`, and the value that is `asked` for, as in the job.

    `holds` is None if it was not judged. `broken_classes`: violating classes of P, or of T for a
    model of a sensitive column; None if they were not counted.
    """

    name: str
    asked: str
    holds: bool | None
    broken_classes: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "name": self.name,
            "asked": self.asked,
            "holds": self.holds,
            "broken_classes": self.broken_classes,
        }


def list_verdicts(verdicts: Iterable[Verdict]) -> list[dict[str, Any]]:
    """Return the JSON forms; a demand of both a job and a manifest is listed once."""
    told = {(one.name, one.asked): one.to_dict() for one in verdicts}
    return list(told.values())
