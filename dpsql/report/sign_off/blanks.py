"""Which lines of the page to sign have nothing, as the job does not say it."""

from dpsql.domain.job import Job
from dpsql.domain.plurals import join_names

#: The keys of ``about`` that are lines of the page, and what the page calls them.
_LINES = {
    "purpose": "purpose",
    "responsible": "responsible",
    "reason_for_delta": "why this δ",
}


def list_blank(job: Job) -> tuple[str, ...]:
    """Return the keys of ``about`` that the job leaves out; without δ there is none to explain."""
    asked = [key for key in _LINES if key != "reason_for_delta" or job.delta is not None]
    return tuple(key for key in asked if getattr(job.about, key, None) is None)


def tell_blank(blank: tuple[str, ...]) -> str:
    """Say which lines are blank, and what fills them; nothing if none is.

    >>> print(tell_blank(("purpose",)))
    Blank on the page: purpose. Fill it in by hand, or in the job: about: {purpose: …}
    """
    if not blank:
        return ""
    named = join_names([_LINES[key] for key in blank])
    it = "it" if len(blank) == 1 else "them"
    words = ", ".join(f"{key}: …" for key in blank)
    return f"Blank on the page: {named}. Fill {it} in by hand, or in the job: about: {{{words}}}"
