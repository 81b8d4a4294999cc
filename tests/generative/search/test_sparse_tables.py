"""Tables taken for sparse, whose tuples are then not grouped, give what the oracle says."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlglot import exp

import dpsql
from dpsql.search.full_domain import excerpts
from dpsql.sql.counting import tuples
from dpsql.sql.counting.tuples import tuples_query
from dpsql.sql.lattice import frequency_set
from dpsql.sql.tables import sample
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.counted import counts, make_jobs
from tests.generative.instances.jobs import plain_setting, settings_of_jobs
from tests.generative.search.test_anonymize import assert_release_is_the_optimum
from tests.generative.search.test_lattice import assert_minimal_nodes_agree
from tests.generative.search.test_measure import assert_measures_agree


@pytest.fixture(autouse=True, scope="module")
def listed() -> Iterator[list[bool]]:
    """Every table is taken for sparse; of each that was read, whether its rows were listed."""
    listed: list[bool] = []

    def note(*arguments: Any, **options: Any) -> exp.Query:
        listed.append(not options["grouped"])
        return tuples_query(*arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sample, "LEAST_SAMPLE", 1)
        patch.setattr(sample, "SAMPLED", 0)
        patch.setattr(excerpts, "LEAST_TUPLES", 0)
        patch.setattr(excerpts, "MOST_SHARE", 1)
        patch.setattr(excerpts, "LEAST_COMMON", 1)
        patch.setattr(tuples, "tuples_query", note)
        yield listed


def test_rows_of_a_sparse_table_are_listed(listed: list[bool]) -> None:
    """What the tests below draw is so, too; but a worker may have few of them."""
    people = polars.DataFrame({"a": [*range(9)], "b": [*range(9)]})
    rules = {name: {"widths": [5]} for name in "ab"}
    before = len(listed)
    job = dpsql.Job(public=people, private={"where": "a < 3"}, quasi_identifiers=rules)
    assert dpsql.measure(job).presence.maximum == 1
    assert any(listed[before:])


@pytest.fixture(params=[False, True], ids=["grouped at the floor", "never grouped"])
def _floor(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param:
        monkeypatch.setattr(frequency_set, "LEAST_SAMPLE", 1)


@pytest.mark.usefixtures("_floor")
@share_of_profile(2)
@given(st.data())
def test_optimum(data: st.DataObject) -> None:
    case = data.draw(cases(least_columns=2))
    assert_release_is_the_optimum(case, data.draw(settings_of_jobs(case)))


@pytest.mark.usefixtures("_floor")
@share_of_profile(4)
@given(st.data())
def test_minimal_nodes(data: st.DataObject) -> None:
    case = data.draw(cases(least_columns=2))
    assert_minimal_nodes_agree(case, data.draw(settings_of_jobs(case)))


@pytest.mark.usefixtures("_floor")
@share_of_profile(4)
@given(st.data())
def test_measure(data: st.DataObject) -> None:
    assert_measures_agree(data)


@share_of_profile(6)
@given(st.data())
def test_counts(data: st.DataObject) -> None:
    """Rows that stand for several people are listed with their number, also by the verifier."""
    case = replace(data.draw(cases(least_columns=2)), metric="loss")
    with TemporaryDirectory() as folder:
        said = []
        for job in make_jobs(case, plain_setting(case), data.draw(counts), Path(folder)):
            try:
                found = dpsql.anonymize(job, csv_formulas="quote")
            except dpsql.DpsqlError as error:
                said.append((type(error), str(error)))
                continue
            assert dpsql.verify(job).to_dict()["presence"] == found.to_dict()["presence"]
            said.append((found.levels, found.presence, found.metrics, found.private_rows))
        assert said[0] == said[1]
