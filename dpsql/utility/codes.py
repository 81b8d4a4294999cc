"""Which numbers are codes, as those of schools, regions and postcodes: nobody asks for their mean.

A job tells by how it generalizes them. Widths and dates measure; a prefix reads digits as signs;
lists, in a tree or a file, name what each number stands for. A list still measures if it groups
numbers as intervals do, as ages in a file.
"""

from collections.abc import Sequence
from itertools import groupby

from dpsql.domain.levels.hierarchy import Hierarchy, LabelHierarchy
from dpsql.domain.levels.rules import PrefixHierarchy
from dpsql.metrics.box_loss import read_number

#: Numbers that are no codes, however they are listed: the mean of 0 and 1 is a share.
_FLAGS = {"0", "1"}
_SHORTEST = 5


def are_codes(
    texts: Sequence[str], hierarchy: Hierarchy | None = None, *, in_tree: bool = False
) -> bool:
    """Whether the numbers of a column are codes; of one without a `hierarchy`, by their look.

    `in_tree`: its hierarchy is a tree of the job.

    Raises:
        ValueError: a text is no number.

    >>> are_codes(["47906", "01234"]), are_codes(["1980", "2000"]), are_codes(["47906.5"])
    (True, False, False)
    >>> are_codes(["1980", "2000"], PrefixHierarchy(False, (3,)))
    True
    """
    if {*texts} <= _FLAGS:
        return False
    if hierarchy is None:
        return look_like_codes(texts)
    if isinstance(hierarchy, LabelHierarchy):
        return in_tree or look_like_codes(texts) or not _groups_as_intervals(hierarchy, texts)
    return isinstance(hierarchy, PrefixHierarchy)


def look_like_codes(texts: Sequence[str]) -> bool:
    """Whether texts of digits are all equally long, and long."""
    lengths = {len(text) for text in texts}
    return len(lengths) == 1 and min(lengths) >= _SHORTEST and all(map(str.isdecimal, texts))


def _groups_as_intervals(hierarchy: LabelHierarchy, texts: Sequence[str]) -> bool:
    """Whether a level has several labels, and each stands for numbers that follow each other."""
    ordered = sorted(texts, key=read_number)
    for level in range(1, hierarchy.height + 1):
        labels = [hierarchy.label(text, level) for text in ordered]
        if 1 < len({*labels}) < len(labels):
            return sum(1 for _ in groupby(labels)) == len({*labels})
    return False
