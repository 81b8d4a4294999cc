"""What one run of `counts` is asked for; what cannot be done is refused before any work."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import get_args

from dpsql.domain.threshold import parse_ratio
from dpsql.errors import ConfigError
from dpsql.faces import name_option
from dpsql.release import counts_file
from dpsql.use_cases.counts.cells import Cells, Domain

#: Cells that are shown; a table of more is written to a file.
MOST_SHOWN = 200
_SMALLEST_EPSILON, _LARGEST_EPSILON = Fraction(1, 1_000_000), 100


@dataclass(frozen=True)
class Asked:
    """The words of `counts`, see there."""

    by: Sequence[str]
    levels: Mapping[str, int]
    cells: Cells
    stratum: tuple[str, str | None] | None
    threshold: int | None
    count: str
    output: Path | None
    overwrite: bool
    ledger: Path | None

    def refuse_unfit(self) -> None:
        """Raise ConfigError, or TargetError for the file, if no table could come of it."""
        if isinstance(self.by, str):
            raise ConfigError("by: give the names of columns as a list")
        counts_file.refuse_names([*self.by, self.count])
        if self.output is None and self.overwrite:
            raise ConfigError(
                f"{name_option('overwrite', True)}: no file is written; name one with"
                f" {name_option('output')}, or drop it"
            )
        if self.output is not None:
            counts_file.refuse_unfit(self.output, overwrite=self.overwrite)
        if self.threshold is not None and (type(self.threshold) is not int or self.threshold < 1):
            raise ConfigError(f"{name_option('threshold')}: write a whole number of at least 1")
        if self.cells not in get_args(Cells):
            raise ConfigError(f"{name_option('cells')}: write declared or public")
        if self.stratum is not None and self.stratum[0] not in self.by:
            raise ConfigError(
                f"{name_option('stratum')}: {self.stratum[0]} is not among the columns of"
                f" {name_option('by')}; add it there"
            )

    def refuse_domain(self, domain: Domain) -> None:
        """Raise ConfigError if the cells do not fit where they are to go."""
        if self.output is not None:
            labels_of = dict(zip(self.by, domain.labels, strict=True))
            counts_file.refuse_labels(self.output, labels_of)
        elif domain.size > MOST_SHOWN:
            raise ConfigError(
                f"counts: there are {domain.size:,} cells, and up to {MOST_SHOWN} are shown; write"
                f" them to a file with {name_option('output')}"
            )


def read_epsilon(epsilon: object) -> Fraction:
    """Read what a run spends.

    Raises:
        ConfigError: it is no number, or none that is of use.
    """
    read = parse_ratio(epsilon, name_option("epsilon"))
    if not _SMALLEST_EPSILON <= read <= _LARGEST_EPSILON:
        raise ConfigError(
            f"{name_option('epsilon')} lies between {float(_SMALLEST_EPSILON)} and"
            f" {_LARGEST_EPSILON}; customary"
            " are 0.1 to 1"
        )
    return read
