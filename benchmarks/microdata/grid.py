"""What is run: the methods with their settings, and the tables."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import dpsql
from benchmarks.microdata.attacks import attack
from benchmarks.microdata.methods.ipa_described import release_described
from benchmarks.microdata.methods.ipa_strict import release_histogram
from benchmarks.microdata.methods.local_suppression import release_suppressed
from benchmarks.microdata.methods.moments import release_moments
from benchmarks.microdata.methods.nothing import release_nothing
from benchmarks.microdata.methods.own import ALGORITHMS, AUDITED, find_gap, make_job, release_own
from benchmarks.microdata.methods.rank_swapping import release_swapped
from benchmarks.microdata.people import Ints, People
from benchmarks.microdata.release import Release
from benchmarks.microdata.results import Row
from benchmarks.microdata.utility import measure_utility, summarize
from dpsql.errors import NoSafeRelease

#: How T is drawn, by table.
SELECTIONS = {
    "adult": ("random", "skewed"),
    "fars": ("random", "skewed"),
    "adult8": ("random",),
}
EPSILONS = ("0.1", "1", "10")
DELTAS = ("1/5", "1/2")
#: Beliefs of somebody to whom everybody is in T with a probability of 1/10: independently of all
#: others, or as one of |T| people whose number is known.
INDEPENDENT, KNOWS_SIZE = "independent", "|T| known"
#: ε of a histogram with the worst posterior of each δmax, rounded down, by beliefs. For the second
#: it is half as large: if a person is in T another is not, so that two counts change.
MATCHED = {INDEPENDENT: ("0.81", "2.19"), KNOWS_SIZE: ("0.4", "1.09")}
KS = ("5", "10")
NOTHING, UNSET = "nothing of T", "–"
HISTOGRAM, FITTED, DESCRIBED = "histogram", "histogram, fitted", "IPA as described"
MOMENTS, SWAPPED = "moments", "rank swapping"
SUPPRESSED, K_LEVELS, LEVELS = "k, cells suppressed", "k, levels", "levels"
#: The seed whose releases of dpsql are compared with `dpsql.compare` and audited.
CHECKED = 0

_FITTED_EPSILONS = tuple(sorted((*EPSILONS, *MATCHED[KNOWS_SIZE]), key=float))
_ALL_EPSILONS = tuple(sorted((*_FITTED_EPSILONS, *MATCHED[INDEPENDENT]), key=float))
_Make = Callable[[People, Ints, str, np.random.Generator], Release]
#: Methods that are not dpsql's, by name; the setting is ε or k.
OTHERS: dict[str, tuple[tuple[str, ...], _Make]] = {
    NOTHING: ((UNSET,), lambda p, _, __, random: release_nothing(p, random)),
    HISTOGRAM: (_ALL_EPSILONS, lambda p, t, e, _: release_histogram(p, t, Fraction(e))),
    FITTED: (
        _FITTED_EPSILONS,
        lambda p, t, e, _: release_histogram(p, t, Fraction(e), fitted=True),
    ),
    DESCRIBED: (EPSILONS, lambda p, t, e, random: release_described(p, t, float(e), random)),
    MOMENTS: (EPSILONS, lambda p, t, e, random: release_moments(p, t, float(e), random)),
    SWAPPED: (EPSILONS, lambda p, t, e, random: release_swapped(p, t, float(e), random)),
    SUPPRESSED: (KS, lambda p, t, k, _: release_suppressed(p, t, int(k))),
}
METHODS: dict[str, tuple[str, ...]] = {
    **{name: settings for name, (settings, _) in OTHERS.items()},
    K_LEVELS: KS,
    **dict.fromkeys(ALGORITHMS, DELTAS),
}
#: Methods with a proven bound: the odds of anyone's membership change by a factor of at most
#: e^(number · ε), by beliefs. Fitted histograms and moments show |T| to everybody; one person
#: exchanged for another changes two counts by 1, and each moment by at most 1.
PROVEN: dict[str, dict[str, int]] = {
    HISTOGRAM: {INDEPENDENT: 1, KNOWS_SIZE: 2},
    FITTED: {INDEPENDENT: 2, KNOWS_SIZE: 2},
    MOMENTS: {INDEPENDENT: 1, KNOWS_SIZE: 1},
}


def name_setting(method: str, setting: str) -> str:
    """Name a setting of a method."""
    if setting == UNSET:
        return setting
    kind = "δmax" if method in ALGORITHMS else "k" if METHODS[method] == KS else "ε"
    return f"{kind} {setting}"


@dataclass(frozen=True)
class Table:
    """A table T: whose people, drawn how, by which seed."""

    data: str
    selection: str
    seed: int

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.selection}-{self.seed}"


def run_others(people: People, table: Table, members: Ints) -> list[Row]:
    """Run the methods that are not dpsql's."""
    rows = []
    for number, (method, (settings, make)) in enumerate(OTHERS.items()):
        for place, setting in enumerate(settings):
            # The last number tells these draws from that of T: zeros at the end do not count.
            random = np.random.default_rng([table.seed, number, place, 1])
            start = perf_counter()
            release = make(people, members, setting, random)
            seconds = perf_counter() - start
            rows.append(_measure(people, table, members, release, method, setting, seconds))
    return rows


def run_own(people: People, table: Table, members: Ints, folder: Path) -> list[Row]:
    """Run dpsql for every δ and k."""
    asked: list[tuple[str, str, dict[str, Any]]] = [
        (K_LEVELS, k, {"constraints": {"k_anonymity": int(k)}}) for k in KS
    ]
    for name, (algorithm, choose) in ALGORITHMS.items():
        words = {"algorithm": algorithm, "choose": choose}
        asked += [(name, most, {"delta": {"max": most}, **words}) for most in DELTAS]
    return [
        _run_job(people, table, members, folder, name, setting, words)
        for name, setting, words in asked
    ]


def _run_job(
    people: People,
    table: Table,
    members: Ints,
    folder: Path,
    method: str,
    setting: str,
    words: dict[str, Any],
) -> Row:
    """Run one job; where no release holds, the row has no figures."""
    path = folder / f"{table.name}-release.parquet"
    job = make_job(folder, people, table.name, release=str(path), **words)
    start = perf_counter()
    try:
        own = release_own(people, job, members)
    except NoSafeRelease:
        seconds = perf_counter() - start
        return Row(table.data, table.selection, table.seed, method, setting, seconds=seconds)
    seconds = perf_counter() - start
    row = _measure(people, table, members, own.release, method, setting, seconds)
    row.presence, row.counted, row.loss = str(own.presence), str(own.counted), own.loss
    if table.seed == CHECKED:
        (candidate,) = dpsql.compare(job).to_dict()["candidates"]
        row.gap = find_gap(measure_utility(people, members, own.release), candidate)
        if method in (LEVELS, K_LEVELS):
            row.audit = float(dpsql.audit(job, samples=AUDITED, seed=table.seed).share)
    return row


def _measure(
    people: People,
    table: Table,
    members: Ints,
    release: Release,
    method: str,
    setting: str,
    seconds: float,
) -> Row:
    figures: dict[str, Any] = {
        **summarize(measure_utility(people, members, release), people.informative.name),
        **vars(attack(people, members, release)),
    }
    row = Row(table.data, table.selection, table.seed, method, setting, seconds, release.size)
    return replace(row, **figures)
