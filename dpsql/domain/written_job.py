"""A job that shows the text it was read from, where no file has it."""

from typing import Self

from pydantic import PrivateAttr

from dpsql.domain.job_section import JobSection


class WrittenJob(JobSection):
    """What a first job of tables in memory has beside its keys."""

    #: Empty after a change, and of all other jobs.
    _text: str = PrivateAttr(default="")

    def __repr__(self) -> str:
        return self._text or super().__repr__()

    def __str__(self) -> str:
        return self._text or super().__str__()

    def written_as(self, text: str) -> Self:
        """Return the job with the text that it was read from, which `print` shows."""
        job = self.model_copy()
        job._text = text
        return job
