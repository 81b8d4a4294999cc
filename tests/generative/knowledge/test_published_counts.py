"""Bounds of published counts are those of all tables that fit, found by looking at each."""

from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from dpsql.privacy.small_counts.groups import TOTAL, PublishedTable
from dpsql.privacy.small_counts.integer_bounds import find_integer_bounds
from dpsql.privacy.small_counts.rule import DisclosureRule, Interval
from tests.generative.budget import share_of_profile
from tests.oracle.knowledge import small_counts as oracle
from tests.oracle.knowledge.small_counts import ALL, REDACTED

RULES = st.sampled_from(
    [
        {},
        {"redacted": 1},
        {"redacted": 2},
        {"rounded": 3},
        {"rounded": 5},
        {"redacted": 1, "rounded": 3},
        {"redacted": 3, "rounded": 5},
        {"midpoint": 2},
        {"midpoint": 6},
        {"redacted": 2, "midpoint": 3},
    ]
)
EXACT: dict[str, int] = {}


def read(rule: dict[str, int], shown: str) -> Interval:
    asked = DisclosureRule(**rule)
    return asked.hidden if shown == REDACTED else asked.read(shown)


@share_of_profile(1)
@given(
    st.dictionaries(st.sampled_from(["redacted"]), st.integers(1, 12)),
    st.sampled_from(["", "rounded", "midpoint"]),
    st.integers(1, 12),
    st.integers(0, 200),
)
def test_a_published_count_means_the_counts_that_are_shown_so(redacted, way, unit, count):
    rule = redacted | ({way: unit} if way else {})
    shown = oracle.show(count, rule)
    if shown == "0" and count:
        assume("redacted" not in rule)
    found = read(rule, shown)
    alike = [other for other in range(420) if oracle.show(other, rule) == shown]
    assert set(alike) <= set(range(found.least, found.greatest + 1))
    # A tie may have gone the other way; zeros that are shown were not redacted.
    ties = {alike[0] - 1, alike[-1] + 1} if way == "rounded" and unit % 2 == 0 else set()
    more = set(range(found.least, found.greatest + 1)) - set(alike) - ties
    assert not more


@share_of_profile(1)
@given(st.data())
def test_bounds_are_those_of_every_table_that_fits(data: st.DataObject) -> None:
    shape = data.draw(st.sampled_from([(2,), (4,), (2, 2), (2, 3), (1, 2), (2, 2, 2)]))
    groups = [()]
    for j, size in enumerate(shape):
        groups = [(*group, f"{'abc'[j]}{i}") for group in groups for i in range(size)]
    most = 3 if len(groups) > 6 else 4 if len(groups) > 4 else 9
    if len(groups) > 6:
        most = 2
    people = {group: data.draw(st.integers(0, most)) for group in groups}
    truth = {group: data.draw(st.integers(0, number)) for group, number in people.items()}
    rule: dict[str, int] = data.draw(RULES)
    of_totals: dict[str, int] = data.draw(st.sampled_from([rule, EXACT]))
    patterns = data.draw(
        st.lists(st.sets(st.integers(0, len(shape) - 1), min_size=1).map(frozenset), max_size=3)
    )
    totals = sorted(
        {
            tuple(ALL if j in pattern else value for j, value in enumerate(group))
            for pattern in patterns
            for group in groups
        }
    )
    told = oracle.publish(truth, totals, rule, of_totals)
    fitting = [
        table
        for table in oracle.list_tables(people)
        if oracle.publish(table, totals, rule, of_totals) == told
    ]
    published: dict[Any, Interval] = {
        tuple(TOTAL if one == ALL else one for one in group): read(
            of_totals if ALL in group else rule, shown
        )
        for group, shown in told.items()
    }
    table = PublishedTable(dict(people), published, DisclosureRule(**rule).hidden)
    bounds = table.narrow()
    exact = find_integer_bounds(table, bounds)
    assert exact is not None
    for group in groups:
        counts = [one[group] for one in fitting]
        true = Interval(min(counts), max(counts))
        assert exact[group] == true
        assert bounds[group].meet(true) == true
        if table.is_tree:
            assert bounds[group] == true
