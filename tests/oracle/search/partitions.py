"""MPALM: P cut in two, column by column, as long as both sides satisfy the models.

Nergiz, Atzori & Clifton 2007, section 6.2, Algorithm 2, with its nine strategies {next, priority,
best} x {cardinality, first, distinct}. What the paper leaves open is fixed here: a part that was
cut by some column tries the next column first, whatever the queue did in between; columns that tie
are tried in their given order; of values that tie the least is taken.

Mondrian-style k-anonymity is the same search over the rows of T alone, with k rows on both sides
(paper, section 7, Figure 9); `mondrian.py` has the original.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from tests.oracle.losses.expected_loss import expect_loss, measure_range
from tests.oracle.models.presence import holds_class
from tests.oracle.tables.instance import Models
from tests.oracle.tables.orders import ColumnOrder
from tests.oracle.tables.table import Row, Value

Orders = tuple[ColumnOrder, ...]
"""One order for each quasi-identifier."""


@dataclass(frozen=True)
class Strategy:
    """Which column is tried first, and which of its admissible values is taken.

    columns   next: the one after the column that made the part, in rotation, the first for the
              whole; priority: as `priority` lists them, by default in their given order; best: the
              one with the most distinct values in the part
    values    cardinality: rows of P below and not below v as equal in number as can be; first: the
              fewest rows below v; distinct: as cardinality, with distinct values of the column

    Two words are not of the paper. Columns any: all at once, and the best value of all is taken.
    Values loss: the one that leaves both sides the least expected loss for this delta
    (`expected_loss.py`). It is found in two steps: the best value of each column, of boxes that
    shrink in that column alone; of these the best, of the boxes that both sides have.
    """

    columns: str = "next"
    values: str = "cardinality"
    priority: tuple[int, ...] | None = None
    delta: tuple[Fraction, Fraction] | None = None


@dataclass(frozen=True)
class Part:
    """Rows of P, the rows of T among them, and the column of the cut that made the part."""

    public: tuple[Row, ...]
    private: tuple[Row, ...]
    last_column: int = -1


@dataclass(frozen=True)
class Cut:
    """The column C and the value v of a test t[C] < v."""

    column: int
    value: Value


Accepts = Callable[[Part], bool]
"""Whether a part may be published as one class."""


def satisfies(models: Models) -> Accepts:
    """Return the test that a part satisfies the models, as a class of its rows of P and T.

    Without rows of T it publishes nothing, and each of its rows of P is a class of its own.
    """
    return lambda part: holds_class(
        models, len(part.public) if part.private else 1, len(part.private)
    )


def has_rows(k: int) -> Accepts:
    """Return the test that a part has at least k rows; for parts of T alone."""
    return lambda part: len(part.private) >= k


def divide(part: Part, cut: Cut, orders: Orders) -> tuple[Part, Part]:
    """Return the rows with t[C] < v and the rows with t[C] >= v (Algorithm 2, lines 13 and 14)."""
    positions = orders[cut.column].positions

    def is_below(row: Row) -> bool:
        return positions[row[cut.column]] < positions[cut.value]

    below = Part(
        tuple(row for row in part.public if is_below(row)),
        tuple(row for row in part.private if is_below(row)),
        cut.column,
    )
    rest = Part(
        tuple(row for row in part.public if not is_below(row)),
        tuple(row for row in part.private if not is_below(row)),
        cut.column,
    )
    return below, rest


def find_values(part: Part, column: int, orders: Orders) -> list[Value]:
    """Return the distinct values of a column among the part's rows of P, least first."""
    return orders[column].sort(row[column] for row in part.public)


def find_admissible_cuts(part: Part, column: int, orders: Orders, accepts: Accepts) -> list[Cut]:
    """Return the cuts of this column both sides of which have rows of P and are accepted."""
    cuts = [Cut(column, value) for value in find_values(part, column, orders)[1:]]
    return [cut for cut in cuts if all(accepts(side) for side in divide(part, cut, orders))]


