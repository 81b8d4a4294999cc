"""Cuts along the hierarchies: a part of P is divided by the labels of one column, one level down.

Derived for dpsql from top-down specialization (Fung, Wang & Yu 2005), restated here over people one
by one. A part has a label for each column; its people are those of P that earlier cuts sent there.
A cut sends people to a child for each of their labels on the next level. Children that fail may
stay together in the rest, which keeps the label of the part. Children without rows of T stay there,
too, and so do good children until the rest satisfies the models: those of the fewest people first,
or those of the presence that the rest needs. What a cut leaves to lose in the end is expected as
for boxes (`expected_loss.py`), with the labels' shares of the leaves in place of widths.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor, sqrt

from tests.oracle.losses.expected_loss import expect_loss
from tests.oracle.models.conditions import Counts, count_presence, find_equal_distance, is_close
from tests.oracle.models.presence import Classes, holds_class
from tests.oracle.models.sensitive import satisfies
from tests.oracle.tables.instance import Instance
from tests.oracle.tables.table import Node, Row, Value, generalize

Holds = Callable[[int, int, Counts], bool]
"""Whether a class of so many people of P, so many of them in T, satisfies the models.

The third: how many of its rows of T hold each sensitive value, if a model asks for them.
"""


@dataclass(frozen=True)
class Part:
    """People of P and rows of T with equal labels at a node.

    `values`: the sensitive value of each row of T, if a model asks for it. `rests`: columns that
    split other labels off below the part's own label.
    """

    public: tuple[Row, ...]
    private: tuple[Row, ...]
    values: tuple[Value, ...]
    node: Node
    rests: frozenset[int] = frozenset()
    last_column: int = -1

    @property
    def counts(self) -> tuple[int, int]:
        """People of P and rows of T."""
        return len(self.public), len(self.private)

    @property
    def judged(self) -> tuple[int, int, Counts]:
        """The same, and the rows of each sensitive value."""
        return (*self.counts, Counter(self.values))


@dataclass(frozen=True)
class Cut:
    """A column, the children by their labels, and the rest, if there is one."""

    column: int
    children: dict[Value, Part]
    rest: Part | None = None


@dataclass(frozen=True)
class Division:
    """A part and how it is cut; the leaves of this tree are the parts of a release."""

    part: Part
    cut: Cut | None = None
    below: tuple["Division", ...] = field(default=())

    def list_parts(self) -> list[Part]:
        """Return the parts that are not cut."""
        if self.cut is None:
            return [self.part]
        return [part for division in self.below for part in division.list_parts()]


@dataclass(frozen=True)
class CutRules:
    """What satisfies, whether failing children may stay together, and whose losses count.

    `least_class`: how many people a part needs where cuts are chosen before T is seen, and the
    losses of all people count; None where those of T do.

    columns   any: all compete; widest: the one whose label stands for the greatest
              share of the leaves; best: the one with the most children; priority: as `priority`
              lists them; next: the one after the column that made the part, in rotation
    weights   how much a loss counts in each column; none: all alike
    least     the finest level that a part may have in each column; none: raw values
    """

    holds: Holds
    keeps_rest: bool
    columns: str = "any"
    priority: tuple[int, ...] | None = None
    least_class: int | None = None
    weights: tuple[Fraction, ...] = ()
    least: Node = ()

    def weigh(self, column: int) -> Fraction:
        """Return the weight of a column beside the greatest."""
        return self.weights[column] / max(self.weights) if self.weights else Fraction(1)

    def may_cut(self, column: int, level: int) -> bool:
        """Return whether parts at this level may get labels one level down."""
        return level > (self.least[column] if self.least else 0)

    def count_rows(self, part: Part) -> int:
        """Count the rows whose losses count."""
        return len(part.private if self.least_class is None else part.public)


def judge_by_models(instance: Instance) -> Holds:
    """Return the test that a class satisfies all models of the instance."""
    models = instance.models
    table = count_presence(len(instance.public), len(instance.private))

    of_values = Counter(instance.sensitive)

    def holds(n_p: int, n_t: int, values: Counts) -> bool:
        t = models.presence_closeness
        return (
            holds_class(models, n_p, n_t)
            and (t is None or is_close(count_presence(n_p, n_t), table, t, find_equal_distance))
            and (
                models.sensitive is None
                or not values
                or satisfies(models.sensitive, values, of_values)
            )
        )

    return holds


def divide(instance: Instance, rules: CutRules) -> Division:
    """Cut all of P until no part with rows has a cut that loses less; P as one class must hold."""
    return _divide(instance, rules, make_whole(instance))


def make_whole(instance: Instance) -> Part:
    """Return all of P and T as one part."""
    return Part(instance.public, instance.private, instance.sensitive, instance.root)


def _divide(instance: Instance, rules: CutRules, part: Part) -> Division:
    cut = find_cut(instance, rules, part) if rules.count_rows(part) else None
    if cut is None:
        return Division(part)
    sides = [*cut.children.values(), *([cut.rest] if cut.rest else [])]
    return Division(part, cut, tuple(_divide(instance, rules, side) for side in sides))


def find_cut(instance: Instance, rules: CutRules, part: Part) -> Cut | None:
    """Return the cut of a part: one that divides nobody first, else that of least expected loss."""
    best: tuple[tuple[Fraction, int, Fraction], Cut] | None = None
    for column, level in enumerate(part.node):
        if not rules.may_cut(column, level):
            continue
        for cut in try_column(instance, rules, part, column):
            if len(cut.children) == 1 and cut.rest is None:
                return cut
            gain = find_gain(instance, rules, part, cut)
            if not gain:
                continue
            expected = find_expected_loss(instance, rules, part, cut)
            key = _rank(instance, rules, part, column), expected, -gain
            if best is None or key < best[0]:
                best = key, cut
    return best[1] if best else None


def _rank(instance: Instance, rules: CutRules, part: Part, column: int) -> Fraction:
    """Return what sorts the columns of a part; the least is tried first."""
    match rules.columns:
        case "widest":
            return -rules.weigh(column) * find_loss(instance, part, column)
        case "best":
            return Fraction(-len(split(instance, part, column)))
        case "priority":
            listed = rules.priority or tuple(range(len(part.node)))
            return Fraction(listed.index(column))
        case "next":
            return Fraction((column - part.last_column - 1) % len(part.node))
    return Fraction(0)


def try_column(instance: Instance, rules: CutRules, part: Part, column: int) -> list[Cut]:
    """Return the admissible cuts of a part by a column: two if there are two ways to a rest."""
    children = split(instance, part, column)
    if len(children) == 1:
        return [Cut(column, children)]
    failing = [label for label, child in children.items() if not rules.holds(*child.judged)]
    if not failing:
        return [Cut(column, children)]
    if not rules.keeps_rest:
        return []
    staying = [
        label
        for label, child in children.items()
        if label in failing or not rules.count_rows(child)
    ]
    ways = [lambda label: _by_people(children, label)]
    if rules.least_class is None:
        rest = _unite(part, column, [children[label] for label in staying])
        table = Fraction(len(instance.private), len(instance.public))
        is_over = Fraction(len(rest.private), len(rest.public)) > table
        ways.append(lambda label: _by_presence(children, label, is_over=is_over))
    cuts = []
    for way in ways:
        moved = sorted((label for label in children if label not in staying), key=way)
        stay = list(staying)
        rest = _unite(part, column, [children[label] for label in stay])
        while not rules.holds(*rest.judged) and moved:
            stay.append(moved.pop(0))
            rest = _unite(part, column, [children[label] for label in stay])
        if moved:
            off = {label: children[label] for label in children if label in moved}
            cuts.append(Cut(column, off, rest))
    return cuts


def _by_people(children: dict[Value, Part], label: Value) -> tuple[int, bool, str]:
    return len(children[label].public), label is None, str(label)


def _by_presence(
    children: dict[Value, Part], label: Value, *, is_over: bool
) -> tuple[float, int, bool, str]:
    child = children[label]
    presence = len(child.private) / len(child.public)
    return (presence if is_over else -presence), *_by_people(children, label)


def split(instance: Instance, part: Part, column: int) -> dict[Value, Part]:
    """Return the children of a part by their labels one level down."""
    level = part.node[column] - 1
    node = tuple(one - (j == column) for j, one in enumerate(part.node))
    sides: dict[Value, tuple[list[Row], list[Row], list[Value]]] = {}

    def find_side(row: Row) -> tuple[list[Row], list[Row], list[Value]]:
        label = instance.ladders[column][row[column]][level]
        return sides.setdefault(label, ([], [], []))

    for row in part.public:
        find_side(row)[0].append(row)
    for position, row in enumerate(part.private):
        side = find_side(row)
        side[1].append(row)
        side[2].extend(part.values[position : position + 1])
    # Who divides nobody leaves the rotation of columns as it is.
    last_column = column if len(sides) > 1 else part.last_column
    rests = part.rests - {column}
    return {
        label: Part(tuple(public), tuple(private), tuple(values), node, rests, last_column)
        for label, (public, private, values) in sides.items()
    }


def find_gain(instance: Instance, rules: CutRules, part: Part, cut: Cut) -> Fraction:
    """Return how much less the rows lose in the column of the cut, summed over them."""
    before = find_loss(instance, part, cut.column)
    return rules.weigh(cut.column) * sum(
        (
            rules.count_rows(child) * (before - find_loss(instance, child, cut.column))
            for child in cut.children.values()
        ),
        Fraction(0),
    )


def find_expected_loss(instance: Instance, rules: CutRules, part: Part, cut: Cut) -> int:
    """Return what the sides are expected to lose after all cuts, in 65,536ths of a cell, as 0 if
    the models bound no presence. Each side is rounded down."""
    width = sum(
        (rules.weigh(j) * find_loss(instance, part, j) for j in range(len(part.node))), Fraction(0)
    )
    weight, lost = rules.weigh(cut.column), find_loss(instance, part, cut.column)
    sides = [(cut.rest, width)] if cut.rest else []
    sides += [
        (child, width - weight * (lost - find_loss(instance, child, cut.column)))
        for child in cut.children.values()
    ]
    return sum(
        floor(65536.0 * _expect(instance, rules, side, float(loses))) for side, loses in sides
    )


def _expect(instance: Instance, rules: CutRules, side: Part, width: float) -> float:
    people, members = side.counts
    if rules.least_class is not None:
        return people * width / sqrt(sqrt(sqrt(people / rules.least_class)))
    delta = instance.models.delta
    return expect_loss(people, members, width, delta) if delta else 0.0


def find_loss(instance: Instance, part: Part, column: int) -> Fraction:
    """Return the share of the leaves, without one, that the label of a part stands for."""
    ladder, level = instance.ladders[column], part.node[column]
    label = ladder[part.public[0][column]][level]
    leaves = sum(labels[level] == label for labels in ladder.values())
    return Fraction(leaves - 1, len(ladder) - 1) if len(ladder) > 1 else Fraction(0)


def measure_loss(
    instance: Instance, parts: Sequence[Part], weights: Sequence[Fraction] = ()
) -> Fraction:
    """Return the mean loss of the cells of T, by the weights of their columns; 0 if T has none."""
    columns = range(len(instance.ladders))
    weights = weights or [Fraction(1) for _ in columns]
    cells = len(instance.private) * sum(weights)
    lost = sum(
        (
            weights[j] * len(part.private) * find_loss(instance, part, j)
            for part in parts
            if part.private
            for j in columns
        ),
        Fraction(0),
    )
    return lost / cells if cells else Fraction(0)


def publish(instance: Instance, parts: Sequence[Part]) -> Classes:
    """Return the classes by what is published; parts with equal labels are one.

    Labels must be the texts that a release has, so that equal texts are equal labels.
    """
    counts: dict[Row, list[int]] = {}
    for part in parts:
        label = generalize(part.public[0], instance.ladders, part.node)
        both = counts.setdefault(label, [0, 0])
        both[0] += len(part.public)
        both[1] += len(part.private)
    return {label: (public, private) for label, (public, private) in counts.items()}


def holds_published(instance: Instance, parts: Sequence[Part]) -> bool:
    """Return whether all classes hold by what is published; parts with equal labels are one."""
    holds, values = judge_by_models(instance), dict[Row, Counter[Value]]()
    for part in parts:
        label = generalize(part.public[0], instance.ladders, part.node)
        values.setdefault(label, Counter()).update(part.values)
    classes = publish(instance, parts)
    return all(holds(*counts, values[label]) for label, counts in classes.items())


def _unite(part: Part, column: int, children: Sequence[Part]) -> Part:
    """Return the children that stay together under the label of their part."""
    return Part(
        tuple(row for child in children for row in child.public),
        tuple(row for child in children for row in child.private),
        tuple(value for child in children for value in child.values),
        part.node,
        part.rests | {column},
        column,
    )
