"""What jobs and candidates are called where several are compared: no two alike."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import index
from pathlib import Path
from typing import SupportsIndex

from dpsql.domain.alternative import Alternative
from dpsql.domain.job import Job
from dpsql.domain.names import suggest
from dpsql.domain.sections.algorithm import Algorithm
from dpsql.domain.threshold import parse_threshold
from dpsql.errors import ConfigError
from dpsql.job_files.read import AnyJob
from dpsql.report.written_bounds import name_bound
from dpsql.use_cases.compare.candidate import Candidate

#: Characters of a name that stands above a column as it is; of a long job those that are kept.
_LONGEST, _ENDS = 32, (7, 9)
#: Tables call candidates by names that take so much together beside each other, or each at the
#: start of a row of figures; else by numbers.
_ACROSS, _GAP, _DOWN = 40, 2, 28
#: Stands before δmax in a name.
LIMIT = ", δ ≤ "
_OPTIONS = re.compile(r"\{.*\}")
#: What stands between the parts of a name.
_PARTS = re.compile("[:,]")


def name_jobs(jobs: Sequence[AnyJob]) -> list[str]:
    """Return the names of the files of jobs, as they are stated where two have the same name.

    A job that is built in code has its title, or its place. So has one of several that were read
    from files of one name, as when a job was read once and then varied.

    >>> name_jobs(["a/job.yaml"]), name_jobs(["a/job.yaml", "b/job.yaml", "c.yaml"])
    (['job.yaml'], ['a/job.yaml', 'b/job.yaml', 'c.yaml'])
    """
    names, titles = [*map(name_job, jobs)], [*map(_find_title, jobs)]
    told = []
    for number, (one, name, title) in enumerate(zip(jobs, names, titles, strict=True), 1):
        if name and names.count(name) == 1:
            told.append(name)
        elif not isinstance(one, Job):
            told.append(Path(one).as_posix())
        elif title and titles.count(title) == 1 and title not in names:
            told.append(title)
        else:
            told.append(f"{name} ({number})" if name else f"job {number}")
    return told


def name_job(job: AnyJob) -> str:
    """Return the name of the file of a job; empty if it was read from none."""
    return job.origin.name if isinstance(job, Job) else Path(job).name


def _find_title(job: AnyJob) -> str:
    return (job.about.title or "") if isinstance(job, Job) else ""


def name_releases(own: Sequence[Algorithm]) -> list[str]:
    """Return what the own algorithm of each job releases, in a word, in place of its options.

    It is empty of an algorithm without options, which has a name, and where the word would stand
    for two algorithms.

    >>> boxes, cuts = {"columns": "any", "values": "loss"}, {"cuts": "hierarchy"}
    >>> others = {"cuts": "hierarchy", "rest": "refused"}
    >>> own = [Algorithm(mpalm=one) for one in (boxes, cuts, others)]
    >>> name_releases([Algorithm(spalm={}), *own[:2]]), name_releases(own)
    (['', 'boxes', 'cuts'], ['boxes', '', ''])
    """
    words = [Alternative(one, "optimum").word for one in own]
    meant: dict[str, list[Algorithm]] = {}
    for word, one in zip(words, own, strict=True):
        meant.setdefault(word, []).append(one)
    return [
        "" if isinstance(one.words, str) or any(other != one for other in meant[word]) else word
        for word, one in zip(words, own, strict=True)
    ]


def name_candidates(found: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Return the candidates with their names: what is released, job and δmax only if these differ.

    The second of two that are alike is marked (2).
    """
    listed = list(found)
    by_job = _differ(listed, lambda one: one.job)
    by_limit = _differ(listed, lambda one: one.delta_max)
    named, numbers = list[Candidate](), dict[str, int]()
    for one in listed:
        job = f"{one.job}: " if by_job else ""
        limit = ""
        if by_limit and one.delta_max is not None:
            limit = _name_limit(one.delta_max)
        # A baseline is the same at any δmax, and stands for all of its job.
        name = f"{job}{one.kind}{'' if one.is_baseline else limit}"
        numbers[name] = numbers.get(name, 0) + 1
        number = f" ({numbers[name]})" if numbers[name] > 1 else ""
        named.append(replace(one, name=f"{name}{number}"))
    return tuple(named)


