"""Tails that would let a column keep a finer level: of widths and dates, checked by counting.

Few people have the least and the greatest values, and they can force a column to a coarse level.
With `from:` and `to:` they share one label each. The edges that are tried lie between values of P
at public quantiles, so they tell nothing of T; which of them suffices does, as all that `explain`
says. A suggestion is made only if no class violates the models of counts with it. Where no levels
within the limits hold, tails may lower the floor of a column, with all others suppressed.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate
from time import monotonic

from sqlglot import exp

from dpsql.domain.levels.ends import BELOW, FROM
from dpsql.domain.levels.lattice import Node
from dpsql.domain.levels.rules import DateHierarchy, WidthHierarchy
from dpsql.domain.limits import TooLong
from dpsql.privacy.model import PrivacyModel
from dpsql.session.load import Loaded
from dpsql.sql.counting.labels import labelled_classes_query
from dpsql.use_cases.explain.explanation import SuggestedTails, WhyNoTails
from dpsql.use_cases.explain.judged_classes import judge_node

#: Largest shares of P that are put in each tail, the least first.
_SHARES = tuple(Fraction(n, 1000) for n in (1, 2, 5, 10, 20, 50, 100, 200))
#: Tried next where a column has one label for everybody, so that nothing is lost by large tails.
_LARGE_SHARES = tuple(Fraction(n, 1000) for n in (300, 400))
#: Most labels of a column that are looked at.
_MOST_LABELS = 100_000
_QUARTER_MONTHS = {"Q1": "01", "Q2": "04", "Q3": "07", "Q4": "10"}

_Tailed = WidthHierarchy | DateHierarchy


@dataclass(frozen=True)
class _Bin:
    """A label of one level, where it begins (None if it is the lower tail), and its people."""

    start: Decimal | str | None
    people: int


def suggest_tails(
    loaded: Loaded,
    models: Sequence[PrivacyModel],
    node: Node,
    names: Collection[str],
    end: float,
) -> Iterator[tuple[str, SuggestedTails | WhyNoTails]]:
    """Yield tails with which one of `names` would hold a level finer, all others at their levels.

    For a column without such tails, why; after `end`, a moment of `time.monotonic`, none are tried.
    Nothing for columns at raw values or on level 1, which has no interval below it, and for those
    that are neither widths nor dates.
    """
    for j, name in enumerate(loaded.hierarchies):
        if name not in names or node.levels[j] < 2:
            continue
        trial = _make_trial(loaded, models, name, end)
        if trial is None:
            continue
        pairs = trial.list_pairs(is_suppressed=node.levels[j] == loaded.lattice.root.levels[j])
        if not pairs:
            yield name, "nothing to try"
            continue
        try:
            found = trial.find_least(_lower(node, j, node.levels[j] - 1), pairs)
        except TooLong:
            yield name, "out of time"
        else:
            yield name, found or "none suffice"


def free_floor(
    loaded: Loaded, models: Sequence[PrivacyModel], name: str, floor: int, end: float
) -> SuggestedTails | None:
    """Return tails that lower the floor of a column as far as any that are tried, or None.

    All other columns are at their roots. None after `end`, too.
    """
    j = list(loaded.hierarchies).index(name)
    least = max(1, loaded.lattice.lowest.levels[j])
    found = None
    try:
        if least >= floor or (trial := _make_trial(loaded, models, name, end)) is None:
            return None
        pairs = trial.list_pairs(is_suppressed=floor == loaded.lattice.root.levels[j])
        for level in range(floor - 1, least - 1, -1):
            lowered = trial.find_least(_lower(loaded.lattice.root, j, level), pairs)
            # What fails at a level fails at finer ones.
            if lowered is None:
                break
            found = lowered
    except TooLong:
        pass
    return found


def _lower(node: Node, j: int, level: int) -> Node:
    return Node((*node.levels[:j], level, *node.levels[j + 1 :]))


def _make_trial(
    loaded: Loaded, models: Sequence[PrivacyModel], name: str, end: float
) -> "_Trial | None":
    """Return a trial of a column's tails; None if it can have none."""
    hierarchy = loaded.hierarchies[name]
    if not isinstance(hierarchy, WidthHierarchy | DateHierarchy):
        return None
    bins = _list_bins(loaded, list(loaded.hierarchies).index(name), hierarchy)
    return _Trial(loaded, models, name, hierarchy, bins, end)


def _list_bins(loaded: Loaded, j: int, hierarchy: _Tailed) -> list[_Bin]:
    """List the labels of level 1, as P has them, in the order of their values; none if too many.

    Edges of tails are edges of these, so that the tails lie between the finest intervals.
    """
    root = list(loaded.lattice.root.levels)
    root[j] = 1
    named = {f"c{i}": one for i, one in enumerate(loaded.hierarchies.values())}
    counts = ("public_count", "private_count")
    classes = labelled_classes_query(named, Node(tuple(root)), exp.true(), counts)
    query = (
        exp.select(exp.column(f"c{j}"), exp.column("public_count"))
        .from_(classes.subquery("classes"))
        .limit(_MOST_LABELS + 1)
    )
    rows = [(label, int(people)) for label, people in loaded.engine.fetch(query) if label]
    if len(rows) > _MOST_LABELS:
        return []
    bins = [_Bin(_find_start(hierarchy, 1, str(label)), people) for label, people in rows]
    lowest = [one for one in bins if one.start is None]
    return lowest + sorted((one for one in bins if one.start is not None), key=_start_of)


