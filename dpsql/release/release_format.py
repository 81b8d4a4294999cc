"""How a release file represents names and cells: unchanged, or as a CSV that quotes formulas."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from sqlglot import exp

from dpsql.engines.release_table import ReleaseTable
from dpsql.release.formulas import quote_formula, quote_name
from dpsql.release.manifest import CsvFormulas


@dataclass(frozen=True)
class ReleaseFormat:
    """The format of a release file.

    `csv_formulas`: a CSV with cells that a spreadsheet would run is refused (`refuse`), or these
    cells get an apostrophe (`quote`). Parquet has no such cells. `table`: the file has the rows of
    this table, and their types as it stores them.
    """

    is_csv: bool
    csv_formulas: CsvFormulas = "refuse"
    table: ReleaseTable | None = None

    @classmethod
    def of(
        cls, file: Path, csv_formulas: CsvFormulas = "refuse", table: ReleaseTable | None = None
    ) -> Self:
        """Return the format for the suffix of a file."""
        return cls(file.suffix.lower() == ".csv", csv_formulas, table)

    def name_types(self, types: Mapping[str, str]) -> dict[str, str]:
        """Return the types of the columns of the file, for those that they have in P and T."""
        return dict(types) if self.table is None else self.table.name_types(types)

    def name_release(self, file: Path) -> str:
        """Return the name of the release that `file` has the rows of."""
        return file.name if self.table is None else self.table.name

    @property
    def quotes_formulas(self) -> bool:
        """Whether cells may start with an apostrophe that does not belong to the value."""
        return self.is_csv and self.csv_formulas == "quote"

    def write_name(self, name: str) -> str:
        """Return the name of a column as the file contains it."""
        return quote_name(name) if self.quotes_formulas else name

    def write_cell(self, cell: exp.Expr) -> exp.Expr:
        """Return a cell as the file contains it; as text if formulas are quoted."""
        return quote_formula(cell) if self.quotes_formulas else cell


#: Names and cells are unchanged.
PLAIN = ReleaseFormat(is_csv=False)
