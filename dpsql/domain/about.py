"""What a job says of itself, for those who read its reports and sign them."""

from dpsql.domain.job_section import JobSection, Name


class About(JobSection):
    """Texts of the job's owner: none of them changes what is released.

    `title` stands on every report. `purpose`, `responsible` and `reason_for_delta` (why δ has this
    value, and which table of `dpsql delta` says so) stand on the page to sign.
    """

    title: Name | None = None
    purpose: Name | None = None
    responsible: Name | None = None
    reason_for_delta: Name | None = None


def as_about(value: object) -> object:
    """Read the short form, the title."""
    return {"title": value} if isinstance(value, str) else value
