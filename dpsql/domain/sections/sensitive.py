"""What a job demands of a sensitive column of T: l-diversity and t-closeness."""

from collections import Counter
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from dpsql.domain.job_section import (
    Count,
    Flag,
    JobSection,
    PathName,
    Ratio,
    Threshold,
    Value,
)

#: What to do about values without an order; none of them is named, as they are values of T.
HOW_TO_LIST = (
    "write under t_closeness all values that the column may hold, the least first, such as"
    " order: [low, middle, high]; NULL needs no place"
)


class RecursiveOptions(JobSection):
    """Recursive (c, l)-diversity: r_1 < c (r_l + … + r_m); not `strict` is ≤."""

    c: Ratio
    """How many times as many rows as all rare values the most frequent value may have."""
    l: Count  # noqa: E741 - the letter of the paper
    """The rank by frequency from which values count as rare; the most frequent has rank 1."""
    strict: Flag = True
    """Whether the ratio must be smaller than `c`; `false` allows just as large."""


class DiversityOptions(JobSection):
    """One kind of l-diversity, or several that must hold together."""

    distinct: Count | None = None
    """Least number of different values in each class."""
    entropy: Ratio | None = None
    """Least effective number of values in each class: the exponential of their entropy."""
    recursive: RecursiveOptions | None = None
    """Bounds how far the most frequent value may exceed the rare ones."""

    @model_validator(mode="after")
    def _some(self) -> Self:
        if all(words is None for _, words in self):
            raise ValueError("give one of: distinct, entropy, recursive")
        if self.entropy is not None and self.entropy < 1:
            raise ValueError("entropy is an effective number of values, so it is at least 1")
        return self


class ClosenessOptions(JobSection):
    """The values of each class are at most `t` away from those of T, by one distance of values."""

    t: Threshold
    """The greatest distance between the values of a class and those of all of T."""
    distance: Literal["equal", "ordered", "hierarchical"] = "equal"
    """How far apart two values are: always 1 (`equal`), by their order, or by a hierarchy."""
    order: Annotated[tuple[Value, ...] | None, Field(min_length=1)] = None
    """With `distance: ordered`: all values of the column, the least first."""
    hierarchy: PathName | None = None
    """With `distance: hierarchical`: the file of the hierarchy."""

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
        if (self.hierarchy is not None) != (self.distance == "hierarchical"):
            raise ValueError("distance: hierarchical needs hierarchy: FILE, and no other takes it")
        if self.order is not None and self.distance != "ordered":
            raise ValueError("order is for distance: ordered; write that too, or drop it")
        repeated = [value for value, count in Counter(self.order or ()).items() if count > 1]
        if repeated:
            raise ValueError(f"order: {repeated[0]!r} stands twice; keep one")
        return self
