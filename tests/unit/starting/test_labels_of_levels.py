"""Labels that the values of other columns make equal no value, and no label of another level."""

import pytest

from dpsql.first_job.rules.listed_levels import label_by


@pytest.mark.parametrize(
    ("rows", "above"),
    [
        ({"office 1": ("1",), "b": ("2",)}, ("office",)),
        ({"office 1": ("1",), "office: 1": ("2",), "office:: 2": ("2",)}, ("office",)),
        ({"x": ("b 1", "1"), "1": ("c", "2")}, ("a", "a b")),
        ({"x": ("2", "1 2"), "y": ("3", "3")}, ("a 1", "a")),
    ],
)
def test_no_label_is_a_value_or_one_of_another_level(rows, above):
    paths = label_by(rows, above).paths
    for leaf, labels in paths.items():
        assert leaf not in {one for other in paths.values() for one in other}
        assert len({*labels}) == len(labels)
    for low in range(len(above)):
        for high in range(low + 1, len(above)):
            levels = [{labels[level] for labels in paths.values()} for level in (low, high)]
            assert levels[0].isdisjoint(levels[1])
    # As many labels as values.
    for level in range(len(above)):
        wanted = len({labels[level] for labels in rows.values()})
        assert len({labels[level] for labels in paths.values()}) == wanted
