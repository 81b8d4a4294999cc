"""A hierarchy compiled to the engine's SQL labels every value as its Python does."""

from decimal import Decimal

import pytest
from sqlglot import exp

from dpsql.domain.levels.hierarchy import nest
from dpsql.domain.levels.rules import DATE_UNITS, DateHierarchy, PrefixHierarchy, WidthHierarchy
from dpsql.sql.counting.generalization import compile_hierarchy, count_leaves, needs_mapping
from dpsql.sql.counting.leaves import upload_mapping
from dpsql.sql.templates import column, identifier

LARGEST = "9" * 18 + "." + "9" * 12
NUMBERS = [
    *("0", "-0", "0.0", "-0.000000000001", "0.000000000001", "1", "-1", "007", "2.5", "-2.5"),
    *("4.999999999999", "5", "5.000000000001", "-5", "-5.000000000001", "9.99", "10", "19", "20"),
    *("-9.99", "-10", "-10.5", "-20", LARGEST, "-" + LARGEST, "9" * 18, "-" + "9" * 18),
    *("1000000", "0.25", "-0.25", "0.3", "0.1"),
]
DATES = [
    *("2024-01-01", "2024-03-31", "2024-04-01", "2024-06-30", "2024-07-01", "2024-09-30"),
    *("2024-10-01", "2024-12-31", "1999-12-31", "2000-01-01", "0001-01-01", "9999-12-31"),
    *("2024-02-31", "2024-05-31 12:30:00", "2024-05-31T12:30:00Z", "2024-05-31 "),
]
OTHERS = [
    *("", " ", "x", "é🙂xyz", "e\u0301", "a\nb", "a\\b", "it's", "%", "NULL", "nan", "inf", "-inf"),
    *("1e5", "0x10", "1_000", "1,5", "1.", ".5", "+1", "--1", " 1", "1 ", "1\n", "٣", "1/2"),
    *("1.0000000000001", "1" * 19, "1" * 40, "-", "2024", "2024-05", "2024-5-31", "2024-13-01"),
    *("2024-00-10", "2024-05-32", "2024-05-00", "2024-05-31\n", "2024-05-31x", "2024-05-31 a\nb"),
    *("12024-05-31", " 2024-05-31", "infinity", "a", "𝔸𝔹ℂ", "👩‍👩‍👧", "ẞ"),
]
VALUES = [None, *dict.fromkeys(NUMBERS + DATES + OTHERS)]


def leaves(rows, nulls_are_leaves=False):
    return nest(enumerate(rows, 1), "v", nulls_are_leaves=nulls_are_leaves)[0]


def widths(*words):
    return WidthHierarchy(False, tuple(map(Decimal, words)))


HIERARCHIES = {
    "widths": widths(5, 10, 1000),
    "decimal widths": widths("0.25", "2.5"),
    "tiny widths": widths("0.000000000001", "0.001"),
    "large widths": widths("123456789012345678"),
    "widths of floating notation": WidthHierarchy(False, (Decimal("1E1"), Decimal("1E+3"))),
    "widths with NULL": WidthHierarchy(True, (Decimal(5),)),
    "dates": DateHierarchy(False, DATE_UNITS),
    "dates with NULL": DateHierarchy(True, ("quarter", "century")),
    "prefixes": PrefixHierarchy(False, (4, 2, 1)),
    "prefixes with NULL": PrefixHierarchy(True, (3,)),
    "few leaves": leaves([(v, f"of {v}", "all") for v in OTHERS[:20]]),
    "few leaves and NULL": leaves([(v, "some") for v in OTHERS[:20]], nulls_are_leaves=True),
    "few leaves and a row for NULL": leaves([(v, "x", "y") for v in [None, *OTHERS[:9]]]),
    "few leaves and an empty label": leaves([("x", None, "*"), ("", "X", "*"), ("1", "", "*")]),
    "one leaf": leaves([("x",)]),
    "many leaves": leaves([(v, str(len(v)), "all") for v in dict.fromkeys(NUMBERS + OTHERS)]),
    "many leaves and NULL": leaves([(v, "*") for v in OTHERS + NUMBERS], nulls_are_leaves=True),
}


@pytest.mark.parametrize("name", HIERARCHIES)
def test_sql_and_python_label_alike(bench, name):
    hierarchy = HIERARCHIES[name]
    mapping = "mapping_0" if needs_mapping(hierarchy) else None
    compiled = compile_hierarchy(hierarchy, column("leaf", "given"), mapping)
    assert len(compiled.labels) == hierarchy.height + 1
    covered = exp.Case(
        ifs=[exp.If(this=compiled.covered, true=exp.Literal.number(1))],
        default=exp.Literal.number(0),
    )
    with bench.open_engine() as engine:
        engine.upload("given", {"position": "BIGINT", "leaf": "VARCHAR"}, list(enumerate(VALUES)))
        query = exp.select(column("position", "given"), covered, *compiled.labels)
        query = query.from_(exp.Table(this=identifier("given")))
        if mapping is not None:
            upload_mapping(engine, mapping, hierarchy)
            query = query.join(
                exp.Table(this=identifier(mapping)), on=compiled.join, join_type="left"
            )
        found = sorted(engine.fetch(query))
    assert [row[0] for row in found] == list(range(len(VALUES)))
    for value, (_, is_covered, *labels) in zip(VALUES, found, strict=True):
        assert bool(is_covered) is hierarchy.covers(value), value
        if is_covered:
            expected = [hierarchy.label(value, level) for level in range(hierarchy.height + 1)]
            assert labels == expected, value


@pytest.mark.parametrize("name", [name for name in HIERARCHIES if "lea" in name])
def test_sql_counts_the_leaves_under_a_label(bench, name):
    hierarchy = HIERARCHIES[name]
    with bench.open_engine() as engine:
        for level in range(hierarchy.height + 1):
            expected = hierarchy.leaf_counts(level)
            engine.upload(f"labels_{level}", {"label": "VARCHAR"}, [(label,) for label in expected])
            label = exp.Column(this=identifier("label"))
            count = count_leaves(hierarchy, level, label)
            query = exp.select(label, count).from_(exp.Table(this=identifier(f"labels_{level}")))
            assert dict(engine.fetch(query)) == expected
