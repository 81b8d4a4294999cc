"""How people of rare classes climbed in a pooled release: counts of each step."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class PooledRows:
    """How people of rare classes climbed: how few settle together, the path, and each step.

    `steps`: the levels of each, the start first, the people of P that settled there, and the rows
    of T that the release shows of it: a class that several steps publish counts on the first.
    `classes`: the published classes, those without rows of T among them. `is_auto`: whether a start
    had a number of its own to try, which others may not have tried; no part of the JSON.
    """

    least: int
    path: str | list[str]
    classes: int
    steps: list[tuple[dict[str, int], int, int]]
    is_auto: bool = False

    @property
    def climbed_public_rows(self) -> int:
        """People of P who did not settle at the start."""
        return sum(people for _, people, _ in self.steps[1:])

    @property
    def climbed_private_rows(self) -> int:
        """Rows of T that the release shows on steps after the start."""
        return sum(rows for *_, rows in self.steps[1:])

    def count_beyond(self, name: str, level: int) -> int:
        """Count the people of P who settled where a quasi-identifier is above a level."""
        return sum(people for levels, people, _ in self.steps if levels[name] > level)

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        return {
            "pooled": {
                "least": self.least,
                "path": self.path,
                "public_rows": self.climbed_public_rows,
                "private_rows": self.climbed_private_rows,
                "classes": self.classes,
            },
            "steps": [
                {"levels": levels, "public_rows": public, "private_rows": private}
                for levels, public, private in self.steps
            ],
        }
