"""The result of an algorithm: the rows to release, and their description."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from sqlglot import exp

from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.found.kept_columns import KeptColumn
from dpsql.domain.found.statistics import Presence
from dpsql.release.manifest import Shape
from dpsql.report.details import Shown
from dpsql.session.description import Description


@dataclass(frozen=True)
class Generalized:
    """A release that is not written yet.

    `rows`: the statement that selects its rows. `shape`: the levels of its values, or the orders
    that its boxes are stated in; the verifier takes nothing else from a search. `shown`: what a
    report needs in addition.
    """

    rows: exp.Query
    shape: Shape
    presence: Presence | ConfidentPresence
    description: Description
    shown: Shown = field(default_factory=Shown)

    def with_identifying(self, columns: Sequence[KeptColumn]) -> Self:
        """Return the same, described with the kept columns that identify people."""
        job = replace(self.description.job, identifying=tuple(columns))
        return replace(self, description=replace(self.description, job=job))
