"""A table in memory, as types and messages name it."""

from typing import Protocol, runtime_checkable


@runtime_checkable
class Frame(Protocol):
    """A table in memory, of Arrow, pandas or polars."""

    @property
    def shape(self) -> tuple[int, ...]:
        """How many rows and columns it has."""
