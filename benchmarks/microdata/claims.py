"""Claims about these methods, each with a verdict that follows from the figures by a stated rule.

A comparison is decided at a table (data and selection) if the values over the seeds do not overlap.
A claim *holds* if it is decided so at every table, *does not hold* if it is decided the other way
at every table, and is *not decided* if no table decides it; else its verdict counts the tables.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import dpsql
from benchmarks.microdata.attacks import SURE
from benchmarks.microdata.grid import (
    DELTAS,
    DESCRIBED,
    EPSILONS,
    FITTED,
    HISTOGRAM,
    INDEPENDENT,
    K_LEVELS,
    KNOWS_SIZE,
    KS,
    LEVELS,
    MATCHED,
    MOMENTS,
    NOTHING,
    PROVEN,
    SUPPRESSED,
    SWAPPED,
    UNSET,
    name_setting,
)
from benchmarks.microdata.methods.own import ALGORITHMS
from benchmarks.microdata.people import ONE_OF
from benchmarks.microdata.results import EpsilonRow, Results, Row, Spread

Place = tuple[str, str]
#: A shift up to the first is called kept, one above the second lost.
KEPT, LOST = 0.05, 0.1
NAMES = {"adult": "Adult", "fars": "FARS", "adult8": "Adult, 8 columns,"}
_PRIOR = Fraction(1, ONE_OF)
_BELIEFS = {INDEPENDENT: "independent beliefs", KNOWS_SIZE: "|T| known"}


@dataclass(frozen=True)
class Judged:
    """A claim, who makes it, what the figures say, and the figures."""

    claim: str
    by: str
    verdict: str
    figures: str


def judge(results: Results) -> dict[str, list[Judged]]:
    """Judge all claims, by what they are about, in the order of the page."""
    return {about: list(find(results)) for about, find in _CLAIMS.items()}


def find_bound(method: str, epsilon: str, beliefs: str) -> float:
    """Return the greatest presence that a method with ε allows under the prior of these tables."""
    number = PROVEN[method][beliefs]
    return dpsql.epsilon_to_presence(number * float(epsilon), _PRIOR)[1]


def name_place(place: Place) -> str:
    """Name data and selection."""
    return f"{NAMES.get(place[0], place[0])} {place[1]}"


def decide(signs: Sequence[bool | None], things: str = "tables") -> str:
    """Return the verdict of tables, or of other things; None where the seeds leave it open.

    >>> decide([True, True]), decide([False, False]), decide([None])
    ('holds', 'does not hold', 'not decided')
    >>> decide([True, None, False, False])
    'of 4 tables holds at 1, does not hold at 2, not decided at 1'
    """
    words = {True: "holds", False: "does not hold", None: "not decided"}
    counted = {word: signs.count(sign) for sign, word in words.items() if sign in signs}
    if not counted:
        return words[None]
    if len(counted) == 1:
        return next(iter(counted))
    told = ", ".join(f"{word} at {number}" for word, number in counted.items())
    return f"of {len(signs)} {things} {told}"


def is_less(first: Spread, second: Spread) -> bool | None:
    """Whether all values of the first are below those of the second; None if they overlap."""
    if first.greatest < second.least:
        return True
    return False if first.least > second.greatest else None


def _show(number: float) -> str:
    return f"{number:.3f}".replace("0.", ".", 1) if abs(number) < 1 else f"{number:.3g}"


def _compare(
    results: Results,
    claim: str,
    by: str,
    first: Place,
    second: Place,
    measure: str,
    *,
    is_more: bool = False,
) -> Judged:
    """Judge that a method with its setting has less, or more, of a measure than another."""
    signs: list[bool | None] = []
    told = []
    for place in results.places:
        one = results.spread(place, *first, measure)
        other = results.spread(place, *second, measure)
        if one is None or other is None:
            signs.append(None)
            told.append(f"{name_place(place)}: no release for every seed")
            continue
        signs.append(is_less(other, one) if is_more else is_less(one, other))
        told.append(f"{name_place(place)} {_show(one.middle)}, {_show(other.middle)}")
    return Judged(claim, by, decide(signs), "; ".join(told))


def _judge_ipa(results: Results) -> Iterator[Judged]:
    others = (
        ((SUPPRESSED, "10"), "10-anonymity with suppressed cells"),
        ((K_LEVELS, "10"), "10-anonymity by levels"),
    )
    for name in (DESCRIBED, HISTOGRAM, FITTED):
        for other, words in others:
            by = (
                "Benschop, of Lee & Chung's tables"
                if name == DESCRIBED
                else "the same words, of a method that is DP"
            )
            claim = f"{name} at ε = 1 loses less than {words} (two-way)"
            yield _compare(results, claim, by, (name, "1"), other, "two_way")


def _judge_nothing(results: Results) -> Iterator[Judged]:
    asked = (
        (HISTOGRAM, MATCHED[INDEPENDENT][0]),
        (FITTED, MATCHED[KNOWS_SIZE][0]),
        *((name, "10") for name in (DESCRIBED, MOMENTS, SWAPPED, SUPPRESSED, K_LEVELS)),
        *((name, DELTAS[0]) for name in ALGORITHMS),
    )
    for one in asked:
        claim = (
            f"{one[0]}, {name_setting(*one)}: tables of two columns are nearer to T's than those of"
            f" a random tenth of P ({NOTHING})"
        )
        yield _compare(results, claim, "us", one, (NOTHING, UNSET), "two_way")


def _judge_muralidhar(results: Results) -> Iterator[Judged]:
    for measure, words in (("precision", "people found"), ("linked_members", "records linked")):
        signs, told = [], []
        for place in results.places:
            spreads = {
                name: [results.spread(place, name, epsilon, measure) for epsilon in EPSILONS]
                for name in (MOMENTS, SWAPPED)
            }
            known = {name: [one for one in all_ if one] for name, all_ in spreads.items()}
            middles = {name: [one.middle for one in all_] for name, all_ in known.items()}
            by_epsilon = max(max(one) - min(one) for one in middles.values())
            one, other = (sorted(all_)[len(all_) // 2] for all_ in middles.values())
            chance = max(s.greatest - s.least for all_ in known.values() for s in all_)
            gap = abs(one - other)
            decided = max(gap, by_epsilon) > chance
            signs.append(gap > by_epsilon if decided else None)
            told.append(
                f"{name_place(place)}: between methods {_show(gap)}, over ε {_show(by_epsilon)},"
                f" over seeds {_show(chance)}"
            )
        claim = f"Protection of {MOMENTS} and {SWAPPED} depends on the method, not on ε ({words})"
        yield Judged(claim, "Muralidhar et al., by Benschop", decide(signs), "; ".join(told))
    for name in (MOMENTS, SWAPPED):
        claim = f"{name} at ε = 10 loses more than 10-anonymity with suppressed cells (two-way)"
        by = "Benschop: not suited to microdata"
        pair = (name, "10"), (SUPPRESSED, "10")
        yield _compare(results, claim, by, *pair, "two_way", is_more=True)
    claim = f"Records of {SUPPRESSED} at 10 are linked back less often than of {SWAPPED} at ε = 10"
    yield _compare(results, claim, "us", (SUPPRESSED, "10"), (SWAPPED, "10"), "linked_back")


def _judge_histograms(results: Results) -> Iterator[Judged]:
    for name in (HISTOGRAM, FITTED):
        signs: list[bool | None] = []
        told = []
        for place in results.places:
            one = results.spread(place, name, "1", "one_way")
            two = results.spread(place, name, "1", "two_way")
            if one is None or two is None:
                continue
            if one.greatest <= KEPT and two.least > LOST:
                signs.append(True)
            else:
                signs.append(False if one.least > KEPT or two.greatest <= LOST else None)
            told.append(f"{name_place(place)} {_show(one.middle)}, {_show(two.middle)}")
        claim = (
            f"{name} at ε = 1 keeps tables of one column (shift up to {KEPT}) but not those of two"
            f" (above {LOST})"
        )
        yield Judged(claim, "often said", decide(signs), "; ".join(told))


def _judge_price(results: Results) -> Iterator[Judged]:
    for beliefs, method in ((INDEPENDENT, HISTOGRAM), (KNOWS_SIZE, FITTED)):
        for most, epsilon in zip(DELTAS, MATCHED[beliefs], strict=True):
            bound = _show(find_bound(method, epsilon, beliefs))
            for name in ALGORITHMS:
                claim = (
                    f"Presence at most {most} ({_BELIEFS[beliefs]}) costs more by {method}"
                    f" (ε = {epsilon}, bound {bound}) than by {name} (two-way)"
                )
                pair = (method, epsilon), (name, most)
                yield _compare(results, claim, "us", *pair, "two_way", is_more=True)


def _judge_bounds(results: Results) -> Iterator[Judged]:
    selections = dict.fromkeys(selection for _, selection in results.places)
    for name, selection in product((HISTOGRAM, FITTED), selections):
        for epsilon in EPSILONS[:2]:
            # T has so many rows whatever is drawn: that is the second kind of beliefs.
            bound = find_bound(name, epsilon, KNOWS_SIZE)
            signs, told = list[bool | None](), []
            for place in results.places:
                found = results.spread(place, name, epsilon, "precision")
                if place[1] != selection or found is None:
                    continue
                is_below = False if found.least > bound else None
                signs.append(True if found.greatest <= bound else is_below)
                told.append(f"{name_place(place)} {_show(found.middle)}")
            claim = (
                f"{name} at ε = {epsilon}, {selection} T: of |T| people whom the attack"
                f" names, at most {_show(bound)} are in T, the bound for a prior of 1/{ONE_OF}"
            )
            yield Judged(
                claim, "ε read as a bound on all inference", decide(signs), "; ".join(told)
            )


def _judge_k(results: Results) -> Iterator[Judged]:
    for name in (SUPPRESSED, K_LEVELS):
        for k in KS:
            signs, told = list[bool | None](), []
            for place in results.places:
                rows = results.find(place, name, k)
                sure = sum(row.sure or 0 for row in rows)
                members = sum(row.sure_members or 0 for row in rows)
                signs.append(not members)
                told.append(f"{name_place(place)} {members} of T among {sure} over all seeds")
            claim = f"{name}, k = {k}: nobody of T has a score above {SURE}"
            yield Judged(claim, "often hoped", decide(signs), "; ".join(told))


def _judge_own(results: Results) -> Iterator[Judged]:
    rows = [row for row in results.rows if row.method in ALGORITHMS and row.counted]
    held = [_read(row.counted) <= Fraction(row.setting) for row in rows]
    told = f"{held.count(True)} of {len(held)} releases, counted from their rows and P"
    claim = "In dpsql's releases presence is at most δmax"
    yield Judged(claim, "dpsql", decide(held, "releases"), told)
    rows = [row for row in results.rows if row.counted]
    same = [_read(row.presence) == _read(row.counted) for row in rows]
    told = f"{same.count(True)} of {len(same)} releases, those of {K_LEVELS} among them"
    claim = "The greatest presence that dpsql states is the one that is counted"
    yield Judged(claim, "dpsql", decide(same, "releases"), told)
    for name in ALGORITHMS:
        here = [row for row in results.rows if row.method == name and row.worst is not None]
        over = [(row.worst or 0) - float(Fraction(row.setting)) for row in here]
        below = [one <= 1e-9 for one in over]
        claim = f"{name}: no score of the attack, which does not know the method, is above δmax"
        most = _show(max(over, default=0))
        told = f"{below.count(True)} of {len(below)} releases; largest score less δmax {most}"
        yield Judged(claim, "us", decide(below, "releases"), told)


def _judge_choices(results: Results) -> Iterator[Judged]:
    for name in (LEVELS, K_LEVELS):
        rows = [row for row in results.rows if row.method == name and row.audit is not None]
        told = "; ".join(_tell_audit(row) for row in rows)
        claim = f"{name}: at least half of the other tables T lead to the same levels (minimality)"
        signs = [(row.audit or 0) >= 0.5 for row in rows]
        yield Judged(claim, "hoped", decide(signs, "releases"), told)


def _tell_audit(row: Row) -> str:
    place, setting = (row.data, row.selection), name_setting(row.method, row.setting)
    return f"{name_place(place)} {setting}: {_show(row.audit or 0)}"


def _read(presence: str | None) -> Fraction:
    return Fraction(presence or 1)


def _judge_counts(results: Results) -> Iterator[Judged]:
    asked: list[tuple[str, Callable[[EpsilonRow], tuple[float, float]]]] = [
        ("tables of one column alone", lambda r: (r.counts_one_way_alone, r.release_one_way)),
        ("tables of one column, two asked too", lambda r: (r.counts_one_way, r.release_one_way)),
        ("tables of two columns", lambda r: (r.counts_two_way, r.release_two_way)),
    ]
    for words, read in asked:
        for name in ALGORITHMS:
            by_beliefs = {
                beliefs: [
                    read(row)
                    for row in results.epsilons
                    if (row.method, row.beliefs) == (name, beliefs)
                ]
                for beliefs in (KNOWS_SIZE, INDEPENDENT)
            }
            pairs = by_beliefs[KNOWS_SIZE]
            if not pairs:
                continue
            signs = [one < other if one != other else None for one, other in pairs]
            claim = (
                "Counts of the same worst posterior for somebody who knows |T| lose less than"
                f" {name}: {words}"
            )
            told = "; ".join(
                f"{_BELIEFS[one]}: {_tell_pairs(by_beliefs[one])}" for one in by_beliefs
            )
            yield Judged(claim, "us", decide(signs, "releases"), told)


def _tell_pairs(pairs: Sequence[tuple[float, float]]) -> str:
    ratios = sorted(one / other for one, other in pairs if other)
    told = f"less for {sum(one < other for one, other in pairs)} of {len(pairs)} releases"
    return f"{told}, {ratios[0]:.2g} to {ratios[-1]:.2g} times its shift" if ratios else told


#: By what they are about.
_CLAIMS: dict[str, Callable[[Results], Iterator[Judged]]] = {
    "Nearer to T than a random tenth of P is": _judge_nothing,
    "IPA, histograms and k-anonymity": _judge_ipa,
    "Methods of Muralidhar et al.": _judge_muralidhar,
    "Tables of one column and of two": _judge_histograms,
    "Synthetic records and releases at the same worst posterior": _judge_price,
    "Is the bound of ε one on who is found?": _judge_bounds,
    "k-anonymity and presence": _judge_k,
    "Presence in dpsql's releases": _judge_own,
    "What the choice of an optimum tells": _judge_choices,
    "Noisy counts and releases at the same worst posterior": _judge_counts,
}
