"""How to give the searches of a page more time than they had."""

from math import ceil


def name_more_time(seconds: float = 0.0) -> tuple[str, str]:
    """Return the command that gives the searches of a page more time, and how much that is.

    `seconds`: those that were asked for; a command that was given already would find nothing more.

    >>> name_more_time()
    ('dpsql report JOB -o PAGE.html --internal --explore 60', 'a minute')
    >>> name_more_time(60)
    ('dpsql report JOB -o PAGE.html --internal --explore 120', '2 minutes')
    """
    minutes = max(1, ceil(seconds / 30)) if seconds >= 60 else 1
    command = f"dpsql report JOB -o PAGE.html --internal --explore {60 * minutes}"
    return command, "a minute" if minutes == 1 else f"{minutes:,} minutes"
