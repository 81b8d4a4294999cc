"""What the page to sign says of raw values is what counting the people of P one by one says."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.counted import counts, make_jobs
from tests.generative.instances.jobs import plain_setting


def find_ends(n: int, t: int, known: int) -> list[tuple[Fraction, Fraction, bool]]:
    """Return the least and greatest probability of each of n people, t of whom are in T.

    Over all sets of up to `known` other people of the class of whom somebody knows that they are
    not in T.
    """
    found = []
    for person in range(n):
        others = [one for one in range(t, n) if one != person]
        sets = (chosen for j in range(known + 1) for chosen in combinations(others, j))
        each = [Fraction(t, n - len(chosen)) for chosen in sets]
        found.append((min(each), max(each), person < t))
    return found


@share_of_profile(2)
@given(cases(models="delta", most_levels=2), st.data())
def test_who_is_beyond_delta_and_who_is_certain(case, data: st.DataObject) -> None:
    people, members = Counter(case.public), Counter(case.private)
    share = Fraction(len(case.private), len(case.public))
    low = data.draw(st.sampled_from([Fraction(0), share / 3, share]))
    high = data.draw(st.sampled_from([max(share, Fraction(1, 2)), Fraction(1)]))
    words = {"delta": {"min": str(low), "max": str(high)}}
    known = data.draw(st.sampled_from([0, 1, 2, 3]))
    if known:
        words["known_absent"] = known
    with TemporaryDirectory() as folder:
        for job in make_jobs(case, plain_setting(case), data.draw(counts), Path(folder), **words):
            try:
                dpsql.anonymize(job)
            except dpsql.DpsqlError:
                return
            signed = dpsql.sign_off(job, Path(str(job.release_path)).with_name("page.html"))
            before = signed.to_dict()["before"]
            classes = [(n, members[row]) for row, n in people.items()]
            ends = [end for n, t in classes for end in find_ends(n, t, known)]
            assert before["people_above_delta_max"] == sum(most > high for _, most, _ in ends)
            below = sum(least < low for least, _, _ in ends)
            assert before.get("people_below_delta_min") == (below if low else None)
            absent = sum(least == 0 for least, _, _ in ends)
            assert before.get("certainly_absent_people") == (absent if low else None)
            certain = sum(is_member and least == 1 for least, _, is_member in ends)
            assert before["certain_rows"] == certain
            if_known = sum(is_member and most == 1 for _, most, is_member in ends)
            assert before.get("certain_rows_if_absent") == (if_known if known else None)
