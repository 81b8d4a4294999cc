"""A time of rows whose values have no known order is told as such, and not as none."""

import pytest

from dpsql.engines.base import ColumnType
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.one_row_each import Repeating
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.told_statements import tell_one_row_each


def _wave(*values: str) -> ColumnProfile:
    type_ = ColumnType("text", "VARCHAR")
    counts = dict.fromkeys(("numbers", "dates", "codes", "padded", "shortest", "longest"), 0)
    rows = {"rows": 40, "present": 40, "distinct": len(values), "values": values}
    return ColumnProfile("wave", type_, least=None, greatest=None, **rows, **counts)


@pytest.mark.parametrize(
    ("time", "told"),
    [
        (_wave("wave alpha", "wave beta"), "the order of the values of wave is not known"),
        (_wave("wave 1", "wave 2"), "the last row of each by wave"),
        (None, "as no column is known to order"),
    ],
)
def test_what_is_kept_is_told(time, told):
    panel = Panel("pid", 40, 20, is_certain=True, time=time)
    head, kept, lost, then, statement = tell_one_row_each(panel, [Repeating("p.parquet")])
    assert head.startswith("This keeps one row of each person") and told in kept
    assert lost.startswith("- lost: 20 other rows of P,") and then.endswith(
        "run init for the new file:"
    )
    assert statement.startswith("COPY")


@pytest.mark.parametrize("varying", [(), ("ward",), ("ward", "town")])
def test_what_differs_in_rows_of_people_is_told_as_the_rows(varying):
    """A quasi-identifier of the next job would describe one row of somebody, as if it were all."""
    panel = Panel("pid", 40, 20, is_certain=True, varying=varying)
    told = " ".join(tell_one_row_each(panel, [Repeating("p.parquet")]))
    assert ("differ" in told) is bool(varying)
    if varying:
        verb, them = ("differs", "it") if len(varying) == 1 else ("differ", "them")
        assert f"- {' and '.join(varying)} {verb} in most people with several rows: " in told
        assert f"unless others know that row, leave {them} out of the next job." in told
