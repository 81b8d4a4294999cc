"""The statements of templates of scripts, each from a job that needs all of its parts."""

from collections.abc import Iterator
from fractions import Fraction

from sqlglot import exp

import dpsql
from dpsql.domain.levels.cut_tree import HierarchyCut
from dpsql.domain.levels.hierarchy import LabelHierarchy
from dpsql.privacy.t_closeness import HierarchicalCloseness, OrderedCloseness
from dpsql.sql.templates import find_templates
from dpsql.warehouses.scripts.boxed import find_boxes_query
from dpsql.warehouses.scripts.classes import count_query
from dpsql.warehouses.scripts.cut_parts import ReleasedParts
from dpsql.warehouses.scripts.distances import count_values
from dpsql.warehouses.scripts.labelled import read_people_query
from dpsql.warehouses.scripts.labels import find_labels
from dpsql.warehouses.scripts.outline import make_outline
from dpsql.warehouses.scripts.released_boxes import ReleasedBoxes
from dpsql.warehouses.scripts.sensitive import values_query
from dpsql.warehouses.scripts.statements import list_steps

_TEMPLATES = {path.name.split(".")[0] for path in (find_templates() / "scripts").iterdir()}
_KINDS = {
    "town": {"table": "geo.towns", "columns": ["town", "county"]},
    "born": {"dates": ["month", "year"]},
}
_MODELS = {"presence_closeness": "1/9", "l_diversity": {"lab": {"recursive": {"c": 2, "l": 2}}}}
_JOBS = {
    "a table of its own": {"private": "t.csv"},
    "kept and sensitive columns": {
        "private": "t.csv",
        "keep": ["lab"],
        "constraints": _MODELS | {"t_closeness": {"lab": {"t": "1/5"}}},
    },
    "counts": {
        "public": {"path": "p.csv", "count": "people"},
        "private": {"path": "t.csv", "count": "cases"},
        "release": {"path": "r.csv", "count": "n"},
    },
    "people climb": {
        "private": {"where": "sick = true"},
        "algorithm": {"pooled": {"path": ["born", "town"], "least": 3}},
    },
}


_BOXES = (("a", "[NULL..2000-01-01]", "[-1..7.5]"), ("[b..c]", "2000-01-02", "8"))


def _build_boxes() -> Iterator[tuple[str, str, exp.Query]]:
    """Build the queries that find boxes by a list, by dates and by numbers."""
    kinds = {
        "town": {"prefix": [1], "order": ["a", "b", "c"]},
        "born": {"dates": ["year"]},
        "size": {"widths": [5]},
    }
    job = dpsql.Job(
        public="p.csv",
        private="t.csv",
        quasi_identifiers=kinds,
        algorithm="mpalm",
        delta={"max": 1},
    )
    orders = {"town": ("a", "b", "c"), "born": "number", "size": "number"}
    outline = make_outline(job, ReleasedBoxes("r.csv", orders, _BOXES))
    assert outline.boxes is not None
    yield "find_boxes", "a list, dates and numbers", find_boxes_query(outline, outline.boxes)
    for step in list_steps(outline):
        if step.query is not None and step.query.meta.get("template") == "label_rows":
            yield "label_rows", f"boxes: {step.table}", step.query


def _build_distances() -> Iterator[tuple[str, exp.Query]]:
    """Build the queries that count values by an order, and by a hierarchy in a mapping table."""
    words = {"quasi_identifiers": {"sex": {"tree": {"*": ["F", "M"]}}}, "keep": ["lab"]}
    job = dpsql.Job(public="p.csv", private="t.csv", **words)
    outline = make_outline(job, is_mapped=lambda _: True)
    half = Fraction(1, 2)
    paths = {"flu": ("mild", "*"), None: ("mild", "*"), "it's": ("bad", "*")}
    hierarchy = LabelHierarchy(paths, nulls_are_leaves=True)
    for title, model in (
        ("an order", OrderedCloseness("lab", half, ("low", "it's"))),
        ("a hierarchy", HierarchicalCloseness("lab", half, "lab.csv", hierarchy)),
    ):
        counted = count_values(outline, model)
        assert counted.check.query is not None
        yield title, counted.query
        yield title, counted.check.query


def _build_parts() -> exp.Query:
    """Build the query that places people by cuts: a cut without a rest below one with a rest."""
    kinds = {"born": {"dates": ["month", "year"]}, "sex": {"tree": {"*": ["F", "M"]}}}
    job = dpsql.Job(
        public="p.csv",
        private="t.csv",
        quasi_identifiers=kinds,
        algorithm={"mpalm": {"cuts": "hierarchy"}},
        delta={"max": 1},
    )
    cuts = (
        HierarchyCut(0, "born", ("2000", None), True),
        HierarchyCut(1, "sex", ("F", "M"), False),
        HierarchyCut(3, "sex", ("F",), True),
    )
    steps = list_steps(make_outline(job, ReleasedParts("r.csv", cuts)))
    (placed,) = (step.query for step in steps if step.table == "placed")
    assert placed is not None
    return placed


def list_script_statements() -> Iterator[tuple[str, str, exp.Query]]:
    """Yield a template, the words of the job, and the statement."""
    yield from _build_boxes()
    yield "place_people", "a rest, and a cut without one", _build_parts()
    for title, query in _build_distances():
        yield query.meta["template"], title, query
    for title, words in _JOBS.items():
        job = dpsql.Job(**{"public": "p.csv"} | words, quasi_identifiers=_KINDS, delta={"max": 1})
        outline = make_outline(job, {"town": 1, "born": 1})
        queries = [step.query for step in list_steps(outline)]
        queries += [read_people_query(outline), count_query(outline)]
        if outline.sensitive:
            queries.append(values_query(outline, "lab", list(outline.sensitive)))
        joined = find_labels(outline, 0, "town").join
        queries.append(joined["labels"].this if joined else None)
        for query in queries:
            # Of several of a kind, as of the steps of a path, the last.
            if query is not None and query.meta.get("template") in _TEMPLATES:
                yield query.meta["template"], title, query
