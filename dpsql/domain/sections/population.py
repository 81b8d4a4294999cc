"""P that is known from statistics only: its size, tables of its columns, or a sample with weights.

Nobody lists the people of P then. Tables cover blocks of quasi-identifiers, which are taken to be
independent of each other.
"""

from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Discriminator, Field, Tag, model_validator

from dpsql.domain.job_section import TEXT, Count, JobSection, Name, Short
from dpsql.domain.sections.source import PeopleSource, Source, as_source
from dpsql.errors import ConfigError


class PopulationSize(JobSection):
    """The number of people of P, those in T included; equal numbers if it is known exactly."""

    min: Count
    """The least number of people that P may have."""
    max: Count
    """The greatest number of people that P may have."""

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.min > self.max:
            raise ValueError("min is larger than max; exchange them")
        return self


def _as_size(value: object) -> object:
    if isinstance(value, str | int) and not isinstance(value, bool):
        return {"min": value, "max": value}
    return as_source(value) if _kind_of_size(value) == "[regions]" else value


class RegionSizes(Source):
    """A table with the people of P by the values of the quasi-identifier `by`, T's included."""

    by: Name
    """The quasi-identifier whose values are the regions; the table has a column of this name."""
    count: Name
    """The column with the people of each region."""


def _kind_of_size(value: object) -> str:
    if isinstance(value, dict):
        return "[regions]" if {"path", "table", "by"} & set(value) else "[number]"
    return "[regions]" if isinstance(value, RegionSizes) else "[number]"


class Block(Source):
    """A table of some quasi-identifiers: a row per tuple, with its people or its share of P."""

    columns: tuple[Name, ...] = Field(min_length=1)
    """The quasi-identifiers that this table covers."""
    count: Name | None = None
    """The column with the people of a row; or give `share`."""
    share: Name | None = None
    """The column with the share of P of a row; the shares sum to 1."""

    @model_validator(mode="after")
    def _one_measure(self) -> Self:
        if (self.count is None) == (self.share is None):
            raise ValueError("name the column of its people, count: …, or that of shares, share: …")
        if (self.count or self.share) in self.columns:
            raise ValueError("a column counts people, or describes them; name another for count")
        return self

    def as_people(self) -> PeopleSource:
        """Return the table as one whose rows stand for people."""
        words = {name: value for name, value in self if name not in ("columns", "share")}
        return PeopleSource(**words)


class Sample(Source):
    """A survey: a row per sampled person of P, with a weight, or all alike."""

    weight: Name | None = None
    """The column with the weight of each sampled person; without it, all weigh the same."""


class Population(JobSection):
    """What is known of P: how many people, and tables of counts or shares, or a sample."""

    model_config = ConfigDict(
        json_schema_extra={
            "description": "Statistics in place of the public table.",
            "oneOf": [{"required": ["tables"]}, {"required": ["sample"]}],
        }
    )

    size: Annotated[
        Annotated[PopulationSize, Tag("[number]")] | Annotated[RegionSizes, Tag("[regions]")],
        Discriminator(_kind_of_size),
        BeforeValidator(_as_size),
        Short({"type": "integer", "minimum": 1}),
    ]
    """How many people P has, those in T among them: a number, a range, or a table of regions."""
    tables: tuple[Annotated[Block, BeforeValidator(as_source)], ...] = ()
    """Tables of counts or shares; each quasi-identifier is in exactly one of them."""
    sample: Annotated[Sample | None, BeforeValidator(as_source), Short(TEXT)] = None
    """A survey of people of P, in place of `tables`."""
    counts: Literal["members_included", "non_members"] = "members_included"
    """Whether the statistics count the people in T as well."""

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if (self.sample is None) == (not self.tables):
            raise ValueError("give tables of the quasi-identifiers, or a sample")
        if self.sample is not None and self.regions is not None:
            raise ValueError("sizes of regions go with tables; of a sample, write one size")
        return self

    @property
    def regions(self) -> RegionSizes | None:
        """The table of the sizes of regions, if they are known."""
        return self.size if isinstance(self.size, RegionSizes) else None

    @property
    def one_size(self) -> PopulationSize:
        """The size of P as a whole; raises ConfigError if those of regions are stated."""
        if isinstance(self.size, RegionSizes):
            raise ConfigError(
                "choose: from_public with population: needs one size of P, not those of regions;"
                " write the number of people"
            )
        return self.size

    @property
    def is_exact(self) -> bool:
        """Whether one table counts all people of P by all quasi-identifiers: then P is known."""
        return (
            len(self.tables) == 1
            and self.tables[0].count is not None
            and self.counts == "members_included"
            and isinstance(self.size, PopulationSize)
            and self.size.min == self.size.max
        )

    @property
    def sources(self) -> tuple[Source, ...]:
        """The tables that are read."""
        samples = (self.sample,) if self.sample is not None else ()
        sizes = (self.regions,) if self.regions is not None else ()
        return (*self.tables, *samples, *sizes)

    @property
    def independent(self) -> tuple[tuple[str, ...], ...]:
        """The blocks of columns that are assumed to be independent of each other."""
        return tuple(table.columns for table in self.tables)

    def refuse_uncovered(self, names: tuple[str, ...]) -> None:
        """Raise ValueError unless each quasi-identifier is in exactly one table."""
        if self.regions is not None and self.regions.by not in names:
            raise ValueError(f"size: by: {self.regions.by!r} is no quasi-identifier; name one")
        if self.sample is not None:
            return
        listed = [name for table in self.tables for name in table.columns]
        for name in names:
            if listed.count(name) != 1:
                how = "in none of the tables" if name not in listed else "in two of the tables"
                raise ValueError(
                    f"tables: quasi-identifier {name!r} is {how}; each is in exactly one (a table"
                    " may have several columns)"
                )
        for name in listed:
            if name not in names:
                raise ValueError(f"tables: {name!r} is no quasi-identifier; drop it from columns")
