"""What the page to sign says of the published quasi-identifiers: levels, and what a value becomes.

Everything here follows from P, the hierarchies and the release; a value that is shown is one of P.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dpsql.domain.plurals import name_count
from dpsql.report.sentences import as_label
from dpsql.report.settled_levels import SettledLevel, find_settled

#: Characters of a label that a row of a table shows.
_LONGEST = 40
#: In which order values stand that a range has the ends of.
_ORDERS = {
    "number": "by size",
    "alpha": "in the order of letters",
    "frequency": "by frequency in P",
    "hierarchy": "in the order of its hierarchy",
}


@dataclass(frozen=True)
class Labels:
    """The last level of each quasi-identifier, and the labels of one value of P on all levels."""

    heights: Mapping[str, int]
    becomes: Mapping[str, Sequence[str | None]] = field(default_factory=dict)


@dataclass(frozen=True)
class SignedColumn:
    """A quasi-identifier: its levels, and what a value of P becomes; empty if that is not known."""

    name: str
    levels: str
    becomes: str = ""


def list_signed(verified: Mapping[str, Any], labels: Labels) -> tuple[SignedColumn, ...]:
    """Return the quasi-identifiers of a release; `verified` is the JSON of its verification.

    >>> labels = Labels({"zip": 3}, {"zip": ["47630", "4763*", "47*", "*"]})
    >>> list_signed({"levels": {"zip": 1}}, labels)
    (SignedColumn(name='zip', levels='1 of 3', becomes='47630 → 4763*'),)
    """
    if "levels" in verified:
        settled = find_settled(verified.get("steps", ()))
        return tuple(
            _sign_levels(name, level, settled.get(name), labels)
            for name, level in verified["levels"].items()
        )
    if "boxes" in verified:
        orders = verified["boxes"]["orders"]
        return tuple(
            SignedColumn(name, f"ranges of its values, {_name_order(order)}")
            for name, order in orders.items()
        )
    cut = {one["column"] for one in verified["cuts"]}
    return tuple(_sign_part(name, is_cut=name in cut) for name in labels.heights)


def tell_shape(verified: Mapping[str, Any], classes: int | None) -> str:
    """Return how rows are generalized, and how many `classes` they have, if that was counted."""
    return "".join(_list_shape(verified, classes))


def _list_shape(verified: Mapping[str, Any], classes: int | None) -> Iterator[str]:
    if "pooled" in verified:
        pooled = verified["pooled"]
        yield f"pooled: people who share their labels with fewer than {pooled['least']:,} of P,"
        yield " themselves included, have coarser ones;"
        yield f" {name_count(pooled['private_rows'], 'row is', 'rows are')} of such people"
    elif "levels" in verified:
        yield "levels: all rows have the same level of a column"
    elif "boxes" in verified:
        yield "boxes: ranges of values around the people of each part of P"
    else:
        yield "parts of P, cut along the hierarchies: labels as fine as each part allows"
    if classes is not None:
        yield f"; the rows have {name_count(classes, 'combination')} of labels"


def _sign_levels(
    name: str, level: int, settled: SettledLevel | None, labels: Labels
) -> SignedColumn:
    height, chain = labels.heights[name], labels.becomes.get(name)
    told = f"{settled.name if settled else level} of {height}"
    if settled is None or settled.finest == settled.coarsest:
        usual = settled.usual if settled else level
        if height and usual in (0, height):
            told += ", raw values" if usual == 0 else ", one label for everybody"
    else:
        usual = settled.usual
        told += f", {usual} most often {settled.remark}"
    if not chain:
        return SignedColumn(name, told)
    ends = [chain[0], chain[usual]] if usual else [chain[0]]
    return SignedColumn(name, told, " → ".join(map(_cut, ends)))


def _sign_part(name: str, *, is_cut: bool) -> SignedColumn:
    told = "labels of its hierarchy, as fine as each part allows"
    return SignedColumn(name, told if is_cut else "one label for everybody")


def _name_order(order: str | Sequence[str]) -> str:
    return _ORDERS[order] if isinstance(order, str) else "in the order that the job lists"


def _cut(label: str | None) -> str:
    shown = as_label(label)
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
