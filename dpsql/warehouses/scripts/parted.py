"""The statements that find everybody's part among those of a release, by its cuts.

The cuts become a list of rules, the first of which that meets somebody's labels names their part.
Nothing about the cuts is believed: whoever is in no part is a problem, and the labels of a part are
those of the people in it.
"""

from collections.abc import Iterator, Mapping, Sequence

from sqlglot import exp

from dpsql.sql.templates import column, identifier, render
from dpsql.warehouses.scripts.cut_parts import CutParts, Rule
from dpsql.warehouses.scripts.labelled import (
    LABELLED,
    label_query,
    list_labels,
    name_cells,
)
from dpsql.warehouses.scripts.outline import Outline
from dpsql.warehouses.scripts.people import PEOPLE, choose_problem, name_counts, shorten
from dpsql.warehouses.scripts.step import Step

_PLACED = "placed"
#: Rules of one statement: BigQuery, Snowflake and Trino accept a megabyte.
RULES_OF_A_STATEMENT = 2_000
#: The part of people whom a rule puts into none, while later rules are still to come.
_NOWHERE = -1
#: Numbers that follow one another, and stand in a list no longer.
_LONG_RUN = 4
#: Labels by the position of a quasi-identifier and the level.
_Named = Mapping[tuple[int, int], exp.Expr]


def list_parted(outline: Outline, parts: CutParts) -> Iterator[Step]:
    """Yield the steps that make the labelled rows from the cuts of a release."""
    labels = list_labels(outline)
    yield from (one.filled for one in labels.values() if one.filled is not None)
    cells, named = name_cells(outline, labels)
    title = "Everybody of P, counted by their values, and every row of T: with labels of all cuts."
    yield Step(title, label_query(outline, labels, cells), PEOPLE)
    placed = [*_list_placing(outline, parts, named)]
    yield from placed
    title = "Everybody with the labels of their part."
    yield Step(title, _label_query(outline, parts, named, placed[-1].table), LABELLED)


def _list_placing(outline: Outline, parts: CutParts, named: _Named) -> Iterator[Step]:
    """Yield the steps that find everybody's part, each for so many rules, the first rules first."""
    most = RULES_OF_A_STATEMENT
    runs = [parts.rules[start : start + most] for start in range(0, len(parts.rules), most)]
    last, before = PEOPLE, None
    for number, rules in enumerate(runs, 1):
        is_last = number == len(runs)
        name = _name_part(outline) if is_last else outline.free(f"part_{number}")
        query = render(
            "place_people",
            part=_find_part(rules, named, before),
            name=identifier(name),
            people=identifier(last),
        )
        last, before = _PLACED if is_last else f"{_PLACED}_{number}", name
        which = "" if len(runs) == 1 else f" ({number} of {len(runs)} statements)"
        title = "Everybody with their part, by its number: the first line that fits is theirs"
        yield Step(f"{title}{which}.", query, last)


def _find_part(rules: Sequence[Rule], named: _Named, before: str | None) -> exp.Expr:
    """Return the part of a row: that found `before`, else that of the first rule that fits."""
    *others, last = rules
    default = None if last.labels else _number(last)
    found = [exp.If(this=_meets(rule, named), true=_number(rule)) for rule in others]
    if default is None:
        found.append(exp.If(this=_meets(last, named), true=_number(last)))
    if before is not None:
        known = column(before)
        found.insert(0, exp.If(this=known.is_(exp.null()).not_(), true=known.copy()))
    return exp.Case(ifs=found, default=default) if found or default is None else default


def _meets(rule: Rule, named: _Named) -> exp.Expr:
    """Whether somebody has the labels of a rule."""
    conditions = []
    for axis, (level, label) in sorted(rule.labels.items()):
        cell = named[axis, level].copy()
        is_null = cell.is_(exp.null())
        conditions.append(is_null if label is None else cell.eq(exp.Literal.string(label)))
    return exp.and_(*conditions)


def _number(rule: Rule) -> exp.Expr:
    return exp.Literal.number(_NOWHERE if rule.part is None else rule.part)


def _label_query(outline: Outline, parts: CutParts, named: _Named, placed: str) -> exp.Query:
    """Return the statement that gives everybody the labels of their part."""
    before = column(outline.problem)
    part = column(_name_part(outline))
    none: exp.Expr = part.is_(exp.null())
    if any(rule.part is None for rule in parts.rules):
        none = exp.or_(none, part < exp.Literal.number(0))
    query = render(
        "label_rows",
        columns=[
            {"cell": _choose(outline, parts, named, j), "name": identifier(name)}
            for j, name in enumerate(outline.hierarchies)
        ],
        kept=[identifier(name) for name in outline.tables.keep],
        **name_counts(outline),
        problem=choose_problem([(none, "somebody is in no part")], before),
        problem_name=identifier(outline.problem),
        people=identifier(placed),
        joins=[],
    )
    return shorten(query)


def _choose(outline: Outline, parts: CutParts, named: _Named, axis: int) -> exp.Expr:
    """Return the label of a quasi-identifier: the level that most parts have stands last."""
    by_level: dict[int, list[int]] = {}
    for part, node in sorted(parts.nodes.items()):
        by_level.setdefault(node[axis], []).append(part)
    cells = {level: _read(parts, named, axis, level) for level in by_level}
    last = max(by_level, key=lambda level: len(by_level[level]))
    number = column(_name_part(outline))
    ifs = [
        exp.If(this=_is_among(number, by_level[level]), true=cells[level])
        for level in sorted(by_level)
        if level != last
    ]
    return exp.Case(ifs=ifs, default=cells[last]) if ifs else cells[last]


def _is_among(number: exp.Expr, parts: Sequence[int]) -> exp.Expr:
    """Whether a number is one of these, which ascend: in runs, as the sides of a cut have them."""
    runs: list[list[int]] = []
    for part in parts:
        if runs and part == runs[-1][-1] + 1:
            runs[-1].append(part)
        else:
            runs.append([part])
    literal = exp.Literal.number
    single = [part for run in runs if len(run) < _LONG_RUN for part in run]
    tests: list[exp.Expr] = [number.isin(*map(literal, single))] if single else []
    tests += [
        exp.Between(this=number.copy(), low=literal(run[0]), high=literal(run[-1]))
        for run in runs
        if len(run) >= _LONG_RUN
    ]
    return exp.or_(*tests)


def _read(parts: CutParts, named: _Named, axis: int, level: int) -> exp.Expr:
    """Return the label on a level; that of the whole is one for all."""
    if (axis, level) in named:
        return named[axis, level].copy()
    whole = parts.wholes[axis]
    return exp.cast(exp.null(), "VARCHAR") if whole is None else exp.Literal.string(whole)


def _name_part(outline: Outline) -> str:
    return outline.free("part")
