"""What the page to sign says of raw values is what counting the people of P one by one says."""

from collections import Counter
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.counted import counts, make_jobs
from tests.generative.instances.jobs import plain_setting


@share_of_profile(2)
@given(cases(models="delta", most_levels=2), st.data())
def test_who_is_certainly_in_t_and_who_is_certainly_not(case, data: st.DataObject) -> None:
    people, members = Counter(case.public), Counter(case.private)
    presence = {row: Fraction(members[row], n) for row, n in people.items()}
    share = Fraction(len(case.private), len(case.public))
    low = data.draw(st.sampled_from([Fraction(0), share / 3, share]))
    high = data.draw(st.sampled_from([max(share, Fraction(1, 2)), Fraction(1)]))
    words = {"delta": {"min": str(low), "max": str(high)}}
    if data.draw(st.booleans()) and high == 1:
        words["known_absent"] = data.draw(st.integers(1, 3))
    with TemporaryDirectory() as folder:
        for job in make_jobs(case, plain_setting(case), data.draw(counts), Path(folder), **words):
            try:
                dpsql.anonymize(job)
            except dpsql.DpsqlError:
                return
            signed = dpsql.sign_off(job, Path(str(job.release_path)).with_name("page.html"))
            before = signed.to_dict()["before"]
            above = [members[row] for row, one in presence.items() if one > high]
            assert before["rows_above_delta_max"] == sum(above)
            certain = [members[row] for row, one in presence.items() if one == 1]
            assert before["certain_rows"] == sum(certain)
            absent = sum(n for row, n in people.items() if not members[row])
            assert before.get("certainly_absent_people") == (absent if low else None)