def _name_limit(limit: Fraction) -> str:
    """Return δmax as names have it.

    >>> _name_limit(Fraction(1, 5)), _name_limit(Fraction(2, 3))
    (', δ ≤ 20 %', ', δ ≤ 2/3')
    """
    return f"{LIMIT}{name_bound(limit)}"


def _spell_limit(name: str) -> str:
    """Return a name with its δmax as `name_candidates` writes it, however it is written.

    >>> _spell_limit("levels at 27%"), _spell_limit("levels, δ <= 0.27"), _spell_limit("x at home")
    ('levels, δ ≤ 27 %', 'levels, δ ≤ 27 %', 'x at home')
    """
    head, mark, tail = name.replace("<=", "≤").rpartition("≤")
    if mark:
        before = head.rstrip()
        head = before.removesuffix("δ").removesuffix("delta")
        if head == before:
            return name
    else:
        head, mark, tail = name.rpartition(" at ")
    told, bracket, number = tail.partition(" (")
    if not mark:
        return name
    try:
        limit = parse_threshold(told.strip(), "the threshold")
    except ConfigError:
        return name
    return f"{head.rstrip().removesuffix(',')}{_name_limit(limit)}{bracket}{number}"


def find_candidate(found: Sequence[Candidate], name: object) -> Candidate:
    """Return the candidate of this name, or at this place from 0.

    Raises:
        KeyError: there is none; the message names those that are there, or one that is alike.
        IndexError: there are fewer; the message names them.
    """
    names = [one.name for one in found]
    if isinstance(name, str):
        spelled = _spell_limit(name)
        if spelled in names:
            return found[names.index(spelled)]
        parts = [f" {_PARTS.sub(' ', one.casefold())} " for one in (name, *names)]
        alike = [one for one, told in zip(names, parts[1:], strict=True) if parts[0] in told]
        hint = suggest("", alike) if len(alike) > 1 else suggest(name, alike or names)
        raise KeyError(f"no candidate {name!r}{hint}")
    if not isinstance(name, SupportsIndex):
        raise KeyError(f"give the name of a candidate or its place, not {name!r}")
    place = index(name)
    if -len(found) <= place < len(found):
        return found[place]
    listed = suggest("", names)
    raise IndexError(f"no candidate at {place}: places are 0 to {len(found) - 1}{listed}")


def title_candidates(found: Sequence[Candidate]) -> dict[str, str]:
    """Return what tables call candidates, by name: their names if these are short, or numbers."""
    names = [one.name for one in found]
    longest = max(map(len, names), default=0)
    if longest <= _DOWN or sum(len(name) + _GAP for name in names) <= _ACROSS:
        return {name: name for name in names}
    return {name: str(number) for number, name in enumerate(names, 1)}


def join_titles(titles: Sequence[str]) -> str:
    """Return titles behind each other.

    >>> join_titles(["1", "3"]), join_titles(["cuts, δ ≤ 5 %", "boxes, δ ≤ 5 %"])
    ('1, 3', 'cuts, δ ≤ 5 %; boxes, δ ≤ 5 %')
    """
    return ("; " if any("," in one for one in titles) else ", ").join(titles)


def shorten_names(found: Sequence[Candidate]) -> list[str]:
    """Return the names of candidates as they fit above a column: no two alike.

    A long name loses the options of its algorithm, and the middle of its job's name.
    """
    names = [one.name for one in found]
    shortened = list[str]()
    for one in found:
        short = told = one.name if len(one.name) <= _LONGEST else _shorten(one)
        number = 1
        while told in shortened or (told != one.name and told in names):
            number += 1
            told = f"{short} ({number})"
        shortened.append(told)
    return shortened


def _shorten(one: Candidate) -> str:
    name = _OPTIONS.sub("{…}", one.name)
    start, end = _ENDS
    if not name.startswith(f"{one.job}: ") or len(one.job) <= start + end + 1:
        return name
    return f"{one.job[:start]}…{one.job[-end:]}{name.removeprefix(one.job)}"


def _differ(found: Sequence[Candidate], find: Callable[[Candidate], object]) -> bool:
    return len({find(one) for one in found if not one.is_baseline}) > 1
