"""Numbers of schools, regions and postcodes have no mean; ages in intervals have."""

import pytest

from dpsql.domain.levels.hierarchy import LabelHierarchy
from dpsql.domain.levels.rules import PrefixHierarchy, WidthHierarchy
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.engines.base import ColumnType
from dpsql.utility.numbers import find_numbers

INTEGER, TEXT = (ColumnType(name, name) for name in ("integer", "text"))


def listed(**groups):
    paths = {leaf: (label, "*") for label, leaves in groups.items() for leaf in leaves}
    return LabelHierarchy(paths, nulls_are_leaves=False)


AGES = listed(young=["9", "10", "17"], old=["18", "70"])
SCHOOLS = listed(north=["9", "17"], south=["10", "18"])
ZIPS = listed(**{"479*": ["47906", "47907"], "13*": ["13054"]})
COUNTIES = LabelHierarchy({str(one): ("*",) for one in (1, 2, 3)}, nulls_are_leaves=False)
FLAGS = LabelHierarchy({"0": ("*",), "1": ("*",)}, nulls_are_leaves=False)


@pytest.mark.parametrize("type_", [INTEGER, TEXT], ids=["integer", "text"])
@pytest.mark.parametrize(
    ("hierarchy", "values", "are_numbers"),
    [
        (QuasiIdentifier(widths=[10]).rule(), ["47906", "47907"], True),
        (QuasiIdentifier(prefix=[1]).rule(), ["101", "102", "240"], False),
        (AGES, [*AGES.paths, None], True),
        (SCHOOLS, [*SCHOOLS.paths], False),
        (ZIPS, [*ZIPS.paths], False),
        (COUNTIES, [*COUNTIES.paths], False),
        (FLAGS, [*FLAGS.paths], True),
    ],
    ids=["widths", "prefix", "ages", "schools", "zips", "counties", "flags"],
)
def test_a_job_tells_numbers_from_codes(type_, hierarchy, values, are_numbers):
    assert isinstance(hierarchy, WidthHierarchy | PrefixHierarchy | LabelHierarchy)
    assert (find_numbers(values, type_, hierarchy) is not None) == are_numbers


def test_a_kept_column_of_long_numbers_may_be_incomes():
    assert find_numbers(["47906", "47907"], INTEGER) is not None
    assert find_numbers(["47906", "47907"], TEXT) is None
