"""What the page to sign says of each column of a release."""

from fractions import Fraction

import pytest

from dpsql.domain.found.released_column import ReleasedColumn
from dpsql.report.sign_off.columns import Labels, list_signed, tell_shape

STEPS = [
    {"levels": {"zip": level, "sex": 0}, "public_rows": 9, "private_rows": rows}
    for level, rows in ((0, 0), (1, 3), (2, 1))
]
CUTS = [{"part": 0, "column": "zip", "labels": ["a"], "rest": False}]


@pytest.mark.parametrize("has_rest", [True, False])
def test_readers_of_parts_with_a_rest_need_the_manifest(has_rest):
    told = tell_shape({"cuts": [*CUTS, CUTS[0] | {"rest": has_rest}]}, None)
    assert told.endswith("readers need the manifest, too: it says whom a label stands for") == (
        has_rest
    )


@pytest.mark.parametrize(
    ("verified", "shape", "columns"),
    [
        (
            {"levels": {"zip": 0, "sex": 1}},
            "levels: all rows have the same level of a column; the rows have 7",
            [("0 of 2, raw values", "47630"), ("1 of 1, one label for everybody", "NULL → *")],
        ),
        (
            {
                "levels": STEPS[0]["levels"],
                "pooled": {"least": 20, "path": "columns", "public_rows": 9, "private_rows": 4},
                "steps": STEPS,
            },
            "pooled: people climb to coarser labels until at least 20 of P share them, or to one"
            " label for everybody in each column; 4 rows of T have such labels; the rows have 7",
            [("1 to 2 of 2, 1 most often (75 %)", "47630 → 47*"), ("0 of 1, raw values", "NULL")],
        ),
        (
            {
                "levels": STEPS[0]["levels"],
                "pooled": {"least": 20, "path": "root", "public_rows": 9, "private_rows": 1},
                "confidence": {},
                "steps": STEPS,
            },
            "pooled: people whose labels fewer than 20 expected people of P share climb to one"
            " label for everybody in each column; 1 row of T has such labels; the rows have 7",
            [("1 to 2 of 2, 1 most often (75 %)", "47630 → 47*"), ("0 of 1, raw values", "NULL")],
        ),
        (
            {
                "levels": STEPS[0]["levels"],
                "pooled": {"least": 1, "path": "root", "public_rows": 0, "private_rows": 0},
                "steps": STEPS,
            },
            "pooled, and nobody had to climb: all rows have the same level of a column; the rows"
            " have 7",
            [("1 to 2 of 2, 1 most often (75 %)", "47630 → 47*"), ("0 of 1, raw values", "NULL")],
        ),
        (
            {"boxes": {"unsafe": False, "orders": {"zip": "number", "sex": ["f", "m"]}}},
            "boxes: ranges of values around the people of each part of P; the rows have 7",
            [
                ("ranges of its values, by size", ""),
                ("ranges of its values, in the order that the job lists", ""),
            ],
        ),
        (
            {"cuts": CUTS},
            "parts of P, cut along the hierarchies: labels as fine as each part allows; the rows"
            " have 7",
            [
                ("labels of its hierarchy, as fine as each part allows", ""),
                ("one label for everybody", ""),
            ],
        ),
    ],
    ids=["levels", "pooled", "pooled to the root", "nobody climbs", "boxes", "parts"],
)
def test_what_is_published_is_told_in_the_words_of_its_shape(verified, shape, columns):
    labels = Labels({"zip": 2, "sex": 1}, {"zip": ["47630", "47*", "*"], "sex": [None, "*"]})
    found = [(one.levels, one.becomes) for one in list_signed(verified, labels, {})]
    climbed = verified.get("pooled", {}).get("public_rows")
    needs = "; readers need the manifest, too: it says whom a label stands for"
    assert tell_shape(verified, 7) == f"{shape} combinations of labels{needs if climbed else ''}"
    assert [(told.replace("\u00a0", " "), becomes) for told, becomes in found] == columns


def test_a_column_that_loses_all_below_its_last_level_is_wholly_suppressed():
    """All values begin with 10."""
    labels = Labels({"zip": 3}, {"zip": ["10001", "100*", "10*", "*"]})
    found = {"zip": ReleasedColumn([("10*", 9)], 0, Fraction(1))}
    (one,) = list_signed({"levels": {"zip": 2}}, labels, found)
    assert (one.levels, one.loss) == ("2 of 3, wholly suppressed", "1.000")
    found = {"zip": ReleasedColumn([("100*", 9)], 0, Fraction(999, 1000))}
    (one,) = list_signed({"levels": {"zip": 1}}, labels, found)
    assert one.levels == "1 of 3"


def test_a_long_label_is_cut_and_no_classes_are_told_that_nobody_counted():
    labels = Labels({"zip": 1}, {"zip": ["x" * 90, "*"]})
    assert list_signed({"levels": {"zip": 1}}, labels, {})[0].becomes == f"{'x' * 40}… → *"
    assert tell_shape({"levels": {"zip": 1}}, None).endswith("level of a column")


def test_cells_of_boxes_and_parts_are_told_by_those_of_most_rows():
    cells = [("[1..9]", 990), ("20", 9), (None, 1)]
    found = {"zip": ReleasedColumn(cells, 10, Fraction(1, 9999))}
    boxes = {"boxes": {"orders": {"zip": "number"}}}
    one = list_signed(boxes, Labels({"zip": 2}), found)[0]
    assert (one.levels.replace("\u00a0", " "), one.loss) == ("3 ranges, 1 % of rows raw", "<0.001")
    assert one.usual == (("[1..9]", "99\u00a0%"),)
    raw = list_signed(boxes, Labels({"zip": 2}), {"zip": ReleasedColumn(cells, 1000, Fraction(0))})
    assert raw[0].levels == "3 values, all raw"
    part = list_signed({"cuts": CUTS}, Labels({"zip": 2, "sex": 1}), found)
    assert [label for label, _ in part[0].usual] == ["[1..9]", "20"]
    # The label of a continent with one country stands for one value, and is none.
    assert part[0].levels.replace("\u00a0", " ") == "3 labels, 1 % of rows single values"
    assert (part[1].levels, part[1].usual, part[1].loss) == ("one label for everybody", (), "")
