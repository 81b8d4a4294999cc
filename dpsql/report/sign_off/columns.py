"""What the page to sign says of the published quasi-identifiers: levels, and what a value becomes.

Everything here follows from P, the hierarchies and the release; a value that is shown is one of P.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from dpsql.domain.found.people_of_rows import PeopleOfRows
from dpsql.domain.found.released_column import ReleasedColumn
from dpsql.domain.plurals import name_count
from dpsql.report.explored_cells import write_share
from dpsql.report.midnight import shorten_date
from dpsql.report.sentences import as_label
from dpsql.report.settled_levels import SettledLevel, find_settled
from dpsql.report.written_figures import write_column_loss

#: Characters of a label that a row of a table shows.
_LONGEST = 40
#: Labels or ranges of a column that are named.
_MOST_USUAL = {"label": 2, "range": 1}
#: Weights that are named beside a loss.
_MOST_WEIGHTS = 6
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
    """A quasi-identifier: its levels, and what a value of P becomes; empty if that is not known.

    `usual`: in place of what a value becomes, the labels or ranges that most rows have, each with
    its share of them.
    """

    name: str
    levels: str
    becomes: str = ""
    usual: tuple[tuple[str, str], ...] = ()
    loss: str = ""


def list_signed(
    verified: Mapping[str, Any], labels: Labels, released: Mapping[str, ReleasedColumn]
) -> tuple[SignedColumn, ...]:
    """Return the quasi-identifiers of a release; `verified` is the JSON of its verification.

    `released`: what its rows have, of columns where that was counted.

    >>> labels = Labels({"zip": 3}, {"zip": ["47630", "4763*", "47*", "*"]})
    >>> list_signed({"levels": {"zip": 1}}, labels, {})
    (SignedColumn(name='zip', levels='1 of 3', becomes='47630 → 4763*', usual=(), loss=''),)
    """
    return tuple(
        _add_loss(one, released.get(one.name)) for one in _list_signed(verified, labels, released)
    )


def tell_fineness(
    people: PeopleOfRows | None,
    loss: Fraction | None,
    public_rows: int,
    weights: Mapping[str, str] | None = None,
    *,
    has_boxes: bool = False,
) -> str:
    """Say how fine a release is: whom a row could be, and what it loses; empty if nothing is known.

    `weights`: how much the loss of each column counts, if they differ. `has_boxes`: of ranges.

    >>> tell_fineness(PeopleOfRows(5, 9, 8, 6, 80), Fraction(1, 3), 90)
    'each row could be any of 5 people of P or more, half of the rows any of 9 or more; loss 0.333 \
(0: raw values, 1: nothing is left)'
    >>> tell_fineness(PeopleOfRows(7, 7, 2, 2, 7), None, 7)
    'each row could be any of all 7 people of P'
    >>> tell_fineness(None, Fraction(1, 3), 7, {"sex": "1/2", "age": "5", "zip": "1"})
    'loss 0.333, weighted by sex 1/2, age 5, others 1 (0: raw values, 1: nothing is left)'
    """
    told = []
    if people is not None and 1 < people.least == public_rows:
        told = [f"each row could be any of all {people.least:,} people of P"]
    elif people is not None:
        told = [f"each row could be any of {name_count(people.least, 'person', 'people')} of P"]
        told[0] += " or more"
        if people.usual > people.least:
            usual = f"{'all ' * (people.usual == public_rows)}{people.usual:,}"
            more = "" if people.usual == public_rows else " or more"
            told[0] += f", half of the rows any of {usual}{more}"
    if loss is not None:
        weighted = _name_weights(weights or {})
        of_ranges = "; by the width of ranges, not comparable with that of labels" * has_boxes
        ends = f"0: raw values, 1: nothing is left{of_ranges}"
        told.append(f"loss {float(loss):.3g}{weighted} ({ends})")
    return "; ".join(told)


def _name_weights(weights: Mapping[str, str]) -> str:
    """Name the weights that are not 1, unless they are many; empty if all columns count alike."""
    told = {name: weight for name, weight in weights.items() if weight != "1"}
    if not told:
        return ""
    if len(told) > _MOST_WEIGHTS:
        return ", a weighted mean (the job has the weights)"
    named = [f"{name} {weight}" for name, weight in told.items()]
    if len(told) < len(weights):
        named.append("others 1")
    return f", weighted by {', '.join(named)}"


def _list_signed(
    verified: Mapping[str, Any], labels: Labels, released: Mapping[str, ReleasedColumn]
) -> Iterator[SignedColumn]:
    if "levels" in verified:
        settled = find_settled(verified.get("steps", ()))
        for name, level in verified["levels"].items():
            yield _sign_levels(name, level, settled.get(name), labels)
    elif "boxes" in verified:
        for name, order in verified["boxes"]["orders"].items():
            ranges = f"ranges of its values, {_name_order(order)}"
            yield _sign_cells(name, ranges, "range", released.get(name))
    else:
        cut = {one["column"] for one in verified["cuts"]}
        for name in labels.heights:
            if name in cut:
                told = "labels of its hierarchy, as fine as each part allows"
                yield _sign_cells(name, told, "label", released.get(name))
            else:
                yield SignedColumn(name, "one label for everybody")


def tell_shape(verified: Mapping[str, Any], classes: int | None) -> str:
    """Return how rows are generalized, and how many `classes` they have, if that was counted."""
    return "".join(_list_shape(verified, classes))


def _list_shape(verified: Mapping[str, Any], classes: int | None) -> Iterator[str]:
    if "pooled" in verified:
        yield _tell_pooled(verified["pooled"], is_expected="confidence" in verified)
    elif "levels" in verified:
        yield "levels: all rows have the same level of a column"
    elif "boxes" in verified:
        yield "boxes: ranges of values around the people of each part of P"
    else:
        yield "parts of P, cut along the hierarchies: labels as fine as each part allows"
    if classes is not None:
        yield f"; the rows have {name_count(classes, 'combination')} of labels"
    has_rest = any(one["rest"] for one in verified.get("cuts", ()))
    if has_rest or verified.get("pooled", {}).get("public_rows"):
        yield "; readers need the manifest, too: it says whom a label stands for"


def _tell_pooled(pooled: Mapping[str, Any], *, is_expected: bool) -> str:
    """Say who has coarser labels than the others, and how far these go."""
    if not pooled["public_rows"] and not pooled["private_rows"]:
        return "pooled, and nobody had to climb: all rows have the same level of a column"
    least = f"{pooled['least']:,} {'expected people ' if is_expected else ''}of P"
    told = f"pooled: people climb to coarser labels until at least {least} share them"
    if pooled["path"] == "root":
        told = f"pooled: people whose labels fewer than {least} share climb"
    to = " to one label for everybody in each column"
    rows = name_count(pooled["private_rows"], "row of T has", "rows of T have")
    return f"{told}{to if pooled['path'] == 'root' else ', or' + to}; {rows} such labels"


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
    ends = [shorten_date(chain)[0], chain[usual]] if usual else [chain[0]]
    return SignedColumn(name, told, " → ".join(map(_cut, ends)))


def _sign_cells(name: str, untold: str, noun: str, released: ReleasedColumn | None) -> SignedColumn:
    """Tell a column by its cells; `untold`: what it is if they were not counted."""
    if released is None or not released.rows:
        return SignedColumn(name, untold)
    # A label of one value need not be that value: a continent may have one country.
    are_labels = noun == "label"
    if released.single_rows == released.rows and not are_labels:
        told = f"{name_count(len(released.cells), 'value')}, all raw"
    else:
        told = name_count(len(released.cells), noun)
        if released.single_rows:
            share = write_share(released.single_rows, released.rows)
            told += f", {share} of rows {'single values' if are_labels else 'raw'}"
    usual = released.cells[: _MOST_USUAL[noun]]
    shares = ((_cut(cell), write_share(rows, released.rows)) for cell, rows in usual)
    return SignedColumn(name, told, usual=tuple(shares))


def _add_loss(one: SignedColumn, released: ReleasedColumn | None) -> SignedColumn:
    """Add what a column loses, and say where that is all: below the last level as well."""
    if released is None or released.loss is None:
        return one
    loss = released.loss
    told = f"{one.levels}, wholly suppressed" if loss == 1 else one.levels
    return replace(one, levels=told, loss=write_column_loss(loss))


def _name_order(order: str | Sequence[str]) -> str:
    return _ORDERS[order] if isinstance(order, str) else "in the order that the job lists"


def _cut(label: str | None) -> str:
    shown = as_label(label)
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
