"""Finds columns of one thing at several times, or of several ranks, by their names: school1 to 3.

One of them stands for all in a first job: who knows a school of somebody hardly knows four, and
four columns would leave no place for others.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

#: A number of one or two digits; more are years, each of which others may know.
_NUMBERED = re.compile(r"(?P<stem>.*[^\d_])_?(?P<number>[0-9]{1,2})")
#: Fewer columns are no series; the letter of a wave, as k of kindergarten, is no part of a word.
_LEAST_MEMBERS, _LEAST_NUMBERED, _LEAST_STEM = 3, 2, 4


@lru_cache(maxsize=8)
def find_series(names: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """Return, by name, the names of its series in their order; none of what is in no series.

    >>> find_series(("sex", "schoolk", "school1", "school2", "age", "wage_2019"))["school1"]
    ('schoolk', 'school1', 'school2')
    >>> find_series(("occ1", "occ2", "dad", "q1", "q2021", "q2022"))
    {}
    """
    stems: dict[str, list[str]] = {}
    for name in names:
        if (found := _NUMBERED.fullmatch(name)) is not None:
            stems.setdefault(found["stem"], []).append(name)
    series: dict[str, tuple[str, ...]] = {}
    for stem, numbered in stems.items():
        if len(numbered) < _LEAST_NUMBERED:
            continue
        members = {*numbered, *_find_first(stem, names)}
        if len(members) >= _LEAST_MEMBERS:
            ordered = tuple(name for name in names if name in members)
            series |= dict.fromkeys(ordered, ordered)
    return series


def find_stem(name: str, names: tuple[str, ...]) -> str:
    """Return the name without the letter of a wave, if others have a number there; else empty.

    >>> names = ("experiencek", "experience1", "experience2")
    >>> find_stem("experiencek", names), find_stem("experience1", names)
    ('experience', '')
    """
    members = find_series(names).get(name, ())
    stems = {found["stem"] for one in members if (found := _NUMBERED.fullmatch(one)) is not None}
    return name[:-1] if name[:-1] in stems and name[-1:].isalpha() else ""


def _find_first(stem: str, names: Collection[str]) -> list[str]:
    """Return the column of a series without a number: its stem alone, or with one letter behind."""
    if stem in names:
        return [stem]
    lettered = [one for one in names if one[:-1] == stem and one[-1:].isalpha()]
    return lettered if len(lettered) == 1 and len(stem) >= _LEAST_STEM else []


def is_shown(name: str, chosen: Iterable[str], names: tuple[str, ...]) -> bool:
    """Whether another column of a series is chosen already."""
    others = {*find_series(names).get(name, ())} - {name}
    return not others.isdisjoint(chosen)
