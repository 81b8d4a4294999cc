"""The δ of a job: how sure anyone may be of a person's presence."""

from fractions import Fraction
from typing import Self

from pydantic import model_validator

from dpsql.domain.job_section import JobSection, Threshold
from dpsql.domain.threshold import PresenceBounds
from dpsql.errors import ConfigError


class Delta(JobSection):
    """δmin (0 if not given) and δmax (1 if not given)."""

    min: Threshold = Fraction(0)
    """δmin: the least presence that anybody in P may have."""
    max: Threshold = Fraction(1)
    """δmax: the greatest presence that anybody in P may have."""

    @model_validator(mode="before")
    @classmethod
    def _read_bounds(cls, value: object) -> object:
        """Read bounds, as `choose_delta` returns them."""
        if isinstance(value, PresenceBounds):
            return {"min": value.minimum, "max": value.maximum}
        return value

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        try:
            PresenceBounds(self.min, self.max)
        except ConfigError as error:
            raise ValueError(str(error)) from None
        return self

    @property
    def bounds(self) -> PresenceBounds:
        """The range as the models take it."""
        return PresenceBounds(self.min, self.max)
