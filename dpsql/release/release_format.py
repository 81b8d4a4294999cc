"""How a release file writes names and cells: as they are, or as a CSV that quotes formulas."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from sqlglot import exp

from dpsql.release.formulas import quote_formula, quote_name
from dpsql.release.manifest import CsvFormulas


@dataclass(frozen=True)
class ReleaseFormat:
    """The format of a release file.

    `csv_formulas`: whether a CSV with cells that a spreadsheet would run is refused, or such cells
    get an apostrophe (`formulas`). Parquet has no such cells.
    """

    is_csv: bool
    csv_formulas: CsvFormulas = "refuse"

    @classmethod
    def of(cls, file: Path, csv_formulas: CsvFormulas = "refuse") -> Self:
        """The format that the suffix of a file names."""
        return cls(file.suffix.lower() == ".csv", csv_formulas)

    @property
    def quotes_formulas(self) -> bool:
        """Cells may start with an apostrophe that is no part of them."""
        return self.is_csv and self.csv_formulas == "quote"

    def write_name(self, name: str) -> str:
        """The name of a column as the file has it."""
        return quote_name(name) if self.quotes_formulas else name

    def write_cell(self, cell: exp.Expr) -> exp.Expr:
        """A cell as the file has it; where formulas are quoted, its text."""
        return quote_formula(cell) if self.quotes_formulas else cell


#: Names and cells as they are.
PLAIN = ReleaseFormat(is_csv=False)
