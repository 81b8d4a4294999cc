"""What a job demands of a sensitive column of T: l-diversity and t-closeness."""

from collections import Counter
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from dpsql.domain.job_section import Count, Flag, JobSection, Name, Ratio, Threshold, Value

#: What to do about values without an order; none of them is named, as they are values of T.
HOW_TO_LIST = (
    "write under t_closeness all values that the column may hold, the least first, such as"
    " order: [low, middle, high]; NULL needs no place"
)


class RecursiveOptions(JobSection):
    """Recursive (c, l)-diversity: r_1 < c (r_l + … + r_m); not `strict` is ≤."""

    c: Ratio
    l: Count  # noqa: E741 - the letter of the paper
    strict: Flag = True


class DiversityOptions(JobSection):
    """At least one kind of l-diversity; several must hold together."""

    distinct: Count | None = None
    entropy: Ratio | None = None
    recursive: RecursiveOptions | None = None

    @model_validator(mode="after")
    def _some(self) -> Self:
        if all(words is None for _, words in self):
            raise ValueError("give one of: distinct, entropy, recursive")
        if self.entropy is not None and self.entropy < 1:
            raise ValueError("entropy is at least 1, as many values as count for equally frequent")
        return self


class ClosenessOptions(JobSection):
    """At most `t` between the values of a class and those of T, by one distance of values.

    `order` lists the values for the ordered distance, `hierarchy` is the file of the hierarchical.
    """

    t: Threshold
    distance: Literal["equal", "ordered", "hierarchical"] = "equal"
    order: Annotated[tuple[Value, ...] | None, Field(min_length=1)] = None
    hierarchy: Name | None = None

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