def choose_columns(part: Part, orders: Orders, strategy: Strategy) -> list[int]:
    """Return all columns in the order in which the strategy tries them; `any` tries all at once."""
    columns = range(len(orders))
    if strategy.columns == "any":
        return list(columns)
    if strategy.columns == "next":
        return [(part.last_column + 1 + j) % len(orders) for j in columns]
    if strategy.columns == "priority":
        return list(columns) if strategy.priority is None else list(strategy.priority)
    if strategy.columns == "best":
        return sorted(columns, key=lambda column: -len(find_values(part, column, orders)))
    raise ValueError(f"no column strategy {strategy.columns}")


def choose_cut(part: Part, cuts: list[Cut], orders: Orders, strategy: Strategy) -> Cut:
    """Return the cut that the strategy prefers; the given order decides ties."""
    if strategy.values == "loss":
        return _choose_least_loss(part, cuts, orders, strategy)

    def rate(cut: Cut) -> int:
        below, rest = divide(part, cut, orders)
        if strategy.values == "cardinality":
            return abs(len(below.public) - len(rest.public))
        if strategy.values == "first":
            return len(below.public)
        if strategy.values == "distinct":
            values_below, values_not_below = (
                len(find_values(side, cut.column, orders)) for side in (below, rest)
            )
            return abs(values_below - values_not_below)
        raise ValueError(f"no value strategy {strategy.values}")

    return min(cuts, key=rate)


def _choose_least_loss(part: Part, cuts: list[Cut], orders: Orders, strategy: Strategy) -> Cut:
    """Return the best of the best cuts of each column."""
    columns = range(len(orders))
    widths = [measure_range(part.public, column, orders) for column in columns]

    def rate(cut: Cut, *, is_final: bool) -> float:
        losses = []
        for side in divide(part, cut, orders):
            width = sum(
                measure_range(side.public, column, orders)
                if is_final or column == cut.column
                else widths[column]
                for column in columns
            )
            counts = len(side.public), len(side.private)
            losses.append(expect_loss(*counts, width, strategy.delta))
        return sum(losses)

    of_columns = [[cut for cut in cuts if cut.column == column] for column in columns]
    candidates = [min(some, key=partial(rate, is_final=False)) for some in of_columns if some]
    return min(candidates, key=partial(rate, is_final=True))


def find_cut(part: Part, orders: Orders, strategy: Strategy, accepts: Accepts) -> Cut | None:
    """Return the cut of the first column that has an admissible one (lines 7 to 11), if any."""
    columns = choose_columns(part, orders, strategy)
    cuts = [find_admissible_cuts(part, column, orders, accepts) for column in columns]
    if strategy.columns == "any":
        cuts = [[cut for of_column in cuts for cut in of_column]]
    return next((choose_cut(part, some, orders, strategy) for some in cuts if some), None)


def find_partition(
    whole: Part, orders: Orders, strategy: Strategy, accepts: Accepts, take: int = 0
) -> tuple[list[Part], list[Cut]] | None:
    """Return the parts that are cut no further, and the cuts made; None if the whole fails.

    `take` is the place in the queue that is dequeued: 0 its head, -1 its tail. It changes the order
    of parts and cuts and nothing else.
    """
    if not accepts(whole):
        return None
    queue, parts, cuts = [whole], [], []
    while queue:
        part = queue.pop(take)
        cut = find_cut(part, orders, strategy, accepts)
        if cut is None:
            parts.append(part)
        else:
            queue += divide(part, cut, orders)
            cuts.append(cut)
    return parts, cuts


def is_maximally_refined(parts: list[Part], orders: Orders, accepts: Accepts) -> bool:
    """Return whether no part has an admissible cut left, in any column.

    For models that merging never breaks no sequence of cuts can then refine a part: if its pieces
    were accepted, so would be the two sides of the first cut, each a union of pieces.
    """
    return not any(
        find_admissible_cuts(part, column, orders, accepts)
        for part in parts
        for column in range(len(orders))
    )
