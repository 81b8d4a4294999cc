"""A quasi-identifier as a job states it: by which hierarchy it is generalized, and its order."""

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field, WithJsonSchema, model_validator

from dpsql.domain.job_section import (
    Amount,
    Count,
    DateUnit,
    JobSection,
    Level,
    Name,
    Order,
    Width,
)
from dpsql.domain.rules import DateHierarchy, PrefixHierarchy, WidthHierarchy, reads_number
from dpsql.domain.source import AnySource
from dpsql.errors import ConfigError

_TREE = WithJsonSchema({"type": "object", "additionalProperties": {"type": ["object", "array"]}})
#: Families of types whose values have a distance.
_HAVE_DISTANCE = ("integer", "decimal", "float", "date", "timestamp", "time")
_KINDS = ("hierarchy", "widths", "dates", "prefix", "tree", "table")


class QuasiIdentifier(JobSection):
    """A column of P and T that is generalized, by exactly one kind of hierarchy."""

    model_config = ConfigDict(
        # `from` is a word of Python, and `to` goes with it.
        serialize_by_alias=True,
        json_schema_extra={
            "oneOf": [{"required": [kind]} for kind in _KINDS],
            "dependentRequired": {"table": ["columns"], "columns": ["table"]},
        },
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
    #: Where the tails of widths or dates end and begin; each has one label.
    start: Annotated[Name | None, Field(alias="from")] = None
    end: Annotated[Name | None, Field(alias="to")] = None
    #: The levels that a search looks at; None: from 0, and up to the last one.
    least_level: Level | None = None
    most_level: Level | None = None
    #: How much its loss counts beside that of other columns; None: as much as a weight of 1.
    weight: Amount | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if sum(getattr(self, kind) is not None for kind in _KINDS) != 1:
            raise ValueError(f"give exactly one of: {', '.join(_KINDS)}")
        if (self.table is None) != (self.columns is None):
            raise ValueError("a mapping table needs columns, leaf first: [city, county, state]")
        if self.most_level is not None and (self.least_level or 0) > self.most_level:
            raise ValueError("least_level is larger than most_level; exchange them")
        try:
            self.rule()
        except ConfigError as error:
            raise ValueError(str(error)) from None
        return self

    @property
    def is_limited(self) -> bool:
        """Whether a search leaves out some levels."""
        return self.least_level is not None or self.most_level is not None

    @property
    def is_fixed(self) -> bool:
        """Whether a search looks at one level only."""
        return self.most_level is not None and self.least_level == self.most_level

    @property
    def counts_for(self) -> Fraction:
        """How much its loss counts."""
        return Fraction(1) if self.weight is None else self.weight

    def allows(self, level: int) -> bool:
        """Whether a search looks at this level."""
        return (self.least_level or 0) <= level and (
            self.most_level is None or level <= self.most_level
        )

    def at(self, level: int) -> "QuasiIdentifier":
        """Return the quasi-identifier with this level alone."""
        return self.model_copy(update={"least_level": level, "most_level": level})

    def at_any_level(self) -> "QuasiIdentifier":
        """Return the quasi-identifier without limits."""
        return self.model_copy(update={"least_level": None, "most_level": None})

    def rule(self) -> WidthHierarchy | DateHierarchy | PrefixHierarchy | None:
        """Return the rule, or None if leaves are listed."""
        nulls = self.nulls == "own_leaf"
        if self.widths is not None:
            ends = (_as_number("from", self.start), _as_number("to", self.end))
            return WidthHierarchy(nulls, self.widths, *ends)
        if self.dates is not None:
            return DateHierarchy(nulls, self.dates, self.start, self.end)
        if self.start is not None or self.end is not None:
            raise ConfigError("from and to are for widths and dates; drop them")
        return PrefixHierarchy(nulls, self.prefix) if self.prefix is not None else None

    def name_order(self, family: str) -> str | tuple[str, ...]:
        """Return the stated order of the values, or else the default.

        By default numbers and dates are ordered by value, others by their hierarchy. `family` is
        that of the column's type; texts are numbers or dates if the rule is for those.
        """
        by_value = family in _HAVE_DISTANCE or self.widths is not None or self.dates is not None
        return self.order or ("number" if by_value else "hierarchy")


def _as_number(word: str, text: str | None) -> Decimal | None:
    """Read an edge of widths."""
    if text is None:
        return None
    if not reads_number(text):
        raise ConfigError(f"{word}: write a number, such as 20 or 0.5")
    return Decimal(text)


def as_quasi_identifier(value: object) -> object:
    """Read the short form, the path of a hierarchy."""
    return {"hierarchy": str(value)} if isinstance(value, str | Path) else value
