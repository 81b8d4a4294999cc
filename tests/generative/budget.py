"""How many examples a test gets, as a share of the profile that is loaded."""

from hypothesis import settings


def share_of_profile(part: int) -> settings:
    """Return settings with one part in so many of the profile's examples, at least eight.

    Of a profile of few examples, at least a quarter.
    """
    whole = settings().max_examples
    return settings(max_examples=max(min(8, 1 + whole // 4), whole // part))
