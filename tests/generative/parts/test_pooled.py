"""`anonymize` with pooled publishes the oracle's best release, or nothing where nothing holds."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpsql
from tests.generative.budget import share_of_profile
from tests.generative.instances.agreement import quote_formula
from tests.generative.instances.case_strategies import cases, nodes
from tests.generative.instances.cases import Case
from tests.generative.instances.columns import text_of
from tests.generative.instances.jobs import Setting, make_job, plain_setting, settings_of_jobs
from tests.generative.instances.runs import Record, read_release
from tests.oracle.models.presence import find_presence
from tests.oracle.search.exhaustive import find_holding_nodes
from tests.oracle.search.exhaustive import find_optimum as find_best_node
from tests.oracle.search.pooling import (
    Pooling,
    PoolingPath,
    count_shown,
    find_cost,
    find_metrics,
    find_optimum,
    holds,
    list_steps,
    measure_at,
    publish,
    settle,
)
from tests.oracle.tables.instance import Instance, Models
from tests.oracle.tables.table import generalize


@st.composite
def pooled_words(draw: st.DrawFn, case: Case) -> tuple[PoolingPath, tuple[int, ...] | None]:
    """Draw a path, and the numbers of people that a job names or leaves to the search."""
    columns = range(len(case.columns))
    path = draw(st.sampled_from(["root", "columns", "list"]))
    climb: PoolingPath = tuple(draw(st.permutations(columns))) if path == "list" else path
    numbers = st.lists(st.integers(1, len(case.public) + 1), min_size=1, max_size=3)
    return climb, draw(st.none() | numbers.map(tuple))


def with_texts(case: Case) -> Instance:
    """Return the question with the texts that a release has in place of labels."""
    ladders = tuple(
        {value: tuple(map(text_of, labels)) for value, labels in ladder.items()}
        for ladder in case.instance.ladders
    )
    return replace(case.instance, ladders=ladders)


def state_algorithm(
    setting: Setting, climb: PoolingPath, least: tuple[int, ...] | None
) -> dict[str, object]:
    """Return the words of the job."""
    path = climb if isinstance(climb, str) else [setting.names[j] for j in climb]
    return {"pooled": {"path": path} | ({"least": list(least)} if least else {})}


def assert_release_is_the_best(
    case: Case, setting: Setting, climb: PoolingPath, least: tuple[int, ...] | None, *, keep: bool
) -> None:
    instance = with_texts(case)
    expected = find_optimum(instance, climb, least)
    with TemporaryDirectory() as folder:
        job = make_job(
            case, replace(setting, algorithm=state_algorithm(setting, climb, least)), Path(folder)
        )
        if not keep:
            job = job.with_unchecked({"keep": ()})
        try:
            said = dpsql.anonymize(job, csv_formulas="quote").to_dict()
        except dpsql.NoSafeRelease:
            assert expected is None
            return
        assert expected is not None
        header, records = read_release(job.folder / str(job.release_path))
        # Verified once more, by the manifest that lies beside it.
        assert dpsql.verify(job, job.release_path).to_dict()["presence"] == said["presence"]
    pooling = expected[1]
    assert said["search"]["optimal"] is True
    assert tuple(said["levels"].values()) == pooling.start
    assert said["pooled"]["least"] == pooling.least
    assert_it_says_who_settles(instance, pooling, said)
    assert_rows_are_those_who_settle(case, setting, pooling, header, records, keep=keep)


def assert_it_says_who_settles(
    instance: Instance, pooling: Pooling, said: dict[str, object]
) -> None:
    settled = settle(instance, pooling)
    classes = publish(instance, settled)
    steps, shown = [], count_shown(instance, pooling)
    for node in list_steps(instance, pooling):
        people = sum(settled[row] == node for row in instance.public)
        steps.append((node, people, shown[node]))
    found = [
        (tuple(step["levels"].values()), step["public_rows"], step["private_rows"])
        for step in said["steps"]
    ]
    assert found == steps
    assert said["pooled"]["public_rows"] == sum(public for _, public, _ in steps[1:])
    assert said["pooled"]["private_rows"] == sum(private for *_, private in steps[1:])
    assert said["pooled"]["classes"] == len(classes)
    least, most = find_presence(classes)
    assert said["presence"] == {"min": str(least), "max": str(most)}
    for name, value in find_metrics(instance, settled).items():
        assert said["metrics"][name] == pytest.approx(float(value), rel=1e-12, abs=1e-12), name


def assert_rows_are_those_who_settle(
    case: Case,
    setting: Setting,
    pooling: Pooling,
    header: list[str],
    records: Counter[Record],
    *,
    keep: bool,
) -> None:
    instance = with_texts(case)
    settled = settle(instance, pooling)
    quote = quote_formula if setting.release_format == "csv" else str
    expected: Counter[Record] = Counter()
    for position, (row, member) in enumerate(zip(case.public, case.members, strict=True)):
        if member:
            cells = [*generalize(row, instance.ladders, settled[row])]
            cells += [text_of(setting.payload(position))] if keep else []
            expected[tuple(None if cell is None else quote(str(cell)) for cell in cells)] += 1
    assert header == [quote(name) for name in (*setting.names, *[setting.kept] * keep)]
    assert records == expected


@share_of_profile(2)
@given(st.data())
def test_the_release_is_the_best_of_all_starts_and_numbers(data: st.DataObject) -> None:
    case = data.draw(cases())
    climb, least = data.draw(pooled_words(case))
    setting = data.draw(settings_of_jobs(case))
    assert_release_is_the_best(case, setting, climb, least, keep=data.draw(st.booleans()))


@share_of_profile(4)
@given(st.data())
def test_measure_lets_people_climb_from_any_node(data: st.DataObject) -> None:
    case = data.draw(cases(models="perhaps"))
    start = data.draw(nodes(case))
    climb, least = data.draw(pooled_words(case))
    setting = plain_setting(case)
    instance = with_texts(case)
    pooling = measure_at(instance, start, climb, least)
    with TemporaryDirectory() as folder:
        setting = replace(setting, algorithm=state_algorithm(setting, climb, least))
        job = make_job(case, setting, Path(folder))
        said = dpsql.measure(job, dict(zip(setting.names, start, strict=True))).to_dict()
    assert tuple(said["levels"].values()) == start
    assert said["pooled"]["least"] == pooling.least
    assert_it_says_who_settles(instance, pooling, said)
    holding = holds(instance, settle(instance, pooling))
    assert said["satisfied"] is (None if case.models == Models() else holding)


@share_of_profile(2)
@given(st.data())
def test_it_is_on_larger_lattices(data: st.DataObject) -> None:
    case = data.draw(cases(least_columns=2))
    climb, least = data.draw(pooled_words(case))
    assert_release_is_the_best(case, plain_setting(case), climb, least, keep=False)


@share_of_profile(4)
@given(st.data())
def test_ended_at_once_it_loses_no_more_than_levels(data: st.DataObject) -> None:
    case = data.draw(cases())
    climb, _ = data.draw(pooled_words(case))
    setting = plain_setting(case)
    instance = with_texts(case)
    levels = find_best_node(instance, find_holding_nodes(instance))
    if levels is None:
        return
    with TemporaryDirectory() as folder:
        setting = replace(setting, algorithm=state_algorithm(setting, climb, None))
        job = make_job(case, setting, Path(folder))
        said = dpsql.anonymize(job, csv_formulas="quote", time_limit=1e-9).to_dict()
    pooling = Pooling(tuple(said["levels"].values()), said["pooled"]["least"], climb)
    settled = settle(instance, pooling)
    assert holds(instance, settled)
    assert find_cost(instance, settled) <= levels[0]
