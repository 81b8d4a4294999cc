"""A release written by plain Python, as ARX writes one, has the presence that the oracle counts.

Labels of a random node, rows and columns in any order, columns that nobody asked for; and then
spoiled, which must be found.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.errors import IntegrityError
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases, nodes
from tests.generative.instances.cases import Case
from tests.generative.instances.columns import text_of
from tests.generative.instances.files import make_arrow_table, write_csv, write_parquet
from tests.generative.instances.jobs import Setting, make_job, settings_of_jobs
from tests.oracle.models.presence import count_classes, find_presence, holds_as_boxes
from tests.oracle.tables.instance import Models
from tests.oracle.tables.table import Node, Row, Value, generalize

EXTRA = "a column that the job does not name"


def list_rows(case: Case, setting: Setting, node: Node) -> list[Row]:
    """The rows of T at the node, labels above level 0 as text, the kept column last."""
    rows = []
    for position, (row, member) in enumerate(zip(case.public, case.members, strict=True)):
        if member:
            labels = generalize(row, case.instance.ladders, node)
            cells = [
                text_of(label) if level else label
                for label, level in zip(labels, node, strict=True)
            ]
            rows.append((*cells, setting.payload(position)))
    return rows


def write_release(path: Path, names: list[str], rows: list[Row], order: list[int]) -> None:
    """Write the rows with one column more, and the columns in this order."""
    columns: dict[str, list[Value]] = {
        name: [row[i] for row in rows] for i, name in enumerate(names)
    }
    columns[EXTRA] = [f"{number} of {len(rows)}" for number in range(len(rows))]
    columns = {list(columns)[i]: list(columns.values())[i] for i in order}
    if path.suffix == ".csv":
        write_csv(path, [list(columns), *zip(*columns.values(), strict=True)], ";")
    else:
        write_parquet(path, make_arrow_table(columns))


def put_in_order(case: Case, job: dpsql.Job) -> dpsql.Job:
    """Sort each column so that the values under a label stand together."""
    words = {
        name: asked.model_copy(update={"order": "alpha" if asked.prefix else "hierarchy"})
        for name, asked in job.quasi_identifiers.items()
    }
    return job.with_unchecked({"quasi_identifiers": words})


def measure(job: dpsql.Job, path: Path, levels: dict[str, int] | None) -> dict[str, Any] | None:
    """What the product says of the file; None where it refuses it."""
    try:
        return dpsql.measure(job, levels, release=path).to_dict()
    except IntegrityError:
        return None


def null_is_spelled_twice(case: Case, node: Node, rows: list[Row]) -> bool:
    """Whether a cell NULL could be the missing value, too."""
    labels = [generalize(row, case.instance.ladders, node) for row in case.public]
    return any(
        row[j] == "NULL" and any(label[j] is None for label in labels)
        for row in rows
        for j in range(len(node))
    )


@share_of_profile(5)
@given(st.data())
def test_foreign_releases_right_and_spoiled(data: st.DataObject) -> None:
    case = data.draw(cases(models="perhaps"))
    setting = data.draw(settings_of_jobs(case))
    node = data.draw(nodes(case))
    rows = data.draw(st.permutations(list_rows(case, setting, node)))
    names = [*setting.names, setting.kept]
    order = data.draw(st.permutations(range(len(names) + 1)))
    levels = dict(zip(setting.names, node, strict=True))
    with TemporaryDirectory() as folder:
        job = make_job(case, setting, Path(folder))
        path = Path(folder) / f"foreign.{setting.release_format}"
        write_release(path, names, rows, order)
        in_order = put_in_order(case, job)
        found = measure(in_order, path, levels)
        assert (found is None) == null_is_spelled_twice(case, node, rows)
        # In another order, or where the levels have to be found out, it may be refused.
        for again in (measure(job, path, levels), measure(in_order, path, None)):
            if found is not None and again is not None:
                assert {**again, **MEASURED_ANEW} == {**found, **MEASURED_ANEW}
        if found is not None:
            assert_agrees(case, node, found, dpsql.measure(job, levels).to_dict())
        if rows:
            path.unlink()
            spoiled = data.draw(spoil(case, node, rows))
            write_release(path, names, spoiled, order)
            assert measure(in_order, path, levels) is None


MEASURED_ANEW = {"seconds": None, "peak_memory_bytes": None}


def assert_agrees(case: Case, node: Node, found: dict[str, Any], ours: dict[str, Any]) -> None:
    """With the oracle, and with what the product measures at the node."""
    classes = count_classes(case.instance, node)
    least, greatest = find_presence(classes)
    assert found["presence"] == {"min": str(least), "max": str(greatest)}
    assert found["partitions"] == sum(private > 0 for _, private in classes.values())
    expected = None if case.models == Models() else holds_as_boxes(case.instance, node)
    assert found["satisfied"] is expected
    assert found["release"]["rows"] == len(case.private)
    for name in ("public_rows", "private_rows", "people_by_presence", "delta", "constraints"):
        assert found[name] == ours[name], name
    assert found["metrics"] == {name: ours["metrics"][name] for name in found["metrics"]}
    assert set(found["metrics"]) == {"discernibility", "class_size"}


@st.composite
def spoil(draw: st.DrawFn, case: Case, node: Node, rows: list[Row]) -> list[Row]:
    """A row dropped, added, or with the cell of another class of P."""
    place = draw(st.integers(0, len(rows) - 1))
    row = rows[place]
    ways = ["drop", "add"]
    j = draw(st.integers(0, len(node) - 1))
    ladder = case.instance.ladders[j]
    labels = {text_of(ladder[other[j]][node[j]]) for other in case.public} - {text_of(row[j])}
    if labels and node[j]:
        ways.append("move")
    way = draw(st.sampled_from(ways))
    if way == "drop":
        return [*rows[:place], *rows[place + 1 :]]
    if way == "add":
        return [*rows, row]
    other = draw(st.sampled_from(sorted(labels, key=str)))
    return [*rows[:place], (*row[:j], other, *row[j + 1 :]), *rows[place + 1 :]]
