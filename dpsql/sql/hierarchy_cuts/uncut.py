"""The parts that are not cut further: those with the most rows of T, and their labels below.

Rounds leave the labels of a part, but neither its people nor their labels one level down. Both
follow from the cuts, by which the tuples are placed once more.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.levels.cut_tree import CutTree, Descent, Label, trace
from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.engines.base import Engine
from dpsql.sql.hierarchy_cuts.choice import children_query
from dpsql.sql.hierarchy_cuts.labels import CUT_LABELS
from dpsql.sql.hierarchy_cuts.rounds import FINAL_PARTS
from dpsql.sql.hierarchy_cuts.rules import child_name, lost_name
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, code_name
from dpsql.sql.published_classes import text_name
from dpsql.sql.templates import column, identifier, render

_TUPLES, _CHILDREN = "tuples_of_parts", "children_of_parts"
#: The code of a label, by the number of its quasi-identifier, its level and its text.
_Codes = Mapping[tuple[int, int, Label], int]


def _as_text(label: object) -> Label:
    """Return a label as the release writes it: a raw flag is true, not True."""
    if isinstance(label, bool):
        return str(label).lower()
    return None if label is None else str(label)


@dataclass(frozen=True)
class UncutPart:
    """A final part: its labels, its people of P and rows of T, and how it was reached.

    `children`: of each column that has a level below, people of P and rows of T of each label one
    level down, and how many labels have so many.
    """

    labels: tuple[Label, ...]
    public_rows: int
    private_rows: int
    descent: Descent
    children: Mapping[str, Sequence[tuple[int, int, int]]]


def list_uncut(
    engine: Engine, hierarchies: Mapping[str, Hierarchy], cuts: CutTree, most: int
) -> tuple[int, list[UncutPart]]:
    """Count the parts with rows of T that lose something; list those with the most rows."""
    rows = engine.fetch(losing_parts_query(len(hierarchies), most))
    if not rows:
        return 0, []
    heights = {name: hierarchy.height for name, hierarchy in hierarchies.items()}
    descents = trace(cuts, heights, [int(row[0]) for row in rows])
    codes = _fetch_codes(engine, list(heights), descents)
    engine.materialize(_TUPLES, place_query(heights, descents, codes))
    axes = [j for j, height in enumerate(heights.values()) if height]
    engine.materialize(_CHILDREN, children_query(axes, _TUPLES))
    children = _fetch_children(engine, list(heights))
    for name in (_TUPLES, _CHILDREN):
        engine.drop(name)
    parts = []
    for part, *labels, public, private, _ in rows:
        texts = tuple(map(_as_text, labels))
        found = UncutPart(
            texts, int(public), int(private), descents[int(part)], children[int(part)]
        )
        parts.append(found)
    return int(rows[0][-1]), parts


def losing_parts_query(columns: int, most: int) -> exp.Query:
    """The statement that lists the final parts with the most rows of T that lose something."""
    return render(
        "list_losing_parts",
        columns=[text_name(j) for j in range(columns)],
        lost=[lost_name(j) for j in range(columns)],
        parts=identifier(FINAL_PARTS),
        most=exp.Literal.number(most),
    )


def place_query(
    heights: Mapping[str, int], descents: Mapping[int, Descent], codes: _Codes
) -> exp.Query:
    """The statement that places the tuples in the parts of `descents`."""
    names = list(heights)
    ifs = [
        exp.If(this=_is_in(descent, names, codes), true=exp.Literal.number(part))
        for part, descent in descents.items()
    ]
    axes = [
        {"child": child_name(j), "code": _code_below(j, name, descents)}
        for j, name in enumerate(names)
        if heights[name]
    ]
    return render(
        "place_in_parts",
        part=exp.Case(ifs=ifs),
        axes=axes,
        frequency_set=identifier(FREQUENCY_SET),
    )


def codes_query(needed: Sequence[tuple[int, int]]) -> exp.Query:
    """The statement that lists the codes of the labels of some levels of quasi-identifiers."""
    is_needed = exp.or_(
        *(exp.and_(column("axis").eq(axis), column("level").eq(level)) for axis, level in needed)
    )
    return render("list_codes_of_cuts", labels=identifier(CUT_LABELS), is_needed=is_needed)


def _fetch_codes(engine: Engine, names: Sequence[str], descents: Mapping[int, Descent]) -> _Codes:
    needed = sorted(
        {
            (names.index(name), level)
            for descent in descents.values()
            for name, (level, _) in (*descent.labels.items(), *descent.rests.items())
        }
    )
    rows = engine.fetch(codes_query(needed)) if needed else []
    return {(int(axis), int(level), label): int(code) for axis, level, label, code in rows}


def _is_in(descent: Descent, names: Sequence[str], codes: _Codes) -> exp.Expr:
    """Whether a tuple of the frequency set is in a part."""
    tests: list[exp.Expr] = []
    for name, (level, label) in descent.labels.items():
        j = names.index(name)
        code = codes[j, level, label]
        tests.append(exp.Column(this=code_name(j, level)).eq(exp.Literal.number(code)))
    for name, (level, labels) in descent.rests.items():
        j = names.index(name)
        split_off = [exp.Literal.number(codes[j, level, label]) for label in labels]
        is_split_off = exp.In(this=exp.Column(this=code_name(j, level)), expressions=split_off)
        tests.append(is_split_off.not_())
    return exp.and_(*tests) if tests else exp.true()


def _code_below(j: int, name: str, descents: Mapping[int, Descent]) -> exp.Expr:
    """The code of a tuple one level below the label of its part; NULL if that is a value."""
    ifs = [
        exp.If(
            this=column("part").eq(exp.Literal.number(part)),
            true=exp.Column(this=code_name(j, descent.levels[name] - 1)),
        )
        for part, descent in descents.items()
        if descent.levels[name]
    ]
    return exp.Case(ifs=ifs) if ifs else exp.cast(exp.null(), "BIGINT")


def _fetch_children(
    engine: Engine, names: Sequence[str]
) -> Mapping[int, Mapping[str, Sequence[tuple[int, int, int]]]]:
    found: defaultdict[int, defaultdict[str, list[tuple[int, int, int]]]]
    found = defaultdict(lambda: defaultdict(list))
    rows = engine.fetch(render("count_like_children", children=identifier(_CHILDREN)))
    for part, axis, public, private, labels in rows:
        found[int(part)][names[int(axis)]].append((int(public), int(private), int(labels)))
    return found
