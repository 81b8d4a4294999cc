"""How a quasi-identifier stands in a release, and where the verifier has its labels."""

from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.release.release_format import ReleaseFormat
from dpsql.sql.templates import column, identifier
from dpsql.verifier.released_rows import RELEASE


@dataclass(frozen=True)
class ShownLabel:
    """One quasi-identifier of a release, as the verifier generalizes it.

    `release`: the table of the release. `table`: that of the labels, by value of P.
    """

    position: int
    name: str
    level: int
    hierarchy: Hierarchy
    file_format: ReleaseFormat
    table: str
    release: str = RELEASE

    @property
    def released_name(self) -> str:
        """Name of the column in the release."""
        return self.file_format.write_name(self.name)

    @property
    def is_raw(self) -> bool:
        """Whether the values themselves are released."""
        return self.level == 0

    @property
    def is_looked_up(self) -> bool:
        """Whether values are released as labels below the root."""
        return 0 < self.level < self.hierarchy.height

    @property
    def tells_apart(self) -> bool:
        """Whether people can have different labels."""
        return self.shows_at(self.level)

    def shows_at(self, level: int) -> bool:
        """Whether a release at this level needs the values: all but the root of labels does."""
        return level == 0 or level < self.hierarchy.height

    @property
    def value(self) -> exp.Identifier:
        """Column of verified_tuples with its values; not needed for the root."""
        return identifier(f"v{self.position}")

    def of(self, value: exp.Expr) -> exp.Expr:
        """Return the released text of a value."""
        if self.is_raw:
            label = value
        elif self.is_looked_up:
            label = column("label", self.table)
        else:
            label = exp.Literal.string(self.hierarchy.root)
        return self.as_released(label)

    def as_released(self, label: exp.Expr) -> exp.Expr:
        """Return a label as the file contains it."""
        return self.file_format.write_cell(label)

    def join(self, value: exp.Expr) -> dict[str, exp.Expr] | None:
        """Return the join with the uploaded labels; None if there are none."""
        if not self.is_looked_up:
            return None
        condition = exp.NullSafeEQ(this=value, expression=column("leaf", self.table))
        return {"table": identifier(self.table), "condition": condition}
