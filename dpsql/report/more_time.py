"""How to give the searches of a page more time than they had."""

from math import ceil

from dpsql.faces import name_function, on_command_line


def name_more_time(seconds: float = 0.0) -> tuple[str, str]:
    """Return the call that gives the searches of a page more time, and how much that is.

    `seconds`: those that were asked for; a call that was made already would find nothing more.

    >>> name_more_time()
    ("dpsql.write_report(job, 'PAGE.html', internal=True, explore=60)", 'a minute')
    >>> with on_command_line():
    ...     name_more_time(60)
    ('dpsql report JOB -o PAGE.html --internal --explore 120', '2 minutes')
    """
    minutes = max(1, ceil(seconds / 30)) if seconds >= 60 else 1
    call = name_function(
        "write_report",
        f"JOB -o PAGE.html --internal --explore {60 * minutes}",
        f"job, 'PAGE.html', internal=True, explore={60 * minutes}",
        command="report",
    )
    return call, "a minute" if minutes == 1 else f"{minutes:,} minutes"


def name_more_time_of_page(seconds: float = 0.0) -> tuple[str, str]:
    """Return the same for a page, which names commands: it is the same from wherever it is made."""
    with on_command_line():
        return name_more_time(seconds)
