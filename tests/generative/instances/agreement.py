"""What it means for the product to agree with the oracle."""

import re
from collections import Counter
from fractions import Fraction

import pytest

from tests.generative.instances.cases import Case
from tests.generative.instances.columns import text_of
from tests.generative.instances.jobs import Setting
from tests.generative.instances.runs import Published, Record
from tests.oracle.losses.cost import find_metrics
from tests.oracle.tables.table import Node, generalize

PLAIN_NUMBER = re.compile(r"[+-]?[0-9]+([.][0-9]+)?(e[+-]?[0-9]+)?")
FORMULA_STARTS = tuple("=+-@|\t\r\n")


def assert_metrics_agree(found: dict[str, float], case: Case, node: Node) -> None:
    """Compare the five metrics; a product's float may be off by rounding only."""
    expected = find_metrics(case.instance, node)
    assert sorted(found) == sorted(expected)
    assert found["discernibility"] == expected["discernibility"]
    for name, value in expected.items():
        assert found[name] == pytest.approx(float(value), rel=1e-12, abs=1e-12), name


def assert_release_is_generalized_private_table(
    published: Published, case: Case, setting: Setting
) -> None:
    """Compare the release, row by row with multiplicities, to T generalized by the oracle."""
    quote = quote_formula if setting.release_format == "csv" else str
    expected: Counter[Record] = Counter()
    for position, (row, member) in enumerate(zip(case.public, case.members, strict=True)):
        if member:
            labels = generalize(row, case.instance.ladders, published.node)
            cells = (text_of(cell) for cell in (*labels, setting.payload(position)))
            expected[tuple(None if cell is None else quote(cell) for cell in cells)] += 1
    assert published.header == [quote(name) for name in (*setting.names, setting.kept)]
    assert published.records == expected


def find_published_presence(
    published: Published, case: Case, setting: Setting
) -> tuple[Fraction, Fraction]:
    """Count the released rows against P, class by class of P, as an adversary would.

    Returns the least and the greatest n_T/n_P, n_T being taken from the file.
    """
    quote = quote_formula if setting.release_format == "csv" else str
    people: Counter[Record] = Counter()
    for row in case.public:
        labels = generalize(row, case.instance.ladders, published.node)
        texts = [text_of(label) for label in labels]
        people[tuple(None if text is None else quote(text) for text in texts)] += 1
    released: Counter[Record] = Counter()
    for record, count in published.records.items():
        released[record[:-1]] += count
    assert set(released) <= set(people)
    ratios = [Fraction(released[label], count) for label, count in people.items()]
    return min(ratios), max(ratios)


def quote_formula(text: str) -> str:
    """Return the cell as a CSV release holds it, an apostrophe before formulas and apostrophes."""
    runs = text.startswith(FORMULA_STARTS) and not PLAIN_NUMBER.fullmatch(text)
    return f"'{text}" if runs or text.startswith("'") else text
