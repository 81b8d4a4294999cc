"""What a job says of itself, for those who read its reports and sign them."""

from dpsql.domain.job_section import JobSection, Name


class About(JobSection):
    """What the owner of the job states; none of it changes what is released."""

    title: Name | None = None
    """The title of the job; it stands on every report."""
    purpose: Name | None = None
    """What the release is for; stands on the page to sign."""
    responsible: Name | None = None
    """Who answers for the release; stands on the page to sign."""
    reason_for_delta: Name | None = None
    """Why δ has this value, such as a row of `dpsql delta`; stands on the page to sign."""


def as_about(value: object) -> object:
    """Read the short form, the title."""
    return {"title": value} if isinstance(value, str) else value
