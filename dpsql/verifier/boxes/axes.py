"""Names of the verifier's tables, and of their columns per quasi-identifier."""

from dataclasses import dataclass

from sqlglot import exp

from dpsql.sql.templates import identifier

BOXES, SPOTS, COVERED = "verified_boxes", "verified_spots", "covered_spots"


@dataclass(frozen=True)
class Axis:
    """Quasi-identifier number `number`: its columns in tables of tuples, boxes and spots."""

    number: int

    @property
    def value(self) -> exp.Identifier:
        """Column of the tuples: the value."""
        return identifier(f"v{self.number}")

    @property
    def position(self) -> exp.Identifier:
        """Column of the spots: the interval."""
        return identifier(f"x{self.number}")

    @property
    def cell(self) -> exp.Identifier:
        """Column of the boxes: the released text."""
        return identifier(f"cell{self.number}")

    @property
    def low(self) -> exp.Identifier:
        """Column of the boxes: the first interval."""
        return identifier(f"low{self.number}")

    @property
    def high(self) -> exp.Identifier:
        """Column of the boxes: the last interval."""
        return identifier(f"high{self.number}")

    @property
    def positions(self) -> str:
        """Table of the values of P with their positions."""
        return f"positions_{self.number}"

    @property
    def ranges(self) -> str:
        """Table of the released cells with their ranges."""
        return f"ranges_{self.number}"

    @property
    def intervals(self) -> str:
        """Table of the values of P with the intervals that released ranges distinguish."""
        return f"intervals_{self.number}"
