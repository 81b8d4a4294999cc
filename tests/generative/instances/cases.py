"""A random instance with the columns it came from: what a job is written from."""

from dataclasses import dataclass, replace

from tests.generative.instances.columns import Column
from tests.oracle.tables.instance import Instance, Models
from tests.oracle.tables.table import Row, Value

NO_MODELS = Models()


@dataclass(frozen=True)
class Case:
    """P row by row, which rows are in T, and what the release must satisfy."""

    columns: tuple[Column, ...]
    public: tuple[Row, ...]
    members: tuple[bool, ...]
    models: Models = NO_MODELS
    metric: str = "loss"
    #: A value for each row of P, where a model protects those of T.
    sensitive: tuple[Value, ...] = ()

    @property
    def private(self) -> tuple[Row, ...]:
        """The rows of P that are members."""
        return tuple(row for row, member in zip(self.public, self.members, strict=True) if member)

    @property
    def instance(self) -> Instance:
        """The same question, for the oracle."""
        ladders = tuple(
            column.ladder(row[position] for row in self.public)
            for position, column in enumerate(self.columns)
        )
        values = zip(self.sensitive, self.members, strict=True) if self.sensitive else ()
        sensitive = tuple(value for value, member in values if member)
        return Instance(ladders, self.public, self.private, self.models, self.metric, sensitive)

    @property
    def holds_nul(self) -> bool:
        """Whether a value or a label holds the character NUL, which CSV does not carry."""
        return any(
            isinstance(cell, str) and "\x00" in cell
            for column in self.columns
            for cells in (column.pool, *column.rows)
            for cell in cells
        )

    def permute_columns(self, order: tuple[int, ...]) -> "Case":
        """Return the case with its quasi-identifiers in another order."""
        return replace(
            self,
            columns=tuple(self.columns[position] for position in order),
            public=tuple(tuple(row[position] for position in order) for row in self.public),
        )

    def permute_rows(self, order: tuple[int, ...]) -> "Case":
        """Return the case with its rows in another order."""
        return replace(
            self,
            public=tuple(self.public[position] for position in order),
            members=tuple(self.members[position] for position in order),
        )

    def repeat_rows(self, times: int) -> "Case":
        """Return the case with every count multiplied."""
        return replace(self, public=self.public * times, members=self.members * times)

    def swap_members(self) -> "Case":
        """Return the case with P minus T as its private table."""
        return replace(self, members=tuple(not member for member in self.members))

    def add_column(self, column: Column) -> "Case":
        """Return the case with one more quasi-identifier, last, of the one value in its pool."""
        (value,) = column.pool
        return replace(
            self,
            columns=(*self.columns, column),
            public=tuple((*row, value) for row in self.public),
        )
