"""What a job has beside its keys: the text that it was read from, if no file has it, and more."""

from typing import Self

from pydantic import PrivateAttr

from dpsql.domain.job_section import JobSection


class WrittenJob(JobSection):
    """A job, as it was made."""

    #: Of a first job of tables in memory, until it is changed; else empty.
    _text: str = PrivateAttr(default="")
    #: The columns of which a caller, and not the job file, chose the levels; None without.
    _named_levels: tuple[str, ...] | None = PrivateAttr(default=None)

    def __repr__(self) -> str:
        return self._text or super().__repr__()

    def __str__(self) -> str:
        return self._text or super().__str__()

    def written_as(self, text: str) -> Self:
        """Return the job with the text that it was read from, which `print` shows."""
        job = self.model_copy()
        job._text = text
        return job

    @property
    def named_levels(self) -> tuple[str, ...]:
        """The columns of which a caller chose the levels; others are raw then."""
        return self._named_levels or ()
