"""What an algorithm decided: the rows to release, and what is claimed and said of them."""

from dataclasses import dataclass, field

from sqlglot import exp

from dpsql.domain.statistics import Presence
from dpsql.release.manifest import Shape
from dpsql.report.details import Shown
from dpsql.session.description import Description


@dataclass(frozen=True)
class Generalized:
    """A release that is not written yet.

    `rows`: the statement whose rows it has. `shape`: the levels of its values, or what its boxes
    are stated in; the verifier takes nothing else from a search. `shown`: what a report asks
    for besides.
    """

    rows: exp.Query
    shape: Shape
    presence: Presence
    description: Description
    shown: Shown = field(default_factory=Shown)