def _start_of(one: _Bin) -> Decimal | str:
    assert one.start is not None  # noqa: S101 - the caller left it out
    return one.start


def _find_start(hierarchy: _Tailed, level: int, label: str) -> Decimal | str | None:
    """Return the least value of a label, as a job may name it; None for the lower tail.

    >>> _find_start(WidthHierarchy(False, (Decimal(10),)), 1, "[20, 30)")
    Decimal('20')
    >>> _find_start(DateHierarchy(False, ("quarter", "decade")), 1, "2024-Q2")
    '2024-04'
    """
    if label.startswith(BELOW):
        return None
    if isinstance(hierarchy, WidthHierarchy):
        return Decimal(label.removeprefix(FROM).removeprefix("[").split(",")[0])
    if label.startswith(FROM):
        return label.removeprefix(FROM)
    if label.startswith("["):  # a unit that an edge of the job cuts
        return label.removeprefix("[").split(",")[0]
    unit = hierarchy.units[level - 1]
    if unit == "quarter":
        return f"{label[:5]}{_QUARTER_MONTHS[label[5:]]}"
    return label[:4] if unit in ("decade", "century") else label


@dataclass(frozen=True)
class _Trial:
    """Tails of one column, tried at a node: as few people in them as suffice, until `end`."""

    loaded: Loaded
    models: Sequence[PrivacyModel]
    name: str
    hierarchy: _Tailed
    bins: Sequence[_Bin]
    end: float

    def list_pairs(self, is_suppressed: bool) -> list[tuple[int, int]]:
        """List how many of the least and of the greatest labels are tried as tails."""
        shares = _SHARES + (_LARGE_SHARES if is_suppressed else ())
        ends = [(self._count_low(share), self._count_high(share)) for share in shares]
        return [pair for pair in _distinct(ends) if self._leaves_a_middle(*pair)]

    def find_least(self, node: Node, pairs: Sequence[tuple[int, int]]) -> SuggestedTails | None:
        """Return the first of these tails with which the node holds; None if none is."""
        found = next((pair for pair in pairs if self._holds(node, *pair)), None)
        if found is None:
            return None
        # One tail may do.
        for pair in ((0, found[1]), (found[0], 0)):
            if not any(pair) or pair == found or not self._leaves_a_middle(*pair):
                continue
            if self._holds(node, *pair):
                found = pair
                break
        low, high = found
        tailed = self._put_tails(low, high)
        # What the job has in a tail already is in the first or the last label.
        low = low or int(self.bins[0].start is None)
        high = high or int(self._ends_in_tail())
        people = sum(one.people for one in (*self.bins[:low], *self.bins[len(self.bins) - high :]))
        j = list(self.loaded.hierarchies).index(self.name)
        public = self.loaded.sizes.public_rows
        words = (_write(tailed.start), _write(tailed.end))
        return SuggestedTails(self.name, node.levels[j], *words, people, Fraction(people, public))

    def _ends_in_tail(self) -> bool:
        """Whether the last label is the tail that the job states."""
        end = self.hierarchy.end
        return end is not None and self.bins[-1].start == end

    def _count_low(self, share: Fraction) -> int:
        """How many of the least labels have at most this share of P together, if that is two."""
        return _count_within(self.bins, share * self.loaded.sizes.public_rows)

    def _count_high(self, share: Fraction) -> int:
        return _count_within(self.bins[::-1], share * self.loaded.sizes.public_rows)

    def _leaves_a_middle(self, low: int, high: int) -> bool:
        """Whether some label is in no tail; few people have a value at all where most are NULL."""
        low = max(low, int(self.bins[0].start is None))
        return low + max(high, int(self._ends_in_tail())) < len(self.bins)

    def _holds(self, node: Node, low: int, high: int) -> bool:
        if monotonic() > self.end:
            raise TooLong
        tailed = self._put_tails(low, high)
        hierarchies = {**self.loaded.hierarchies, self.name: tailed}
        return judge_node(replace(self.loaded, hierarchies=hierarchies), self.models, node).holds

    def _put_tails(self, low: int, high: int) -> _Tailed:
        """Return the hierarchy with so many of the least and greatest labels in tails."""
        start = self.bins[low].start if low else self.hierarchy.start
        end = self.bins[len(self.bins) - high].start if high else self.hierarchy.end
        # The edges are of the kind that the hierarchy has.
        return replace(self.hierarchy, start=start, end=end)  # type: ignore[arg-type]


def _count_within(bins: Sequence[_Bin], most: Fraction) -> int:
    """Count the first labels whose people are at most so many; a tail of one label is no gain."""
    within = sum(1 for people in accumulate(one.people for one in bins) if people <= most)
    return within if 2 <= within < len(bins) else 0


def _distinct(pairs: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    yield from (pair for pair in dict.fromkeys(pairs) if any(pair))


def _write(edge: Decimal | str | None) -> str | None:
    return None if edge is None else edge if isinstance(edge, str) else f"{edge:f}"
