"""Rows that stand for several people give what single people give, for every command."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases, nodes
from tests.generative.instances.counted import counts, make_jobs
from tests.generative.instances.jobs import TABLE_FORMATS, plain_setting
from tests.generative.instances.runs import read_release

ALGORITHMS: list[Any] = [
    "spalm",
    "incognito",
    {"pooled": {"path": "root"}},
    {"pooled": {"path": "columns", "least": [1, 2, 5]}},
    {"mpalm": {"cuts": "hierarchy"}},
    {"mpalm": {"cuts": "hierarchy", "rest": "refused"}},
    {"mpalm": {}},
    {"mpalm": {"columns": "any", "values": "loss", "box": "T_checked"}},
    {"mondrian": {}},
    {"mondrian": {"box": "T", "unsafe": True}},
    {"mondrian": {"cuts": "hierarchy"}},
]
_UNEQUAL = ("seconds", "peak_memory_bytes")
Command = Callable[[dpsql.Job], Any]


def _report(job: dpsql.Job, *, internal: bool) -> bytes:
    path = Path(str(job.release_path)).with_name("report.html")
    # On a slow machine a report would leave out what takes too long.
    dpsql.write_report(job, path, internal=internal, explore=600)
    return path.read_bytes()


def _drop_times(said: dict[str, Any]) -> dict[str, Any]:
    said = {name: value for name, value in said.items() if name not in _UNEQUAL}
    if "release" in said:
        said["release"] = said["release"] | {"path": ""}
    return said


def _say(command: Command, job: dpsql.Job) -> Any:
    """Return all that a command says and writes, or its error."""
    try:
        found = command(job)
    except dpsql.DpsqlError as error:
        return type(error), str(error)
    said = found if isinstance(found, bytes) else _drop_times(found.to_dict())
    folder = Path(str(job.release_path)).parent
    return said, {path.name: path.read_bytes() for path in sorted(folder.glob("release*"))}


def _anonymize_and_verify(job: dpsql.Job) -> Any:
    found = dpsql.anonymize(job, csv_formulas="quote")
    dpsql.verify(job)
    return found


@share_of_profile(3)
@given(st.data())
def test_counts_release_what_repeated_rows_release(data: st.DataObject) -> None:
    case = replace(data.draw(cases()), metric="loss")
    setting = replace(
        plain_setting(case),
        table_format=data.draw(st.sampled_from(TABLE_FORMATS[: 2 if case.holds_nul else 3])),
        release_format=data.draw(st.sampled_from(["parquet", "csv"][: 1 if case.holds_nul else 2])),
        algorithm=data.draw(st.sampled_from(ALGORITHMS)),
    )
    choices = ["optimum", "from_public"] if setting.algorithm in ALGORITHMS[:6] else ["optimum"]
    words = {"choose": data.draw(st.sampled_from(choices))}
    with TemporaryDirectory() as folder:
        jobs = make_jobs(case, setting, data.draw(counts), Path(folder), **words)
        said = [_say(_anonymize_and_verify, job) for job in jobs]
        assert said[0] == said[1]


@share_of_profile(6)
@given(st.data())
def test_a_counted_release_has_each_row_once(data: st.DataObject) -> None:
    """Its rows, as often as they are counted, are those of the release of a row per person."""
    case = replace(data.draw(cases()), metric="loss")
    setting = replace(
        plain_setting(case),
        release_format=data.draw(st.sampled_from(["parquet", "csv"][: 1 if case.holds_nul else 2])),
        algorithm=data.draw(st.sampled_from(ALGORITHMS)),
    )
    with TemporaryDirectory() as folder:
        rows, counted = make_jobs(case, setting, data.draw(counts), Path(folder))
        counted = counted.with_algorithm(
            counted.algorithm, release={"path": counted.release_path, "count": "number"}
        )
        said = [_say(_anonymize_and_verify, job)[0] for job in (rows, counted)]
        if isinstance(said[0], type):
            assert said[0] == said[1]
            return
        releases = [one.pop("release") for one in said]
        assert said[0] == said[1]
        _, every = read_release(Path(str(rows.release_path)))
        header, once = read_release(Path(str(counted.release_path)))
        assert header == [*setting.names, "number"]
        assert all(times == 1 for times in once.values())
        assert Counter({row[:-1]: int(str(row[-1])) for row in once}) == every
        assert [one["rows"] for one in releases] == [every.total(), len(once)]


@share_of_profile(4)
@given(st.data())
def test_counts_say_what_repeated_rows_say(data: st.DataObject) -> None:
    case = data.draw(cases(models="delta"))
    setting = plain_setting(case)
    levels = dict(zip(setting.names, data.draw(nodes(case)), strict=True))
    commands: dict[str, Command] = {
        "measure": partial(dpsql.measure, levels=levels),
        "check": dpsql.check,
        "lattice": dpsql.lattice,
        "frontier": dpsql.frontier,
        "explain": dpsql.explain,
        "least_k": dpsql.least_k,
        "choose": dpsql.choose,
        "public report": partial(_report, internal=False),
        "internal report": partial(_report, internal=True),
    }
    command = commands[data.draw(st.sampled_from(list(commands)))]
    with TemporaryDirectory() as folder:
        jobs = make_jobs(case, setting, data.draw(counts), Path(folder))
        said = [_say(command, job) for job in jobs]
        assert said[0] == said[1]
