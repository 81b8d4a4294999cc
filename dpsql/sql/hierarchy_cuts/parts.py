"""Statements that begin, divide and end parts and their tuples."""

from sqlglot import exp

from dpsql.domain.levels.cut_tree import CutTree, HierarchyCut, Label
from dpsql.engines.base import Engine
from dpsql.sql.hierarchy_cuts.choice import case_of_axis
from dpsql.sql.hierarchy_cuts.labels import CUT_LABELS
from dpsql.sql.hierarchy_cuts.rules import CutRules, child_name, label_name, lost_name, open_name
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, code_name
from dpsql.sql.published_classes import text_name
from dpsql.sql.templates import column, identifier, render


def begin_query(rules: CutRules) -> exp.Query:
    """The statement that makes all of P one part."""
    heights = rules.lattice.heights
    axes = [
        {"open": open_name(j), "height": exp.Literal.number(heights[j]), "label": label_name(j)}
        for j in rules.axes
    ]
    return render(
        "begin_cuts",
        axes=axes,
        width=exp.Literal.number(rules.width),
        frequency_set=identifier(FREQUENCY_SET),
    )


def place_query(rules: CutRules) -> exp.Query:
    """The statement that places all tuples in that part."""
    heights = rules.lattice.heights
    return render(
        "place_tuples",
        codes=rules.raw_codes,
        keys=[{"name": name, "packed": packed} for name, packed in rules.packed.keys],
        axes=[{"first": code_name(j, heights[j] - 1), "child": child_name(j)} for j in rules.axes],
        frequency_set=identifier(FREQUENCY_SET),
    )


def parts_query(rules: CutRules, parts: str) -> exp.Query:
    """The statement that lists the sides as the parts of the next round."""
    axes = [
        {"number": exp.Literal.number(j), "open": open_name(j), "label": label_name(j)}
        for j in rules.axes
    ]
    return render("list_parts", axes=axes, parts=identifier(parts))


def note_query(rules: CutRules, parts: str) -> exp.Query:
    """The statement that notes how the parts of a round were made."""
    axes = [{"label": label_name(j)} for j in rules.axes]
    return render("note_parts", axes=axes, parts=identifier(parts))


def divide_query(rules: CutRules, tuples: str, parts: str) -> exp.Query:
    """The statement that gives the tuples on open sides the number of their new part."""
    code_of_cut = case_of_axis(
        column("axis", "cuts"), rules, lambda j: column(child_name(j).name, "tuples")
    )
    return render(
        "divide_tuples",
        codes=[*rules.raw_codes, *(name for name, _ in rules.packed.keys)],
        axes=[
            {
                "number": exp.Literal.number(j),
                "child": child_name(j),
                "next": _next_code(rules, j),
            }
            for j in rules.axes
        ],
        tuples=identifier(tuples),
        parts=identifier(parts),
        counted=rules.counted,
        code_of_cut=code_of_cut,
    )


def end_query(rules: CutRules) -> exp.Query:
    """The statement that lists the parts that are not cut again, with their labels."""
    return render(
        "end_parts",
        columns=[
            {
                "text": _label_of_part(rules, j),
                "name": text_name(j),
                "leaves_lost": _leaves_lost(rules, j),
                "lost": lost_name(j),
            }
            for j in range(len(rules.whole))
        ],
        axes=[
            {
                "number": exp.Literal.number(j),
                "label": label_name(j),
                "labels": identifier(_labels(j)),
            }
            for j in rules.axes
        ],
        labels=identifier(CUT_LABELS),
    )


def end_tuples_query(rules: CutRules, tuples: str, *, some_are_cut: bool) -> exp.Query:
    """The statement that lists the tuples of T in parts that are not cut again."""
    return render(
        "end_tuples",
        codes=rules.raw_codes,
        tuples=identifier(tuples),
        some_are_cut=exp.true() if some_are_cut else None,
    )


def fetch_cuts(engine: Engine, names: list[str]) -> CutTree:
    """Return the cuts that made the parts, in their order."""
    query = render("list_labels_of_cuts", labels=identifier(CUT_LABELS))
    labels: dict[tuple[int, int], Label] = {
        (int(axis), int(number)): label for axis, number, label in engine.fetch(query)
    }
    made = engine.fetch_integers(render("list_made_parts"))
    _, above, axes, numbers = (one.tolist() for one in made)
    cuts, start, sides = [], 0, len(above)
    while start < sides:
        part, axis, end = above[start], axes[start], start + 1
        while end < sides and above[end] == part:
            end += 1
        has_rest = numbers[end - 1] == 0
        children = numbers[start : end - has_rest]
        texts = tuple([labels[axis, number] for number in children])
        cuts.append(HierarchyCut(part, names[axis], texts, has_rest))
        start = end
    return tuple(cuts)


def _next_code(rules: CutRules, j: int) -> exp.Expr:
    """The code of a tuple one level below that of its part; NULL if none is allowed."""
    ifs = [
        exp.If(this=exp.Literal.number(level + 1), true=rules.packed.unpack(j, level))
        for level in range(rules.lattice.lowest.levels[j], rules.lattice.heights[j] - 1)
    ]
    return exp.Case(this=column("open", "sides"), ifs=ifs) if ifs else exp.null()


def _label_of_part(rules: CutRules, j: int) -> exp.Expr:
    label = rules.whole[j][0]
    whole = exp.cast(exp.null() if label is None else exp.Literal.string(label), "VARCHAR")
    if j not in rules.axes:
        return whole
    is_whole = column(label_name(j).name, "made").is_(exp.null())
    return exp.Case(ifs=[exp.If(this=is_whole, true=whole)], default=column("label", _labels(j)))


def _leaves_lost(rules: CutRules, j: int) -> exp.Expr:
    whole = exp.Literal.number(rules.whole[j][1])
    if j not in rules.axes:
        return whole
    return exp.func("COALESCE", column("leaves_lost", _labels(j)), whole)


def _labels(j: int) -> str:
    """Alias of the labels of a quasi-identifier."""
    return f"labels_{j}"
