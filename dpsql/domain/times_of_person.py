"""What is said where a person is named by a time beside other columns: a time names nobody."""

from collections.abc import Iterator, Sequence

from dpsql.domain.column_words import is_called_time
from dpsql.domain.plurals import join_names
from dpsql.faces import name_option


def doubt_times(names: Sequence[str]) -> Iterator[str]:
    """Yield a doubt of columns that are said to name a person; nothing without a time and others.

    >>> print(*doubt_times(["id", "year"]))
    year says when a row was, and names nobody: with it, each row of one id counts as another\
 person. If rows of one id are one person's, run init again with person id alone
    >>> [*doubt_times(["id", "name"])], [*doubt_times(["year"])]
    ([], [])
    """
    times = [one for one in names if is_called_time(one)]
    others = [one for one in names if one not in times]
    if not times or not others:
        return
    is_one, named = len(times) == 1, join_names(others)
    says = "says when a row was, and names" if is_one else "say when a row was, and name"
    yield (
        f"{join_names(times)} {says} nobody: with {'it' if is_one else 'them'}, each row of one"
        f" {named} counts as another person. If rows of one {named} are one person's, run init"
        f" again with {name_option('person')} {named} alone"
    )
