"""`frontier` lists exactly the points that the oracle keeps of all nodes."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases, symmetric_cases
from tests.generative.instances.cases import Case
from tests.generative.instances.jobs import Setting, plain_setting, settings_of_jobs
from tests.generative.instances.runs import find_frontier
from tests.generative.parts.test_pooled import pooled_words, state_algorithm, with_texts
from tests.oracle.search import pooling
from tests.oracle.search.exhaustive import find_frontier as find_expected
from tests.oracle.search.pooling import PoolingPath


def assert_frontiers_agree(case: Case, setting: Setting) -> None:
    found = find_frontier(case, setting)
    expected = find_expected(case.instance)
    points = found["points"]
    assert all(list(point["levels"]) == list(setting.names) for point in points)
    assert [
        (Fraction(point["delta_max"]), tuple(point["levels"].values())) for point in points
    ] == [(presence, node) for presence, _, node in expected]
    for point, (presence, loss, _) in zip(points, expected, strict=True):
        assert point["delta_max"] == str(presence)
        assert point["loss"] == pytest.approx(float(loss), rel=1e-12, abs=1e-12)
    assert found["search"]["nodes"] == len(case.instance.list_nodes())
    assert len(points) <= found["search"]["checked"] <= found["search"]["nodes"]


@given(st.data())
def test_frontier_agrees_with_the_oracle(data: st.DataObject) -> None:
    case = data.draw(cases(models="perhaps"))
    assert_frontiers_agree(case, data.draw(settings_of_jobs(case)))


@share_of_profile(10)
@given(cases(least_columns=3, most_levels=5))
def test_frontier_agrees_on_large_lattices(case: Case) -> None:
    assert_frontiers_agree(case, plain_setting(case))


@share_of_profile(2)
@given(symmetric_cases())
def test_frontier_agrees_where_points_tie(case: Case) -> None:
    assert_frontiers_agree(case, plain_setting(case))


@share_of_profile(4)
@given(st.data())
def test_frontier_of_pooled_releases_agrees_with_the_oracle(data: st.DataObject) -> None:
    case = data.draw(cases(models="perhaps"))
    climb, least = data.draw(pooled_words(case))
    assert_pooled_frontiers_agree(case, data.draw(settings_of_jobs(case)), climb, least)


@share_of_profile(4)
@given(st.data())
def test_the_limits_that_time_puts_first_change_no_point(data: st.DataObject) -> None:
    """The numbers of people that a job tries by itself depend on δmax; the frontier's do not."""
    case = data.draw(cases(models="perhaps", most_rows=30))
    climb = data.draw(st.sampled_from(["root", "columns"]))
    setting = data.draw(settings_of_jobs(case))
    assert_pooled_frontiers_agree(case, setting, climb, None, time_limit=600)


def assert_pooled_frontiers_agree(
    case: Case,
    setting: Setting,
    climb: PoolingPath,
    least: tuple[int, ...] | None,
    **options: float,
) -> None:
    setting = replace(setting, algorithm=state_algorithm(setting, climb, least))
    found = find_frontier(case, setting, **options)
    assert found["search"]["optimal"]
    expected = pooling.find_frontier(with_texts(case), climb, least)
    assert [
        (Fraction(point["delta_max"]), tuple(point["levels"].values()), point["least"])
        for point in found["points"]
    ] == [(presence, one.start, one.least) for presence, _, one in expected]
    for point, (_, loss, _) in zip(found["points"], expected, strict=True):
        assert point["loss"] == pytest.approx(float(loss), rel=1e-12, abs=1e-12)
