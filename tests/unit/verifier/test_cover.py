"""How the verifier lists boxes by their buckets: one table at a time lies in the engine."""

from types import SimpleNamespace

import pytest

from dpsql.verifier.boxes.axes import BOXES, Axis
from dpsql.verifier.boxes.cover import _list_buckets


@pytest.mark.parametrize("axes", [1, 2, 4])
def test_only_the_last_list_of_boxes_is_kept(axes):
    """Each list can be many times as long as that of the boxes."""
    tables = {BOXES}
    engine = SimpleNamespace(
        materialize=lambda name, _: tables.add(name), drop=lambda name: tables.remove(name)
    )
    shifts = {Axis(number): number % 2 for number in range(axes)}
    last = _list_buckets(engine, shifts, dict.fromkeys(shifts, 3))
    assert tables == {BOXES, last}
