"""Orders of values that cannot be: found when they are made, told without a value."""

import pytest

import dpsql
from dpsql.errors import HierarchyError
from dpsql.session.load import load
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.sql.partition.orders import find_order, list_positions


def order(tmp_path, values, words):
    (tmp_path / "p.csv").write_text("\n".join(["c", *values, ""]))
    (tmp_path / "t.csv").write_text(f"c\n{values[0]}\n")
    job = dpsql.Job(
        public="p.csv", private="t.csv", quasi_identifiers={"c": words}, folder=tmp_path
    )
    with load(Run.of(job, Options())) as loaded:
        found = find_order(
            job.quasi_identifiers["c"], loaded.hierarchies["c"], loaded.tables.types["c"]
        )
        return list_positions(loaded.engine, 0, "c", found)


def test_a_list_names_every_value(tmp_path):
    words = {"prefix": [1], "order": ["b", "a"]}
    with pytest.raises(HierarchyError, match=r"^order of c: P has 2 values that the list does not"):
        order(tmp_path, ["a", "b", "secret", "hidden"], words)


@pytest.mark.parametrize("values", [["1", "2", "x"], ["1", "2", "2024-01-01"], ["2024-01-01", "y"]])
def test_what_is_measured_is_all_numbers_or_all_dates(tmp_path, values):
    with pytest.raises(HierarchyError, match=r"^order of c: 1 value of P has no distance"):
        order(tmp_path, values, {"prefix": [1], "order": "number"})


def test_texts_of_dates_are_measured(tmp_path):
    words = {"prefix": [1], "order": "number"}
    found = order(tmp_path, ["2024-01-01", "2023-05-05"], words)
    assert (found.values, found.first, found.last, found.is_measured) == (2, 0, 1, True)
