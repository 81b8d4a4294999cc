"""A quasi-identifier as a job states it: by which hierarchy it is generalized, and its order."""

from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, WithJsonSchema, model_validator

from dpsql.domain.job_section import Count, DateUnit, JobSection, Name, Order, Width
from dpsql.domain.rules import DateHierarchy, PrefixHierarchy, WidthHierarchy
from dpsql.domain.source import AnySource
from dpsql.errors import ConfigError

_TREE = WithJsonSchema({"type": "object", "additionalProperties": {"type": ["object", "array"]}})
#: Families of types whose values have a distance.
_HAVE_DISTANCE = ("integer", "decimal", "float", "date", "timestamp", "time")
_KINDS = ("hierarchy", "widths", "dates", "prefix", "tree", "table")


class QuasiIdentifier(JobSection):
    """A column of P and T that is generalized, by exactly one kind of hierarchy."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [{"required": [kind]} for kind in _KINDS],
            "dependentRequired": {"table": ["columns"], "columns": ["table"]},
        }
    )

    hierarchy: Name | None = None
    delimiter: Literal[",", ";"] | None = None
    widths: tuple[Width, ...] | None = None
    dates: tuple[DateUnit, ...] | None = None
    prefix: tuple[Count, ...] | None = None
    tree: Annotated[dict[str, Any] | None, _TREE] = None
    table: AnySource | None = None
    columns: tuple[Name, ...] | None = None
    order: Order | None = None
    nulls: Literal["own_leaf"] | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if sum(getattr(self, kind) is not None for kind in _KINDS) != 1:
            raise ValueError(f"give exactly one of: {', '.join(_KINDS)}")
        if (self.table is None) != (self.columns is None):
            raise ValueError("a mapping table needs columns, leaf first: [city, county, state]")
        try:
            self.rule()
        except ConfigError as error:
            raise ValueError(str(error)) from None
        return self

    def rule(self) -> WidthHierarchy | DateHierarchy | PrefixHierarchy | None:
        """Return the rule, or None if leaves are listed."""
        nulls = self.nulls == "own_leaf"
        if self.widths is not None:
            return WidthHierarchy(nulls, self.widths)
        if self.dates is not None:
            return DateHierarchy(nulls, self.dates)
        return PrefixHierarchy(nulls, self.prefix) if self.prefix is not None else None

    def name_order(self, family: str) -> str | tuple[str, ...]:
        """Return the stated order of the values, or else the default.

        By default numbers and dates are ordered by value, others by their hierarchy. `family` is
        that of the column's type; texts are numbers or dates if the rule is for those.
        """
        by_value = family in _HAVE_DISTANCE or self.widths is not None or self.dates is not None
        return self.order or ("number" if by_value else "hierarchy")


def as_quasi_identifier(value: object) -> object:
    """Read the short form, the path of a hierarchy."""
    return {"hierarchy": str(value)} if isinstance(value, str | Path) else value
