"""A quasi-identifier as a job states it: by which hierarchy it is generalized, and its order."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema, model_validator

from dpsql.domain.job_section import (
    Amount,
    Count,
    DateUnit,
    JobSection,
    Level,
    Name,
    Order,
    PathName,
    Width,
)
from dpsql.domain.levels.rules import DateHierarchy, PrefixHierarchy, WidthHierarchy, reads_number
from dpsql.domain.levels.written_values import spell_tree, spell_value
from dpsql.domain.sections.source import AnySource
from dpsql.errors import ConfigError

_TREE = WithJsonSchema({"type": "object", "additionalProperties": {"type": ["object", "array"]}})
#: Families of types whose values have a distance.
_HAVE_DISTANCE = ("integer", "decimal", "float", "date", "timestamp", "time")
_KINDS = ("hierarchy", "widths", "dates", "prefix", "tree", "table")


def _read_tree(tree: object) -> object:
    """Read a tree, whose top is a mapping."""
    return spell_tree(tree) if isinstance(tree, Mapping) else tree


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

    hierarchy: PathName | None = None
    """A leaf-to-root CSV: one row per value, one column per level."""
    delimiter: Literal[",", ";"] | None = None
    """What separates the cells of that CSV; default: found in its first line."""
    widths: tuple[Width, ...] | None = None
    """Intervals of numbers, one width per level, fine to coarse; each divides the next."""
    dates: tuple[DateUnit, ...] | None = None
    """Parts of dates, one per level, fine to coarse."""
    prefix: tuple[Count, ...] | None = None
    """How many leading characters to keep, one number per level, the longest first."""
    tree: Annotated[dict[str, Any] | None, BeforeValidator(_read_tree), _TREE] = None
    """The hierarchy itself, nested from its coarsest labels down to lists of values."""
    table: AnySource | None = None
    """A mapping table with one row per value; needs `columns`."""
    columns: tuple[Name, ...] | None = None
    """The columns of that table, the raw value first, then coarser and coarser labels."""
    order: Order | None = None
    """The order of values for cuts and boxes: a rule, or all values, the least first."""
    nulls: Literal["own_leaf"] | None = None
    """`own_leaf`: NULL stays NULL below the last level; it needs no row in the hierarchy."""
    start: Annotated[Name | None, BeforeValidator(spell_value), Field(alias="from")] = None
    """With `widths` or `dates`: all smaller values share one label from level 1 on."""
    end: Annotated[Name | None, BeforeValidator(spell_value), Field(alias="to")] = None
    """With `widths` or `dates`: this value and all greater ones share one label from level 1 on."""
    least_level: Level | None = None
    """The finest level of a search, of where pooled starts, and of cuts; default: 0, raw."""
    most_level: Level | None = None
    """The coarsest level of a search, and of where pooled starts; default: the last."""
    weight: Amount | None = None
    """How much the loss of this column counts beside that of others; default: 1."""

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if sum(getattr(self, kind) is not None for kind in _KINDS) != 1:
            raise ValueError(f"give exactly one of: {', '.join(_KINDS)}")
        if (self.table is None) != (self.columns is None):
            raise ValueError("a mapping table needs columns, leaf first: [city, county, state]")
        if self.delimiter is not None and self.hierarchy is None:
            raise ValueError("delimiter is for the CSV of a hierarchy; drop it, or name the file")
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

    def name_limits(self) -> str:
        """Return which levels a search looks at, with the keys that say so."""
        least, most = self.least_level or 0, self.most_level
        if most is None:
            return f"level {least} and coarser ones (least_level)"
        if least == most:
            return f"level {least} alone (least_level, most_level)"
        keys = "most_level" if self.least_level is None else "least_level, most_level"
        return f"levels {least} to {most} ({keys})"

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
