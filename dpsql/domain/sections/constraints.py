"""The privacy models that a job may state besides δ."""

from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, model_validator

from dpsql.domain.job_section import RATIO, Count, Flag, JobSection, Name, Ratio, Short, Threshold
from dpsql.domain.sections.sensitive import ClosenessOptions, DiversityOptions


class PresenceDiversityOptions(JobSection):
    """Equation (1) of Nergiz et al. 2007: 1/c ≤ n_1/n_0 ≤ c; `strict` is <."""

    c: Ratio
    """The largest ratio, either way, of people in T and people not in T; at least 1."""
    strict: Flag = False
    """Whether the ratios must be smaller than `c`, not just as large."""

    @model_validator(mode="after")
    def _satisfiable(self) -> Self:
        if self.c < 1:
            raise ValueError("c is at least 1; no class satisfies 1/c ≤ n1/n0 ≤ c below that")
        return self


def _as_presence_diversity(value: object) -> object:
    """Read the short form: c alone."""
    return value if isinstance(value, dict | PresenceDiversityOptions) else {"c": value}


class Constraints(JobSection):
    """Further privacy models that must hold as well."""

    k_anonymity: Count | None = None
    """Least number of rows of T in each released class."""
    k_map: Count | None = None
    """Least number of people of P in each released class."""
    weak_k_anonymity: Count | None = None
    """Least number of people of P in every class of P, released or not."""
    presence_diversity: Annotated[
        PresenceDiversityOptions | None,
        BeforeValidator(_as_presence_diversity),
        Short(RATIO | {"minimum": 1}),
    ] = None
    """Bounds the ratio of people in T and not in T: the number `c`, or a mapping."""
    presence_closeness: Threshold | None = None
    """Greatest distance of presence from |T|/|P|."""
    l_diversity: Annotated[dict[Name, DiversityOptions] | None, Field(min_length=1)] = None
    """How diverse the values of a kept column must be in each class, by column."""
    t_closeness: Annotated[dict[Name, ClosenessOptions] | None, Field(min_length=1)] = None
    """How close the values of a kept column must be to those of all of T, by column."""

    @property
    def sensitive_columns(self) -> tuple[str, ...]:
        """Columns of T that a model protects, each once."""
        return tuple(dict.fromkeys((*(self.l_diversity or ()), *(self.t_closeness or ()))))

    @property
    def files(self) -> frozenset[str]:
        """Files that the models read."""
        words = (self.t_closeness or {}).values()
        return frozenset(word.hierarchy for word in words if word.hierarchy is not None)

    @property
    def stated(self) -> dict[str, Any]:
        """The models that are stated, by name, as values for JSON."""
        return self.model_dump(exclude_none=True)
