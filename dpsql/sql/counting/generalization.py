"""Compiles a hierarchy to SQL: for a leaf's text, its label on every level.

A small list of leaves becomes a CASE; a large one a join with a mapping table of columns leaf,
label_1, label_2, …; a rule becomes an expression. Source: Nergiz et al. 2007, Definition 1; the
rules are those of `domain.rules`, stated here a second time.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sqlglot import exp

from dpsql.domain.levels.ends import End
from dpsql.domain.levels.hierarchy import Hierarchy, LabelHierarchy, Leaf
from dpsql.domain.levels.rules import (
    DATE_LABELS,
    DATE_PATTERN,
    NUMBER_DIGITS,
    NUMBER_PATTERN,
    NUMBER_SCALE,
    DateHierarchy,
    PrefixHierarchy,
    Rule,
    WidthHierarchy,
)
from dpsql.sql.templates import column, identifier

#: A hierarchy of more leaves is joined as a mapping table instead of written as a CASE.
LARGEST_CASE = 50


@dataclass(frozen=True)
class Generalization:
    """A hierarchy compiled for one column.

    `labels[level]`: an expression for the released text at that level, level 0 included. `covered`:
    whether the hierarchy has a place for the value. If `mapping` names a table, the statement must
    join it by `join`.
    """

    labels: tuple[exp.Expr, ...]
    covered: exp.Expr
    mapping: str | None = None
    join: exp.Expr | None = None


def compile_hierarchy(
    hierarchy: Hierarchy, leaf: exp.Expr, mapping: str | None = None
) -> Generalization:
    """Compile for the column whose text is `leaf`; `mapping` names its table if it is large."""
    match hierarchy:
        case _ if mapping is not None:
            return _compile_mapping(hierarchy, leaf, mapping)
        case LabelHierarchy():
            middle = [_case(hierarchy, leaf, level) for level in range(1, hierarchy.height)]
            covered = _among(leaf, list(hierarchy.paths))
        case WidthHierarchy(widths=widths):
            middle = [
                with_ends(ends, leaf, _interval(leaf, width))
                for ends, width in zip(hierarchy.ends, widths, strict=True)
            ]
            covered = matches(leaf, NUMBER_PATTERN)
        case DateHierarchy(units=units):
            middle = [
                with_ends(ends, leaf, _date_unit(leaf, unit))
                for ends, unit in zip(hierarchy.ends, units, strict=True)
            ]
            covered = matches(leaf, DATE_PATTERN)
        case PrefixHierarchy(lengths=lengths):
            middle = [_concat(_left(leaf, n), _text(hierarchy.root)) for n in lengths]
            covered = _is_null(leaf).not_()
        case _:
            raise TypeError(f"no SQL for {type(hierarchy).__name__}")
    if not isinstance(hierarchy, LabelHierarchy):
        # Outside its domain a rule yields NULL rather than a failing cast.
        middle = [exp.Case(ifs=[_when(covered, label)]) for label in middle]
        if hierarchy.nulls_are_leaves:
            covered = exp.or_(_is_null(leaf), covered)
    root = [_text(hierarchy.root)] if hierarchy.height else []
    return Generalization((leaf.copy(), *middle, *root), covered)


def needs_mapping(hierarchy: Hierarchy) -> bool:
    """Return whether the leaves are too many for a CASE, or not read; a rule has no leaves."""
    if isinstance(hierarchy, Rule):
        return False
    return not isinstance(hierarchy, LabelHierarchy) or len(hierarchy.paths) > LARGEST_CASE


def mapping_columns(hierarchy: Hierarchy) -> dict[str, str]:
    """Columns of a mapping table and their types: the leaf, labels below the root, `covered`."""
    names = ["leaf", *(f"label_{level}" for level in range(1, hierarchy.height))]
    return dict.fromkeys(names, "VARCHAR") | {"covered": "BIGINT"}


def mapping_rows(hierarchy: LabelHierarchy) -> Iterator[tuple[Leaf | int, ...]]:
    """Rows of the mapping table, one per leaf."""
    return ((leaf, *path[:-1], 1) for leaf, path in hierarchy.paths.items())


def count_leaves(hierarchy: Hierarchy, level: int, label: exp.Expr) -> exp.Expr | None:
    """Number of leaves under `label`, from the list of leaves; None for a rule without a list."""
    if not isinstance(hierarchy, LabelHierarchy):
        return None
    if level in (0, hierarchy.height):
        return exp.Literal.number(len(hierarchy.paths) if level and hierarchy.height else 1)
    labels: dict[int, list[Leaf]] = defaultdict(list)
    for text, leaves in hierarchy.leaf_counts(level).items():
        labels[leaves].append(text)
    usual = max(labels, key=lambda leaves: len(labels[leaves]))
    rest = [
        _when(_among(label, texts), exp.Literal.number(leaves))
        for leaves, texts in sorted(labels.items())
        if leaves != usual
    ]
    default = exp.Literal.number(usual)
    return exp.Case(ifs=rest, default=default) if rest else default


def _compile_mapping(hierarchy: Hierarchy, leaf: exp.Expr, mapping: str) -> Generalization:
    middle = [column(f"label_{level}", mapping) for level in range(1, hierarchy.height)]
    root = [_text(hierarchy.root)] if hierarchy.height else []
    covered = _is_null(column("covered", mapping)).not_()
    join = exp.NullSafeEQ(this=leaf.copy(), expression=column("leaf", mapping))
    return Generalization((leaf.copy(), *middle, *root), covered, mapping, join)


def _case(hierarchy: LabelHierarchy, leaf: exp.Expr, level: int) -> exp.Expr:
    """CASE with one branch per label."""
    leaves: dict[Leaf, list[Leaf]] = defaultdict(list)
    for value in hierarchy.paths:
        leaves[hierarchy.label(value, level)].append(value)
    return exp.Case(
        ifs=[_when(_among(leaf, values), exp.convert(label)) for label, values in leaves.items()]
    )


def _among(value: exp.Expr, texts: list[Leaf]) -> exp.Expr:
    """Whether a value is one of the texts; NULL is one only if it is among them."""
    literals = [exp.convert(text) for text in texts if text is not None]
    tests: list[exp.Expr] = [_is_null(value)] if None in texts else []
    if literals:
        tests.append(exp.In(this=value.copy(), expressions=literals))
    return exp.or_(*tests)


_EXACT = f"DECIMAL({NUMBER_DIGITS}, {NUMBER_SCALE})"


def lower_edge(leaf: exp.Expr, width: Decimal) -> exp.Expr:
    """k·w of the interval of a number: x − ((x mod w) + w) mod w, exact in decimals."""
    number, step = exp.cast(leaf, _EXACT), _step(width)
    remainder = exp.Mod(this=number.copy(), expression=step)
    shifted = exp.Paren(this=exp.Add(this=remainder, expression=step.copy()))
    return exp.Sub(this=number, expression=exp.Mod(this=shifted, expression=step.copy()))


def interval_from(lower: exp.Expr, width: Decimal) -> exp.Expr:
    """[k·w, (k+1)·w) as a text, from its lower edge, which becomes a part of it."""
    upper = exp.Add(this=lower.copy(), expression=_step(width))
    decimals = max(0, -int(width.as_tuple().exponent))
    shown = f"DECIMAL({NUMBER_DIGITS}, {decimals})"
    numbers = [exp.cast(edge, shown, copy=False) for edge in (lower, upper)]
    edges = [exp.cast(number, "VARCHAR", copy=False) for number in numbers]
    return _concat(_text("["), edges[0], _text(", "), edges[1], _text(")"))


def _interval(leaf: exp.Expr, width: Decimal) -> exp.Expr:
    return interval_from(exp.Paren(this=lower_edge(leaf, width)), width)


def _step(width: Decimal) -> exp.Expr:
    return exp.cast(exp.Literal.number(format(width, "f")), _EXACT, copy=False)


def with_ends(ends: Sequence[End], leaf: exp.Expr, label: exp.Expr) -> exp.Expr:
    """The label, or that of the end of the level that the value lies in."""
    cases = []
    for one in ends:
        value, compared = _compare_edge(leaf, one.edge)
        holds = value < compared if one.is_below else value >= compared
        cases.append(_when(holds, _text(one.label)))
    return exp.Case(ifs=cases, default=label) if cases else label


def is_in_tail(hierarchy: Hierarchy, leaf: exp.Expr) -> exp.Expr | None:
    """Whether a value that the hierarchy covers lies below `from`, or from `to` on.

    None if there are no tails. NULL is not in them.
    """
    if not isinstance(hierarchy, WidthHierarchy | DateHierarchy):
        return None
    tests = []
    for edge, is_below in ((hierarchy.start, True), (hierarchy.end, False)):
        if edge is not None:
            value, compared = _compare_edge(leaf, edge)
            tests.append(value < compared if is_below else value >= compared)
    return exp.or_(*tests) if tests else None


def is_one_of(leaf: exp.Expr, texts: Sequence[str], others: Sequence[str]) -> exp.Expr | None:
    """Whether `leaf` is one of `texts` and none of `others`, by the fewer; None if both are many.

    NULL is none of either.
    """
    fewer = min(texts, others, key=len)
    if not fewer or len(fewer) > LARGEST_CASE:
        return None
    listed = _among(leaf, list(fewer))
    return listed if fewer is texts else exp.not_(listed)


def _compare_edge(leaf: exp.Expr, edge: Decimal | str) -> tuple[exp.Expr, exp.Expr]:
    """A value and an edge as they are compared: numbers, or as many characters of ISO dates."""
    if isinstance(edge, str):
        return _left(leaf, len(edge)), _text(edge)
    number = exp.cast(exp.Literal.number(format(edge.copy_abs(), "f")), _EXACT)
    return exp.cast(leaf, _EXACT), -number if edge < 0 else number


def _mod(dividend: exp.Expr, divisor: exp.Expr) -> exp.Expr:
    return exp.Paren(this=dividend % divisor)


def _date_unit(leaf: exp.Expr, unit: str) -> exp.Expr:
    if unit != "quarter":
        length, suffix = DATE_LABELS[unit]
        return _concat(_left(leaf, length), _text(suffix)) if suffix else _left(leaf, length)
    month = exp.Substring(
        this=leaf.copy(), start=exp.Literal.number(6), length=exp.Literal.number(2)
    )
    quarters = [
        _when(month <= _text(last), _text(f"-Q{number}"))
        for number, last in enumerate(("03", "06", "09", "12"), 1)
    ]
    return _concat(_left(leaf, 4), exp.Case(ifs=quarters))


def _left(leaf: exp.Expr, length: int) -> exp.Expr:
    return exp.Substring(
        this=leaf.copy(), start=exp.Literal.number(1), length=exp.Literal.number(length)
    )


def matches(leaf: exp.Expr, pattern: str) -> exp.Expr:
    """Whether a text matches a regular expression that every engine reads alike."""
    return exp.RegexpLike(this=leaf.copy(), expression=_text(pattern))


def _concat(*parts: exp.Expr) -> exp.Expr:
    """Join texts by ||; the result is NULL if one of them is, on which every dialect agrees."""
    joined = parts[0]
    for part in parts[1:]:
        joined = exp.DPipe(this=joined, expression=part)
    return exp.Paren(this=joined)


def _is_null(value: exp.Expr) -> exp.Expr:
    return exp.Paren(this=value.is_(exp.null()))


def _when(condition: exp.Expr, then: exp.Expr) -> exp.If:
    return exp.If(this=condition.copy(), true=then)


def _text(text: str) -> exp.Literal:
    return exp.Literal.string(text)


def released(label: exp.Expr, name: str) -> exp.Alias:
    """Name a label as the column it is released in."""
    return exp.Alias(this=label, alias=identifier(name))
